//! An index of things that are looked up by a digest, each of which is taken once.

/// The numbers of all things, sorted by digest and then by number, so that those of one digest stand together as a group. Since it is
/// known how many of a group have been taken, each is looked at a bounded number of times, however often its digest occurs.
#[derive(Clone, Default)]
pub(crate) struct ByDigest {
    order: Vec<u32>,
    /// How many of a group have been taken, at the place where the group starts in `order`.
    taken: Vec<u32>,
}

impl ByDigest {
    pub(crate) fn new<K: Ord>(count: u32, key: impl Fn(u32) -> K) -> Self {
        let mut order: Vec<u32> = (0..count).collect();
        order.sort_unstable_by_key(|number| (key(*number), *number));
        let taken = vec![0; order.len()];
        Self { order, taken }
    }

    /// Where the group starts that follows all numbers of which `before` holds.
    pub(crate) fn start(&self, before: impl Fn(u32) -> bool) -> usize {
        self.order.partition_point(|number| before(*number))
    }

    /// The first number of the group that starts there.
    pub(crate) fn first(&self, start: usize) -> Option<u32> {
        self.order.get(start).copied()
    }

    /// The next number of the group to take, or the first of the group after it if all are taken.
    pub(crate) fn next(&self, start: usize) -> Option<usize> {
        let taken = usize::try_from(*self.taken.get(start)?).ok()?;
        usize::try_from(*self.order.get(start + taken)?).ok()
    }

    /// Takes one of the group.
    pub(crate) fn step(&mut self, start: usize) {
        if let Some(taken) = self.taken.get_mut(start) {
            *taken += 1;
        }
    }

    /// Gives back one of the group; false if none was taken.
    pub(crate) fn step_back(&mut self, start: usize) -> bool {
        let taken = self.taken.get_mut(start).filter(|taken| **taken > 0);
        taken.map(|taken| *taken -= 1).is_some()
    }
}
