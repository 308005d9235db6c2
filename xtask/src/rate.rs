//! Shares.

/// So many of so many.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    pub part: usize,
    pub whole: usize,
}

impl Rate {
    pub fn count(&mut self, right: bool) {
        self.part += usize::from(right);
        self.whole += 1;
    }

    /// From 0 to 1; of nothing, 0.
    pub fn value(self) -> f64 {
        if self.whole == 0 { 0.0 } else { self.part as f64 / self.whole as f64 }
    }
}

impl std::ops::AddAssign for Rate {
    fn add_assign(&mut self, other: Self) {
        self.part += other.part;
        self.whole += other.whole;
    }
}
