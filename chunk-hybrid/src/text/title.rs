//! The text of a heading without its Markdown marks: the topic of a chunk (H18).

use chunk_core::is_white_space;
use pulldown_cmark::{Event, Parser};
use std::borrow::Cow;

/// A heading's text and code with entities decoded, images replaced by their description, and marks and HTML left out, as M9 of the
/// Markdown contract has it.
pub(crate) fn plain(title: &str) -> Cow<'_, str> {
    if !title.contains(['*', '_', '`', '[', '<', '\\', '&']) {
        return Cow::Borrowed(title);
    }
    // After a `#` it is read as a heading, whatever it begins with.
    let heading = ["# ", title].concat();
    let mut plain = String::new();
    for event in Parser::new(&heading) {
        match event {
            Event::Text(text) | Event::Code(text) => plain.push_str(&text),
            Event::SoftBreak | Event::HardBreak => plain.push(' '),
            _ => {}
        }
    }
    let plain = plain.trim_matches(is_white_space);
    Cow::Owned(plain.strip_suffix(':').unwrap_or(plain).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("Pumps & valves", "Pumps & valves")]
    #[case("**Pumps** and *valves*", "Pumps and valves")]
    #[case("**Pumps:**", "Pumps")]
    #[case("`fs.open(path)`", "fs.open(path)")]
    #[case("[0.8.9] - 2020-05-01", "[0.8.9] - 2020-05-01")]
    #[case("[The pump](pump.md) hums", "The pump hums")]
    #[case("![A pump](pump.png) of brass", "A pump of brass")]
    #[case("<a id=\"pump\"></a> Pumps", "Pumps")]
    #[case("snake\\_case &amp; C&#43;&#43;", "snake_case & C++")]
    #[case("1. `pump` of snake_case", "1. pump of snake_case")]
    #[case("2 * 3", "2 * 3")]
    #[case("<br>", "")]
    fn only_what_is_read_stays(#[case] title: &str, #[case] expected: &str) {
        assert_eq!(plain(title), expected);
    }
}
