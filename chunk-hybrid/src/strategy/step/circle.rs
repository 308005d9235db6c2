//! Circles of dependencies are cut at their latest steps (H13).

use super::links::Links;

/// Takes out dependencies until no circle is left; with the steps that lost one. For the latest step of a circle an earlier one waits: such a
/// step waits no longer for the earlier ones of its circle.
pub(crate) fn cut_circles(dependencies: Links) -> (Links, Vec<usize>) {
    if dependencies.iter().enumerate().all(|(step, mut before)| before.all(|other| other < step)) {
        return (dependencies, Vec::new());
    }
    let roots = roots(&dependencies);
    let are_in_circle = |one: usize, other: usize| roots.get(one) == roots.get(other);
    let mut is_awaited = vec![false; dependencies.len()];
    for (step, before) in dependencies.iter().enumerate() {
        for later in before.filter(|&other| other > step && are_in_circle(step, other)) {
            is_awaited.get_mut(later).into_iter().for_each(|own| *own = true);
        }
    }
    let (mut left, mut cut) = (Links::default(), Vec::new());
    for ((step, before), is_awaited) in dependencies.iter().enumerate().zip(is_awaited) {
        let stays = |other: &usize| !is_awaited || *other > step || !are_in_circle(step, *other);
        let all = before.len();
        left.push(before.filter(stays));
        cut.extend(Some(step).filter(|_| left.of(step).len() < all));
    }
    (left, cut)
}

/// For each step one that stands for its circle: two have the same if each waits, over whatever others, for the other. Found by
/// Kosaraju's algorithm.
fn roots(dependencies: &Links) -> Vec<usize> {
    let mut order = Vec::with_capacity(dependencies.len());
    walk(dependencies, &mut (0..dependencies.len()), &mut |_, step| order.push(step));
    let mut roots = vec![0; dependencies.len()];
    let leave = &mut |root, step: usize| roots.get_mut(step).into_iter().for_each(|own| *own = root);
    walk(&dependencies.reversed(), &mut order.into_iter().rev(), leave);
    roots
}

/// Walks along `edges` from each root, depth first; gives each step with its root when all that it leads to are given.
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
