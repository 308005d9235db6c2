//! Counting what the words of an entry tell.

use super::{
    call::Part,
    entry::{self, Entry},
    feature::{Counts, Feature},
    number::{is, number, signs},
};
use crate::recognize::reading::Reading;
use crate::{
    english::{
        cue::{self, Cues},
        tell::{self, Tells},
        word_list::words,
    },
    text::word::Word,
};

impl Counts {
    /// What an entry shows.
    pub(super) fn of_entry(content: &Reading<'_>, entry: &Entry, part: &Part) -> Self {
        let text = content.text();
        let bytes = text.as_bytes();
        let end = entry.span.end;
        let mut counts = Self::NONE;
        match part {
            Part::Text if !entry.is_code => count_words(entry::words(content, entry), text, end, &mut counts),
            Part::Text | Part::Output => {
                count_output(content.words.slice(entry.words.clone()), text, end, &mut counts);
            }
            Part::Call(call) => {
                count_call(content.words.slice(content.words.within(call)), bytes, &mut counts);
                let behind = content.words.within(&(call.end..end));
                count_words(content.words.slice(behind), text, end, &mut counts);
            }
        }
        counts
    }
}

/// What a call tells: what changes something, and what checks something.
fn count_call(words: &[Word], bytes: &[u8], counts: &mut Counts) {
    counts.add(Feature::Call);
    for word in words.iter().filter(|word| !is_in_path(bytes, word)) {
        if word.tells.any(tell::MAKES) {
            counts.add(Feature::CallMakes);
        }
        if word.tells.any(tell::PROVES) {
            counts.add(Feature::CallProves);
        }
    }
}

/// Whether a word is a part of a path: not the verb of `[browser.open]` and `files.write(…)`.
fn is_in_path(bytes: &[u8], word: &Word) -> bool {
    let span = word.span();
    let before = span.start.checked_sub(1).and_then(|at| bytes.get(at));
    let behind = bytes.get(span.end);
    let is_verb = matches!((before, behind), (Some(b'.'), Some(b']' | b'(')));
    let joins = |byte: Option<&u8>| matches!(byte, Some(b'/' | b'.' | b'_'));
    !is_verb && (joins(before) || joins(behind))
}

/// What code and its output tell: only what came out of it.
fn count_output(words: &[Word], text: &str, end: usize, counts: &mut Counts) {
    let bytes = text.as_bytes();
    const SEEN: [(Tells, Feature); 5] = [
        (tell::RESULT, Feature::Result),
        (tell::FIGURE, Feature::Figure),
        (tell::NOTHING, Feature::None),
        (tell::FAIL, Feature::Fail),
        (tell::PROVES, Feature::CallProves),
    ];
    let stops = words.iter().skip(1).map(|word| word.span().start).chain([end]);
    for (index, (word, stop)) in words.iter().zip(stops).enumerate() {
        for (kind, feature) in SEEN {
            if word.tells.any(kind) {
                counts.add(feature);
            }
        }
        signs(bytes.get(word.span().end..stop).unwrap_or_default(), counts);
        if word.tells.any(tell::NUMBER) {
            number(words, index, text, counts);
        }
    }
}

/// What stands between two words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gap {
    Open,
    /// A comma, or a word that joins clauses.
    Clause,
    Sentence,
}

/// What the words of a text tell; `end` is where it ends.
fn count_words(words: &[Word], text: &str, end: usize, counts: &mut Counts) {
    let bytes = text.as_bytes();
    // Names of days at the start are passed over.
    let days = words.iter().take_while(|word| word.tells.any(tell::CALENDAR)).count();
    let mut rest = words.get(days..).unwrap_or_default();
    while let [word, following @ ..] = rest {
        rest = following;
        let behind = following.first();
        let goes_on = behind.is_some_and(|behind| behind.spaced);
        let is_apart = goes_on && word.spaced;
        if goes_on && is_silent(word) || !is_apart && is_quoted(bytes, word) {
            continue;
        }
        let tells = word.tells;
        let index = words.len() - following.len() - 1;
        let is_label = !goes_on && matches!(bytes.get(word.span().end), Some(b':' | b']'));
        if is_label && index < 3 && tells.any(tell::THINK) {
            counts.add(Feature::Musing);
            continue;
        }
        if !goes_on {
            let stop = behind.map_or(end, |behind| behind.span().start);
            signs(bytes.get(word.span().end..stop).unwrap_or_default(), counts);
        }
        simple(tells, counts);
        if word.cues.any(PHRASED) {
            phrases(word, counts);
        }
        if !tells.any(LINKED) {
            continue;
        }
        let before = index.checked_sub(1).and_then(|before| words.get(before));
        let soon = |kind: Tells| following.iter().take(3).any(|word| word.tells.any(kind));
        let is_to_be = tells.any(tell::BE) && soon(tell::PAST);
        if (tells.any(tell::BASE) || is_to_be) && before.is_some_and(|word| is(text, word, words!["to"])) {
            counts.add(Feature::ToDo);
        }
        if tells.any(tell::NUMBER) {
            number(words, index, text, counts);
            continue;
        }
        if tells.any(tell::WOULD.or(tell::MUST)) && bytes.get(word.span()) != Some(b"May") {
            if soon(tell::HAVE) && !tells.any(tell::WILL) {
                counts.add(Feature::WouldHave);
            } else if !tells.any(tell::WOULD) {
                counts.add(Feature::Must);
            }
        }
        if tells.any(tell::HAD) && !behind.is_some_and(|word| word.tells.any(tell::SPEAKER)) {
            counts.add(Feature::Had);
        }
        // What is to be done, or will be done, is not done.
        if tells.any(ACTS) && !before.is_some_and(|word| word.tells.any(tell::BE)) {
            let start =
                before.filter(|_| index > days).map_or(Gap::Sentence, |before| gap(text, before, word));
            let names = is_label || behind.is_some_and(|word| word.tells.any(tell::NUMBER));
            verb(tells, start, before, names, counts);
        }
    }
    use Feature::{Did, Doing, IDid, Intend, Must, Past, StartBase, StartDid, StartPast, ToDo, Will};
    let acts = [Did, Doing, IDid, Intend, Must, Past, StartBase, StartDid, StartPast, ToDo, Will];
    if !acts.iter().any(|&feature| counts.has(feature)) {
        counts.add(Feature::Actless);
        if counts.has(Feature::Number) {
            counts.add(Feature::Verbless);
        }
    }
}

/// What verbs tell that count as such.
const ACTS: Tells = tell::CHECK.or(tell::INTEND).or(tell::THINK).or(tell::SAY).or(tell::DO).or(tell::PAST);

/// What tells more by the words beside it.
const LINKED: Tells =
    ACTS.or(tell::BE).or(tell::BASE).or(tell::NUMBER).or(tell::WOULD).or(tell::MUST).or(tell::HAD);

/// What phrases of looking forward and back start with.
const PHRASED: Cues = cue::TRIAL.or(cue::AFTERWARDS).or(cue::FUTURE).or(cue::REGRET).or(cue::LEARNING);

/// Whether a word shows nothing wherever it stands, as most do.
fn is_silent(word: &Word) -> bool {
    word.tells.without(tell::YOU.or(tell::NESTS)) == Tells::NONE && !word.cues.any(PHRASED)
}

/// What the phrases show that start with a word.
fn phrases(word: &Word, counts: &mut Counts) {
    const PHRASES: [(Cues, Feature); 3] = [
        (cue::TRIAL, Feature::Trial),
        (cue::AFTERWARDS, Feature::Afterwards),
        (cue::FUTURE, Feature::Future),
    ];
    for (cue, feature) in PHRASES {
        if word.reach > 1 && word.cues.any(cue) {
            counts.add(feature);
        }
    }
    if word.cues.any(cue::REGRET) {
        counts.add(Feature::Regret);
    }
    if word.cues.any(cue::LEARNING) {
        counts.add(Feature::Learning);
    }
}

/// Whether a word stands between back quotes or in a path: it is no word of a sentence.
fn is_quoted(bytes: &[u8], word: &Word) -> bool {
    let span = word.span();
    let before = span.start.checked_sub(1).and_then(|at| bytes.get(at));
    matches!(before, Some(b'`' | b'/' | b'_' | b'$'))
        || matches!(bytes.get(span.end), Some(b'`' | b'/' | b'_'))
}

/// What a word shows wherever it stands.
fn simple(tells: Tells, counts: &mut Counts) {
    // What verbs are shows by where they stand.
    for tell in tells.without(LINKED.or(tell::GERUND)).each() {
        counts.add(match tell {
            tell::FAIL => Feature::Fail,
            tell::WILL => Feature::Will,
            tell::IF => Feature::If,
            tell::PLAN => Feature::Plan,
            tell::AHEAD => Feature::Ahead,
            tell::ORDER => Feature::Order,
            tell::RESULT => Feature::Result,
            tell::FIGURE => Feature::Figure,
            tell::HOLDS => Feature::Holds,
            tell::SAME => Feature::Same,
            tell::NOTHING => Feature::None,
            tell::LESSON => Feature::Lesson,
            tell::MATTER => Feature::Matter,
            tell::DEGREE => Feature::Degree,
            tell::VALUE => Feature::Value,
            tell::EVER => Feature::Ever,
            tell::CAUSE => Feature::Cause,
            tell::SPEAKER => Feature::Speaker,
            tell::IS => Feature::Is,
            tell::WAS => Feature::Was,
            tell::HAVE => Feature::Have,
            tell::NOT => Feature::Not,
            _ => continue,
        });
    }
}

/// What a word shows as a verb; `names` if it is the name of something: "Tap 1: 0.50", "Smoke: ok".
fn verb(tells: Tells, start: Gap, before: Option<&Word>, names: bool, counts: &mut Counts) {
    let starts = start != Gap::Open;
    let is_past = tells.any(tell::PAST);
    let follows = |kind: Tells| before.is_some_and(|word| word.tells.any(kind));
    if tells.any(tell::RESULT) && is_past {
        return;
    }
    if tells.any(tell::CHECK) {
        counts.add(match (is_past, starts) {
            (true, true) => Feature::StartChecked,
            (true, false) => Feature::Checked,
            (false, true) => Feature::StartCheck,
            (false, false) => Feature::Check,
        });
    } else if tells.any(tell::TRY) {
        // To run or try something may be to do it and to check it.
    } else if tells.any(tell::INTEND) {
        if !is_past {
            counts.add(Feature::Intend);
        }
    } else if tells.any(tell::THINK) {
        counts.add(if is_past { Feature::Thought } else { Feature::Think });
    } else {
        if tells.any(tell::SAY) {
            counts.add(Feature::Say);
        }
        let does = tells.any(tell::DO);
        let is_command = start == Gap::Sentence && !names && !follows(tell::SPEAKER);
        let seen = match (is_past, starts, does) {
            (true, ..) if follows(tell::SPEAKER) => Feature::IDid,
            (true, ..) if follows(tell::WAS) => return,
            (true, true, true) => Feature::StartDid,
            (true, true, false) => Feature::StartPast,
            (true, false, true) => Feature::Did,
            (true, false, false) => Feature::Past,
            (false, _, true) if tells.any(tell::GERUND) => Feature::Doing,
            // "the change" is no verb, "I change" is none of a command.
            (false, _, true) if tells.any(tell::BASE) && is_command => Feature::StartBase,
            (false, _, true) if tells.any(tell::BASE) => Feature::Do,
            _ => return,
        };
        counts.add(seen);
    }
}

fn gap(text: &str, before: &Word, word: &Word) -> Gap {
    let mut gap = if is(text, before, words!["and", "then"]) { Gap::Clause } else { Gap::Open };
    if word.spaced {
        return gap;
    }
    let bytes = text.as_bytes();
    let between = bytes.get(before.span().end..word.span().start).unwrap_or_default();
    for byte in between {
        match byte {
            b'.' | b';' | b':' | b'!' | b'?' | b'|' | b']' | b'(' | b'>' | b'*' | 0xE2 => {
                return Gap::Sentence;
            }
            b',' => gap = Gap::Clause,
            _ => {}
        }
    }
    let is_upper = bytes.get(word.span().start).is_some_and(u8::is_ascii_uppercase);
    let breaks = between.contains(&b'\n') && (is_upper || before.tells.any(tell::NUMBER.or(tell::CALENDAR)));
    if breaks || between.len() > 2 && between.contains(&b'-') { Gap::Sentence } else { gap }
}
