//! What a block shows of its phase: counts of what its words tell, where they stand and what stands beside them.

use crate::{
    cue,
    known::{Known, words},
    tell::{self, Tells},
    word::Word,
};
use chunk_core::slice;

macro_rules! features {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// What is counted.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Feature {
            $($(#[$doc])* $name,)*
        }

        impl Feature {
            pub(super) const COUNT: usize = [$(Self::$name),*].len();
        }
    };
}

features! {
    /// "will".
    Will,
    /// A verb of intention, not past.
    Intend,
    /// A verb of intention, past.
    Intended,
    /// "must", "need".
    Must,
    /// "if".
    If,
    /// A noun of planning.
    Plan,
    Task,
    /// A time to come.
    Ahead,
    Order,
    /// "to be" and a participle: what is still to be done.
    ToBe,
    /// "would have", "should have".
    WouldHave,
    /// "would" without "have".
    Would,
    /// "had I", "had we": a condition that did not hold.
    HadI,
    /// A sentence that starts with a base form: a command.
    StartBase,
    /// A clause that starts with a past form of doing.
    StartDid,
    /// A clause that starts with another past form.
    StartPast,
    /// A past form of doing inside a clause.
    Did,
    /// Another past form.
    Past,
    /// "I moved", "we found".
    IDid,
    /// "was moved".
    WasDone,
    /// A clause that starts with a form in -ing.
    StartDoing,
    /// Another form of doing in -ing.
    Doing,
    /// Another base form of doing.
    Do,
    /// A clause that starts with a past form of checking.
    StartChecked,
    /// Another past form of checking.
    Checked,
    /// A clause that starts with another form of checking.
    StartCheck,
    /// Any other form of checking.
    Check,
    Result,
    Figure,
    /// A state in the present.
    Holds,
    Same,
    None,
    Still,
    Number,
    /// A number and its unit.
    Measure,
    /// "58 of 60", "12/12".
    Ratio,
    /// Numbers without any verb of doing.
    Verbless,
    /// A verb of thinking in the present.
    Think,
    /// A verb of thinking in the past.
    Thought,
    Say,
    Lesson,
    Matter,
    Value,
    Degree,
    Ever,
    Cause,
    Speaker,
    Is,
    Was,
    Had,
    Have,
    Not,
    Ago,
    Calendar,
    Question,
    Exclamation,
    /// "next time", "should have".
    Regret,
    /// "we learned", "never again".
    Learning,
    /// "as expected", "back to normal".
    Checks,
}

/// How often each feature occurs.
pub(super) type Counts = [u16; Feature::COUNT];

/// What stands between two words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gap {
    Open,
    /// A comma, or a word that joins clauses.
    Clause,
    Sentence,
}

/// Counts what `words` of `text` show; `end` is where the block ends.
pub(super) fn count(words: &[Word], text: &str, end: usize) -> Counts {
    let bytes = text.as_bytes();
    let mut counts = [0; Feature::COUNT];
    let mut add = |feature: Feature| {
        if let Some(count) = counts.get_mut(feature as usize) {
            *count += 1;
        }
    };
    // Stamps and names of days at the start are passed over.
    let mut opening = true;
    for (index, word) in words.iter().enumerate() {
        let tells = word.tells;
        let before = index.checked_sub(1).and_then(|before| words.get(before));
        let behind = words.get(index + 1);
        let was_opening = opening;
        opening &= tells.any(tell::NUMBER.or(tell::CALENDAR));
        if opening || is_silent(text, word) && behind.is_some_and(|behind| behind.spaced) {
            continue;
        }
        let soon = |tells: Tells| words.iter().skip(index + 1).take(3).any(|word| word.tells.any(tells));
        if is_quoted(bytes, word) {
            continue;
        }
        simple(tells, &mut add);
        if word.cues.any(cue::REGRET) {
            add(Feature::Regret);
        }
        if word.cues.any(cue::LEARNING) {
            add(Feature::Learning);
        }
        if word.cues.any(cue::CHECKING) && word.reach > 1 {
            add(Feature::Checks);
        }
        if tells.any(tell::CALENDAR) {
            add(Feature::Calendar);
        }
        if tells.any(tell::NUMBER) {
            number(words, index, text, &mut add);
            continue;
        }
        if tells.any(tell::WOULD.or(tell::MUST)) {
            if soon(tell::HAVE) && !tells.any(tell::WILL) {
                add(Feature::WouldHave);
            } else {
                add(if tells.any(tell::WOULD) { Feature::Would } else { Feature::Must });
            }
        }
        if tells.any(tell::HAD) {
            add(if behind.is_some_and(|word| word.tells.any(tell::SPEAKER)) {
                Feature::HadI
            } else {
                Feature::Had
            });
        }
        if is(text, word, words!["be"])
            && before.is_some_and(|word| is(text, word, words!["to"]))
            && soon(tell::PAST)
        {
            add(Feature::ToBe);
        }
        // What is to be done, or will be done, is not done.
        if !before.is_some_and(|word| is(text, word, words!["be"])) {
            let start = match before {
                Some(before) if !was_opening => gap(text, before, word),
                _ => Gap::Sentence,
            };
            verb(tells, start, before, &mut add);
        }
        if behind.is_some_and(|behind| behind.spaced) {
            continue;
        }
        let stop = behind.map_or(end, |behind| behind.span().start);
        let between = bytes.get(word.span().end..stop).unwrap_or_default();
        match between.iter().find(|byte| matches!(byte, b'?' | b'!')) {
            Some(b'?') => add(Feature::Question),
            Some(_) => add(Feature::Exclamation),
            None => {}
        }
    }
    let of = |feature: Feature| counts.get(feature as usize).copied().unwrap_or_default();
    use Feature::{
        Did, Doing, IDid, Intend, Must, Number, Past, StartBase, StartDid, StartDoing, StartPast, Will, Would,
    };
    let acts =
        [Did, Doing, IDid, Intend, Must, Past, StartBase, StartDid, StartDoing, StartPast, Will, Would];
    let is_verbless = of(Number) > 0 && acts.iter().all(|&feature| of(feature) == 0);
    if let Some(count) = counts.get_mut(Feature::Verbless as usize) {
        *count = u16::from(is_verbless);
    }
    counts
}

/// Counts what code and its output show: only what came out of it.
pub(super) fn count_code(words: &[Word]) -> Counts {
    let mut counts = [0; Feature::COUNT];
    let seen =
        [(tell::RESULT, Feature::Result), (tell::FIGURE, Feature::Figure), (tell::NOTHING, Feature::None)];
    for (kind, feature) in seen {
        if let Some(count) = counts.get_mut(feature as usize) {
            *count = words.iter().filter(|word| word.tells.any(kind)).count().min(1000) as u16;
        }
    }
    counts
}

/// Whether a word shows nothing wherever it stands, as most do.
fn is_silent(text: &str, word: &Word) -> bool {
    word.tells == Tells::NONE
        && !word.cues.any(cue::REGRET.or(cue::LEARNING).or(cue::CHECKING))
        && !is(text, word, words!["be"])
}

/// Whether a word stands between back quotes or in a path: it is no word of a sentence.
fn is_quoted(bytes: &[u8], word: &Word) -> bool {
    let span = word.span();
    let before = span.start.checked_sub(1).and_then(|at| bytes.get(at));
    matches!(before, Some(b'`' | b'/' | b'_' | b'$'))
        || matches!(bytes.get(span.end), Some(b'`' | b'/' | b'_'))
}

/// A number, what it is measured in, and whether it is a part of another.
fn number(words: &[Word], index: usize, text: &str, add: &mut impl FnMut(Feature)) {
    let bytes = text.as_bytes();
    add(Feature::Number);
    let Some(word) = words.get(index) else { return };
    let end = word.span().end;
    let next = words.get(index + 1);
    let is_near = next.is_some_and(|next| next.span().start <= end + 1);
    if matches!(bytes.get(end), Some(b'%')) || bytes.get(end..end + 2) == Some(b" %") {
        add(Feature::Measure);
    } else if let Some(next) = next.filter(|_| is_near) {
        let number_after = |at: usize| words.get(index + at).is_some_and(|word| word.tells.any(tell::NUMBER));
        if next.tells.any(tell::UNIT) {
            add(Feature::Measure);
        } else if is(text, next, words!["of"]) && number_after(2)
            || bytes.get(end) == Some(&b'/') && number_after(1)
        {
            add(Feature::Ratio);
        }
    } else if bytes.get(end) == Some(&0xC2) {
        // The degree sign.
        add(Feature::Measure);
    }
}

/// What a word shows wherever it stands.
const SIMPLE: [(Tells, Feature); 24] = [
    (tell::WILL, Feature::Will),
    (tell::IF, Feature::If),
    (tell::PLAN, Feature::Plan),
    (tell::AHEAD, Feature::Ahead),
    (tell::ORDER, Feature::Order),
    (tell::TASK, Feature::Task),
    (tell::RESULT, Feature::Result),
    (tell::FIGURE, Feature::Figure),
    (tell::HOLDS, Feature::Holds),
    (tell::SAME, Feature::Same),
    (tell::NOTHING, Feature::None),
    (tell::STILL, Feature::Still),
    (tell::LESSON, Feature::Lesson),
    (tell::MATTER, Feature::Matter),
    (tell::DEGREE, Feature::Degree),
    (tell::VALUE, Feature::Value),
    (tell::EVER, Feature::Ever),
    (tell::CAUSE, Feature::Cause),
    (tell::SPEAKER, Feature::Speaker),
    (tell::IS, Feature::Is),
    (tell::WAS, Feature::Was),
    (tell::HAVE, Feature::Have),
    (tell::NOT, Feature::Not),
    (tell::AGO, Feature::Ago),
];

const ANY_SIMPLE: Tells = {
    let mut any = Tells::NONE;
    let mut rest: &[(Tells, Feature)] = &SIMPLE;
    while let [(kind, _), behind @ ..] = rest {
        any = any.or(*kind);
        rest = behind;
    }
    any
};

fn simple(tells: Tells, add: &mut impl FnMut(Feature)) {
    if tells.any(ANY_SIMPLE) {
        SIMPLE.iter().filter(|(kind, _)| tells.any(*kind)).for_each(|&(_, feature)| add(feature));
    }
}

/// What a word shows as a verb.
fn verb(tells: Tells, start: Gap, before: Option<&Word>, add: &mut impl FnMut(Feature)) {
    let starts = start != Gap::Open;
    if tells.any(tell::RESULT) && tells.any(tell::PAST) {
        return;
    }
    if tells.any(tell::CHECK) {
        add(match (tells.any(tell::PAST), starts) {
            (true, true) => Feature::StartChecked,
            (true, false) => Feature::Checked,
            (false, true) => Feature::StartCheck,
            (false, false) => Feature::Check,
        });
        return;
    }
    if tells.any(tell::INTEND) {
        add(if tells.any(tell::PAST) { Feature::Intended } else { Feature::Intend });
        return;
    }
    if tells.any(tell::THINK) {
        add(if tells.any(tell::PAST) { Feature::Thought } else { Feature::Think });
        return;
    }
    if tells.any(tell::SAY) {
        add(Feature::Say);
    }
    let does = tells.any(tell::DO);
    if tells.any(tell::PAST) {
        if before.is_some_and(|word| word.tells.any(tell::SPEAKER)) {
            add(Feature::IDid);
            return;
        }
        if before.is_some_and(|word| word.tells.any(tell::WAS)) {
            add(Feature::WasDone);
            return;
        }
        add(match (starts, does) {
            (true, true) => Feature::StartDid,
            (true, false) => Feature::StartPast,
            (false, true) => Feature::Did,
            (false, false) => Feature::Past,
        });
    } else if tells.any(tell::GERUND) {
        if starts {
            add(Feature::StartDoing);
        } else if does {
            add(Feature::Doing);
        }
    } else if does && tells.any(tell::BASE) {
        // "the change" is no verb, "I change" is none of a command.
        let is_command = start == Gap::Sentence && before.is_none_or(|word| !word.tells.any(tell::SPEAKER));
        add(if is_command { Feature::StartBase } else { Feature::Do });
    }
}

fn gap(text: &str, before: &Word, word: &Word) -> Gap {
    let mut gap = if is(text, before, words!["and", "then"]) { Gap::Clause } else { Gap::Open };
    if word.spaced {
        return gap;
    }
    let between = text.as_bytes().get(before.span().end..word.span().start).unwrap_or_default();
    for byte in between {
        match byte {
            b'.' | b';' | b':' | b'!' | b'?' | b'|' | b']' | b'(' | b'>' | b'*' | 0xE2 => {
                return Gap::Sentence;
            }
            b',' => gap = Gap::Clause,
            _ => {}
        }
    }
    if between.len() > 2 && between.contains(&b'-') { Gap::Sentence } else { gap }
}

fn is(text: &str, word: &Word, wanted: &Known) -> bool {
    wanted.holds(word.sign, || slice(text, word.span()))
}
