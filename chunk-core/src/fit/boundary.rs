//! Where a text may be cut below the sentence, from the kind of boundary that is tried first to the last.

use crate::{
    sentence::is_closer,
    slice,
    unicode::{is_mark, is_white_space},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd)]
pub(super) enum Level {
    Line,
    Clause,
    Word,
    Cluster,
    Character,
}

impl Level {
    pub(super) const ALL: [Self; 5] = [Self::Line, Self::Clause, Self::Word, Self::Cluster, Self::Character];

    /// Whether `part` may be cut at the byte `at`, which is neither its start nor its end.
    pub(super) fn is_boundary(self, part: &str, at: usize) -> bool {
        if !part.is_char_boundary(at) {
            return false;
        }
        let (before, after) = (slice(part, 0..at), slice(part, at..part.len()));
        let (Some(last), Some(next)) = (before.chars().next_back(), after.chars().next()) else {
            return false;
        };
        match self {
            Self::Line => last == '\n' && next != '\n',
            Self::Clause => is_between_clauses(before, last, next),
            Self::Word => is_white_space(last) && !is_white_space(next),
            Self::Cluster => is_between_clusters(before, last, next),
            Self::Character => true,
        }
    }
}

/// Whether a clause ends with `before`: with a clause mark, closers, and white space, which only some marks can do without.
fn is_between_clauses(before: &str, last: char, next: char) -> bool {
    if is_white_space(next) {
        return false;
    }
    let follows_space = is_white_space(last);
    if !follows_space && (is_closer(next) || clause_mark(next).is_some()) {
        return false;
    }
    let stop = before.trim_end_matches(is_white_space).trim_end_matches(is_closer);
    let mark = stop.chars().next_back().and_then(clause_mark);
    mark.is_some_and(|ends_alone| ends_alone || follows_space)
}

/// Whether `c`, if it is a clause mark, ends a clause without white space after it: marks of scripts that write none there do.
const fn clause_mark(c: char) -> Option<bool> {
    match c {
        // ASCII, Armenian, Arabic, Ethiopic.
        ',' | ';' | ':' | '\u{55D}' | '\u{60C}' | '\u{61B}' | '\u{1363}'..='\u{1366}' => Some(false),
        // Chinese and Japanese: full-width, half-width, vertical, small.
        '、' | '，' | '；' | '：' | '､' | '\u{FE10}' | '\u{FE11}' | '\u{FE13}' | '\u{FE14}' => {
            Some(true)
        }
        '\u{FE50}' | '\u{FE51}' | '\u{FE54}' | '\u{FE55}' => Some(true),
        _ => None,
    }
}

/// Whether `next` is not seen as one with the characters before it, as a letter and its accents are, a syllable of jamo, an emoji of
/// several parts, or a flag of two letters.
fn is_between_clusters(before: &str, last: char, next: char) -> bool {
    let is_flag_letter = |c: char| matches!(c, '\u{1F1E6}'..='\u{1F1FF}');
    if is_flag_letter(last) && is_flag_letter(next) {
        let letters = before.chars().rev().take_while(|c| is_flag_letter(*c)).count();
        return letters.is_multiple_of(2);
    }
    let joins_what_is_before = is_mark(next)
        || matches!(
            next,
            // Joiners, skin tones, tags; a vowel of Thai and of Lao; vowels and final consonants of Hangul.
            '\u{200C}' | '\u{200D}'
                | '\u{1F3FB}'..='\u{1F3FF}'
                | '\u{E0020}'..='\u{E007F}'
                | '\u{E33}'
                | '\u{EB3}'
                | '\u{1160}'..='\u{11FF}'
        );
    !joins_what_is_before && last != '\u{200D}' && (last, next) != ('\r', '\n')
}
