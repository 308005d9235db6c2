//! The strategy `step-based` (H20): chunks are steps of procedures. `dependency` says which must be done before which.

pub(crate) mod circle;
mod dependency;

use crate::STEP_BASED;
use crate::analysis::Analysis;
use crate::english::class::CAUTION;
use crate::recognize::steps::Step;
use crate::record::{ProceduralMetadata, StepOfChunk, StepType, StrategyMetadata, TimeSource};
use crate::strategy::{ChunkContext, ChunkingPlugin, Draft, semantic, windows};
use crate::text::{Block, BlockKind, Word, duration, is_heading, is_unit};
use chunk_core::{MetadataBounds, Warning, unicode};
use dependency::dependencies;
use std::ops::Range;

/// `step-based`: a chunk for each step of a procedure.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct StepBased;

impl ChunkingPlugin for StepBased {
    fn name(&self) -> &str {
        STEP_BASED
    }

    fn chunk(&self, content: &Analysis<'_>, context: &mut ChunkContext) -> Vec<Draft> {
        let steps = kept(content, content.steps(&context.scope));
        if !steps.is_empty() {
            return drafts(content, context, &steps);
        }
        // A part of a mixed document may well have none.
        if context.scope == content.body() {
            context.warnings.push(Warning::new("no-steps", "no steps were found"));
        }
        if context.by_name {
            let metadata = StrategyMetadata::Procedural(ProceduralMetadata::default());
            return windows::drafts(content, context.scope.clone(), &metadata);
        }
        content.trimmed(&context.scope).map(|text| semantic::topics(content, text)).unwrap_or_default()
    }

    fn describe(&self, content: &Analysis<'_>, span: &Range<usize>, metadata: &mut StrategyMetadata) {
        let StrategyMetadata::Procedural(step) = metadata else { return };
        (step.estimated_time, step.difficulty) = effort(content, span);
        if let Some(stated) = stated(content, span) {
            (step.estimated_time, step.estimated_time_source) = (stated, TimeSource::Text);
        }
    }
}

/// The steps that the settings ask for. The text of the others, and of their parts, belongs to the step before.
fn kept(content: &Analysis<'_>, all: Vec<Step>) -> Vec<Step> {
    let config = &content.config.step_based;
    let (mut steps, mut left_out): (Vec<Step>, Vec<usize>) = (Vec::new(), Vec::new());
    for step in all {
        let is_part = step.parent.is_some_and(|parent| left_out.binary_search(&parent).is_ok());
        let is_kept = match step.kind {
            StepType::Optional => config.include_optional_steps,
            StepType::Substep => config.detect_substeps,
            _ => true,
        };
        if is_kept && !is_part {
            steps.push(step);
        } else {
            left_out.push(step.span.start);
            steps.last_mut().into_iter().for_each(|last| last.span.end = step.span.end);
        }
    }
    steps
}

/// The sum of the lengths of time that the text of a step states outside of fences, in seconds.
fn stated(content: &Analysis<'_>, span: &Range<usize>) -> Option<u64> {
    let blocks = content.blocks_around(span).iter().filter(|block| block.kind != BlockKind::Code);
    let texts = blocks.map(|block| content.slice(&(block.start.max(span.start)..block.end.min(span.end))));
    duration::stated(texts)
}

/// A draft of each step, and drafts of the text between steps. If that has only a few words, it belongs to a step.
fn drafts(content: &Analysis<'_>, context: &mut ChunkContext, steps: &[Step]) -> Vec<Draft> {
    let dependencies = dependencies(content, steps);
    let mut drafts: Vec<Draft> = Vec::new();
    let mut at = context.scope.start;
    for (step, before) in steps.iter().zip(dependencies) {
        let start = start(content, step, at);
        if let Some(draft) = last_step(&mut drafts).filter(|last| start < last.span.end) {
            draft.span.end = draft.span.end.max(step.span.end);
            draft.dependencies.extend(before);
            draft.metadata.absorb(metadata(content, step), false);
            at = draft.span.end;
        } else {
            let from = between(content, &mut drafts, at..start.max(at));
            at = step.span.end.max(from);
            let draft = Draft::new(from..at, metadata(content, step));
            drafts.push(Draft { parent: step.parent, dependencies: before, ..draft });
        }
    }
    let end = context.scope.end;
    between(content, &mut drafts, at..end);
    if let Some(last) = last_step(&mut drafts) {
        last.span.end = last.span.end.max(end);
    }
    drafts
}

/// The last draft, if it is that of a step: what follows may still belong to it.
fn last_step(drafts: &mut [Draft]) -> Option<&mut Draft> {
    drafts.last_mut().filter(|last| last.strategy.is_none())
}

fn metadata(content: &Analysis<'_>, step: &Step) -> StrategyMetadata {
    let step_title = MetadataBounds::looked_at(content.slice(&step.title)).to_owned();
    let (step_number, step_type) = (step.number.unwrap_or_default(), step.kind);
    let steps = vec![StepOfChunk { step_number, step_title: step_title.clone(), step_type }];
    let rest = ProceduralMetadata::default();
    StrategyMetadata::Procedural(ProceduralMetadata { step_number, step_title, step_type, steps, ..rest })
}

/// Where the chunk of a step may start, at or after the byte `at`: with the headings right above it. In a section that fits into a chunk,
/// only where an item or row begins; an item in another one, if it is a substep that is no small part of it.
fn start(content: &Analysis<'_>, step: &Step, at: usize) -> usize {
    let config = content.config;
    let is_own = |block: &Block| {
        let is_substep = || {
            block.start == step.span.start
                && block.kind == BlockKind::Item
                && content.token_count(step.span.clone()) >= config.min_chunk_size
        };
        is_unit(block) || is_substep()
    };
    let start = content.wholes.cut_before(content, step.span.start, is_own);
    content.headings_before_end(&(at.min(start)..start))
}

/// Adds the text before the next step to the last draft, or drafts of its topics; gives where the next draft starts. What is in the same
/// entry as the last step, and fits there, belongs to it; so does what is too small, up to the next heading.
fn between(content: &Analysis<'_>, drafts: &mut Vec<Draft>, text: Range<usize>) -> usize {
    let is_small = |span: &Range<usize>| {
        let is_blank = unicode::trim(content.slice(span)).is_empty();
        is_blank || content.token_count(span.clone()) < content.config.min_chunk_size
    };
    let mut rest = text.clone();
    if let Some(last) = last_step(drafts) {
        // The section that holds the step's last byte ends there.
        let whole = content.wholes.around(rest.start).map(|whole| whole.end.min(text.end));
        let heading =
            content.blocks_in(&rest).iter().find(|block| is_heading(block)).map(|block| block.start);
        let own = rest.start..heading.unwrap_or(rest.end);
        let end = whole.or_else(|| is_small(&own).then_some(own.end));
        rest.start = end.unwrap_or(rest.start).max(rest.start);
        last.span.end = last.span.end.max(rest.start);
    }
    if is_small(&rest) {
        return rest.start;
    }
    drafts.extend(semantic::topics(content, rest.clone()));
    rest.end
}

/// The estimated seconds for each step, and for each command in it.
const STEP_SECONDS: u64 = 30;
const COMMAND_SECONDS: u64 = 30;

/// What a step is estimated to take: the seconds, 30 and 30 more for each command and a second for every two words; and how hard it is, 1
/// and 1 more for each of: above 60 words, 3 commands or more, 2 conditions or more, a warning, 5 parts or more; at most 5.
fn effort(content: &Analysis<'_>, span: &Range<usize>) -> (u64, u8) {
    let (words, blocks) = (content.words.within(span), content.blocks_in(span));
    let commands_in = |block: &Block| match (block.kind, content.slice(&block.span())) {
        (BlockKind::Code, code) => {
            code.lines().filter(|line| !unicode::trim(line).is_empty()).count().saturating_sub(2)
        }
        (_, text) => memchr::memchr_iter(b'`', text.as_bytes()).count() / 2,
    };
    let commands: usize = blocks.iter().map(commands_in).sum();
    let is_condition = |word: &Word| {
        let spelled = content.slice(&word.span());
        matches!(spelled, "if" | "If" | "unless" | "Unless" | "otherwise" | "Otherwise")
    };
    let hard = [
        words.len() > 60,
        commands >= 3,
        words.iter().filter(is_condition).nth(1).is_some(),
        words.any(CAUTION),
        blocks.iter().filter(|block| block.kind == BlockKind::Item).nth(4).is_some(),
    ];
    let seconds = STEP_SECONDS + COMMAND_SECONDS * commands as u64 + words.len() as u64 / 2;
    (seconds, (1 + hard.map(u8::from).iter().sum::<u8>()).min(5))
}
