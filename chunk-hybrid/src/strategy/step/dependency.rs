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

/// What each step waits for; to be asked of one step after the other. Steps are known by their first bytes. Hardly any step names another
/// one, and only where one waits for a later one can there be a circle: what these take is made when the first does.
pub(crate) struct Dependencies<'c> {
    content: &'c ParsedContent<'c>,
    context: &'c ChunkContext<'c>,
    /// All of them.
    steps: Steps<'c>,
    sequence: Sequence,
    /// The steps that have a number, with it before them.
    numbered: Option<Vec<(u32, u32)>>,
    /// All steps, and by their places here what each waits for.
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

    /// What the next step waits for.
    pub(crate) fn before(&mut self, step: &Step) -> Vec<usize> {
        let start = step.span().start;
        let before = self.with_circles(step);
        // Steps before the first that waits for a later one lose nothing: circles are cut at steps that such a one waits for.
        if self.without_circles.is_none() && before.iter().any(|&other| other > start) {
            self.without_circles = Some(self.cut_circles());
        }
        let Some((steps, links)) = &self.without_circles else { return before };
        let links = steps.binary_search(&start).into_iter().flat_map(|place| links.of(place));
        links.filter_map(|other| steps.get(other).copied()).collect()
    }

    /// The same before circles are cut.
    fn with_circles(&mut self, step: &Step) -> Vec<usize> {
        let mut before = self.sequence.before(step);
        for number in explicit(self.content, step) {
            let numbered = self.numbered.get_or_insert_with(|| numbered(self.steps.clone()));
            before.extend(nearest(numbered, number, step.span().start));
        }
        before
    }

    /// All steps, and what they wait for, with a warning for each that waits no longer for one.
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

/// The steps that can be named by a number, in order of it.
fn numbered(steps: Steps<'_>) -> Vec<(u32, u32)> {
    let are_apart = |step: &Step| matches!(step.kind, StepType::Main | StepType::Optional);
    let numbered = steps.filter(are_apart).filter_map(|step| Some((step.number?, step.span().start as u32)));
    let mut numbered: Vec<(u32, u32)> = numbered.collect();
    numbered.sort_unstable();
    numbered
}

/// Of the steps with a number the nearest before the step at `start`, else the nearest behind it.
fn nearest(numbered: &[(u32, u32)], number: u32, start: usize) -> Option<usize> {
    let at = numbered.partition_point(|own| *own < (number, start as u32));
    let with_number = |at: usize| numbered.get(at).filter(|own| own.0 == number).map(|own| own.1 as usize);
    let behind = || (at..).map_while(with_number).find(|&other| other != start);
    at.checked_sub(1).and_then(with_number).or_else(behind)
}

/// What comes before in the sequence: for a step the last one that is not optional, and for the first of them all
/// prerequisites before it; for a substep the one before it, else the step it is a part of.
#[derive(Default)]
struct Sequence {
    prerequisites: Vec<usize>,
    last_main: Option<usize>,
}

impl Sequence {
    /// What comes before the next step.
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

/// The numbers of the steps that a step's text says it waits for: as a condition (`after step 2`, `once 2 is done`), or as one
/// before it whose outcome it takes (`the key from step 2`).
fn explicit(content: &ParsedContent<'_>, step: &Step) -> Vec<u32> {
    // What stands before the title is the step's own number.
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
    // What is behind a number makes it a step: `once 2 is done`.
    let is_done = |at: usize| {
        let said = is(at + 1, words!["is", "are", "has", "have"]) && (has(at + 2, DONE) || has(at + 3, DONE));
        said && any_before(at, CONDITION)
    };
    let mut numbers = Vec::new();
    // How the steps are named whose numbers stand next: `steps 2 and 3`, `steps 2 to 4`.
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

/// How another step is named.
#[derive(Clone, Copy)]
enum Reference {
    Condition,
    Outcome,
    Mention,
}

/// What leads back to a step, or says that something is done as there.
const REPEATING: &WordList =
    words!["repeat", "repeated", "repeats", "return", "back", "again", "restart", "start", "as"];
