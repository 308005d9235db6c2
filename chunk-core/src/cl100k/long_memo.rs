//! How many tokens the pre-tokens are that are too long for a key: words of scripts whose letters take two or three bytes.

/// The longest pre-token that is remembered, in bytes.
pub(super) const LONGEST_WORD: usize = 30;

/// A cache of bounded size, never wrong, that may forget.
#[derive(Debug, Default)]
pub(super) struct LongMemo {
    slots: Vec<Word>,
    used: usize,
}

/// In slots of 32 bytes.
const SMALLEST: usize = 1 << 6;
const LARGEST: usize = 1 << 15;

/// The bytes of a pre-token, behind them their number, and at last the count, 0 in a free slot.
type Word = [u8; LONGEST_WORD + 2];

/// The slot of `piece`, but for its count.
#[inline]
pub(super) fn word(piece: &[u8]) -> Option<Word> {
    let mut word = [0; LONGEST_WORD + 2];
    word.get_mut(..piece.len().min(LONGEST_WORD + 1))?.get_mut(..piece.len())?.copy_from_slice(piece);
    let [.., length, _] = &mut word;
    *length = piece.len() as u8;
    (piece.len() <= LONGEST_WORD).then_some(word)
}

impl LongMemo {
    /// The count known for `word`.
    #[inline]
    pub(super) fn get(&self, word: &Word) -> Option<usize> {
        let home = hash(word) & self.slots.len().checked_sub(1)?;
        let found = [home, home ^ 1].into_iter().find_map(|at| {
            let slot = self.slots.get(at)?;
            (slot.split_last()?.1 == word.split_last()?.1).then_some(slot)
        })?;
        found.last().map(|&count| usize::from(count)).filter(|&count| count > 0)
    }

    /// Remembers the count of `word`.
    pub(super) fn insert(&mut self, mut word: Word, count: usize) {
        let (Some(last), Ok(count)) = (word.last_mut(), u8::try_from(count)) else { return };
        *last = count;
        if self.used * 2 >= self.slots.len() && self.slots.len() < LARGEST {
            let larger = (self.slots.len() * 4).clamp(SMALLEST, LARGEST);
            let words = std::mem::replace(&mut self.slots, vec![[0; LONGEST_WORD + 2]; larger]);
            self.used = 0;
            words.into_iter().filter(|word| word.last() != Some(&0)).for_each(|word| self.put(word));
        }
        self.put(word);
    }

    fn put(&mut self, word: Word) {
        let home = hash(&word) & self.slots.len().wrapping_sub(1);
        let is_free = |at: usize| self.slots.get(at).and_then(|slot| slot.last()) == Some(&0);
        let free = [home, home ^ 1].into_iter().find(|&at| is_free(at));
        self.used += usize::from(free.is_some());
        if let Some(slot) = self.slots.get_mut(free.unwrap_or(home)) {
            *slot = word;
        }
    }
}

/// The hash of all of a word but its count.
#[inline]
fn hash(word: &Word) -> usize {
    let (words, _) = word.as_chunks::<8>();
    let [a, b, c, d] = [0, 1, 2, 3].map(|at| words.get(at).map_or(0, |word| u64::from_le_bytes(*word)));
    // Without the count.
    let d = d << 8;
    let mix = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        product as u64 ^ (product >> 64) as u64
    };
    let hash = mix(a ^ 0x9E37_79B9_7F4A_7C15, b ^ 0xD6E8_FEB8_6659_FD93)
        ^ mix(c ^ 0xA076_1D64_78BD_642F, d ^ 0xE703_7ED1_A0B4_28DB);
    (hash >> 17) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_right() {
        let mut memo = LongMemo::default();
        let mut random = fastrand::Rng::with_seed(3);
        let mut kept = 0;
        for round in 0..60_000_u32 {
            let length = 14 + round as usize % 17;
            let text: Vec<u8> = (0..length).map(|_| random.u8(b'a'..=b'c')).collect();
            // The count follows from the text, so that a wrong one shows.
            let count = 1 + text.iter().map(|&byte| usize::from(byte)).sum::<usize>() % 29;
            let word = word(&text).unwrap();
            let known = memo.get(&word);
            assert!(known.is_none_or(|known| known == count));
            memo.insert(word, count);
            assert_eq!(memo.get(&word), Some(count));
            kept += usize::from(known.is_some());
        }
        assert!(memo.slots.len() <= LARGEST && kept > 0);
        assert_eq!(word(&[b'a'; 31]), None);
    }
}
