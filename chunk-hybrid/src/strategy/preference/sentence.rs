//! The signals of a block, sentence by sentence, with who says so, why, and what about.

use super::{
    Signal,
    opening::{Opening, is_name},
    options::{alternative, first_or, listed},
};
use crate::{
    block::Block,
    cue,
    document::ParsedContent,
    grammar::{Finding, Sentence},
    metadata::DecisionType,
    score::Score,
};
use chunk_core::{SentenceRules, sentences, slice};
use std::{cell::OnceCell, ops::Range};

/// A line of fewer bytes is not wrapped.
const SHORT_LINE: usize = 50;

/// How much shorter than the widest line a line and the next word must be for its end to be meant.
const SLACK: usize = 6;

/// How sure a choice is that a label tells: `Decision: X`.
const STATED: u64 = 850;

/// The signals of a block, sentence by sentence.
pub(super) fn of_block(
    content: &ParsedContent<'_>,
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
        let name = content.slice(label).trim_start_matches('@');
        states_choice = names_choice(content, label);
        // "Redis Streams was rejected: …" is no label.
        let words = content.words.slice(content.words.within(label));
        let says = cue::APPROVE.or(cue::REJECT).or(cue::CHOOSE).or(cue::SET).or(cue::CHANGE).or(cue::LEAVE);
        if words.len() > 2
            && !states_choice
            && words.iter().any(|word| word.cues.any(says) && word.cues.any(cue::PAST))
        {
            start = label.start;
        } else if is_name(name) && !states_choice {
            *speaker = Some(name.to_owned());
        }
    }
    let mentioned = mention(content.slice(&(block.text..block.span.end)));
    let body = start..block.span.end;
    let text = content.slice(&body);
    // A title that says what was settled settles nothing.
    if index == 0 && !text.trim_end().ends_with(['.', '!', '?', '"']) && !text.contains(". ") {
        return;
    }
    let first = signals.len();
    let mut pending: Option<usize> = None;
    let mut previous: Option<Range<usize>> = None;
    let choice = OnceCell::new();
    let mut told: Option<Range<usize>> = None;
    for sentence in lines_and_sentences(text) {
        let span = body.start + sentence.start..body.start + slice(text, 0..sentence.end).trim_end().len();
        let parsed = Sentence::new(content, span.clone());
        if let (Some(last), Some(reason)) = (pending.take(), reason_alone(content, &span))
            && let Some(signal) =
                signals.get_mut(last).filter(|signal: &&mut Signal| signal.rationale.is_none())
        {
            signal.rationale = Some(reason);
        }
        let mut found = parsed.signal();
        let states = states_choice && sentence.start == 0;
        if states && found.as_ref().is_none_or(|(_, strength)| *strength < STATED) {
            let preferred = parsed.opening().filter(|_| !content.words.within(&span).is_empty());
            found = preferred.map(|preferred| {
                let kind = DecisionType::Selection;
                let rejected = listed(content, index, &preferred);
                (Finding { kind, preferred: Some(preferred), rejected, ..Finding::default() }, STATED)
            });
        }
        let last = told.replace(without_stop(content, span.clone()));
        let before = previous.replace(span.clone());
        let Some((mut finding, mut strength)) = found else { continue };
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
                sentence.start == 0 && !name.contains(':') && !(chat && is_name(name))
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
            user: speaker.clone().or_else(|| mentioned.clone()),
            timestamp: instant.map(|(_, instant)| instant.ms),
        });
    }
}

/// The sentences of a block. A line that starts with a capital starts one too if it is indented, or the line before is short
/// or ends one: a verdict under its title, a list of remarks.
fn lines_and_sentences(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let width = text.lines().map(str::len).max().unwrap_or_default();
    let is_list = is_list(text, width);
    let starts_sentence = move |at: usize| {
        let behind = slice(text, at..text.len());
        let rest = behind.trim_start_matches([' ', '\t']);
        let before = slice(text, 0..at).trim_end();
        let line = before.len() - before.rfind('\n').map_or(0, |at| at + 1);
        let first = rest.find([' ', '\n']).unwrap_or(rest.len());
        // A line that ends though the next word would have fitted was meant to end.
        let meant = line + first + SLACK < width;
        let closed = before.ends_with(|c: char| {
            !c.is_alphanumeric() && !matches!(c, ',' | '-' | '–' | '—' | '(' | '"' | '`' | '*' | '/' | '&')
        });
        let upper = rest.starts_with(|c: char| c.is_uppercase() || c == '`');
        upper && (rest.len() < behind.len() || meant || line < SHORT_LINE || closed)
            || is_list
            || meant && closed
            || starts_with_title(rest)
    };
    let breaks = text.match_indices('\n').map(|(at, _)| at + 1).filter(move |&at| starts_sentence(at));
    let starts = [0].into_iter().chain(breaks.clone());
    let ends = breaks.chain([text.len()]);
    starts.zip(ends).flat_map(move |(start, end)| {
        sentences(slice(text, start..end), SentenceRules::Standard)
            .map(move |sentence| start + sentence.start..start + sentence.end)
    })
}

/// The first `@name` in the text.
fn mention(text: &str) -> Option<String> {
    let at = text.match_indices('@').map(|(at, _)| at).find(|&at| {
        let before = slice(text, 0..at).chars().next_back();
        before.is_none_or(|c| !c.is_alphanumeric())
    })?;
    let name: String = slice(text, at + 1..text.len())
        .chars()
        .take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
        .collect();
    (!name.is_empty()).then_some(name)
}

/// Whether at least half of the lines of a text were meant to end where they do.
fn is_list(text: &str, width: usize) -> bool {
    let (mut all, mut meant) = (0, 0);
    for (line, next) in text.lines().zip(text.lines().skip(1)) {
        let next = next.trim_start();
        let first = next.find(' ').unwrap_or(next.len());
        all += 1;
        meant += usize::from(line.trim_end().len() + first + SLACK < width || starts_with_title(next));
    }
    all > 1 && meant * 2 >= all
}

/// Whether a line starts with a few words and a colon: `group size: …`.
fn starts_with_title(line: &str) -> bool {
    let opening = line.lines().next().map_or("", |first| slice(first, 0..floor(first, 40)));
    let Some(colon) = opening.find(": ") else { return false };
    let title = slice(opening, 0..colon);
    title.split(' ').count() <= 6 && !title.contains([',', '.', ';', '?', '!', '"', '('])
}

/// The last place for a cut at or before `at`.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// What a sentence gives as the reason for the one before: `Reason: …`, `Because …`.
fn reason_alone(content: &ParsedContent<'_>, span: &Range<usize>) -> Option<Range<usize>> {
    let words = content.words.within(span);
    let first = content.words.get(words.start).filter(|_| !words.is_empty())?;
    let text = content.slice(&first.span());
    let opens =
        ["reason", "because", "rationale", "why"].iter().any(|known| text.eq_ignore_ascii_case(known));
    let second = content.words.get(words.start + 1).filter(|_| words.len() > 1)?;
    opens.then(|| without_stop(content, second.span().start..span.end))
}

fn without_stop(content: &ParsedContent<'_>, span: Range<usize>) -> Range<usize> {
    let text = content.slice(&span);
    let end = text.trim_end_matches(['.', '!', '*', '"', ' ', '\n']).len();
    span.start..span.start + end
}

/// What a verdict without an object is about: the line above that is no verdict itself, else the heading.
fn title_above(content: &ParsedContent<'_>, index: usize, block: &Block) -> Option<Range<usize>> {
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
fn without_ticket(content: &ParsedContent<'_>, span: Range<usize>) -> Range<usize> {
    let text = content.slice(&span);
    let Some((first, rest)) = text.split_once([' ', ':']) else { return span };
    let is_id = first.bytes().any(|byte| byte.is_ascii_digit()) && first.contains(['-', '#', '.']);
    let rest = rest.trim_start_matches([':', ' ', '-', '–', '—']);
    if is_id && !rest.is_empty() { span.end - rest.len()..span.end } else { span }
}

/// Whether a label announces what was chosen: `Decision`, `Our pick`, `Chosen option`.
fn names_choice(content: &ParsedContent<'_>, label: &Range<usize>) -> bool {
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
