//! Which steps must be done before which (H20), without circles (H13).

use crate::{
    english::{
        class::{CONDITION, Classes, DONE, NUMBER},
        word_list::words,
    },
    rank::least,
    recognize::steps::{MOST_NUMBER, Step},
    record::metadata::StepType,
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
    let cut = cut_all_circles(&mut dependencies);
    (dependencies, cut)
}

/// Takes out dependencies until no circle is left; the places that lost one.
pub(crate) fn cut_all_circles(dependencies: &mut [Vec<usize>]) -> Vec<usize> {
    let mut all = dependencies.iter().enumerate();
    if all.all(|(step, before)| before.iter().all(|&other| other < step)) {
        return Vec::new();
    }
    let mut cut = cut_circles(dependencies, true);
    cut.extend(cut_circles(dependencies, false));
    cut.sort_unstable();
    cut.dedup();
    cut
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
                    .parent
                    .and_then(|parent| last_part.get_mut(parent))
                    .and_then(|last| last.replace(index));
                last.or(step.parent).into_iter().collect()
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
    let words = content.words.within(&step.span);
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
        let own_mark = words.get(at).is_some_and(|word| word.span().start < step.title.start);
        conditional && (named || done) && !own_mark
    };
    let numbers = (0..words.len()).filter(|&at| has(at, NUMBER) && is_condition(at));
    numbers.filter_map(|at| text(at).parse().ok()).filter(|number| *number <= MOST_NUMBER).collect()
}

/// Walks all dependencies once, depth first, and takes out an edge of every circle it meets: with `at_latest`, that of
/// the latest step on it, else the edge that closes it, which leaves none. Returns the steps that lost an edge.
fn cut_circles(dependencies: &mut [Vec<usize>], at_latest: bool) -> Vec<usize> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        /// On the path, at this place.
        Open(usize),
        Closed,
    }
    let mut states = vec![State::New; dependencies.len()];
    let mut cut: Vec<(usize, usize)> = Vec::new();
    let mut path: Vec<OnPath> = Vec::new();
    for root in 0..dependencies.len() {
        let mut open = Some(root).filter(|&root| states.get(root) == Some(&State::New));
        loop {
            if let Some(step) = open.take() {
                set(&mut states, step, State::Open(path.len()));
                path.push(OnPath::behind(&path, step));
            }
            let Some(OnPath { step, walked, .. }) = path.last_mut() else { break };
            let step = *step;
            let Some(&next) = dependencies.get(step).and_then(|edges| edges.get(*walked)) else {
                set(&mut states, step, State::Closed);
                path.pop();
                continue;
            };
            *walked += 1;
            match states.get(next) {
                Some(State::New) => open = Some(next),
                Some(&State::Open(start)) => {
                    let found = latest(&path, start).filter(|_| at_latest);
                    cut.push(found.map_or((step, next), |(latest, place)| {
                        (latest, path.get(place + 1).map_or(next, |behind| behind.step))
                    }));
                }
                _ => {}
            }
        }
    }
    cut.sort_unstable();
    for of_step in cut.chunk_by(|one, other| one.0 == other.0) {
        let Some(edges) = of_step.first().and_then(|&(step, _)| dependencies.get_mut(step)) else { continue };
        edges.retain(|&other| of_step.binary_search_by_key(&other, |&(_, edge)| edge).is_err());
    }
    cut.into_iter().map(|(step, _)| step).collect()
}

/// A step on the path that is walked.
struct OnPath {
    step: usize,
    /// How many of its dependencies were walked.
    walked: usize,
    /// The latest of the steps from the place `since` up to here, and its place.
    latest: (usize, usize),
    since: usize,
}

impl OnPath {
    /// A step at the end of `path`. Of two runs of equal length before it and itself one run is made, so that few lead back to any
    /// place.
    fn behind(path: &[Self], step: usize) -> Self {
        let at = path.len();
        let alone = Self { step, walked: 0, latest: (step, at), since: at };
        let Some(last) = path.last() else { return alone };
        match last.since.checked_sub(1).and_then(|before| path.get(before)) {
            Some(before) if at - last.since == last.since - before.since => {
                let latest = alone.latest.max(last.latest).max(before.latest);
                Self { latest, since: before.since, ..alone }
            }
            _ => alone,
        }
    }
}

/// The latest step of the path from the place `start` on, and its place, in the logarithm of the path's length.
fn latest(path: &[OnPath], start: usize) -> Option<(usize, usize)> {
    let mut latest = None;
    let mut end = path.len();
    while end > start {
        let last = path.get(end - 1)?;
        let is_inside = last.since >= start;
        latest = latest.max(Some(if is_inside { last.latest } else { (last.step, end - 1) }));
        end = if is_inside { last.since } else { end - 1 };
    }
    latest
}

fn set<T>(all: &mut [T], at: usize, value: T) {
    if let Some(own) = all.get_mut(at) {
        *own = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has_circle(dependencies: &[Vec<usize>]) -> bool {
        // Takes away what depends on nothing that is left, until nothing changes.
        let mut left: Vec<usize> = (0..dependencies.len()).collect();
        loop {
            let before = left.len();
            let rest = left.clone();
            left.retain(|&step| dependencies[step].iter().any(|other| rest.contains(other)));
            if left.len() == before {
                return before > 0;
            }
        }
    }

    #[test]
    fn the_later_step_of_a_circle_is_cut() {
        // 0 needs 1, which follows it.
        let mut dependencies = vec![vec![1], vec![0]];
        assert_eq!(cut_circles(&mut dependencies, true), [1]);
        assert_eq!(dependencies, [vec![1], vec![]]);
        // 1 needs 4; the sequence leads from 4 back to 1.
        let mut dependencies = vec![vec![], vec![0, 4], vec![1], vec![2], vec![3]];
        assert_eq!(cut_circles(&mut dependencies, true), [4]);
        assert_eq!(dependencies, [vec![], vec![0, 4], vec![1], vec![2], vec![]]);
    }

    #[test]
    fn the_latest_of_any_end_of_a_path() {
        let mut random = fastrand::Rng::with_seed(9);
        let mut path = Vec::new();
        for step in 0..2_000 {
            if random.u8(..5) >= 2 || path.pop().is_none() {
                path.push(OnPath::behind(&path, random.usize(..50) * 10_000 + step));
            }
            let start = random.usize(..=path.len());
            let expected = path.iter().enumerate().skip(start).map(|(at, own)| (own.step, at)).max();
            assert_eq!(latest(&path, start), expected);
        }
    }

    #[test]
    fn no_circle_is_left_in_any_graph() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..3000 {
            let count = random.usize(1..9);
            let mut dependencies: Vec<Vec<usize>> = (0..count)
                .map(|step| (0..count).filter(|&other| other != step && random.u8(..4) == 0).collect())
                .collect();
            cut_all_circles(&mut dependencies);
            assert!(!has_circle(&dependencies), "{dependencies:?}");
        }
    }
}
