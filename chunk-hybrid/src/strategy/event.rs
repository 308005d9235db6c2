//! Phases of tasks (H17).

use crate::{
    EVENT_BASED,
    block::{Block, BlockKind, is_heading},
    classify::{self, ContentType},
    config::EventBasedConfig,
    cue::{self, Cues},
    document::ParsedContent,
    evidence,
    metadata::{EventMetadata, Outcome, Phase, StrategyMetadata},
    plugin::{ChunkContext, ChunkingPlugin, Confidence, Draft},
    score::Score,
    time::{self, Instant},
};
use chunk_core::slice;
use std::ops::Range;

/// `event-based`: boundaries where a task goes from one phase to the next, starts or ends, or time jumps.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct EventBased;

/// A pause is a boundary from here on (in ms) …
const JUMP_MS: i64 = 30 * 60_000;

/// … if it is this many times the usual pause.
const JUMP_FACTOR: i64 = 8;

impl ChunkingPlugin for EventBased {
    fn name(&self) -> &str {
        EVENT_BASED
    }

    fn detect(&self, content: &ParsedContent<'_>) -> Confidence {
        classify::classify(content).best_of(&[ContentType::TaskLog])
    }

    fn chunk(&self, content: &ParsedContent<'_>, context: &ChunkContext<'_>) -> Vec<Draft> {
        let scope = context.scope();
        let events = events(content, &context.config().event_based, &scope);
        let mut starts = boundaries(content, &events);
        if let Some(first) = starts.first_mut() {
            *first = 0;
        } else if content.trimmed(&scope).is_some() {
            // Headings alone are no events.
            return vec![draft(scope, Phase::default())];
        }
        if starts.len() <= 1 && crate::fit::needs_windows(content, context, &scope) {
            let windows = crate::fit::windows(content, context, scope).into_iter();
            let phase = events.first().map_or(Phase::default(), |event| event.phase);
            return windows.map(|(window, overlap)| Draft { overlap, ..draft(window, phase) }).collect();
        }
        let ends = starts.iter().skip(1).copied().chain([events.len()]);
        let spans = starts.iter().zip(ends).filter_map(|(&first, behind)| {
            let start = if first == 0 { scope.start } else { events.get(first)?.span.start };
            let end = events.get(behind).map_or(scope.end, |next| next.span.start);
            Some(draft(start..end, events.get(first)?.phase))
        });
        spans.collect()
    }

    fn describe(
        &self,
        content: &ParsedContent<'_>,
        _: &ChunkContext<'_>,
        span: Range<usize>,
        drafted: StrategyMetadata,
    ) -> StrategyMetadata {
        let StrategyMetadata::Episodic(drafted) = drafted else { return drafted };
        let stamps: Vec<Instant> = content
            .instants()
            .iter()
            .filter(|(at, _)| span.contains(at))
            .map(|&(_, instant)| instant)
            .collect();
        let times = stamps.iter().map(|instant| instant.ms);
        let duration = times.clone().min().zip(times.max()).map(|(first, last)| last - first);
        StrategyMetadata::Episodic(EventMetadata {
            task_id: task_id(content, &span),
            timestamp: stamps.iter().find(|instant| instant.dated).map(|instant| instant.ms),
            duration,
            outcome: outcome(content, &span),
            ..drafted
        })
    }
}

fn draft(span: Range<usize>, phase: Phase) -> Draft {
    Draft::new(span, StrategyMetadata::Episodic(EventMetadata { phase, ..EventMetadata::default() }))
}

/// A block of a log, and the phase it belongs to.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Event {
    /// Its bytes, with the headings right above.
    pub span: Range<usize>,
    /// Its phase.
    pub phase: Phase,
    block: usize,
    at: Option<Instant>,
}

/// The blocks of `scope` with their phases: what the boundaries are told by. Headings that name no phase are no events.
#[must_use]
pub fn events(content: &ParsedContent<'_>, config: &EventBasedConfig, scope: &Range<usize>) -> Vec<Event> {
    let blocks = content.blocks_in(scope);
    let sensitivity = Score::of_setting(config.phase_detection_sensitivity).thousandths() as i64;
    let phases = evidence::phases(content, blocks.clone(), sensitivity);
    let instants = content.instants();
    let mut events: Vec<Event> = blocks
        .zip(phases)
        .filter_map(|(index, phase)| {
            let block = content.blocks().get(index)?;
            if is_heading(block) && !evidence::names_phase(content, block) {
                return None;
            }
            let first = instants.partition_point(|(at, _)| *at < block.span.start);
            let at = instants.get(first).filter(|(at, _)| *at < block.span.end).map(|&(_, instant)| instant);
            Some(Event { span: with_headings(content, index)..block.span.end, phase, block: index, at })
        })
        .collect();
    join_short(&mut events, i64::from(config.min_phase_duration) * 1000);
    events
}

/// Runs of events of one phase, by the first event of each.
fn runs(events: &[Event]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (index, event) in events.iter().enumerate() {
        match runs.last_mut() {
            Some(run) if events.get(run.start).is_some_and(|first| first.phase == event.phase) => {
                run.end = index + 1
            }
            _ => runs.push(index..index + 1),
        }
    }
    runs
}

/// Gives a phase that is over before `least` ms the phase before it, else the one after it. It is over when the next
/// one begins; when the last one is over, no time stamp tells.
fn join_short(events: &mut [Event], least: i64) {
    let runs = runs(events);
    let first_stamp = |run: &Range<usize>, events: &[Event]| {
        events.get(run.clone()).unwrap_or_default().iter().find_map(|event| event.at).map(|at| at.ms)
    };
    for (run, next) in runs.iter().zip(runs.iter().skip(1)) {
        let times = first_stamp(run, events).zip(first_stamp(next, events));
        let is_short = times.is_some_and(|(start, end)| (0..least).contains(&(end - start)));
        let neighbour = run.start.checked_sub(1).unwrap_or(next.start);
        let phase = events.get(neighbour).map(|event| event.phase);
        if let (true, Some(phase)) = (is_short, phase) {
            events.get_mut(run.clone()).unwrap_or_default().iter_mut().for_each(|event| event.phase = phase);
        }
    }
}

/// The events that chunks start with.
fn boundaries(content: &ParsedContent<'_>, events: &[Event]) -> Vec<usize> {
    let pause = |index: usize| {
        // Only a stamped event looks back, and only to the stamp before: all together pass over the events once.
        let own = events.get(index)?.at?;
        let before = events.get(..index)?.iter().rev().find_map(|event| event.at)?;
        Some(own.ms - before.ms)
    };
    let mut pauses: Vec<i64> = (1..events.len()).filter_map(pause).filter(|&pause| pause >= 0).collect();
    pauses.sort_unstable();
    let usual = pauses.get(pauses.len() / 2).copied().unwrap_or_default();
    let is_jump =
        |index: usize| pause(index).is_some_and(|pause| pause >= JUMP_MS && pause >= usual * JUMP_FACTOR);
    let mut starts: Vec<usize> = Vec::new();
    for (index, event) in events.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| events.get(before));
        let is_start = before.is_none_or(|before| {
            before.phase != event.phase
                || is_jump(index)
                || begins_task(content, event)
                || ends_task(content, before)
        });
        // What belongs to a heading does not begin without it.
        let bound = before.and_then(|before| content.blocks().get(before.block)).is_some_and(is_heading);
        if is_start && !bound {
            starts.push(index);
        }
    }
    starts
}

/// Where a block starts together with the headings right above it.
fn with_headings(content: &ParsedContent<'_>, index: usize) -> usize {
    let blocks = content.blocks().get(..=index).unwrap_or_default();
    let start = blocks.last().map_or(0, |block| block.span.start);
    let above = blocks.iter().rev().skip(1).take_while(|block| is_heading(block));
    above.last().map_or(start, |heading| heading.span.start)
}

fn opening<'c>(content: &'c ParsedContent<'_>, event: &Event) -> (&'c Block, String) {
    let block = content.blocks().get(event.block);
    let block = block.unwrap_or(&EMPTY);
    let line = content.slice(&block.span).lines().next().unwrap_or_default();
    (block, line.to_ascii_lowercase())
}

static EMPTY: Block = Block {
    span: 0..0,
    kind: BlockKind::Rule,
    text: 0,
    indent: 0,
    marker: None,
    inside: false,
    parted: false,
    open: false,
    section: None,
    words: 0..0,
};

const BEGINNINGS: [&str; 8] = [
    "task start",
    "starting task",
    "task begin",
    "begin task",
    "task:",
    "started work on",
    "start of task",
    "milestone",
];
const ENDINGS: [&str; 7] = [
    "task end",
    "task complete",
    "task finished",
    "end of task",
    "task done",
    "finished task",
    "completed task",
];

/// Whether a task starts or a milestone is reached with this event.
fn begins_task(content: &ParsedContent<'_>, event: &Event) -> bool {
    let (block, line) = opening(content, event);
    let above =
        content.blocks().get(..event.block).unwrap_or_default().last().filter(|above| is_heading(above));
    let under_task = above
        .or(Some(block).filter(|block| is_heading(block)))
        .is_some_and(|heading| ticket(content.slice(&heading.span)).is_some());
    under_task || BEGINNINGS.iter().any(|beginning| line.contains(beginning))
}

fn ends_task(content: &ParsedContent<'_>, event: &Event) -> bool {
    let (_, line) = opening(content, event);
    ENDINGS.iter().any(|ending| line.contains(ending))
}

/// From frontmatter, a `Task:` label or ticket in the chunk, the first in the document, else the file's name.
fn task_id(content: &ParsedContent<'_>, span: &Range<usize>) -> String {
    let fields = ["taskId", "task", "ticket", "issue", "id"];
    if let Some(named) = fields.iter().find_map(|field| content.field(field)) {
        return named.to_owned();
    }
    let heading = content.section(content.section_at(span.start)).map(|section| content.title(section));
    let own = [Some(content.slice(span)), heading].into_iter().flatten().find_map(named_task);
    let anywhere =
        || content.task.get_or_init(|| named_task(content.slice(&content.body())).map(Into::into)).clone();
    own.map(Into::into).or_else(anywhere).unwrap_or_else(|| content.stem().to_owned())
}

fn named_task(text: &str) -> Option<&str> {
    labelled_task(text).or_else(|| ticket(text))
}

/// What a line `Task: …` names, if that is an id or a few words.
fn labelled_task(text: &str) -> Option<&str> {
    text.lines().find_map(|line| {
        let line = line.trim_start_matches(['#', '*', '_', '-', '>', ' ', '\t']);
        let lead = line.get(..4).filter(|lead| lead.eq_ignore_ascii_case("task"))?;
        let behind = slice(line, lead.len()..line.len());
        let behind = behind.strip_prefix(" ID").or_else(|| behind.strip_prefix(" id")).unwrap_or(behind);
        let name =
            behind.trim_start_matches(['*', '_']).strip_prefix(':')?.trim_matches([' ', '*', '_', '`', '.']);
        (!name.is_empty() && name.len() <= 80).then_some(name)
    })
}

/// `ABC-123`, `#123`.
fn ticket(text: &str) -> Option<&str> {
    let is_inner = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '#' || c == '_';
    text.split(|c: char| !is_inner(c)).find(|token| {
        if let Some(number) = token.strip_prefix('#') {
            return !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        }
        let Some((project, number)) = token.rsplit_once('-') else { return false };
        let letters = project.bytes().filter(u8::is_ascii_alphabetic).count();
        let is_project = project.chars().next().is_some_and(|c| c.is_ascii_alphabetic())
            && project.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
        let is_known_name = matches!(project, "SHA" | "UTF" | "ISO" | "RFC" | "HTTP" | "IPV" | "COVID" | "H");
        (2..=10).contains(&letters)
            && is_project
            && !is_known_name
            && (1..=7).contains(&number.len())
            && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

const MARKS: [(&str, Cues); 8] = [
    ("✅", cue::SUCCESS),
    ("✔", cue::SUCCESS),
    ("✓", cue::SUCCESS),
    ("🎉", cue::SUCCESS),
    ("❌", cue::FAILURE),
    ("✗", cue::FAILURE),
    ("✘", cue::FAILURE),
    ("💥", cue::FAILURE),
];

/// What the markers say: failure and success together, or "partially", are partial. `no errors` is a success, `not
/// fixed` a failure.
fn outcome(content: &ParsedContent<'_>, span: &Range<usize>) -> Option<Outcome> {
    let text = content.slice(span);
    if let Some(stated) = stated_outcome(text) {
        return Some(stated);
    }
    let (mut success, mut failure, mut partial) = (false, false, false);
    let words = content.words.slice(content.words.within(span));
    for (index, word) in words.iter().enumerate() {
        let before = words.get(index.saturating_sub(3)..index).unwrap_or_default();
        let is_zero =
            before.last().is_some_and(|word| matches!(content.slice(&word.span()), "0" | "zero" | "no"));
        let negated = is_zero || before.iter().any(|word| word.cues.any(cue::NEGATION));
        let hypothetical = before.iter().any(|word| word.cues.any(cue::FUTURE.or(cue::HEDGE)));
        if hypothetical {
            continue;
        }
        partial |= word.cues.any(cue::PARTIAL) && !negated;
        // A whole phrase such as "no errors" has its own meaning.
        let fails = word.cues.any(cue::FAILURE);
        let succeeds = word.cues.any(cue::SUCCESS);
        failure |= fails && !negated || succeeds && negated && !fails;
        success |= succeeds && !negated || fails && is_zero;
    }
    for (mark, cues) in MARKS {
        if text.contains(mark) {
            success |= cues.any(cue::SUCCESS);
            failure |= cues.any(cue::FAILURE);
        }
    }
    match (success, failure) {
        _ if partial => Some(Outcome::Partial),
        (true, true) => Some(Outcome::Partial),
        (true, false) => Some(Outcome::Success),
        (false, true) => Some(Outcome::Failure),
        (false, false) => None,
    }
}

/// `Outcome: success`, `Result: partial`, `Status - failed`: what is said outright counts before all markers.
fn stated_outcome(text: &str) -> Option<Outcome> {
    let lower = text.to_ascii_lowercase();
    let mut last = None;
    for label in ["outcome", "result", "status", "finished"] {
        for (at, _) in lower.match_indices(label) {
            let behind = slice(&lower, at + label.len()..lower.len());
            let Some(value) = behind.trim_start_matches(['*', '_']).strip_prefix([':', '=']) else {
                continue;
            };
            let value = value.trim_start_matches([' ', '*', '_', '`']);
            let outcome = match () {
                () if value.starts_with("partial") => Outcome::Partial,
                () if value.starts_with("succe") || value.starts_with("pass") || value.starts_with("ok") => {
                    Outcome::Success
                }
                () if value.starts_with("fail")
                    || value.starts_with("abort")
                    || value.starts_with("error") =>
                {
                    Outcome::Failure
                }
                () => continue,
            };
            if last.is_none_or(|(found, _)| at > found) {
                last = Some((at, outcome));
            }
        }
    }
    last.map(|(_, outcome)| outcome)
}

impl ParsedContent<'_> {
    /// The time stamps of the body with a time of day, and where they stand.
    pub(crate) fn instants(&self) -> &[(usize, Instant)] {
        self.instants.get_or_init(|| {
            let mut clock = self.clock();
            let mut instants = Vec::new();
            for block in self.blocks() {
                if block.kind == BlockKind::Code {
                    continue;
                }
                let mut at = block.span.start;
                for line in self.slice(&block.span).split_inclusive('\n') {
                    let start = at;
                    at += line.len();
                    let text_start = if start == block.span.start { block.text } else { start };
                    let text = slice(self.text(), text_start..at);
                    let found = time::stamp_at_start(text)
                        .map(|stamp| (0, stamp))
                        .or_else(|| after_label(text))
                        .or_else(|| time::dated_stamp(text));
                    if let Some((offset, stamp)) = found {
                        instants
                            .extend(clock.read(stamp.moment).map(|instant| (text_start + offset, instant)));
                    }
                }
            }
            instants
        })
    }
}

/// The stamp behind a label: `[DO] 10:00 …`.
fn after_label(text: &str) -> Option<(usize, time::Stamp)> {
    let label = crate::line::label_of(text).filter(|label| label.bracketed)?;
    let behind = slice(text, label.text..text.len());
    time::stamp_at_start(behind).map(|stamp| (label.text, stamp))
}
