//! Which steps must be done before which (H20).

use crate::{
    dictionary::Dictionary,
    english::{
        class::{CONDITION, Classes, DONE, NUMBER},
        word_list::{WordList, words},
    },
    rank::least,
    recognize::steps::{MOST_NUMBER, Step},
    record::metadata::StepType,
    strategy::step::{circle::cut_circles, links::Links},
    text::document::ParsedContent,
};
use std::{cell::LazyCell, mem};

/// The dependencies of each step, and the steps at which a circle was cut.
pub(crate) fn of(content: &ParsedContent<'_>, steps: &[Step]) -> (Links, Vec<usize>) {
    let is_numbered = |step: &Step| matches!(step.kind, StepType::Main | StepType::Optional);
    // Hardly any step names another one.
    let numbered = LazyCell::new(|| {
        let numbers = steps.iter().enumerate().filter(|(_, step)| is_numbered(step));
        let numbered = numbers.filter_map(|(at, step)| Some((step.number?.into(), at))).collect();
        least(numbered, steps.len())
    });
    let mut sequence = Sequence::default();
    let mut dependencies = Links::default();
    for (index, step) in steps.iter().enumerate() {
        let mut before = sequence.before(index, step);
        before.extend(
            explicit(content, step).into_iter().filter_map(|number| nearest(&numbered, number.into(), index)),
        );
        before.sort_unstable();
        before.dedup();
        dependencies.push(before.into_iter().filter(|&other| other != index));
    }
    cut_circles(dependencies)
}

/// Of the steps with a number the nearest before the step `index`, else the nearest behind it.
fn nearest(numbered: &[(i64, usize)], number: i64, index: usize) -> Option<usize> {
    let at = numbered.partition_point(|own| *own < (number, index));
    let with_number = |at: usize| numbered.get(at).filter(|own| own.0 == number).map(|own| own.1);
    let behind = || (at..).map_while(with_number).find(|&other| other != index);
    at.checked_sub(1).and_then(with_number).or_else(behind)
}

/// What comes before in the sequence: for a step the last one that is not optional, and for the first of them all
/// prerequisites before it; for a substep the one before it, else the step it is a part of.
#[derive(Default)]
struct Sequence {
    prerequisites: Vec<usize>,
    last_main: Option<usize>,
    /// The last part of each step that has any.
    last_parts: Dictionary<usize, usize>,
}

impl Sequence {
    /// What comes before the next step.
    fn before(&mut self, index: usize, step: &Step) -> Vec<usize> {
        match step.kind {
            StepType::Prerequisite => {
                self.prerequisites.push(index);
                Vec::new()
            }
            StepType::Substep => {
                let last = step.parent().and_then(|parent| self.last_parts.insert(parent, index));
                last.or(step.parent()).into_iter().collect()
            }
            StepType::Main | StepType::Optional => {
                let prerequisites = &mut self.prerequisites;
                let before = self.last_main.map_or_else(|| mem::take(prerequisites), |main| vec![main]);
                if step.kind == StepType::Main {
                    self.last_main = Some(index);
                }
                before
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
