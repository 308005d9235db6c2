//! An index of what is looked up by a digest and taken once.

/// The numbers of what has digests, in the order of these, those of the same one in the order they stand in; and for each such
/// group, how many of it have been taken: so each is looked at a bounded number of times, however often a digest is there.
#[derive(Clone, Default)]
pub(crate) struct ByDigest {
    order: Vec<u32>,
    /// At the place of the group's first.
    taken: Vec<u32>,
}

impl ByDigest {
    pub(crate) fn new<K: Ord>(count: u32, key: impl Fn(u32) -> K) -> Self {
        let mut order: Vec<u32> = (0..count).collect();
        order.sort_unstable_by_key(|number| (key(*number), *number));
        let taken = vec![0; order.len()];
        Self { order, taken }
    }

    /// Where the group begins before which all numbers are `before`.
    pub(crate) fn start(&self, before: impl Fn(u32) -> bool) -> usize {
        self.order.partition_point(|number| before(*number))
    }

    pub(crate) fn first(&self, start: usize) -> Option<u32> {
        self.order.get(start).copied()
    }

    /// The next one of the group, or the first of the group behind it if all are taken.
    pub(crate) fn next(&self, start: usize) -> Option<usize> {
        let taken = usize::try_from(*self.taken.get(start)?).ok()?;
        usize::try_from(*self.order.get(start + taken)?).ok()
    }

    pub(crate) fn step(&mut self, start: usize) {
        if let Some(taken) = self.taken.get_mut(start) {
            *taken += 1;
        }
    }

    /// Gives one back that was taken; false if there is none.
    pub(crate) fn step_back(&mut self, start: usize) -> bool {
        let taken = self.taken.get_mut(start).filter(|taken| **taken > 0);
        taken.map(|taken| *taken -= 1).is_some()
    }
}
