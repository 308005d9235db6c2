//! Rates: how many of how many.

/// `part` of `whole`.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    pub part: usize,
    pub whole: usize,
}

impl Rate {
    pub fn count(&mut self, is_hit: bool) {
        self.part += usize::from(is_hit);
        self.whole += 1;
    }

    /// From 0 to 1; 0 if `whole` is 0.
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
