//! Decisions and what speaks for them (H19).

use crate::{
    PREFERENCE_SIGNAL,
    block::{Block, BlockKind, is_heading},
    classify::{self, ContentType},
    cue,
    document::ParsedContent,
    grammar::{Finding, Sentence},
    line::{Label, Marker},
    metadata::{DecisionType, PreferenceMetadata, StrategyMetadata},
    plugin::{ChunkContext, ChunkingPlugin, Confidence, Draft},
    reach,
    score::Score,
    strategy::semantic,
};
use chunk_core::{SentenceRules, Warning, sentences, slice};
use std::ops::Range;

/// `preference-signal`: a chunk for each decision, with its context.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct PreferenceSignal;

impl ChunkingPlugin for PreferenceSignal {
    fn name(&self) -> &str {
        PREFERENCE_SIGNAL
    }

    fn detect(&self, content: &ParsedContent<'_>) -> Confidence {
        classify::classify(content).best_of(&[ContentType::Feedback, ContentType::Decision])
    }

    fn chunk(&self, content: &ParsedContent<'_>, context: &ChunkContext<'_>) -> Vec<Draft> {
        let scope = context.scope();
        let least = Score::of_setting(context.config().preference_signal.min_confidence);
        let signals = signals_in(content, &scope);
        let kept: Vec<&Signal> = signals.iter().filter(|signal| signal.confidence >= least).collect();
        if kept.is_empty() {
            context.warn(Warning::new("no-signals", "no preference signals were found"));
            return rest(content, context, scope);
        }
        let groups = groups(content, context, &kept);
        let with_rest = context.config().preference_signal.include_remainder.unwrap_or(!context.by_name());
        let mut drafts = Vec::new();
        let mut at = scope.start;
        for (span, signals) in groups {
            if with_rest {
                drafts.extend(rest(content, context, at..span.start));
            }
            at = span.end;
            drafts.push(Draft::new(span, StrategyMetadata::Preference(metadata(content, &signals))));
        }
        if with_rest {
            drafts.extend(rest(content, context, at..scope.end));
        }
        drafts
    }

    fn describe(
        &self,
        content: &ParsedContent<'_>,
        context: &ChunkContext<'_>,
        span: Range<usize>,
        drafted: StrategyMetadata,
    ) -> StrategyMetadata {
        let least = Score::of_setting(context.config().preference_signal.min_confidence);
        let all = content.signals();
        let first = all.partition_point(|signal| signal.span.end <= span.start);
        let inside = all.iter().skip(first).take_while(|signal| signal.span.start < span.end);
        let inside: Vec<&Signal> = inside.filter(|signal| signal.confidence >= least).collect();
        if inside.is_empty() { drafted } else { StrategyMetadata::Preference(metadata(content, &inside)) }
    }
}

/// What no signal claims, as topics.
fn rest(content: &ParsedContent<'_>, context: &ChunkContext<'_>, span: Range<usize>) -> Vec<Draft> {
    let Some(span) = content.trimmed(&span) else { return Vec::new() };
    let topics = semantic::topics(content, context, span).into_iter();
    topics.map(|topic| Draft { strategy: Some(crate::SEMANTIC_BOUNDARY), ..topic }).collect()
}

/// A decision as it was recognized. All options are bytes of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Signal {
    /// The sentence, item or row that tells it.
    pub span: Range<usize>,
    /// What kind of decision.
    pub decision_type: DecisionType,
    /// What is preferred.
    pub preferred: Option<Range<usize>>,
    /// What is not.
    pub rejected: Vec<Range<usize>>,
    /// Why.
    pub rationale: Option<Range<usize>>,
    /// How sure the signal is.
    pub confidence: Score,
    /// Who says so, if the text tells.
    pub user: Option<String>,
    /// When, in epoch milliseconds, if the text tells.
    pub timestamp: Option<i64>,
}

/// All signals in `scope`, in order, however weak.
#[must_use]
pub fn signals(content: &ParsedContent<'_>, scope: &Range<usize>) -> Vec<Signal> {
    signals_in(content, scope).to_vec()
}

fn signals_in<'c>(content: &'c ParsedContent<'_>, scope: &Range<usize>) -> &'c [Signal] {
    let all = content.signals();
    let start = all.partition_point(|signal| signal.span.start < scope.start);
    let end = all.partition_point(|signal| signal.span.start < scope.end);
    all.get(start..end).unwrap_or_default()
}

impl ParsedContent<'_> {
    /// All signals of the body.
    pub(crate) fn signals(&self) -> &[Signal] {
        self.signals.get_or_init(|| {
            let mut signals = Vec::new();
            let mut speaker: Option<String> = None;
            let mut index = 0;
            while let Some(block) = self.blocks().get(index) {
                if block.parted && !block.inside || is_heading(block) {
                    speaker = None;
                }
                let marked = marked_choice(self, index);
                if let Some((signal, blocks)) = marked {
                    signals.extend(signal);
                    index += blocks;
                    continue;
                }
                if matches!(block.kind, BlockKind::Paragraph | BlockKind::Item) {
                    of_block(self, index, block, &mut speaker, &mut signals);
                }
                index += 1;
            }
            signals
        })
    }
}

/// The signals of a block, sentence by sentence.
fn of_block(
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
            finding.rejected.extend(alternative(content, &body, finding.preferred.as_ref()));
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

/// The other one of `A or B` in the same block, if one of both is preferred.
fn alternative(
    content: &ParsedContent<'_>,
    block: &Range<usize>,
    preferred: Option<&Range<usize>>,
) -> Option<Range<usize>> {
    let preferred = content.slice(preferred?);
    let words = content.words.within(block);
    let text = |index: usize| {
        content
            .words
            .get(index)
            .filter(|_| words.contains(&index))
            .map_or("", |word| content.slice(&word.span()))
    };
    let or = words.clone().find(|&index| text(index) == "or")?;
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
    content.words.get(other).filter(|_| words.contains(&other)).map(crate::word::Word::span)
}

/// A list or table with a marked choice that starts with this block, and how many blocks it takes.
fn marked_choice(content: &ParsedContent<'_>, index: usize) -> Option<(Option<Signal>, usize)> {
    let block = content.blocks().get(index)?;
    let rows = |kind: BlockKind| {
        let rest = content.blocks().get(index..).unwrap_or_default();
        let first = rest.iter().take(1);
        let more = rest.iter().skip(1).take_while(move |next| {
            next.kind == kind && (kind == BlockKind::Item || !next.parted) && !next.inside
        });
        first.chain(more).collect::<Vec<_>>()
    };
    let starts = index == 0
        || content
            .blocks()
            .get(index - 1)
            .is_none_or(|before| before.kind != block.kind || block.parted && block.kind == BlockKind::Row);
    match block.kind {
        BlockKind::Row if starts => {
            let table = rows(BlockKind::Row);
            let count = table.len();
            Some((choice_in_table(content, &table), count))
        }
        BlockKind::Item if starts && !block.inside => {
            let list = rows(BlockKind::Item);
            let signal = choice_in_list(content, &list)?;
            Some((Some(signal), list.len()))
        }
        _ => None,
    }
}

/// A list of options of which one is ticked or marked as chosen.
fn choice_in_list(content: &ParsedContent<'_>, items: &[&Block]) -> Option<Signal> {
    let checked = |block: &&&Block| matches!(block.marker, Some(Marker::Task { checked: true, .. }));
    let has_mark = |block: &&&Block| checked(block) || is_marked(content, block.text..block.span.end);
    let chosen: Vec<&Block> = items.iter().filter(has_mark).copied().collect();
    let [chosen] = chosen.as_slice() else { return None };
    // Ticks alone may be tasks that are done: options are nouns, tasks start with verbs.
    let instructs = |block: &Block| {
        content
            .words
            .get(content.words.within(&(block.text..block.span.end)).start)
            .is_some_and(|word| word.cues.any(cue::COMMAND))
    };
    let by_words = is_marked(content, chosen.text..chosen.span.end);
    let under_options = content.section(chosen.section).is_some_and(|section| {
        let words = content.words.slice(content.words.within(&section.title));
        words.iter().any(|word| word.cues.any(cue::OPTIONS_TITLE.or(cue::DECISION_TITLE)))
    });
    if items.len() < 2
        || !under_options
            && !by_words
            && items.iter().filter(|block| instructs(block)).count() * 2 >= items.len()
    {
        return None;
    }
    let option = |block: &Block| option_name(content, block.text..block.span.end);
    let rejected =
        items.iter().filter(|block| block.span != chosen.span).map(|block| option(block)).collect();
    Some(marked_signal(chosen.span.clone(), Some(option(chosen)), rejected))
}

/// A table of options with a column or mark that tells which is chosen.
fn choice_in_table(content: &ParsedContent<'_>, rows: &[&Block]) -> Option<Signal> {
    let cells = |block: &Block| -> Vec<Range<usize>> {
        let mut at = block.span.start;
        let row = content.slice(&block.span).split('|').map(|cell| {
            let start = at + cell.len() - cell.trim_start().len();
            at += cell.len() + 1;
            start..start + cell.trim().len()
        });
        row.filter(|cell| !cell.is_empty()).collect()
    };
    let is_rule = |block: &Block| {
        content.slice(&block.span).bytes().all(|byte| matches!(byte, b'|' | b'-' | b':' | b' '))
    };
    let body: Vec<&Block> = rows.iter().skip(1).copied().filter(|block| !is_rule(block)).collect();
    let marks = |block: &&&Block| {
        cells(block).iter().skip(1).any(|cell| is_mark(content, cell.clone()))
            || is_marked_cell(content, cells(block).first())
    };
    let chosen: Vec<&Block> = body.iter().filter(marks).copied().collect();
    let [chosen] = chosen.as_slice() else { return None };
    if body.len() < 2 {
        return None;
    }
    let name = |block: &Block| cells(block).first().cloned().map(|cell| option_name(content, cell));
    let rejected =
        body.iter().filter(|block| block.span != chosen.span).filter_map(|block| name(block)).collect();
    Some(marked_signal(chosen.span.clone(), name(chosen), rejected))
}

fn marked_signal(span: Range<usize>, preferred: Option<Range<usize>>, rejected: Vec<Range<usize>>) -> Signal {
    Signal {
        span,
        decision_type: DecisionType::Selection,
        preferred,
        rejected,
        rationale: None,
        confidence: Score::from_thousandths(900),
        user: None,
        timestamp: None,
    }
}

/// A cell that says nothing but that its row is chosen.
fn is_mark(content: &ParsedContent<'_>, cell: Range<usize>) -> bool {
    let text = content.slice(&cell).trim_matches(['*', '_', ' ', '.', '!']);
    let words = content.words.slice(content.words.within(&cell));
    words.len() <= 3
        && words.iter().any(|word| word.cues.any(cue::MARKED))
        && !words.iter().any(|word| word.cues.any(cue::NEGATION))
        || matches!(text, "⭐" | "🏆" | "👑" | "✅ chosen" | "← chosen")
}

/// Whether a table's first cell carries a mark beside the option's name.
fn is_marked_cell(content: &ParsedContent<'_>, cell: Option<&Range<usize>>) -> bool {
    cell.is_some_and(|cell| is_marked(content, cell.clone()))
}

/// `X (chosen)`, `X ← selected`, `✅ X`, `X **winner**`.
fn is_marked(content: &ParsedContent<'_>, span: Range<usize>) -> bool {
    let text = content.slice(&span);
    let words = content.words.slice(content.words.within(&span));
    let behind_mark = words.iter().any(|word| {
        let before = slice(text, 0..word.span().start - span.start).trim_end_matches(['*', '_']);
        word.cues.any(cue::MARKED) && before.ends_with(['(', '[', '←', '<'])
            || word.cues.any(cue::MARKED) && before.ends_with("← ")
            || word.cues.any(cue::MARKED) && before.ends_with("<- ")
    });
    behind_mark
        || text.starts_with('✅')
        || text.starts_with('✓')
        || text.starts_with("✔")
        || text.contains('👈')
        || text.contains("🏆")
}

/// The option's name at the start of a line: up to a colon, dash, bracket, comma or stop, without emphasis.
fn option_name(content: &ParsedContent<'_>, span: Range<usize>) -> Range<usize> {
    let text = content.slice(&span);
    let lead = text.len() - text.trim_start_matches(['*', '_', '`', ' ', '✅', '✓', '✔']).len();
    let rest = slice(text, lead..text.len());
    let is_row =
        content.text().get(span.end..span.end + 2).is_some_and(|behind| behind.trim_start().starts_with('|'));
    let ends = |at: &usize| {
        let behind = slice(rest, *at..rest.len());
        behind.starts_with([':', '(', '\n', '←', '<', ';'])
            || behind.starts_with(" - ")
            || behind.starts_with(" – ")
            || behind.starts_with(" — ")
            || behind.starts_with(". ")
            || !is_row && behind.starts_with(", ")
    };
    let end = rest.char_indices().map(|(at, _)| at).find(ends).unwrap_or(rest.len());
    let name = slice(rest, 0..end).trim_end_matches(['*', '_', '`', ' ', '.']);
    span.start + lead..span.start + lead + name.len()
}

/// What the strongest of some signals says; what the others of its kind reject is added.
fn metadata(content: &ParsedContent<'_>, signals: &[&Signal]) -> PreferenceMetadata {
    let strongest = signals
        .iter()
        .copied()
        .reduce(|best, signal| if signal.confidence > best.confidence { signal } else { best });
    let Some(signal) = strongest else { return PreferenceMetadata::default() };
    let text = |span: &Range<usize>| content.slice(span).to_owned();
    let fields = ["user", "userId", "author", "reviewer", "owner", "decider"];
    let field = || fields.iter().find_map(|field| content.field(field)).map(Into::into);
    let dated =
        || content.day().filter(|_| content.field("date").is_some() || content.field("timestamp").is_some());
    let mut rejected: Vec<String> = signal.rejected.iter().map(text).collect();
    rejected.dedup();
    PreferenceMetadata {
        decision_type: signal.decision_type,
        preferred_option: signal.preferred.as_ref().map(text).unwrap_or_default(),
        rejected_options: rejected,
        rationale: signal.rationale.as_ref().map(text).unwrap_or_default(),
        confidence: signal.confidence,
        user_id: signal.user.clone().or_else(field),
        timestamp: signal.timestamp.or_else(dated),
    }
}

/// Signals with their common context: those whose contexts overlap, or whose options are the same, are one group as
/// long as it fits into a chunk.
fn groups<'s>(
    content: &ParsedContent<'_>,
    context: &ChunkContext<'_>,
    signals: &[&'s Signal],
) -> Vec<(Range<usize>, Vec<&'s Signal>)> {
    let max = context.config().max_chunk_size;
    let mut groups: Vec<(Range<usize>, Vec<&Signal>)> = Vec::new();
    for signal in signals {
        let around = with_context(content, context, &with_label(content, &signal.span));
        if let Some((span, members)) = groups.last_mut() {
            let whole = span.start..around.end.max(span.end);
            let related =
                around.start < span.end || members.iter().any(|member| same_options(content, member, signal));
            if related && context.tokens(whole.clone()) <= max {
                *span = whole;
                members.push(signal);
                continue;
            }
            // The contexts of neighbours part between their signals.
            let last = members.last().map_or(span.end, |last| last.span.end);
            if around.start < span.end {
                span.end = span.end.min(line_break(content, last..signal.span.start));
            }
        }
        let start = groups.last().map_or(around.start, |(span, _)| around.start.max(span.end));
        groups.push((start..around.end, vec![signal]));
    }
    groups
}

/// A signal together with the headings, label, mark and time stamp before it: all of its block but sentences.
fn with_label(content: &ParsedContent<'_>, span: &Range<usize>) -> Range<usize> {
    let index = content.blocks().partition_point(|block| block.span.start <= span.start);
    let block = index.checked_sub(1).and_then(|index| content.blocks().get(index));
    let own = block.filter(|block| {
        sentences(content.slice(&(block.text..span.end.max(block.text))), SentenceRules::Standard).count()
            <= 1
    });
    // A heading is not parted from its body.
    let above = content.blocks().get(..index.saturating_sub(1)).unwrap_or_default().iter().rev();
    let heading = above.take_while(|block| is_heading(block)).last();
    own.map_or(span.start, |block| heading.unwrap_or(block).span.start)..span.end
}

/// Where between two signals one context ends: at the last blank line or line end, else right before the second.
fn line_break(content: &ParsedContent<'_>, between: Range<usize>) -> usize {
    let text = content.slice(&between);
    let at = text.rfind("\n\n").map(|at| at + 2).or_else(|| text.rfind('\n').map(|at| at + 1));
    at.map_or(between.end, |at| between.start + at)
}

fn same_options(content: &ParsedContent<'_>, one: &Signal, other: &Signal) -> bool {
    let options = |signal: &Signal| {
        signal
            .preferred
            .iter()
            .chain(&signal.rejected)
            .map(|span| content.slice(span).to_lowercase())
            .collect::<Vec<_>>()
    };
    let others = options(other);
    options(one).iter().any(|option| others.contains(option))
}

/// The signal with at most `contextSize` tokens to each side, moved to sentence ends.
fn with_context(
    content: &ParsedContent<'_>,
    context: &ChunkContext<'_>,
    span: &Range<usize>,
) -> Range<usize> {
    let size = context.config().preference_signal.context_size;
    let scope = context.scope();
    let text = slice(content.text(), 0..scope.end);
    let tokens = context.measure();
    let start = reach::backward(text, tokens, span.start, size).unwrap_or(span.start).max(scope.start);
    let end = reach::forward(text, tokens, span.end, size).unwrap_or(span.end);
    let before = slice(text, start..span.start);
    // The first sentence of the context is whole only if the context starts with it.
    let begins =
        start == scope.start || slice(text, scope.start..start).trim_end_matches([' ', '\t']).ends_with('\n');
    let lead = if begins { 0 } else { sentence_breaks(before).next().unwrap_or(before.len()) };
    let behind = slice(text, span.end..end);
    let tail =
        if end >= scope.end { behind.len() } else { sentence_breaks(behind).last().unwrap_or_default() };
    start + lead..span.end + tail
}

/// Where sentences and lines end in `text`.
fn sentence_breaks(text: &str) -> impl Iterator<Item = usize> + '_ {
    let lines = text.split_inclusive('\n').scan(0, |at, line| {
        let start = *at;
        *at += line.len();
        Some((start, line))
    });
    lines
        .flat_map(|(start, line)| {
            let whole = line.ends_with('\n');
            sentences(line, SentenceRules::Standard)
                .map(move |sentence| (start, sentence.end, line.len(), whole))
        })
        .filter(|&(_, end, length, whole)| end < length || whole)
        .map(|(start, end, ..)| start + end)
}
