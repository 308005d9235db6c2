//! Regular expressions over bytes that are compiled when they are first needed: a text needs few of them, and all of them
//! take 30 ms.

use regex::bytes::{Captures, Match, Regex, RegexBuilder};
use std::sync::OnceLock;

/// An expression, with the abbreviations of [`ABBREVIATIONS`]. A class of other letters than ASCII is one of characters: `(?u:[→–])`.
#[derive(Debug)]
pub(super) struct Pattern {
    /// Flags, and where it is looked for.
    start: &'static str,
    expression: &'static str,
    regex: OnceLock<Option<Regex>>,
}

/// What is short for what, in the order in which they are written out.
const ABBREVIATIONS: [(&str, &str); 5] = [
    // What closes a name, as quotes, brackets, emphasis and tags do.
    (
        "{close}",
        r#"(?:\\*["'`]|&(?:quot|apos|#34|#39);|%2[27]|\\u002[27]|[*]{1,3}|__?|~~|[\])]|</(?:a|b|code|dt|em|i|kbd|label|span|strong|u)>){0,4}"#,
    ),
    // The rest of a command before an option, without a line end (unless a backslash is before it) or another command.
    ("{rest}", r"(?:[^\n|;\\]|\\\r?\n|\\[^\n])*?[ \t\n]"),
    // A user's name in quotes, a comma, and the quote that opens a password.
    ("{user, }", r#"["'][^"'\n]+["'][ ]*,[ ]*(?:[A-Za-z_.:]+\()?[bfru]?(["'])"#),
    // What says in a sentence that something is another thing.
    (
        "{is}",
        "(?:is|was|are|were|becomes|became|stays|remains|equals|ist|war|heißt|heisst|sind|wird|wurde|wurden|bleibt|lautet|est|c'est|sera|était|reste|es|era|será|fue|ficou|é|è|sarà|jest|je|to|är|er|blir|blev|zijn|werd|wordt|on|oli|este|это|теперь)",
    ),
    // A space or a tab; a no-break and an ideographic space count.
    ("{_}", r"(?:[ \t]|\xC2\xA0|\xE3\x80\x80)"),
];

impl Pattern {
    pub(super) const fn new(expression: &'static str) -> Self {
        Self { start: "", expression, regex: OnceLock::new() }
    }

    /// An expression that is looked for at the start of a text.
    pub(super) const fn at_start(expression: &'static str) -> Self {
        Self { start: "^", expression, regex: OnceLock::new() }
    }

    /// The same in any case.
    pub(super) const fn at_start_in_any_case(expression: &'static str) -> Self {
        Self { start: "(?i)^", expression, regex: OnceLock::new() }
    }

    /// `None` if it is not well-formed. All are, as tests of the tables check.
    pub(super) fn regex(&self) -> Option<&Regex> {
        let written_out = || {
            let long = |text: String, (short, long): &(&str, &str)| text.replace(short, long);
            ABBREVIATIONS.iter().fold(self.expression.to_owned(), long)
        };
        let regex = self.regex.get_or_init(|| compile(&format!("{}(?:{})", self.start, written_out())));
        debug_assert!(regex.is_some(), "not well-formed: {}", self.expression);
        regex.as_ref()
    }

    pub(super) fn is_match(&self, text: &[u8]) -> bool {
        self.regex().is_some_and(|regex| regex.is_match(text))
    }

    pub(super) fn find<'t>(&self, text: &'t [u8]) -> Option<Match<'t>> {
        self.regex()?.find(text)
    }

    pub(super) fn captures<'t>(&self, text: &'t [u8]) -> Option<Captures<'t>> {
        self.regex()?.captures(text)
    }

    pub(super) fn all<'t>(&self, text: &'t [u8]) -> impl Iterator<Item = Captures<'t>> {
        self.regex().into_iter().flat_map(move |regex| regex.captures_iter(text))
    }
}

/// Compiles an expression.
pub(super) fn compile(expression: &str) -> Option<Regex> {
    RegexBuilder::new(expression).unicode(false).build().ok()
}
