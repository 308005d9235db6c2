//! Binary logarithms in integers, so that every machine computes the same weights.

use std::sync::LazyLock;

/// `floor(2^16 · log2 x)` for `x ≥ 1`; 0 for 0.
#[inline]
pub(crate) fn log2_q16(x: u64) -> u64 {
    KNOWN.get(x as usize).copied().unwrap_or_else(|| computed(x))
}

/// The logarithms of small numbers, which most counts in a document are.
static KNOWN: LazyLock<Vec<u64>> = LazyLock::new(|| (0..4096).map(computed).collect());

/// By sixteen squarings of a 31-bit mantissa.
fn computed(x: u64) -> u64 {
    if x == 0 {
        return 0;
    }
    let whole = x.ilog2();
    let mut mantissa = if whole <= 30 { x << (30 - whole) } else { x >> (whole - 30) };
    let mut result = u64::from(whole);
    for _ in 0..16 {
        mantissa = (mantissa * mantissa) >> 30;
        result <<= 1;
        if mantissa >= 1 << 31 {
            mantissa >>= 1;
            result |= 1;
        }
    }
    result
}
