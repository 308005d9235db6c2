//! Cuts circles of dependencies (H13), and turns dependencies round.

use std::collections::BTreeSet;

/// Removes dependencies so that no circle is left; gives the chunks that lost one. Of each chunk, `dependencies` has the indices of those that
/// it depends on. One on which an earlier one depends loses its dependencies on earlier ones: the last of every circle is such a one.
pub(crate) fn cut_circles(dependencies: &mut [Vec<usize>]) -> Vec<usize> {
    let awaiting = dependencies.iter().enumerate();
    let awaited: BTreeSet<usize> = awaiting
        .flat_map(|(index, before)| before.iter().copied().filter(move |&other| other > index))
        .collect();
    let mut cut = Vec::new();
    for index in awaited {
        let Some(before) = dependencies.get_mut(index) else { continue };
        let count = before.len();
        before.retain(|&other| other > index);
        if before.len() < count {
            cut.push(index);
        }
    }
    cut
}

/// The same links in the opposite direction.
pub(crate) fn reversed(links: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut reversed = vec![Vec::new(); links.len()];
    for (index, others) in links.iter().enumerate() {
        for &other in others {
            reversed.get_mut(other).into_iter().for_each(|own: &mut Vec<usize>| own.push(index));
        }
    }
    reversed
}
