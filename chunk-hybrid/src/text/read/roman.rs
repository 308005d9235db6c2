//! Roman numerals that number items: `I.`, `ii)`. One alone may be an initial ("I. Newton"). So `I.` counts only if `II.` stands on a line
//! below, and every other numeral only if it follows the one before it.

use crate::text::{Line, Marker, indent};
use chunk_core::slice;

/// The last number of each style of numerals so far: `I.`, `I)`, `i.`, `i)`.
#[derive(Default)]
pub(super) struct Numerals([u32; 4]);

impl Numerals {
    /// The item that a line is, if a numeral numbers it. `text` is the line after its `spaces`, `below` are the lines that follow.
    pub(super) fn item(&mut self, text: &str, spaces: usize, below: &str) -> Option<Line> {
        let numeral = Numeral::of(text)?;
        let last = self.0.get_mut(numeral.style())?;
        let number = [*last + 1, 1].into_iter().find(|number| numeral.is(*number))?;
        if number == 1 && !is_continued(numeral, below) {
            return None;
        }
        *last = number;
        Some(Line::Item(Marker::Number { number, above: 0 }, spaces + numeral.length))
    }
}

/// Whether the second numeral follows the first, before the next heading and the next first one. The search ends at the next first
/// numeral, so each line is looked at once for each style, however many lists there are.
fn is_continued(first: Numeral<'_>, below: &str) -> bool {
    let lines = below.lines().take_while(|line| !line.starts_with('#'));
    let mut numerals = lines.filter_map(|line| Numeral::of(slice(line, indent(line).1..line.len())));
    let next = numerals.find(|next| next.style() == first.style() && (next.is(1) || next.is(2)));
    next.is_some_and(|next| next.is(2))
}

/// The numeral that a line starts with.
#[derive(Clone, Copy)]
struct Numeral<'l> {
    letters: &'l str,
    /// `.` or `)`.
    mark: u8,
    /// In bytes, with the mark and the white space after it.
    length: usize,
}

impl<'l> Numeral<'l> {
    fn of(line: &'l str) -> Option<Self> {
        let letters = line.bytes().take_while(|byte| matches!(byte, b'I' | b'V' | b'X')).count();
        let letters = match letters {
            0 => line.bytes().take_while(|byte| matches!(byte, b'i' | b'v' | b'x')).count(),
            _ => letters,
        };
        let [mark @ (b'.' | b')'), b' ' | b'\t', ..] = *line.as_bytes().get(letters..)? else { return None };
        let behind = slice(line, letters + 1..line.len()).trim_start_matches([' ', '\t']);
        let length = line.len() - behind.len();
        (letters > 0).then_some(Self { letters: slice(line, 0..letters), mark, length })
    }

    fn style(self) -> usize {
        usize::from(self.letters.starts_with(|letter: char| letter.is_ascii_lowercase())) << 1
            | usize::from(self.mark == b')')
    }

    fn is(self, number: u32) -> bool {
        const UNITS: [&str; 10] = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];
        let tens = self.letters.bytes().take_while(|letter| letter.eq_ignore_ascii_case(&b'x')).count();
        let units = UNITS.get((number % 10) as usize);
        let own = slice(self.letters, tens.min(number as usize / 10)..self.letters.len());
        tens >= number as usize / 10 && units.is_some_and(|units| own.eq_ignore_ascii_case(units))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chunk_core::unicode;
    use rstest::rstest;

    /// The numbers of the lines of a text.
    fn numbers(text: &str) -> Vec<Option<u32>> {
        let mut numerals = Numerals::default();
        let mut rest = text;
        let number = |line| match line {
            Line::Item(marker, _) => marker.number(),
            _ => None,
        };
        let lines = text.lines().map(|line| {
            rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
            numerals.item(unicode::trim_start(line), 0, rest).and_then(number)
        });
        lines.collect()
    }

    #[rstest]
    #[case("I. Mix\nII. Knead\nIII. Bake", &[Some(1), Some(2), Some(3)])]
    #[case("i) Mix\nwell\n  ii) Knead", &[Some(1), None, Some(2)])]
    #[case("I. Mix\ni) flour\nii) water\nII. Knead", &[Some(1), Some(1), Some(2), Some(2)])]
    #[case("I. Mix\nII. Knead\nI. Ring\nII. Enter", &[Some(1), Some(2), Some(1), Some(2)])]
    #[case("I. Newton was born.\nV. Woolf too.", &[None, None])]
    #[case("I. Newton was born.\n# Wars\nII. World War", &[None, None, None])]
    #[case("I. Newton\nI. Kant\nII. Knead", &[None, Some(1), Some(2)])]
    #[case("II. World War", &[None])]
    #[case("I. Mix\nII) Knead", &[None, None])]
    #[case("I think\nII. Knead", &[None, None])]
    fn numerals_number_items_in_order(#[case] text: &str, #[case] expected: &[Option<u32>]) {
        assert_eq!(numbers(text), expected);
    }

    #[test]
    fn numerals_go_on_above_ten() {
        let numerals = "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI";
        let text: String = numerals.split(' ').map(|numeral| format!("{numeral}. Mix\n")).collect();
        assert!(numbers(&text).into_iter().eq((1..=21).map(Some)));
    }
}
