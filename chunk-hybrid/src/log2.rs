//! Logarithms in integers, so that every machine weighs words alike.

/// `floor(2^16 · log2 x)` for `x ≥ 1`, by sixteen squarings of a 31-bit mantissa; 0 for 0.
pub(crate) const fn log2_q16(x: u64) -> u64 {
    if x == 0 {
        return 0;
    }
    let whole = x.ilog2();
    let mut mantissa = if whole <= 30 { x << (30 - whole) } else { x >> (whole - 30) };
    let mut result = whole as u64;
    let mut bit = 0;
    while bit < 16 {
        mantissa = (mantissa * mantissa) >> 30;
        result <<= 1;
        if mantissa >= 1 << 31 {
            mantissa >>= 1;
            result |= 1;
        }
        bit += 1;
    }
    result
}

/// Values of a function of small integers, computed when first asked for.
pub(crate) struct Table<F> {
    of: F,
    values: Vec<u64>,
}

impl<F: Fn(u64) -> u64> Table<F> {
    pub(crate) const fn new(of: F) -> Self {
        Self { of, values: Vec::new() }
    }

    pub(crate) fn get(&mut self, x: usize) -> u64 {
        while self.values.len() <= x {
            self.values.push((self.of)(self.values.len() as u64));
        }
        self.values.get(x).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_agrees_with_floating_point() {
        for x in (1..5000).chain([65_535, 1 << 20, (1 << 31) - 1, 1 << 31, (1 << 40) + 12_345]) {
            let exact = (x as f64).log2() * 65_536.0;
            let found = log2_q16(x) as f64;
            assert!(found <= exact + 1e-6 && exact - found < 1.5, "{x}: {found} {exact}");
        }
        assert_eq!([1, 2, 4, 1 << 31].map(log2_q16), [0, 1 << 16, 2 << 16, 31 << 16]);
    }

    #[test]
    fn a_table_holds_what_the_function_says() {
        let mut table = Table::new(|x| x * log2_q16(x + 1));
        assert_eq!(table.get(3), 6 << 16);
        assert_eq!(table.get(1), 1 << 16);
    }
}
