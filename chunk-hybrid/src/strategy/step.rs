//! Steps of procedures (H20).

pub(crate) mod circle;
mod dependency;
pub(crate) mod links;

use crate::{
    SEMANTIC_BOUNDARY, STEP_BASED,
    analysis::Analysis,
    english::class::CAUTION,
    recognize::steps::Step,
    record::metadata::{ProceduralMetadata, StepType, StrategyMetadata, TimeSource},
    strategy::{
        plugin::{ChunkContext, ChunkingPlugin, Draft},
        semantic, windows,
    },
    text::{
        block::{Block, BlockKind, InList, is_heading},
        duration,
        word::Word,
    },
};
use chunk_core::{Position, SmallRange, Warning, unicode};
use links::Links;
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
        let mut steps = content.steps(&context.scope());
        if !context.config().step_based.include_optional_steps {
            steps = without_optional(steps);
        }
        if steps.is_empty() {
            context.warn(Warning::new("no-steps", "no steps were found"));
            let metadata = StrategyMetadata::Procedural(ProceduralMetadata::default());
            return windows::drafts(content, context, context.scope(), &metadata, take);
        }
        let (dependencies, cut) = dependency::of(content, &steps);
        for later in cut {
            let at = steps.get(later).map_or(1, |step| content.lines.line(step.span().start));
            let message = "steps depend on each other in a circle; it is cut at this step";
            context.warn(Warning::new("dependency-cycle", message).at(Position::Line(at)));
        }
        drafts(content, context, &steps, &dependencies, take);
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

/// The lengths of time that the text of a step says, in seconds. What its code says is none.
fn stated(content: &Analysis<'_>, span: &Range<usize>) -> Option<u64> {
    let mut start = span.start;
    // A long fence may begin before a part of a step and end behind it.
    let inside = |at: usize| at.clamp(span.start, span.end);
    let fences = content.blocks_around(span).iter().filter(|block| block.kind == BlockKind::Code);
    let fences = fences.map(|block| block.span()).chain(iter::once(span.end..span.end));
    let between = fences.map(|fence| mem::replace(&mut start, inside(fence.end))..inside(fence.start));
    between.filter_map(|text| duration::stated(content.slice(&text))).reduce(u64::saturating_add)
}

/// The steps but optional ones and their parts: what those say belongs to the step before.
fn without_optional(steps: Vec<Step>) -> Vec<Step> {
    let mut places: Vec<Option<usize>> = Vec::with_capacity(steps.len());
    let mut kept: Vec<Step> = Vec::with_capacity(steps.len());
    for step in steps {
        let parent = step.parent().and_then(|parent| places.get(parent).copied().flatten());
        if step.kind == StepType::Optional || parent.is_none() && step.parent().is_some() {
            places.push(None);
            kept.last_mut().into_iter().for_each(|before| before.span.end = step.span.end);
        } else {
            places.push(Some(kept.len()));
            kept.push(Step { parent: InList::new(parent), ..step });
        }
    }
    kept
}

/// Gives a draft of each step, and of the text around steps. A few words around a step belong to it.
fn drafts(
    content: &Analysis<'_>,
    context: &ChunkContext<'_>,
    steps: &[Step],
    dependencies: &Links,
    take: &mut dyn FnMut(Draft),
) {
    let Plan { drafts, places } = Plan::new(content, context, steps);
    let place = |step: usize| places.get(step).map(|&place| place as usize);
    // The steps that are parts of another one's draft, behind that.
    let whole = |step: usize| drafts.get(place(step)?)?.step.place();
    let parts = (0..steps.len()).filter_map(|step| Some((whole(step).filter(|&whole| whole != step)?, step)));
    let mut parts: Vec<(usize, usize)> = parts.collect();
    parts.sort_unstable();
    let ordinals = ordinals(steps);
    for &Planned { span, step, overlap } in &drafts {
        let span = span.range();
        let Some(index) = step.place() else {
            let text = Draft::new(span, semantic::undescribed());
            take(Draft { strategy: Some(SEMANTIC_BOUNDARY), overlap: overlap as usize, ..text });
            continue;
        };
        let Some((step, ordinal)) = steps.get(index).zip(ordinals.get(index).copied()) else { continue };
        let first = parts.partition_point(|(whole, _)| *whole < index);
        let own = parts.iter().skip(first).take_while(|(whole, _)| *whole == index).map(|&(_, part)| part);
        // What a part of a draft waits for, the draft waits for.
        let before = iter::once(index).chain(own).flat_map(|step| dependencies.of(step));
        let metadata = StrategyMetadata::Procedural(ProceduralMetadata {
            step_number: step.number.unwrap_or(ordinal),
            step_title: content.slice(&step.title()).to_owned(),
            step_type: step.kind,
            ..ProceduralMetadata::default()
        });
        take(Draft {
            parent: step.parent().and_then(place),
            dependencies: before.filter_map(place).collect(),
            ..Draft::new(span, metadata)
        });
    }
}

/// The drafts of steps and of the text around them, before any is given: a step may depend on one that stands further down.
struct Plan {
    drafts: Vec<Planned>,
    /// The place of each step's draft.
    places: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Planned {
    span: SmallRange,
    /// The place of the step that it is; a topic is none.
    step: InList,
    /// The bytes that it has of the topic before.
    overlap: u32,
}

impl Plan {
    fn new(content: &Analysis<'_>, context: &ChunkContext<'_>, steps: &[Step]) -> Self {
        let config = context.config();
        let scope = context.scope();
        let mut plan =
            Self { drafts: Vec::with_capacity(steps.len() + 2), places: Vec::with_capacity(steps.len()) };
        let mut at = scope.start;
        for (index, step) in steps.iter().enumerate() {
            let span = step.span();
            let start = plan.around(content, context, at..span.start, true);
            let own = plan.drafts.len() as u32;
            let parent = step.parent().and_then(|parent| plan.places.get(parent).copied());
            let is_part = !config.step_based.detect_substeps && step.kind == StepType::Substep;
            let joined = parent.and_then(|parent| plan.drafts.get_mut(parent as usize)).filter(|whole| {
                let above = whole.span.range();
                // A heading alone says nothing without the step that it stands above. Of all that it stands above, one is next to it.
                above.end == start
                    && context.tokens(above.start..span.end) <= config.max_chunk_size
                    && (is_part || is_headings(content, &above))
            });
            if let Some(whole) = joined {
                whole.span.end = step.span.end;
                plan.places.push(parent.unwrap_or(own));
            } else {
                plan.push(start..span.end, Some(index), 0);
                plan.places.push(own);
            }
            at = span.end;
        }
        let end = plan.around(content, context, at..scope.end, false);
        if let Some(last) = plan.drafts.last_mut().filter(|_| end < scope.end) {
            last.span.end = scope.end as u32;
        }
        plan
    }

    fn push(&mut self, span: Range<usize>, step: Option<usize>, overlap: u32) {
        self.drafts.push(Planned { span: SmallRange::new(&span), step: InList::new(step), overlap });
    }

    /// Plans the text between steps as topics; where what follows starts then. A heading goes with what follows, and so
    /// does text below the least size.
    fn around(
        &mut self,
        content: &Analysis<'_>,
        context: &ChunkContext<'_>,
        gap: Range<usize>,
        step_follows: bool,
    ) -> usize {
        let from_behind = content.blocks_in(&gap).iter().rev();
        let headings = from_behind.take_while(|block| is_heading(block) && step_follows);
        let start = headings.last().map_or(gap.end, |heading| heading.span().start);
        let text = gap.start..start;
        let is_short = unicode::trim(content.slice(&text)).is_empty()
            || context.tokens(text.clone()) < context.config().min_chunk_size;
        if is_short {
            return gap.start;
        }
        semantic::topics(content, context, text, &mut |topic| {
            self.push(topic.span, None, topic.overlap as u32);
        });
        if step_follows { start } else { gap.end }
    }
}

/// Whether there is nothing but headings in a part of the body.
fn is_headings(content: &Analysis<'_>, span: &Range<usize>) -> bool {
    content.blocks_around(span).iter().all(|block| is_heading(&block))
}

/// The place of each step among the parts of its step, or among the steps; 0 for prerequisites.
fn ordinals(steps: &[Step]) -> Vec<u32> {
    // How many parts each step has so far; first of all the steps that are part of none.
    let mut counts = vec![0; steps.len() + 1];
    let place = |step: &Step| {
        let count = counts.get_mut(step.parent().map_or(0, |parent| parent + 1));
        count.filter(|_| step.kind != StepType::Prerequisite).map_or(0, |count| {
            *count += 1;
            *count
        })
    };
    steps.iter().map(place).collect()
}

/// What a step asks of whoever does it.
struct Effort {
    words: u64,
    commands: u64,
    conditions: u64,
    cautions: u64,
    substeps: u64,
}

/// Seconds for reading and doing: for each step, command and word.
const STEP_SECONDS: u64 = 30;
const COMMAND_SECONDS: u64 = 30;

impl Effort {
    fn of(content: &Analysis<'_>, span: &Range<usize>) -> Self {
        let words = content.words.within(span);
        let text = content.slice(span);
        let blocks = content.blocks_in(span);
        let lines_of_code = |block: Block| {
            let lines = content.slice(&block.span()).lines();
            lines.filter(|line| !unicode::trim(line).is_empty()).count().saturating_sub(2)
        };
        let fences = blocks.iter().filter(|block| block.kind == BlockKind::Code);
        let fenced: usize = fences.map(lines_of_code).sum();
        let is_condition = |word: Word<'_>| {
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
