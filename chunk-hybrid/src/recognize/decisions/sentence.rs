//! The signals of a block, sentence by sentence, with who says so, why, and what about.

use super::{
    Signal,
    opening::Opening,
    options::{alternative, first_or, listed},
};
use crate::recognize::reading::Reading;
use crate::{
    english::{cue, word_list::words},
    recognize::decisions::grammar::{Finding, Sentence, may_tell},
    record::{metadata::DecisionType, score::Score},
    text::{block::Block, line_end::lines_and_sentences, word::Word},
};
use chunk_core::slice;
use std::{
    cell::{LazyCell, OnceCell},
    ops::Range,
};

/// How sure a choice is that a label tells: `Decision: X`.
const STATED: u64 = 850;

/// The signals of a block, sentence by sentence.
pub(super) fn of_block(
    content: &Reading<'_>,
    index: usize,
    openings: &[Opening],
    speaker: &mut Option<String>,
    chat: bool,
    signals: &mut Vec<Signal>,
) {
    let (Some(block), Some(opening)) = (content.blocks().get(index), openings.get(index)) else { return };
    let label = opening.label.clone();
    let mut start = opening.text;
    let mut states_choice = false;
    if let Some(label) = &label {
        states_choice = names_choice(content, label);
        // "Redis Streams was rejected: …" is no label.
        let words = content.words.slice(content.words.within(label));
        let says = cue::APPROVE.or(cue::REJECT).or(cue::CHOOSE).or(cue::SET).or(cue::CHANGE).or(cue::LEAVE);
        if words.len() > 2
            && !states_choice
            && words.iter().any(|word| word.cues.any(says) && word.cues.any(cue::PAST))
        {
            start = label.start;
        } else if opening.is_name && !states_choice {
            *speaker = Some(content.slice(label).trim_start_matches('@').to_owned());
        }
    }
    let body = start..block.span.end;
    let words = content.words.slice(block.words.clone());
    let before = words.iter().take_while(|word| word.span().start < start).count();
    let (_, mut words) = words.split_at_checked(before).unwrap_or_default();
    let text = content.slice(&body);
    if !states_choice && !may_tell(text, words) {
        return;
    }
    let mentioned = LazyCell::new(|| mention(content.slice(&(block.text..block.span.end))));
    // A title that says what was settled settles nothing.
    if index == 0 && !text.trim_end().ends_with(['.', '!', '?', '"']) && !text.contains(". ") {
        return;
    }
    let first = signals.len();
    let mut pending: Option<usize> = None;
    let mut previous: Option<Range<usize>> = None;
    let choice = OnceCell::new();
    for sentence in lines_and_sentences(text) {
        let span = body.start + sentence.start..body.start + slice(text, 0..sentence.end).trim_end().len();
        let count = words.iter().take_while(|word| word.span().end <= span.end).count();
        let (own, behind) = words.split_at_checked(count).unwrap_or_default();
        words = behind;
        let parsed = Sentence::of_words(content, span.clone(), own);
        if let Some(signal) = pending.take().and_then(|last| signals.get_mut(last))
            && signal.rationale.is_none()
        {
            signal.rationale = reason_alone(content, &span, own);
        }
        let mut found = parsed.signal();
        let states = states_choice && sentence.start == 0;
        if states && found.as_ref().is_none_or(|(_, strength)| *strength < STATED) {
            let preferred = parsed.opening().filter(|_| !own.is_empty());
            found = preferred.map(|preferred| {
                let kind = DecisionType::Selection;
                let rejected = listed(content, index, &preferred);
                (Finding { kind, preferred: Some(preferred), rejected, ..Finding::default() }, STATED)
            });
        }
        let before = previous.replace(span.clone());
        let Some((mut finding, mut strength)) = found else { continue };
        let last = before.clone().map(|before| without_stop(content, before));
        // What "them" means is best known from what was said of it right before.
        let same_block = signals.get(first..).unwrap_or_default().last();
        let before = same_block
            .filter(|last| last.decision_type == finding.kind)
            .and_then(|last| last.preferred.clone().or_else(|| last.rejected.first().cloned()))
            .or_else(|| Sentence::new(content, before?).subject());
        if finding.preferred.as_ref().is_some_and(|preferred| parsed.is_reference(preferred)) {
            finding.preferred = before.clone();
        }
        if let (Some(rejected), Some(before)) = (finding.rejected.first_mut(), before)
            && parsed.is_reference(rejected)
        {
            *rejected = before;
        }
        if finding.about_title {
            // "Face recognition: refused." has its title right before.
            let own = label.clone().filter(|label| {
                let name = content.slice(label);
                sentence.start == 0 && !name.contains(':') && !(chat && opening.is_name)
            });
            // A name alone is no title: "Reviewer: Tamsin. Approve."
            let before = last.clone().filter(|last| {
                sentence.start > 0 && (label.is_none() || content.words.within(last).len() > 1)
            });
            // A mere "no" or "fine" needs its title or question right before.
            let before_own = index.checked_sub(1);
            let above = before_own.and_then(|above| content.blocks().get(above));
            let answers = match &before {
                Some(last) => content.slice(&(last.start..span.start)).contains('?'),
                None => above.is_some_and(|above| {
                    content
                        .slice(&above.span)
                        .trim_end()
                        .trim_end_matches(['"', '*', '”', '_'])
                        .ends_with('?')
                }),
            };
            if strength < 500 && own.is_none() && !answers {
                continue;
            }
            if strength < 500 {
                strength += 150;
            }
            let question = above.filter(|_| answers && before.is_none()).map(|above| {
                let opening = before_own.and_then(|above| openings.get(above));
                let at = opening.map_or(above.text, |opening| opening.text);
                without_stop(content, at..above.span.end)
            });
            let Some(title) = own.or(before).or(question).or_else(|| title_above(content, index, block))
            else {
                continue;
            };
            match finding.kind {
                DecisionType::Rejection => finding.rejected = vec![title],
                _ => finding.preferred = Some(title),
            }
        }
        if finding.rejected.is_empty() {
            let choice = choice.get_or_init(|| first_or(content, &body));
            finding.rejected.extend(alternative(content, &body, *choice, finding.preferred.as_ref()));
        }
        let at = content.instants().partition_point(|(at, _)| *at < span.end);
        let instant = at
            .checked_sub(1)
            .and_then(|at| content.instants().get(at))
            .filter(|(at, instant)| *at >= block.span.start && instant.dated);
        pending = Some(signals.len());
        signals.push(Signal {
            rationale: parsed.rationale(),
            span,
            decision_type: finding.kind,
            preferred: finding.preferred,
            rejected: finding.rejected,
            confidence: Score::from_thousandths(strength),
            user: speaker.clone().or_else(|| (*mentioned).clone()),
            timestamp: instant.map(|(_, instant)| instant.ms),
        });
    }
}

/// The first `@name` in the text.
fn mention(text: &str) -> Option<String> {
    let at = memchr::memchr_iter(b'@', text.as_bytes()).find(|&at| {
        let before = slice(text, 0..at).chars().next_back();
        before.is_none_or(|c| !c.is_alphanumeric())
    })?;
    let name: String = slice(text, at + 1..text.len())
        .chars()
        .take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
        .collect();
    (!name.is_empty()).then_some(name)
}

/// What a sentence gives as the reason for the one before: `Reason: …`, `Because …`.
fn reason_alone(content: &Reading<'_>, span: &Range<usize>, words: &[Word]) -> Option<Range<usize>> {
    let [first, second, ..] = words else { return None };
    let opens = words!["reason", "because", "rationale", "why"];
    opens
        .holds(first.sign, || content.slice(&first.span()))
        .then(|| without_stop(content, second.span().start..span.end))
}

fn without_stop(content: &Reading<'_>, span: Range<usize>) -> Range<usize> {
    let text = content.slice(&span);
    let end = text.trim_end_matches(['.', '!', '*', '"', ' ', '\n']).len();
    span.start..span.start + end
}

/// What a verdict without an object is about: the line above that is no verdict itself, else the heading.
fn title_above(content: &Reading<'_>, index: usize, block: &Block) -> Option<Range<usize>> {
    let before =
        index.checked_sub(1).and_then(|before| content.blocks().get(before)).filter(|_| !block.parted);
    let first_line = |span: Range<usize>| {
        let line = content.slice(&span).lines().next().unwrap_or_default();
        span.start..span.start + line.trim_end().len()
    };
    // Inside a paragraph the first line is the title, if the verdict stands on a later one.
    let own = content.slice(&(block.text..block.span.end));
    if own.contains('\n') {
        return Some(without_ticket(content, first_line(block.text..block.span.end)));
    }
    if let Some(before) = before {
        return Some(without_ticket(content, first_line(before.text..before.span.end)));
    }
    let section = content.section(block.section)?;
    Some(without_ticket(content, section.title.clone()))
}

/// A title without the ticket id before it.
fn without_ticket(content: &Reading<'_>, span: Range<usize>) -> Range<usize> {
    let text = content.slice(&span);
    let Some((first, rest)) = text.split_once([' ', ':']) else { return span };
    let is_id = first.bytes().any(|byte| byte.is_ascii_digit()) && first.contains(['-', '#', '.']);
    let rest = rest.trim_start_matches([':', ' ', '-', '–', '—']);
    if is_id && !rest.is_empty() { span.end - rest.len()..span.end } else { span }
}

/// Whether a label announces what was chosen: `Decision`, `Our pick`, `Chosen option`.
fn names_choice(content: &Reading<'_>, label: &Range<usize>) -> bool {
    let words = content.words.slice(content.words.within(label));
    let told = words
        .iter()
        .any(|word| word.cues.any(cue::MARKED.or(cue::DECISION_TITLE)) || word.cues.any(cue::PREFER));
    let not_told = [
        "status",
        "context",
        "consequence",
        "consequences",
        "rationale",
        "outcome",
        "result",
        "adr",
        "resolution",
    ];
    words.len() <= 3
        && told
        && !words
            .iter()
            .any(|word| not_told.iter().any(|known| content.slice(&word.span()).eq_ignore_ascii_case(known)))
}
