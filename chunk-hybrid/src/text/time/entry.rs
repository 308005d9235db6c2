//! Times as people write them who keep a log by hand.

use super::numeric::{Stamp, after, digits, of_day, of_half_day, time_of_day};

/// Whether `line` opens like an entry of a log kept by hand: with a day, a date without a year, `T+5`, `15.42`. Weaker
/// than a stamp: prose may start so too.
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

/// `0410  text`, `0410h`, `14h05`, `7pm`: as watches and kitchens write it.
pub(super) fn watch(text: &str) -> Option<Stamp> {
    let (value, count) = digits(text, 5)?;
    let behind = after(text, count);
    let ends = |length: usize| !behind.as_bytes().get(length).is_some_and(u8::is_ascii_alphanumeric);
    let (hours, minutes, length) = match (count, behind.as_bytes()) {
        (4, [b' ', b' ', ..]) => (value / 100, value % 100, count),
        (4, [b'h' | b'Z', ..]) if ends(1) => (value / 100, value % 100, count + 1),
        (1 | 2, [b'h', ..]) => {
            let (minutes, 2) = digits(after(behind, 1), 3)? else { return None };
            (value, minutes, count + 3)
        }
        (1 | 2, [half @ (b'a' | b'A' | b'p' | b'P'), b'm' | b'M', ..]) if ends(2) => {
            (of_half_day(value, *half)?, 0, count + 2)
        }
        _ => return None,
    };
    of_day(hours, minutes, 0, length)
}

/// `Mon 08:15`, `Tuesday, 8:15`: of the day, only its time is known.
pub(super) fn weekday(text: &str) -> Option<Stamp> {
    if !opens_weekday(text) {
        return None;
    }
    let name = text.bytes().take(10).take_while(u8::is_ascii_alphabetic).count();
    let gap = after(text, name).bytes().take(3).take_while(|byte| matches!(byte, b',' | b' ' | b'.')).count();
    let at = name + gap;
    let Stamp { moment, length } = time_of_day(after(text, at)).filter(|_| gap > 0)?;
    Some(Stamp { moment, length: at + length })
}

/// Whether `text` starts with the name of a weekday.
fn opens_weekday(text: &str) -> bool {
    matches!(
        text.as_bytes().first_chunk(),
        Some(b"Mon" | b"Tue" | b"Wed" | b"Thu" | b"Fri" | b"Sat" | b"Sun")
    )
}

/// What the names of the months start with.
const MONTHS: [&[u8; 3]; 12] =
    [b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov", b"Dec"];

/// The number of the month whose name `text` starts with.
pub(super) fn month(text: &str) -> Option<i8> {
    let start = text.as_bytes().first_chunk()?;
    (1..).zip(MONTHS).find(|(_, month)| *month == start).map(|(number, _)| number)
}

/// Whether a word starts with the name of a month, in any case.
pub(crate) fn is_month(word: &str) -> bool {
    word.as_bytes()
        .get(..3)
        .is_some_and(|start| MONTHS.iter().any(|month| start.eq_ignore_ascii_case(*month)))
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
