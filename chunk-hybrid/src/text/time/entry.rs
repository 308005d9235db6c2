//! How the entries of logs that are kept by hand begin.

use super::numeric::{after, digits};

/// Whether `line` opens like an entry of a log that is kept by hand: with a day, a date without a year, `T+5`, `15.42`. That is weaker
/// evidence than a stamp: prose may open so too.
pub(crate) fn opens_entry(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t', '*', '_', '>', '(', '[']);
    let named = |text: &str| {
        month(text).is_some() || opens_weekday(text) || text.starts_with("Day") || text.starts_with("Week")
    };
    match line.as_bytes() {
        [b'A'..=b'Z', ..] if named(line) => true,
        [b't' | b'T', b'+' | b'-' | b'=', b'0'..=b'9', ..] | [b'+', b'0'..=b'9', ..] => true,
        [b'0'..=b'9', ..] => {
            let Some((_, count)) = digits(line, 5) else { return false };
            let behind = after(line, count);
            let spaced = behind.trim_start_matches(['.', ' ', 't', 'h', 's', 'n', 'r', 'd']);
            count == 4 && behind.starts_with([' ', ':', ',', '-'])
                || count <= 2
                    && (named(spaced) || matches!(behind.as_bytes(), [b'.' | b'/', b'0'..=b'9', ..]))
        }
        _ => false,
    }
}

/// Whether `text` starts with the name of a weekday.
fn opens_weekday(text: &str) -> bool {
    matches!(
        text.as_bytes().first_chunk(),
        Some(b"Mon" | b"Tue" | b"Wed" | b"Thu" | b"Fri" | b"Sat" | b"Sun")
    )
}

/// The first three letters of the months.
const MONTHS: [&[u8; 3]; 12] =
    [b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov", b"Dec"];

/// The number of the month whose name `text` starts with.
pub(super) fn month(text: &str) -> Option<i8> {
    let start = text.as_bytes().first_chunk()?;
    (1..).zip(MONTHS).find(|(_, month)| *month == start).map(|(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("3 June. Loaded", true)]
    #[case("Mon: loaded", true)]
    #[case("12/3 loaded", true)]
    #[case("15.42 loaded", true)]
    #[case("T+5 loaded", true)]
    #[case("3 loaded", false)]
    #[case("12 boxes were loaded", false)]
    #[case("loaded on Monday", false)]
    fn entries_of_logs_kept_by_hand(#[case] line: &str, #[case] expected: bool) {
        assert_eq!(opens_entry(line), expected);
    }
}
