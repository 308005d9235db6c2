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
    cue::{self, Cues},
    known::{Known, words},
};
use std::sync::LazyLock;

/// A pattern is tried only if some word of the sentence says or is one of these.
struct Pattern {
    cues: Cues,
    words: &'static [&'static Known],
    /// What it finds, and the word that told it.
    find: fn(&Sentence<'_, '_>) -> Option<(Finding, usize)>,
}

/// In the order in which they are tried.
static PATTERNS: [Pattern; 18] = [
    Pattern { cues: Cues::NONE, words: &[FORMER, REFERS], find: |sentence| sentence.formerly() },
    Pattern { cues: VERDICT, words: &[], find: |sentence| sentence.titled() },
    Pattern { cues: cue::MARKED, words: &[STATED], find: |sentence| sentence.stated() },
    Pattern { cues: REFUSED, words: &[REFUSING, PARTICLES], find: |sentence| sentence.refused() },
    Pattern { cues: Cues::NONE, words: &[words!["from"]], find: |sentence| sentence.moved() },
    Pattern { cues: cue::CONTRAST, words: &[CONTRASTING], find: |sentence| sentence.contrasted() },
    Pattern { cues: cue::PREFER, words: &[], find: |sentence| sentence.preferred_to() },
    Pattern { cues: cue::ENABLE.or(cue::DISABLE), words: &[TURNED], find: |sentence| sentence.switched() },
    Pattern { cues: cue::APPROVE, words: &[YES], find: |sentence| sentence.judged() },
    Pattern { cues: cue::SET.or(cue::CHANGE), words: &[], find: |sentence| sentence.set_to() },
    Pattern { cues: cue::CHOOSE, words: &[words!["it"], DECIDED], find: |sentence| sentence.chosen() },
    Pattern { cues: VERDICT, words: &[], find: |sentence| sentence.answered() },
    Pattern { cues: VERDICT, words: &[], find: |sentence| sentence.predicated() },
    Pattern { cues: cue::HABIT.or(cue::LIKE), words: &[DEFAULT], find: |sentence| sentence.implied() },
    Pattern { cues: Cues::NONE, words: &[NEVER], find: |sentence| sentence.always_never() },
    Pattern { cues: Cues::NONE, words: &[DENYING, NOTED_AGAINST], find: |sentence| sentence.forbidden() },
    Pattern {
        cues: Cues::NONE,
        words: &[NOTED, ALWAYS, words!["please"]],
        find: |sentence| sentence.asked(),
    },
    Pattern { cues: cue::LIKE.or(cue::TAKE).or(cue::LEAVE), words: &[], find: |sentence| sentence.taken() },
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

impl Sentence<'_, '_> {
    /// The first pattern that finds something.
    pub(super) fn found(&self) -> Option<(Finding, usize)> {
        if let Some(found) = self.arrow() {
            return Some(found);
        }
        let table = &*ASKING;
        let asking = |sign: u16| table.get(usize::from(sign) % PLACES).copied().unwrap_or_default();
        let asked = self.words.iter().fold(0, |asked, word| asked | asking(word.sign));
        // "+1" is no word.
        let asked = if self.votes() { u32::MAX } else { asked };
        let mut patterns = PATTERNS.iter().enumerate();
        patterns.find_map(|(index, pattern)| {
            let may_apply = asked >> index & 1 != 0 || self.says.any(pattern.cues);
            may_apply.then(|| (pattern.find)(self)).flatten()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Document, ParsedContent};

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
            let sentence = Sentence::new(&content, content.body());
            let naive =
                PATTERNS.iter().map(|pattern| (pattern.find)(&sentence)).position(|found| found.is_some());
            let expected = sentence.arrow().or_else(|| (PATTERNS[naive?].find)(&sentence));
            assert_eq!(sentence.found(), expected, "{text:?}");
            naive.into_iter().for_each(|pattern| tried[pattern] += 1);
        }
        assert!(tried.iter().all(|&found| found > 0), "{tried:?}");
    }
}
