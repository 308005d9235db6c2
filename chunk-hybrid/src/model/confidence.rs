//! From scores to confidences (a softmax to the base 2), in integers so that every machine gives the same.

use super::BIT;

/// The share of each label in thousandths, where a [`BIT`] more of score doubles its odds. Rounded down, so that the shares add up to
/// at most 1000.
#[must_use]
pub fn confidences<const LABELS: usize>(scores: [i64; LABELS]) -> [u16; LABELS] {
    let best = scores.into_iter().max().unwrap_or_default();
    let odds = scores.map(|score| power_of_half(best.saturating_sub(score)));
    let sum: u64 = odds.iter().sum();
    odds.map(|odds| (odds * 1000 / sum.max(1)) as u16)
}

/// 2^32 · 2^(−x / [`BIT`]) for x ≥ 0.
fn power_of_half(x: i64) -> u64 {
    /// 2^32 · 2^(−1 / 2), 2^32 · 2^(−1 / 4), …
    const ROOTS: [u64; 10] = [
        3_037_000_500,
        3_611_622_603,
        3_938_502_376,
        4_112_874_773,
        4_202_935_003,
        4_248_701_965,
        4_271_771_996,
        4_283_353_945,
        4_289_156_690,
        4_292_061_010,
    ];
    let whole = u32::try_from(x / BIT).unwrap_or(u32::MAX);
    let mut power = 1_u64 << 32;
    for (place, root) in ROOTS.into_iter().enumerate() {
        if ((x % BIT) >> (9 - place)) & 1 == 1 {
            power = (power * root) >> 32;
        }
    }
    power.checked_shr(whole).unwrap_or(0)
}
