//! The signals of a block, sentence by sentence, with who says so, why, and what about.

use super::Signal;
use crate::{
    block::Block,
    cue,
    document::ParsedContent,
    grammar::{Finding, Sentence},
    line::Label,
    metadata::DecisionType,
    score::Score,
    word::Word,
};
use chunk_core::{SentenceRules, sentences, slice};
use std::{cell::OnceCell, ops::Range};

/// The signals of a block, sentence by sentence.
pub(super) fn of_block(
    content: &ParsedContent<'_>,
    index: usize,
    block: &Block,
    speaker: &mut Option<String>,
    signals: &mut Vec<Signal>,
) {
    let label = block.label(content.text());
    let mut start = block.text;
    let mut states_choice = false;
    if let Some(label) = label.clone() {
        let words = content.words.slice(content.words.within(&label.name));
        states_choice =
            words.len() <= 3 && words.iter().any(|word| word.cues.any(cue::MARKED.or(cue::DECISION_TITLE)));
        let name = content.slice(&label.name).trim_start_matches('@');
        if is_name(name) && !states_choice {
            *speaker = Some(name.to_owned());
        }
        start = label.text;
    }
    let mentioned = mention(content.slice(&(block.text..block.span.end)));
    let body = start..block.span.end;
    let text = content.slice(&body);
    // A title that says what was settled settles nothing.
    if index == 0 && !text.trim_end().ends_with(['.', '!', '?', '"']) && !text.contains(". ") {
        return;
    }
    let mut pending: Option<usize> = None;
    let mut subject: Option<Range<usize>> = None;
    let choice = OnceCell::new();
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
        if states_choice && found.is_none() && sentence.start == 0 && !content.words.within(&span).is_empty()
        {
            found = Some((
                Finding {
                    kind: DecisionType::Selection,
                    preferred: Some(without_stop(content, span.clone())),
                    strength: 850,
                    ..Finding::default()
                },
                850,
            ));
        }
        let before = std::mem::replace(&mut subject, parsed.subject());
        let Some((mut finding, strength)) = found else { continue };
        if finding.preferred.as_ref().is_some_and(|preferred| parsed.is_reference(preferred)) {
            finding.preferred = before;
        }
        if finding.about_title {
            // "Face recognition: refused." has its title right before.
            let own = label
                .clone()
                .filter(|_| sentence.start == 0 && speaker.as_deref() != Some(label_name(content, &label)))
                .map(|label| label.name);
            let Some(title) = own.or_else(|| title_above(content, index, block)) else { continue };
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

/// The sentences of a block. A line that is indented and starts with a capital starts one too: a verdict under its title.
fn lines_and_sentences(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let starts_sentence = |at: usize| {
        let behind = slice(text, at..text.len());
        let rest = behind.trim_start_matches([' ', '\t']);
        rest.len() < behind.len() && rest.starts_with(char::is_uppercase)
    };
    let breaks = text.match_indices('\n').map(|(at, _)| at + 1).filter(move |&at| starts_sentence(at));
    let starts = [0].into_iter().chain(breaks.clone());
    let ends = breaks.chain([text.len()]);
    starts.zip(ends).flat_map(move |(start, end)| {
        sentences(slice(text, start..end), SentenceRules::Standard)
            .map(move |sentence| start + sentence.start..start + sentence.end)
    })
}

fn label_name<'c>(content: &'c ParsedContent<'_>, label: &Option<Label>) -> &'c str {
    label.as_ref().map_or("", |label| content.slice(&label.name).trim_start_matches('@'))
}

/// Whether a label names a person: one to three words that name nothing else.
fn is_name(label: &str) -> bool {
    let words: Vec<&str> = label.split([' ', '-', '.']).filter(|word| !word.is_empty()).collect();
    (1..=3).contains(&words.len())
        && words.iter().all(|word| word.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '\''))
        && words.iter().all(|word| {
            let lower = word.to_lowercase();
            cue::of_word(&lower, &crate::stem::stem(&lower)) == cue::Cues::NONE
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

/// The first `or` of a block.
fn first_or(content: &ParsedContent<'_>, block: &Range<usize>) -> Option<usize> {
    let is_or = |word: &Word| content.slice(&word.span()) == "or";
    content.words.within(block).find(|&index| content.words.get(index).is_some_and(is_or))
}

/// The other one of `A or B` in the same block, if one of both is preferred.
fn alternative(
    content: &ParsedContent<'_>,
    block: &Range<usize>,
    or: Option<usize>,
    preferred: Option<&Range<usize>>,
) -> Option<Range<usize>> {
    let (preferred, or) = (content.slice(preferred?), or?);
    let words = content.words.within(block);
    let text = |index: usize| {
        content
            .words
            .get(index)
            .filter(|_| words.contains(&index))
            .map_or("", |word| content.slice(&word.span()))
    };
    let (left, right) = (or.checked_sub(1)?, or + 1);
    let last = preferred.split_whitespace().next_back()?;
    let same = |index: usize| text(index).eq_ignore_ascii_case(last);
    let other = if same(left) {
        right
    } else if same(right) {
        left
    } else {
        return None;
    };
    content.words.get(other).filter(|_| words.contains(&other)).map(Word::span)
}
