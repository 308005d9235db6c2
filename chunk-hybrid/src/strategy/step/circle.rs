//! Cuts circles of dependencies at their latest steps (H13).

/// Removes dependencies so that no circle is left; gives the steps that lost one. Of each step, `dependencies` has the indices of the steps
/// that it depends on. In every circle, some step depends on a later one of the circle: that later one loses its dependencies on earlier
/// steps of the circle.
pub(crate) fn cut_circles(dependencies: &mut [Vec<usize>]) -> Vec<usize> {
    if dependencies.iter().enumerate().all(|(step, before)| before.iter().all(|&other| other < step)) {
        return Vec::new();
    }
    let components = components(dependencies);
    let are_in_circle = |one: usize, other: usize| components.get(one) == components.get(other);
    // The steps on which an earlier one of their circle depends.
    let mut is_awaited = vec![false; dependencies.len()];
    for (step, before) in dependencies.iter().enumerate() {
        for &later in before.iter().filter(|&&other| other > step && are_in_circle(step, other)) {
            is_awaited.get_mut(later).into_iter().for_each(|is_awaited| *is_awaited = true);
        }
    }
    let mut cut = Vec::new();
    for ((step, before), _) in dependencies.iter_mut().enumerate().zip(is_awaited).filter(|(_, is)| *is) {
        let count = before.len();
        before.retain(|&other| other > step || !are_in_circle(step, other));
        if before.len() < count {
            cut.push(step);
        }
    }
    cut
}

/// For each step, one that stands for its strongly connected component, by Kosaraju's algorithm: two steps are in the same if each depends
/// on the other, directly or over others.
fn components(dependencies: &[Vec<usize>]) -> Vec<usize> {
    let mut order = Vec::new();
    walk(dependencies, 0..dependencies.len(), |_, step| order.push(step));
    let mut components = vec![0; dependencies.len()];
    walk(&reversed(dependencies), order.into_iter().rev(), |root, step| {
        components.get_mut(step).into_iter().for_each(|own| *own = root);
    });
    components
}

/// The same links in the opposite direction.
pub(crate) fn reversed(links: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut reversed = vec![Vec::new(); links.len()];
    for (step, others) in links.iter().enumerate() {
        for &other in others {
            reversed.get_mut(other).into_iter().for_each(|own: &mut Vec<usize>| own.push(step));
        }
    }
    reversed
}

/// Walks along `links` depth first, from one root after the other; calls `leave` with the root and each step, after all that the step leads
/// to. Steps that were met from an earlier root are not met again.
fn walk(links: &[Vec<usize>], roots: impl Iterator<Item = usize>, mut leave: impl FnMut(usize, usize)) {
    let mut unmet: Vec<_> = links.iter().map(|links| Some(links.iter())).collect();
    for root in roots {
        let (mut path, mut next) = (Vec::new(), Some(root));
        loop {
            path.extend(next.and_then(|step| Some((step, unmet.get_mut(step)?.take()?))));
            let Some((step, links)) = path.last_mut() else { break };
            next = links.next().copied();
            if next.is_none() {
                leave(root, *step);
                path.pop();
            }
        }
    }
}
