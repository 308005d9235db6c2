//! A directed graph of steps, or of chunks, as adjacency lists in two flat vectors: a text can be all steps.

/// For each step, the steps that it is linked to, all by their indices.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Links {
    /// The links of all steps, one step after the other.
    others: Vec<u32>,
    /// Where in `others` those of each step end.
    ends: Vec<u32>,
}

impl Links {
    /// Adds the next step with its links.
    pub(crate) fn push(&mut self, others: impl IntoIterator<Item = usize>) {
        self.others.extend(others.into_iter().map(|other| other as u32));
        self.ends.push(self.others.len() as u32);
    }

    pub(crate) const fn len(&self) -> usize {
        self.ends.len()
    }

    /// The steps that a step is linked to.
    pub(crate) fn of(&self, step: usize) -> impl ExactSizeIterator<Item = usize> + Clone + '_ {
        let end = |step: usize| self.ends.get(step).map_or(0, |&end| end as usize);
        let own = self.others.get(step.checked_sub(1).map_or(0, end)..end(step));
        own.unwrap_or_default().iter().map(|&other| other as usize)
    }

    /// The links of each step, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = impl ExactSizeIterator<Item = usize> + Clone> {
        (0..self.len()).map(|step| self.of(step))
    }

    /// The links in the opposite direction.
    pub(crate) fn reversed(&self) -> Self {
        let mut links: Vec<(u32, u32)> = Vec::with_capacity(self.others.len());
        for (step, own) in self.iter().enumerate() {
            links.extend(own.map(|other| (other as u32, step as u32)));
        }
        links.sort_unstable();
        let ends = (0..self.len()).map(|step| links.partition_point(|link| link.0 as usize <= step) as u32);
        Self { ends: ends.collect(), others: links.into_iter().map(|(_, step)| step).collect() }
    }
}

#[cfg(test)]
impl Links {
    /// The links in these lists, one for each step.
    pub(crate) fn made_up(lists: &[&[usize]]) -> Self {
        let mut links = Self::default();
        lists.iter().for_each(|own| links.push(own.iter().copied()));
        links
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_seen_from_both_ends() {
        let links = Links::made_up(&[&[2, 1], &[], &[1]]);
        assert_eq!(links.of(0).collect::<Vec<_>>(), [2, 1]);
        assert_eq!((links.of(1).len(), links.of(2).len(), links.of(3).len()), (0, 1, 0));
        assert_eq!(links.reversed(), Links::made_up(&[&[], &[0, 2], &[0]]));
        assert_eq!(Links::default().reversed(), Links::default());
    }
}
