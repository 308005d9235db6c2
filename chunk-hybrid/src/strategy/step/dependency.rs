//! Which steps must be done before which (H20).

use crate::english::class::{CONDITION, Classes, DONE, NUMBER};
use crate::recognize::steps::{MOST_NUMBER, Step};
use crate::record::StepType;
use crate::strategy::step::circle::cut_circles;
use crate::text::ParsedContent;
use chunk_core::{Warning, types::Position};
use std::mem;

/// For each step, where the steps start that it depends on; no circle is left. Warns of each step that lost a dependency by that.
pub(crate) fn dependencies(
    content: &ParsedContent<'_>,
    steps: &[Step],
    warnings: &mut Vec<Warning>,
) -> Vec<Vec<usize>> {
    // The number and index of each main or optional step that has a number: these can be named by their numbers.
    let can_be_named = |step: &Step| matches!(step.kind, StepType::Main | StepType::Optional);
    let named = steps.iter().enumerate().filter(|(_, step)| can_be_named(step));
    let mut numbered: Vec<(u32, usize)> =
        named.filter_map(|(index, step)| Some((step.number?, index))).collect();
    numbered.sort_unstable();
    let index_of = |start: usize| steps.binary_search_by_key(&start, |step| step.span.start).ok();
    // The prerequisites so far, until a step depends on them; and the last main step.
    let (mut prerequisites, mut last_main) = (Vec::new(), None);
    let mut all = Vec::with_capacity(steps.len());
    for (index, step) in steps.iter().enumerate() {
        let mut before: Vec<usize> = match step.kind {
            StepType::Prerequisite => {
                prerequisites.push(index);
                Vec::new()
            }
            StepType::Substep => step.previous.or(step.parent).and_then(index_of).into_iter().collect(),
            StepType::Main | StepType::Optional => {
                last_main.map_or_else(|| mem::take(&mut prerequisites), |main| vec![main])
            }
        };
        if step.kind == StepType::Main {
            last_main = Some(index);
        }
        let explicit = explicit(content, step).into_iter();
        before.extend(explicit.filter_map(|number| nearest(&numbered, number, index)));
        all.push(before);
    }
    for step in cut_circles(&mut all).into_iter().filter_map(|cut| steps.get(cut)) {
        let message = "steps depend on each other in a circle; it is cut at this step";
        let at = Position::Line(content.lines.line(step.span.start));
        warnings.push(Warning::new("dependency-cycle", message).at(at));
    }
    let start = |index: usize| steps.get(index).map(|step| step.span.start);
    all.into_iter().map(|before| before.into_iter().filter_map(start).collect()).collect()
}

/// Of the steps with this number, the nearest before the step `index`, else the nearest after it.
fn nearest(numbered: &[(u32, usize)], number: u32, index: usize) -> Option<usize> {
    let at = numbered.partition_point(|own| *own < (number, index));
    let with_number = |at: usize| numbered.get(at).filter(|own| own.0 == number).map(|own| own.1);
    let after = || (at..).map_while(with_number).find(|&other| other != index);
    at.checked_sub(1).and_then(with_number).or_else(after)
}

/// The numbers of the steps that a step's text says it depends on: as a condition (`after step 2`, `once 2 is done`), or because it uses
/// what an earlier step gives (`the key from step 2`).
fn explicit(content: &ParsedContent<'_>, step: &Step) -> Vec<u32> {
    // The step's own number stands before its title.
    let words = content.words.within(&(step.title.start..step.span.end));
    if !words.any(NUMBER) {
        return Vec::new();
    }
    let has = |at: usize, class: Classes| words.get(at).is_some_and(|word| word.classes.any(class));
    let is = |at: usize, wanted| words.get(at).is_some_and(|word| content.is_one_of(word, wanted));
    let any_before = |at: usize, class| (at.saturating_sub(4)..at).any(|before| has(before, class));
    // A number names a step that must be done before if it is below this limit: any number in a condition (`after step 2`), that of an
    // earlier step where its outcome is used (`the key from step 2`), none where a step is only mentioned (`repeat step 2`).
    let limit = |at: usize| {
        let before = at.saturating_sub(1);
        let repeats =
            || words.part(at.saturating_sub(4)..at).iter().any(|word| content.is_listed(word, "repeating"));
        if is(before, &["in", "from"]) && !repeats() {
            step.number.unwrap_or(0)
        } else if any_before(at, CONDITION) && !is(before, &["to", "with", "from"]) {
            MOST_NUMBER + 1
        } else {
            0
        }
    };
    // Without the word "step", a number names a step by what follows it: `once 2 is done`.
    let is_done = |at: usize| {
        let said = is(at + 1, &["is", "are", "has", "have"]) && (has(at + 2, DONE) || has(at + 3, DONE));
        said && any_before(at, CONDITION)
    };
    let mut numbers = Vec::new();
    // What the last word "step" said of the numbers after it, of which there can be several: `steps 2 and 3`, `steps 2 to 4`.
    let mut named = None;
    for at in 0..words.len() {
        if is(at, &["step", "steps", "stage", "stages"]) {
            named = Some(limit(at));
        } else if has(at, NUMBER) {
            let number = words.get(at).and_then(|word| content.slice(&word.span()).parse().ok());
            let limit = named.unwrap_or_else(|| if is_done(at) { MOST_NUMBER + 1 } else { 0 });
            numbers.extend(number.filter(|number: &u32| *number < limit));
        } else if !is(at, &["and", "or", "to", "through"]) {
            named = None;
        }
    }
    numbers
}
