//! Which steps must be done before which (H20).

use crate::{
    english::{
        class::{CONDITION, Classes, DONE, NUMBER},
        word_list::{WordList, words},
    },
    recognize::steps::{MOST_NUMBER, Step, Steps},
    record::metadata::StepType,
    strategy::{
        plugin::ChunkContext,
        step::{circle::cut_circles, links::Links},
    },
    text::document::ParsedContent,
};
use chunk_core::{Position, Warning};
use std::mem;

/// Finds what each step depends on; to be asked for one step after the other. Steps are known by the bytes at which they start.
///
/// Most procedures name no step by its number, and have no circle. So the list of numbers is made when a step first names another one,
/// and circles are looked for when one first depends on a later one.
pub(crate) struct Dependencies<'c> {
    content: &'c ParsedContent<'c>,
    context: &'c ChunkContext<'c>,
    /// All steps.
    steps: Steps<'c>,
    sequence: Sequence,
    /// The number and the start of each step that has a number, sorted.
    numbered: Option<Vec<(u32, u32)>>,
    /// The starts of all steps, and by their indices there what each depends on, after circles are cut.
    without_circles: Option<(Vec<usize>, Links)>,
}

impl<'c> Dependencies<'c> {
    pub(crate) fn new(
        content: &'c ParsedContent<'c>,
        context: &'c ChunkContext<'c>,
        steps: Steps<'c>,
    ) -> Self {
        let sequence = Sequence::default();
        Self { content, context, steps, sequence, numbered: None, without_circles: None }
    }

    /// The steps that the next step depends on.
    pub(crate) fn before(&mut self, step: &Step) -> Vec<usize> {
        let start = step.span().start;
        let before = self.with_circles(step);
        // The steps up to here lose nothing by that: a circle is cut at a step on which an earlier one depends, and this is the first one
        // that depends on a later one.
        if self.without_circles.is_none() && before.iter().any(|&other| other > start) {
            self.without_circles = Some(self.cut_circles());
        }
        let Some((steps, links)) = &self.without_circles else { return before };
        let links = steps.binary_search(&start).into_iter().flat_map(|place| links.of(place));
        links.filter_map(|other| steps.get(other).copied()).collect()
    }

    /// The steps that a step depends on, before circles are cut.
    fn with_circles(&mut self, step: &Step) -> Vec<usize> {
        let mut before = self.sequence.before(step);
        for number in explicit(self.content, step) {
            let numbered = self.numbered.get_or_insert_with(|| numbered(self.steps.clone()));
            before.extend(nearest(numbered, number, step.span().start));
        }
        before
    }

    /// The starts of all steps, and what they depend on after circles are cut, with a warning for each step that lost a dependency.
    fn cut_circles(&self) -> (Vec<usize>, Links) {
        let steps: Vec<usize> = self.steps.clone().map(|step| step.span().start).collect();
        let mut all = Self::new(self.content, self.context, self.steps.clone());
        all.numbered.clone_from(&self.numbered);
        let mut links = Links::default();
        for step in self.steps.clone() {
            let before = all.with_circles(&step);
            links.push(before.into_iter().filter_map(|other| steps.binary_search(&other).ok()));
        }
        let (links, cut) = cut_circles(links);
        for step in cut.into_iter().filter_map(|cut| steps.get(cut)) {
            let message = "steps depend on each other in a circle; it is cut at this step";
            let at = Position::Line(self.content.lines.line(*step));
            self.context.warn(Warning::new("dependency-cycle", message).at(at));
        }
        (steps, links)
    }
}

/// The number and the start of each main or optional step that has a number, sorted: these can be named by their numbers.
fn numbered(steps: Steps<'_>) -> Vec<(u32, u32)> {
    let can_be_named = |step: &Step| matches!(step.kind, StepType::Main | StepType::Optional);
    let numbered =
        steps.filter(can_be_named).filter_map(|step| Some((step.number?, step.span().start as u32)));
    let mut numbered: Vec<(u32, u32)> = numbered.collect();
    numbered.sort_unstable();
    numbered
}

/// Of the steps with this number, the nearest before the step at `start`, else the nearest after it.
fn nearest(numbered: &[(u32, u32)], number: u32, start: usize) -> Option<usize> {
    let at = numbered.partition_point(|own| *own < (number, start as u32));
    let with_number = |at: usize| numbered.get(at).filter(|own| own.0 == number).map(|own| own.1 as usize);
    let after = || (at..).map_while(with_number).find(|&other| other != start);
    at.checked_sub(1).and_then(with_number).or_else(after)
}

/// The dependencies by the order of steps. A step depends on the last main step before it, the first one on all prerequisites; a substep
/// depends on the substep before it, else on the step that it is a part of.
#[derive(Default)]
struct Sequence {
    /// The prerequisites so far, until a step depends on them.
    prerequisites: Vec<usize>,
    last_main: Option<usize>,
}

impl Sequence {
    /// What the next step depends on by its place in the order.
    fn before(&mut self, step: &Step) -> Vec<usize> {
        let start = step.span().start;
        match step.kind {
            StepType::Prerequisite => {
                self.prerequisites.push(start);
                Vec::new()
            }
            StepType::Substep => step.previous.or(step.parent).into_iter().collect(),
            StepType::Main | StepType::Optional => {
                let last_main = self.last_main;
                if step.kind == StepType::Main {
                    self.last_main = Some(start);
                }
                last_main.map_or_else(|| mem::take(&mut self.prerequisites), |main| vec![main])
            }
        }
    }
}

/// The numbers of the steps that a step's text says it depends on: as a condition (`after step 2`, `once 2 is done`), or because it uses
/// what an earlier step gives (`the key from step 2`).
fn explicit(content: &ParsedContent<'_>, step: &Step) -> Vec<u32> {
    // The step's own number stands before its title.
    let words = content.words.within(&(step.title().start..step.span().end));
    if !words.any(NUMBER) {
        return Vec::new();
    }
    let has = |at: usize, class: Classes| words.get(at).is_some_and(|word| word.classes.any(class));
    let is = |at: usize, wanted| words.get(at).is_some_and(|word| content.is_one_of(word, wanted));
    let any_before = |at: usize, class| (at.saturating_sub(4)..at).any(|before| has(before, class));
    let reference = |at: usize| {
        let before = at.saturating_sub(1);
        let repeats = || (at.saturating_sub(4)..at).any(|before| is(before, REPEATING));
        if is(before, words!["in", "from"]) && !repeats() {
            Reference::Outcome
        } else if any_before(at, CONDITION) && !is(before, words!["to", "with", "from"]) {
            Reference::Condition
        } else {
            Reference::Mention
        }
    };
    // Without the word "step", a number names a step by what follows it: `once 2 is done`.
    let is_done = |at: usize| {
        let said = is(at + 1, words!["is", "are", "has", "have"]) && (has(at + 2, DONE) || has(at + 3, DONE));
        said && any_before(at, CONDITION)
    };
    let mut numbers = Vec::new();
    // What the last word "step" said of the numbers after it, of which there can be several: `steps 2 and 3`, `steps 2 to 4`.
    let mut named = None;
    for at in 0..words.len() {
        if is(at, words!["step", "steps", "stage", "stages"]) {
            named = Some(reference(at));
        } else if has(at, NUMBER) {
            let number = words.get(at).and_then(|word| content.slice(&word.span()).parse().ok());
            let counts = |number: &u32| match named {
                Some(Reference::Condition) => *number <= MOST_NUMBER,
                Some(Reference::Outcome) => step.number.is_some_and(|own| *number < own),
                Some(Reference::Mention) => false,
                None => is_done(at) && *number <= MOST_NUMBER,
            };
            numbers.extend(number.filter(counts));
        } else if !is(at, words!["and", "or", "to", "through"]) {
            named = None;
        }
    }
    numbers
}

/// How a text refers to another step.
#[derive(Clone, Copy)]
enum Reference {
    /// It must be done before: `after step 2`.
    Condition,
    /// What it gives is used: `the key from step 2`.
    Outcome,
    /// Neither: `repeat step 2`.
    Mention,
}

/// Words that lead back to a step, or say that something is done as there.
const REPEATING: &WordList =
    words!["repeat", "repeated", "repeats", "return", "back", "again", "restart", "start", "as"];
