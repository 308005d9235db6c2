//! Circles of dependencies are cut at their latest steps (H13).

use std::slice;

/// Takes out dependencies until no circle is left; the steps that lost one. For the latest step of a circle an earlier one waits: such a
/// step waits no longer for the earlier ones of its circle.
pub(crate) fn cut_circles(dependencies: &mut [Vec<usize>]) -> Vec<usize> {
    let mut all = dependencies.iter().enumerate();
    if all.all(|(step, before)| before.iter().all(|&other| other < step)) {
        return Vec::new();
    }
    let roots = roots(dependencies);
    let are_in_circle = |one: usize, other: usize| roots.get(one) == roots.get(other);
    let mut is_awaited = vec![false; dependencies.len()];
    for (step, before) in dependencies.iter().enumerate() {
        let later = before.iter().filter(|&&other| other > step && are_in_circle(step, other));
        for &later in later {
            is_awaited.get_mut(later).into_iter().for_each(|own| *own = true);
        }
    }
    let awaited = dependencies.iter_mut().enumerate().zip(is_awaited).filter(|(_, is_awaited)| *is_awaited);
    let cut = awaited.filter_map(|((step, before), _)| {
        let all = before.len();
        before.retain(|&other| other > step || !are_in_circle(step, other));
        (before.len() < all).then_some(step)
    });
    cut.collect()
}

/// For each step those that depend on it.
pub(crate) fn followups(dependencies: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut followups = vec![Vec::new(); dependencies.len()];
    for (step, before) in dependencies.iter().enumerate() {
        for &other in before {
            followups.get_mut(other).into_iter().for_each(|own| own.push(step));
        }
    }
    followups
}

/// For each step one that stands for its circle: two have the same if each waits, over whatever others, for the other. Found by
/// Kosaraju's algorithm.
fn roots(dependencies: &[Vec<usize>]) -> Vec<usize> {
    let mut order = Vec::with_capacity(dependencies.len());
    walk(dependencies, &mut (0..dependencies.len()), &mut |_, step| order.push(step));
    let mut roots = vec![0; dependencies.len()];
    let leave = &mut |root, step: usize| roots.get_mut(step).into_iter().for_each(|own| *own = root);
    walk(&followups(dependencies), &mut order.into_iter().rev(), leave);
    roots
}

/// Walks along `edges` from each root, depth first; gives each step with its root when all that it leads to are given.
fn walk(edges: &[Vec<usize>], roots: &mut dyn Iterator<Item = usize>, leave: &mut dyn FnMut(usize, usize)) {
    let mut unmet: Vec<Option<slice::Iter<'_, usize>>> = edges.iter().map(|own| Some(own.iter())).collect();
    for root in roots {
        let (mut path, mut next) = (Vec::new(), Some(root));
        loop {
            let met = next.and_then(|step| Some((step, unmet.get_mut(step)?.take()?)));
            path.extend(met);
            let Some((step, edges)) = path.last_mut() else { break };
            next = edges.next().copied();
            if next.is_none() {
                leave(root, *step);
                path.pop();
            }
        }
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
        assert_eq!(cut_circles(&mut dependencies), [1]);
        assert_eq!(dependencies, [vec![1], vec![]]);
        // 1 needs 4; the sequence leads from 4 back to 1.
        let mut dependencies = vec![vec![], vec![0, 4], vec![1], vec![2], vec![3]];
        assert_eq!(cut_circles(&mut dependencies), [4]);
        assert_eq!(dependencies, [vec![], vec![0, 4], vec![1], vec![2], vec![]]);
    }

    #[test]
    fn what_is_in_no_circle_stays() {
        // 0 and 1 are in one, 3 and 4 in another one; 4 needs 0, and 2 needs 5, which needs 1.
        let mut dependencies = vec![vec![1], vec![0], vec![5], vec![1, 4], vec![0, 3], vec![1]];
        assert_eq!(cut_circles(&mut dependencies), [1, 4]);
        assert_eq!(dependencies, [vec![1], vec![], vec![5], vec![1, 4], vec![0], vec![1]]);
    }

    #[test]
    fn no_circle_is_left_in_any_graph() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..3000 {
            let count = random.usize(1..9);
            let mut dependencies: Vec<Vec<usize>> = (0..count)
                .map(|step| (0..count).filter(|&other| other != step && random.u8(..4) == 0).collect())
                .collect();
            let (had_circle, before) = (has_circle(&dependencies), dependencies.clone());
            let cut = cut_circles(&mut dependencies);
            assert!(!has_circle(&dependencies), "{dependencies:?}");
            assert_eq!(!cut.is_empty(), had_circle, "{before:?}");
        }
    }
}
