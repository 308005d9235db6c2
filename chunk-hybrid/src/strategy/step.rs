//! The strategy `step-based` (H20): chunks are steps of procedures. `dependency` says which must be done before which.

pub(crate) mod circle;
mod dependency;
pub(crate) mod links;

use crate::{
    STEP_BASED,
    analysis::Analysis,
    english::class::CAUTION,
    recognize::steps::{Step, Steps},
    record::metadata::{ProceduralMetadata, StepType, StrategyMetadata, TimeSource},
    strategy::{
        plugin::{ChunkContext, ChunkingPlugin, Draft},
        semantic, windows,
    },
    text::{
        block::{Block, BlockKind, is_heading},
        duration,
        word::Word,
    },
};
use chunk_core::{Warning, unicode};
use dependency::Dependencies;
use std::{iter, mem, ops::Range};

/// `step-based`: a chunk for each step of a procedure.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct StepBased;

impl ChunkingPlugin for StepBased {
    fn name(&self) -> &str {
        STEP_BASED
    }

    fn chunk(&self, content: &Analysis<'_>, context: &ChunkContext<'_>, take: &mut dyn FnMut(Draft)) {
        let steps = content.steps_with(&context.scope(), context.config().step_based.include_optional_steps);
        if steps.clone().next().is_some() {
            return drafts(content, context, steps, take);
        }
        context.warn(Warning::new("no-steps", "no steps were found"));
        let metadata = StrategyMetadata::Procedural(ProceduralMetadata::default());
        windows::drafts(content, context, context.scope(), &metadata, take);
    }

    fn describe(
        &self,
        content: &Analysis<'_>,
        _: &ChunkContext<'_>,
        span: Range<usize>,
        drafted: StrategyMetadata,
    ) -> StrategyMetadata {
        let StrategyMetadata::Procedural(drafted) = drafted else { return drafted };
        let effort = Effort::of(content, &span);
        let stated = stated(content, &span);
        StrategyMetadata::Procedural(ProceduralMetadata {
            estimated_time: stated.unwrap_or_else(|| effort.seconds()),
            estimated_time_source: if stated.is_some() { TimeSource::Text } else { TimeSource::Estimate },
            difficulty: effort.difficulty(),
            ..drafted
        })
    }
}

/// The sum of the lengths of time that the text of a step states outside of fences, in seconds.
fn stated(content: &Analysis<'_>, span: &Range<usize>) -> Option<u64> {
    let mut start = span.start;
    // If a step is cut inside a fence, the fence reaches out of the piece.
    let clamp = |at: usize| at.clamp(span.start, span.end);
    let fences = content.blocks_around(span).iter().filter(|block| block.kind == BlockKind::Code);
    let fences = fences.map(|block| block.span()).chain(iter::once(span.end..span.end));
    let between = fences.map(|fence| mem::replace(&mut start, clamp(fence.end))..clamp(fence.start));
    between.filter_map(|text| duration::stated(content.slice(&text))).reduce(u64::saturating_add)
}

/// Gives `take` a draft of each step, and drafts of the text between steps. If that has only a few words, it belongs to a step.
fn drafts(content: &Analysis<'_>, context: &ChunkContext<'_>, steps: Steps<'_>, take: &mut dyn FnMut(Draft)) {
    let mut dependencies = Dependencies::new(content, context, steps.clone());
    // The draft of the last step: what follows may still belong to it.
    let mut last: Option<Draft> = None;
    let mut at = context.scope().start;
    for step in steps {
        let span = step.span();
        // The headings right above a step belong to it.
        let headings =
            content.blocks_in(&(at..span.start)).iter().rev().take_while(|block| is_heading(block));
        let text = at..headings.last().map_or(span.start, |heading| heading.span().start);
        if is_topic(content, context, &text) {
            last.take().into_iter().for_each(&mut *take);
            at = text.end;
            semantic::remainder(content, context, text, take);
        }
        let before = dependencies.before(&step);
        if let Some(draft) = last.as_mut().filter(|last| joins(content, context, &step, &last.span)) {
            draft.span.end = span.end;
            draft.dependencies.extend(before);
        } else {
            let metadata = StrategyMetadata::Procedural(ProceduralMetadata {
                step_number: step.number.unwrap_or(step.ordinal),
                step_title: content.slice(&step.title()).to_owned(),
                step_type: step.kind,
                ..ProceduralMetadata::default()
            });
            let draft = Draft::new(at..span.end, metadata);
            let draft = Draft { parent: step.parent, dependencies: before, ..draft };
            last.replace(draft).into_iter().for_each(&mut *take);
        }
        at = span.end;
    }
    let text = at..context.scope().end;
    let is_topic = is_topic(content, context, &text);
    if let Some(mut last) = last {
        last.span.end = if is_topic { at } else { text.end };
        take(last);
    }
    if is_topic {
        semantic::remainder(content, context, text, take);
    }
}

/// Whether text between steps is large enough for chunks of its own.
fn is_topic(content: &Analysis<'_>, context: &ChunkContext<'_>, text: &Range<usize>) -> bool {
    let is_blank = unicode::trim(content.slice(text)).is_empty();
    !is_blank && context.tokens(text.clone()) >= context.config().min_chunk_size
}

/// Whether a step is put into the draft right before it, which is at `draft` and holds the step that it is a part of. So it is if substeps
/// need no chunks of their own, or if the draft is nothing but headings.
fn joins(content: &Analysis<'_>, context: &ChunkContext<'_>, step: &Step, draft: &Range<usize>) -> bool {
    let config = context.config();
    let is_part = !config.step_based.detect_substeps && step.kind == StepType::Substep;
    step.parent.is_some_and(|parent| parent >= draft.start)
        && context.tokens(draft.start..step.span().end) <= config.max_chunk_size
        && (is_part || content.blocks_around(draft).iter().all(is_heading))
}

/// What a step takes, by the counts that its time and difficulty are estimated from.
struct Effort {
    words: u64,
    commands: u64,
    conditions: u64,
    cautions: u64,
    substeps: u64,
}

/// The estimated seconds for each step, and for each command in it.
const STEP_SECONDS: u64 = 30;
const COMMAND_SECONDS: u64 = 30;

impl Effort {
    fn of(content: &Analysis<'_>, span: &Range<usize>) -> Self {
        let words = content.words.within(span);
        let text = content.slice(span);
        let blocks = content.blocks_in(span);
        let lines_of_code = |block: &Block| {
            let lines = content.slice(&block.span()).lines();
            lines.filter(|line| !unicode::trim(line).is_empty()).count().saturating_sub(2)
        };
        let fences = blocks.iter().filter(|block| block.kind == BlockKind::Code);
        let fenced: usize = fences.map(lines_of_code).sum();
        let is_condition = |word: Word| {
            let spelled = content.slice(&word.span());
            matches!(spelled, "if" | "If" | "unless" | "Unless" | "otherwise" | "Otherwise")
        };
        let ticks = memchr::memchr_iter(b'`', text.as_bytes()).count() as u64 / 2;
        let of_fences = if fenced > 0 { text.matches("```").count() as u64 * 3 / 2 } else { 0 };
        Self {
            words: words.len() as u64,
            commands: fenced as u64 + ticks - of_fences.min(ticks),
            conditions: words.iter().filter(|word| is_condition(*word)).count() as u64,
            cautions: words.iter().filter(|word| word.classes.any(CAUTION)).count() as u64,
            substeps: blocks.iter().filter(|block| block.kind == BlockKind::Item).count() as u64,
        }
    }

    /// 30 s, 30 s for each command, and a second for every two words.
    const fn seconds(&self) -> u64 {
        STEP_SECONDS + COMMAND_SECONDS * self.commands + self.words / 2
    }

    /// 1, and 1 more for each of: above 60 words, 3 commands or more, 2 conditions or more, a warning, 5 parts or more;
    /// at most 5.
    fn difficulty(&self) -> u8 {
        let hard = [
            self.words > 60,
            self.commands >= 3,
            self.conditions >= 2,
            self.cautions > 0,
            self.substeps >= 5,
        ];
        (1 + hard.map(u8::from).iter().sum::<u8>()).min(5)
    }
}
