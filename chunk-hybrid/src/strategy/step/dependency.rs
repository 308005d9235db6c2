//! Which steps must be done before which (H20).

use crate::pattern;
use crate::recognize::steps::Step;
use crate::record::StepType;
use crate::text::ParsedContent;
use regex::Regex;
use std::{collections::BTreeMap, mem, sync::LazyLock};

/// A condition with the numbers of the steps that must be done before: `after step 2`, `once you have finished steps 1 to 3`, `once 2 is done`.
static CONDITION: LazyLock<Regex> = LazyLock::new(|| {
    const NUMBERS: &str = r"[0-9]+(?:(?:,|,? and| or| to| through) [0-9]+)*";
    pattern(&format!(
        r"(?i)\b(?:after|once|requires?|depends on) (?:(?:you|have|has|completing|completed|finishing|finished|doing|done|all|of|the) )*(?:steps? (?<steps>{NUMBERS})|(?<done>{NUMBERS}) (?:is|are|has been|have been) (?:done|complete|completed|finished))\b"
    ))
});

/// For each step, where the steps start that it depends on: those that it names, and those before it in the sequence.
pub(crate) fn dependencies(content: &ParsedContent<'_>, steps: &[Step]) -> Vec<Vec<usize>> {
    // The number and start of each main or optional step that has a number: these can be named by their numbers.
    let can_be_named = |step: &&Step| matches!(step.kind, StepType::Main | StepType::Optional);
    let mut numbered: Vec<(u32, usize)> =
        steps.iter().filter(can_be_named).filter_map(|step| Some((step.number?, step.span.start))).collect();
    numbered.sort_unstable();
    // The prerequisites so far, until a step depends on them; the last main step; and the last part of each step.
    let (mut prerequisites, mut last_main, mut parts) = (Vec::new(), None, BTreeMap::new());
    let mut all = Vec::with_capacity(steps.len());
    for step in steps {
        let start = step.span.start;
        let mut before = match (step.kind, step.parent) {
            (StepType::Prerequisite, _) => {
                prerequisites.push(start);
                Vec::new()
            }
            (StepType::Substep, Some(parent)) => vec![parts.insert(parent, start).unwrap_or(parent)],
            (StepType::Substep, None) => Vec::new(),
            (StepType::Main | StepType::Optional, _) => {
                // One with the number 1 begins another sequence.
                let main = last_main.filter(|_| step.number != Some(1));
                main.map_or_else(|| mem::take(&mut prerequisites), |main| vec![main])
            }
        };
        if step.kind == StepType::Main {
            last_main = Some(start);
        }
        // The step's own number stands before its title.
        let text = content.slice(&(step.title.start..step.span.end));
        for condition in CONDITION.captures_iter(text) {
            let numbers = condition.name("steps").or(condition.name("done")).map_or("", |own| own.as_str());
            let numbers =
                numbers.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok());
            before.extend(numbers.filter_map(|number| nearest(&numbered, number, start)));
        }
        all.push(before);
    }
    all
}

/// Of the steps with this number, the nearest that starts before `start`, else the nearest after it.
fn nearest(numbered: &[(u32, usize)], number: u32, start: usize) -> Option<usize> {
    let at = numbered.partition_point(|own| *own < (number, start));
    let with_number = |at: usize| numbered.get(at).filter(|own| own.0 == number).map(|own| own.1);
    let after = || (at..).map_while(with_number).find(|other| *other != start);
    at.checked_sub(1).and_then(with_number).or_else(after)
}
