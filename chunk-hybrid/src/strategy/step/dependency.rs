//! Which steps must be done before which (H20).

use crate::{
    english::{
        class::{CONDITION, Classes, DONE, NUMBER},
        word_list::words,
    },
    rank::least,
    recognize::steps::{MOST_NUMBER, Step},
    record::metadata::StepType,
    strategy::step::circle::cut_circles,
    text::document::ParsedContent,
};

/// The dependencies of each step, and the steps at which a circle was cut.
pub(crate) fn of(content: &ParsedContent<'_>, steps: &[Step]) -> (Vec<Vec<usize>>, Vec<usize>) {
    let mut dependencies = in_sequence(steps);
    let is_numbered = |step: &Step| matches!(step.kind, StepType::Main | StepType::Optional);
    let numbers = steps.iter().enumerate().filter(|(_, step)| is_numbered(step));
    let numbered = numbers.filter_map(|(at, step)| Some((step.number?.into(), at))).collect();
    let numbered = least(numbered, steps.len());
    for (index, (step, edges)) in steps.iter().zip(&mut dependencies).enumerate() {
        edges.extend(
            explicit(content, step).into_iter().filter_map(|number| nearest(&numbered, number.into(), index)),
        );
        edges.sort_unstable();
        edges.dedup();
        edges.retain(|&other| other != index);
    }
    let cut = cut_circles(&mut dependencies);
    (dependencies, cut)
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
fn in_sequence(steps: &[Step]) -> Vec<Vec<usize>> {
    let mut prerequisites = Vec::new();
    let mut last_main = None;
    let mut last_part: Vec<Option<usize>> = vec![None; steps.len()];
    let mut sequence = Vec::with_capacity(steps.len());
    for (index, step) in steps.iter().enumerate() {
        sequence.push(match step.kind {
            StepType::Prerequisite => {
                prerequisites.push(index);
                Vec::new()
            }
            StepType::Substep => {
                let last = step
                    .parent()
                    .and_then(|parent| last_part.get_mut(parent))
                    .and_then(|last| last.replace(index));
                last.or(step.parent()).into_iter().collect()
            }
            StepType::Main | StepType::Optional => {
                let before = last_main.map_or_else(|| std::mem::take(&mut prerequisites), |main| vec![main]);
                if step.kind == StepType::Main {
                    last_main = Some(index);
                }
                before
            }
        });
    }
    sequence
}

/// The numbers of the steps that a step's text names as its conditions.
fn explicit(content: &ParsedContent<'_>, step: &Step) -> Vec<u32> {
    let words = content.words.within(&step.span());
    // Words before a step's number make it a condition: `after step 2`.
    if !words.any(CONDITION) {
        return Vec::new();
    }
    let text = |at: usize| words.get(at).map_or("", |word| content.slice(&word.span()));
    let has = |at: usize, class: Classes| words.get(at).is_some_and(|word| word.classes.any(class));
    let is = |at: usize, wanted| words.get(at).is_some_and(|word| content.is_one_of(word, wanted));
    let is_condition = |at: usize| {
        let named = at > 0 && is(at - 1, words!["step", "steps", "stage", "stages"]);
        let first = at - usize::from(named);
        let conditional = (first.saturating_sub(4)..first).any(|before| has(before, CONDITION));
        // What is behind a number makes it a step: `once 2 is done`.
        let done = is(at + 1, words!["is", "are", "has", "have"]) && (has(at + 2, DONE) || has(at + 3, DONE));
        // A number after the item's own mark is no reference: `3.` stands before the words of step 3.
        let own_mark = words.get(at).is_some_and(|word| word.span().start < step.title().start);
        conditional && (named || done) && !own_mark
    };
    let numbers = (0..words.len()).filter(|&at| has(at, NUMBER) && is_condition(at));
    numbers.filter_map(|at| text(at).parse().ok()).filter(|number| *number <= MOST_NUMBER).collect()
}
