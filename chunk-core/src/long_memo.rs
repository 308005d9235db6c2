//! Remembers the counts of pre-tokens that are too long for a key: words of scripts whose letters take two or three bytes, lines of
//! dashes.

/// The size of a memo, in bytes.
const SMALLEST: usize = 1 << 11;
const LARGEST: usize = 1 << 21;

/// The bytes of a pre-token, padded with zeros; in the last but one byte their number, in the last byte the count, which is 0 in
/// a free slot.
type Slot = [u8; BYTES];

/// Bytes of a slot.
const BYTES: usize = 32;

/// A cache from pre-tokens to counts, of bounded size. It may forget, but is never wrong. A pre-token has to be at least two bytes
/// shorter than a slot.
#[derive(Debug, Default)]
pub(crate) struct LongMemo {
    slots: Vec<Slot>,
    used: usize,
}

/// The slot of `piece`, still without its count; `None` if it does not fit.
#[inline]
pub(crate) fn slot(piece: &[u8]) -> Option<Slot> {
    let mut slot = [0; BYTES];
    slot.get_mut(..BYTES - 2)?.get_mut(..piece.len())?.copy_from_slice(piece);
    *slot.get_mut(BYTES - 2)? = u8::try_from(piece.len()).ok()?;
    Some(slot)
}

impl LongMemo {
    /// The count known for `piece`.
    #[inline]
    pub(crate) fn get(&self, piece: &Slot) -> Option<usize> {
        let home = hash(piece) & self.slots.len().checked_sub(1)?;
        let found = [home, home ^ 1].into_iter().find_map(|at| {
            let slot = self.slots.get(at)?;
            (slot.split_last()?.1 == piece.split_last()?.1).then_some(slot)
        })?;
        found.last().map(|&count| usize::from(count)).filter(|&count| count > 0)
    }

    /// Remembers the count of `piece`.
    pub(crate) fn insert(&mut self, mut piece: Slot, count: usize) {
        let (Some(last), Ok(count)) = (piece.last_mut(), u8::try_from(count)) else { return };
        *last = count;
        if self.used * 2 >= self.slots.len() && self.slots.len() < LARGEST / BYTES {
            let larger = (self.slots.len() * 4).clamp(SMALLEST / BYTES, LARGEST / BYTES);
            let slots = std::mem::replace(&mut self.slots, vec![[0; BYTES]; larger]);
            self.used = 0;
            slots.into_iter().filter(|slot| slot.last() != Some(&0)).for_each(|slot| self.put(slot));
        }
        self.put(piece);
    }

    fn put(&mut self, piece: Slot) {
        let home = hash(&piece) & self.slots.len().wrapping_sub(1);
        let is_free = |at: usize| self.slots.get(at).and_then(|slot| slot.last()) == Some(&0);
        let free = [home, home ^ 1].into_iter().find(|&at| is_free(at));
        self.used += usize::from(free.is_some());
        if let Some(slot) = self.slots.get_mut(free.unwrap_or(home)) {
            *slot = piece;
        }
    }
}

/// The hash of a slot without its count.
#[inline]
fn hash(slot: &Slot) -> usize {
    let (words, _) = slot.as_chunks::<8>();
    let (pairs, _) = words.as_chunks::<2>();
    let mut hash = 0;
    for (at, [a, b]) in (1..).zip(pairs) {
        let b = u64::from_le_bytes(*b);
        // The last byte of the slot is the count.
        let b = if at == BYTES / 16 { b << 8 } else { b };
        let a = u64::from_le_bytes(*a) ^ 0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(at as u64);
        let product = u128::from(a) * u128::from(b ^ 0xD6E8_FEB8_6659_FD93);
        hash ^= product as u64 ^ (product >> 64) as u64;
    }
    (hash >> 17) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_right() {
        let mut memo = LongMemo::default();
        let mut random = fastrand::Rng::with_seed(3);
        let mut texts = Vec::new();
        let mut kept = 0;
        for _ in 0..60_000 {
            // Half of the texts come again.
            let text = if texts.len() > 1000 && random.bool() {
                random.choice(&texts).cloned().unwrap_or_default()
            } else {
                (0..random.usize(14..=30)).map(|_| random.u8(b'a'..=b'c')).collect::<Vec<u8>>()
            };
            // The count follows from the text, so that a wrong one shows.
            let count = 1 + text.iter().map(|&byte| usize::from(byte)).sum::<usize>() % 29;
            let piece = slot(&text).unwrap();
            let known = memo.get(&piece);
            assert!(known.is_none_or(|known| known == count));
            memo.insert(piece, count);
            assert_eq!(memo.get(&piece), Some(count));
            kept += usize::from(known.is_some());
            texts.push(text);
        }
        assert!(memo.slots.len() * BYTES <= LARGEST && kept > 20_000, "{kept}");
        assert_eq!(slot(&[b'a'; 31]), None);
    }
}
