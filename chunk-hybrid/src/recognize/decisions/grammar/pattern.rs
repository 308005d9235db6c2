//! The patterns, and what a sentence must hold for each: most sentences hold nothing for most patterns, which is known
//! before any of them looks.

use super::{
    Finding, Sentence,
    change::TURNED,
    choice::{DECIDED, DEFAULT, STATED},
    contrast::CONTRASTING,
    notation::{FORMER, REFERS},
    predicate::VERDICT,
    refusal::{PARTICLES, REFUSED, REFUSING},
    verdict::YES,
    wish::{ALWAYS, DENYING, NEVER, NOTED, NOTED_AGAINST},
};
use crate::{
    english::{
        cue::{self, Cues},
        word_list::{WordList, words},
    },
    text::word::Word,
};
use std::{ops::Range, sync::LazyLock};

/// A pattern is tried only if some word of the sentence says or is one of these.
struct Pattern {
    cues: Cues,
    words: &'static [&'static WordList],
    /// Whether its words count only where more than a space stands before them.
    apart: bool,
    /// What it finds, and the word that told it.
    find: fn(&Sentence<'_, '_>) -> Option<(Finding, usize)>,
}

impl Pattern {
    const fn of(find: fn(&Sentence<'_, '_>) -> Option<(Finding, usize)>) -> Self {
        Self { cues: Cues::NONE, words: &[], apart: false, find }
    }
}

/// In the order in which they are tried.
static PATTERNS: [Pattern; 18] = [
    Pattern { words: &[FORMER, REFERS], apart: true, ..Pattern::of(|sentence| sentence.formerly()) },
    Pattern { cues: VERDICT, ..Pattern::of(|sentence| sentence.titled()) },
    Pattern { cues: cue::MARKED, words: &[STATED], ..Pattern::of(|sentence| sentence.stated()) },
    Pattern { cues: REFUSED, words: &[REFUSING, PARTICLES], ..Pattern::of(|sentence| sentence.refused()) },
    Pattern { words: &[words!["from"]], ..Pattern::of(|sentence| sentence.moved()) },
    Pattern { cues: cue::CONTRAST, words: CONTRASTING, ..Pattern::of(|sentence| sentence.contrasted()) },
    Pattern { cues: cue::PREFER, ..Pattern::of(|sentence| sentence.preferred_to()) },
    Pattern {
        cues: cue::ENABLE.or(cue::DISABLE),
        words: &[TURNED],
        ..Pattern::of(|sentence| sentence.switched())
    },
    Pattern { cues: cue::APPROVE, words: &[YES], ..Pattern::of(|sentence| sentence.judged()) },
    Pattern { cues: cue::SET.or(cue::CHANGE), ..Pattern::of(|sentence| sentence.set_to()) },
    Pattern {
        cues: cue::CHOOSE,
        words: &[words!["it"], DECIDED],
        ..Pattern::of(|sentence| sentence.chosen())
    },
    Pattern { cues: VERDICT, ..Pattern::of(|sentence| sentence.answered()) },
    Pattern { cues: VERDICT, ..Pattern::of(|sentence| sentence.predicated()) },
    Pattern {
        cues: cue::HABIT.or(cue::LIKE),
        words: &[DEFAULT],
        ..Pattern::of(|sentence| sentence.implied())
    },
    Pattern { words: &[NEVER], apart: true, ..Pattern::of(|sentence| sentence.always_never()) },
    Pattern { words: &[DENYING, NOTED_AGAINST], ..Pattern::of(|sentence| sentence.forbidden()) },
    Pattern { words: &[NOTED, ALWAYS, words!["please"]], ..Pattern::of(|sentence| sentence.asked()) },
    Pattern { cues: cue::LIKE.or(cue::TAKE).or(cue::LEAVE), ..Pattern::of(|sentence| sentence.taken()) },
];

const PLACES: usize = 2048;

/// By the low bits of a word's sign, the patterns that ask for the word, a bit for each. Few words share them by chance.
static ASKING: LazyLock<[u32; PLACES]> = LazyLock::new(|| {
    let mut asking = [0; PLACES];
    for (index, pattern) in PATTERNS.iter().enumerate() {
        for sign in pattern.words.iter().flat_map(|known| known.signs()) {
            if let Some(patterns) = asking.get_mut(usize::from(sign) % PLACES) {
                *patterns |= 1 << index;
            }
        }
    }
    asking
});

/// The patterns whose words count anywhere, a bit for each.
const ANYWHERE: u32 = {
    let (mut anywhere, mut bit) = (0, 1);
    let mut rest = PATTERNS.as_slice();
    while let [pattern, behind @ ..] = rest {
        anywhere |= if pattern.apart { 0 } else { bit };
        bit <<= 1;
        rest = behind;
    }
    anywhere
};

/// All cues that a pattern asks for.
const CUES: Cues = {
    let mut cues = Cues::NONE;
    let mut rest = PATTERNS.as_slice();
    while let [pattern, behind @ ..] = rest {
        cues = cues.or(pattern.cues);
        rest = behind;
    }
    cues
};

/// The patterns that the word `index` asks for by itself, a bit for each.
#[inline]
fn asked(index: usize, word: &Word) -> u32 {
    let patterns = ASKING.get(usize::from(word.sign) % PLACES).copied().unwrap_or_default();
    if word.spaced && index > 0 { patterns & ANYWHERE } else { patterns }
}

/// Whether some pattern may find something in a text: many hold nothing for any.
pub(crate) fn may_tell(text: &str, words: &[Word]) -> bool {
    words.iter().enumerate().any(|(index, word)| asked(index, word) != 0 || word.cues.any(CUES))
        || has_marks(text)
}

/// Whether `>`, `+` or an arrow stands in it. Most else beyond ASCII is dashes and curly quotes.
fn has_marks(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr3_iter(b'>', b'+', 0xE2, bytes).any(|at| bytes.get(at..at + 2) != Some(b"\xE2\x80"))
}

/// What the words of a sentence say.
pub(super) struct Told {
    /// All their cues: what none of them says need not be looked for.
    pub(super) says: Cues,
    /// The patterns that they ask for, a bit for each.
    patterns: u32,
    /// From the first to behind the last word that asks for one.
    pub(super) words: Range<usize>,
}

impl Told {
    pub(super) fn by(words: &[Word]) -> Self {
        let (mut says, mut patterns, mut first, mut end) = (Cues::NONE, 0, words.len(), 0);
        for (index, word) in words.iter().enumerate() {
            let asked = asked(index, word);
            says |= word.cues;
            patterns |= asked;
            if asked != 0 || word.cues.any(CUES) {
                first = first.min(index);
                end = index + 1;
            }
        }
        if says.any(CUES) {
            let by_cues = PATTERNS.iter().enumerate();
            patterns |=
                by_cues.fold(0, |asked, (index, pattern)| asked | u32::from(says.any(pattern.cues)) << index);
        }
        Self { says, patterns, words: first..end }
    }
}

impl Sentence<'_, '_> {
    /// The first pattern that finds something.
    pub(super) fn found(&self) -> Option<(Finding, usize)> {
        let has_marks = has_marks(self.text());
        if let Some(found) = has_marks.then(|| self.arrow()).flatten() {
            return Some(found);
        }
        // "+1" is no word.
        let mut asked = if has_marks && self.votes() { u32::MAX } else { self.told.patterns };
        while asked != 0 {
            let pattern = PATTERNS.get(asked.trailing_zeros() as usize)?;
            if let Some(found) = (pattern.find)(self) {
                return Some(found);
            }
            asked &= asked - 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        recognize::reading::Reading,
        text::document::{Document, ParsedContent},
    };

    #[test]
    fn a_pattern_that_is_not_tried_would_find_nothing() {
        const PIECES: &str = "we i X Y Z- 14 16px was were it is from to -> not but over rather than instead of \
            prefer chose picked decided on enabled turned off down out of the table rejected approved yes +1 lgtm \
            always never no please likes avoids keep use dropped set changed default , , . : ( fine wins beats \
            formerly now without verdict I’d don’t Not";
        let pieces: Vec<&str> = PIECES.split_ascii_whitespace().collect();
        let mut random = fastrand::Rng::with_seed(5);
        let mut tried = [0; PATTERNS.len()];
        for _ in 0..20_000 {
            let text: String = (0..random.usize(1..12))
                .map(|_| [pieces[random.usize(..pieces.len())], " "].concat())
                .collect::<String>()
                .replace(" ,", ",");
            let content = ParsedContent::new(Document::new("a.md", &text));
            let content = Reading::new(&content);
            let sentence = Sentence::new(&content, content.body());
            let says = sentence.told.says;
            let told = Told { says, patterns: u32::MAX, words: 0..sentence.len() };
            let whole = Sentence { told, ..Sentence::new(&content, content.body()) };
            let naive =
                PATTERNS.iter().map(|pattern| (pattern.find)(&whole)).position(|found| found.is_some());
            let expected = whole.arrow().or_else(|| (PATTERNS[naive?].find)(&whole));
            assert_eq!(sentence.found(), expected, "{text:?}");
            assert!(expected.is_none() || may_tell(&text, sentence.words), "{text:?}");
            naive.into_iter().for_each(|pattern| tried[pattern] += 1);
        }
        assert!(tried.iter().all(|&found| found > 0), "{tried:?}");
    }
}
