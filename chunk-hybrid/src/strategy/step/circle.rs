//! Cuts circles of dependencies at their latest steps (H13).

use super::links::Links;

/// Removes dependencies so that no circle is left; gives the rest, and the steps that lost one. In every circle, some step depends on a
/// later one of the circle: that later one loses its dependencies on earlier steps of the circle.
pub(crate) fn cut_circles(dependencies: Links) -> (Links, Vec<usize>) {
    if dependencies.iter().enumerate().all(|(step, mut before)| before.all(|other| other < step)) {
        return (dependencies, Vec::new());
    }
    let roots = roots(&dependencies);
    let are_in_circle = |one: usize, other: usize| roots.get(one) == roots.get(other);
    // The steps on which an earlier one of their circle depends.
    let mut is_awaited = vec![false; dependencies.len()];
    for (step, before) in dependencies.iter().enumerate() {
        for later in before.filter(|&other| other > step && are_in_circle(step, other)) {
            if let Some(is_awaited) = is_awaited.get_mut(later) {
                *is_awaited = true;
            }
        }
    }
    let (mut left, mut cut) = (Links::default(), Vec::new());
    for ((step, before), is_awaited) in dependencies.iter().enumerate().zip(is_awaited) {
        let stays = |other: &usize| !is_awaited || *other > step || !are_in_circle(step, *other);
        let count = before.len();
        left.push(before.filter(stays));
        if left.of(step).len() < count {
            cut.push(step);
        }
    }
    (left, cut)
}

/// The strongly connected components, by Kosaraju's algorithm: for each step, one that stands for its component. Two steps are in the same
/// if each depends on the other, directly or over others.
fn roots(dependencies: &Links) -> Vec<usize> {
    let mut order = Vec::with_capacity(dependencies.len());
    walk(dependencies, &mut (0..dependencies.len()), &mut |_, step| order.push(step));
    let mut roots = vec![0; dependencies.len()];
    let set_root = &mut |root, step: usize| {
        if let Some(own) = roots.get_mut(step) {
            *own = root;
        }
    };
    walk(&dependencies.reversed(), &mut order.into_iter().rev(), set_root);
    roots
}

/// Walks along `edges` depth first, from one root after the other; calls `leave` with the root and each step, after all that the step leads
/// to. Steps that were met from an earlier root are not met again.
fn walk(edges: &Links, roots: &mut dyn Iterator<Item = usize>, leave: &mut dyn FnMut(usize, usize)) {
    let mut unmet: Vec<Option<_>> = edges.iter().map(Some).collect();
    for root in roots {
        let (mut path, mut next) = (Vec::new(), Some(root));
        loop {
            let met = next.and_then(|step| Some((step, unmet.get_mut(step)?.take()?)));
            path.extend(met);
            let Some((step, edges)) = path.last_mut() else { break };
            next = edges.next();
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

    fn has_circle(dependencies: &Links) -> bool {
        // Takes away what depends on nothing that is left, until nothing changes.
        let mut left: Vec<usize> = (0..dependencies.len()).collect();
        loop {
            let before = left.len();
            let rest = left.clone();
            left.retain(|&step| dependencies.of(step).any(|other| rest.contains(&other)));
            if left.len() == before {
                return before > 0;
            }
        }
    }

    #[test]
    fn the_later_step_of_a_circle_is_cut() {
        // 0 needs 1, which follows it.
        assert_eq!(cut_circles(Links::made_up(&[&[1], &[0]])), (Links::made_up(&[&[1], &[]]), vec![1]));
        // 1 needs 4; the sequence leads from 4 back to 1.
        let (left, cut) = cut_circles(Links::made_up(&[&[], &[0, 4], &[1], &[2], &[3]]));
        assert_eq!((left, cut), (Links::made_up(&[&[], &[0, 4], &[1], &[2], &[]]), vec![4]));
    }

    #[test]
    fn what_is_in_no_circle_stays() {
        // 0 and 1 are in one, 3 and 4 in another one; 4 needs 0, and 2 needs 5, which needs 1.
        let (left, cut) = cut_circles(Links::made_up(&[&[1], &[0], &[5], &[1, 4], &[0, 3], &[1]]));
        assert_eq!((left, cut), (Links::made_up(&[&[1], &[], &[5], &[1, 4], &[0], &[1]]), vec![1, 4]));
    }

    #[test]
    fn no_circle_is_left_in_any_graph() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..3000 {
            let count = random.usize(1..9);
            let mut dependencies = Links::default();
            for step in 0..count {
                dependencies.push((0..count).filter(|&other| other != step && random.u8(..4) == 0));
            }
            let had_circle = has_circle(&dependencies);
            let (left, cut) = cut_circles(dependencies.clone());
            assert!(!has_circle(&left), "{left:?}");
            assert_eq!(!cut.is_empty(), had_circle, "{dependencies:?}");
        }
    }
}
