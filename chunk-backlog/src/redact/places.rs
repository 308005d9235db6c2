//! What may be between a name and its value (B21): in code and configuration, markup, tables, command lines and sentences.

use super::{pattern::Pattern, rows::rows};
use std::sync::LazyLock;

/// How sure it is that what comes next is the value of the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Certainty {
    /// Beside each other: `the password manager`. The value must look like no word at all.
    Beside,
    /// In a list or a sentence: it must have digits or signs.
    Likely,
    /// Assigned.
    Assigned,
}

impl Certainty {
    /// The certainty that a table names.
    pub(super) fn named(name: &str) -> Self {
        match name {
            "assigned" => Self::Assigned,
            "likely" => Self::Likely,
            _ => Self::Beside,
        }
    }
}

/// What a value must be followed by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Any,
    /// A tag: the value is all the text of its element.
    Tag,
    /// A bar or a line end: it is all of its cell.
    Cell,
    /// A line end: it is all of its line.
    Line,
    /// The same, and the name is a line of words: a heading.
    LineBelowHeading,
    /// A line end, and no word before it says that it is about a secret (`password policy for x: …`).
    LineAfterWords,
    /// Anything, and the next word makes no other thing of the name: `password manager`.
    AfterNoun,
    /// Anything, and the name is a plural: `passwords: dev V, prod V`.
    Plural,
    /// A closing quote: only a quoted text is a value here.
    Quote,
}

impl End {
    fn named(name: &str) -> Self {
        match name {
            "tag" => Self::Tag,
            "cell" => Self::Cell,
            "line" => Self::Line,
            "heading" => Self::LineBelowHeading,
            "words" => Self::LineAfterWords,
            "noun" => Self::AfterNoun,
            "plural" => Self::Plural,
            "quote" => Self::Quote,
            _ => Self::Any,
        }
    }
}

/// A place.
#[derive(Debug)]
pub(super) struct Place {
    /// Whether what closes a name is a part of `between`.
    pub(super) is_right_behind: bool,
    /// What is between the name, or what closes it, and the value, or the quote before it.
    pub(super) between: Pattern,
    pub(super) certainty: Certainty,
    pub(super) end: End,
}

/// What closes a name, as quotes, brackets, emphasis and tags do.
pub(super) static CLOSE: Pattern = Pattern::at_start_in_any_case("{close}");

/// All places, those of `tables/places.tsv` in its order. The first one counts whose value is a secret.
pub(super) static PLACES: LazyLock<Vec<Place>> = LazyLock::new(|| {
    let places = rows(include_str!("tables/places.tsv"));
    let place = |[close, certainty, end, _, between]: [&'static str; 5]| Place {
        is_right_behind: close == "-",
        between: Pattern::at_start_in_any_case(between),
        certainty: Certainty::named(certainty),
        end: End::named(end),
    };
    places.map(place).collect()
});
