//! Makes the tables of a vocabulary of its tokens: when the library is built, or in a running program of a file that it is given.
//!
//! Short tokens are in a perfect hash table: hashes fall into groups, and the displacement of its group sends each hash to the
//! one slot that can hold its token. Long tokens, one in fifty to one in ten, are in a table with open addressing.

use super::key::{
    CROSSINGS, LONGEST_KEY, VALUE_AT, crossing, group_of, hash, hash_long, key, length_of, slot,
};
use std::cmp::Reverse;

type Result<T> = std::result::Result<T, &'static str>;

/// The tables of a vocabulary, which `vocabulary` reads.
pub(crate) struct Tables {
    /// The short tokens and their ranks.
    pub(crate) slots: Vec<[u8; 16]>,
    pub(crate) displacements: Vec<u8>,
    /// Of the long tokens, from the low bits on: 20 bits of rank, 12 of length, and 32 of where the token starts in `long_tokens`.
    pub(crate) long_slots: Vec<[u8; 8]>,
    /// The bytes of all long tokens.
    pub(crate) long_tokens: Vec<u8>,
    /// The rank of each pair of bytes, or the greatest number for a pair that is no token. Merging starts with pairs.
    pub(crate) pairs: Vec<[u8; 4]>,
    /// The boundaries between two characters of several bytes that tokens cross, two bits each.
    pub(crate) crossings: Box<[u8; CROSSINGS / 8]>,
}

impl Tables {
    /// The tables of the tokens in `file`.
    pub(crate) fn of(file: &[u8]) -> Result<Self> {
        let tokens = tokens(file)?;
        // Special tokens are no text: their ranks have no tokens here.
        let (short, long): (Vec<_>, Vec<_>) = (0_u32..)
            .zip(&tokens)
            .filter(|(_, token)| !token.is_empty())
            .partition(|(_, token)| token.len() <= LONGEST_KEY);
        let (slots, displacements) = short_table(&short)?;
        let (long_slots, long_tokens) = long_table(&long)?;
        let (pairs, crossings) = (pairs(&tokens)?, crossings(&tokens)?);
        Ok(Self { slots, displacements, long_slots, long_tokens, pairs, crossings })
    }
}

/// Reads the tokens, in the order of their ranks: first those of one byte, as they are; then of each the ranks of the two earlier tokens
/// that it is made of. A rank that no token has is written as two ranks that are not earlier, and gives an empty token.
fn tokens(file: &[u8]) -> Result<Vec<Vec<u8>>> {
    let (single, mut pairs) = file.split_at_checked(1 << u8::BITS).ok_or("there are tokens of one byte")?;
    let mut tokens: Vec<_> = single.iter().map(|&byte| vec![byte]).collect();
    while let Some((first, rest)) = rank(pairs)
        && let Some((second, rest)) = rank(rest)
    {
        let part = |rank: usize| tokens.get(rank).map_or(&[][..], Vec::as_slice);
        tokens.push([part(first), part(second)].concat());
        pairs = rest;
    }
    Ok(tokens)
}

/// Reads a rank (LEB128: seven bits a byte, the lowest first, the eighth set in all but the last), and returns it with the rest.
fn rank(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let last = bytes.iter().position(|&byte| byte < 0x80)?;
    let (rank, rest) = bytes.split_at_checked(last + 1)?;
    Some((rank.iter().rev().fold(0, |rank, &byte| rank << 7 | usize::from(byte & 0x7F)), rest))
}

/// The rank of each pair of bytes.
fn pairs(tokens: &[Vec<u8>]) -> Result<Vec<[u8; 4]>> {
    let mut ranks = vec![u32::MAX.to_le_bytes(); 1 << 16];
    for (rank, token) in (0_u32..).zip(tokens) {
        if let [first, second] = **token {
            *ranks.get_mut(usize::from(first) << 8 | usize::from(second)).ok_or("no such pair")? =
                rank.to_le_bytes();
        }
    }
    Ok(ranks)
}

/// The boundaries between two characters of several bytes that tokens cross.
fn crossings(tokens: &[Vec<u8>]) -> Result<Box<[u8; CROSSINGS / 8]>> {
    let mut bits = Box::new([0_u8; CROSSINGS / 8]);
    let mut set = |before, after| {
        for bit in crossing(before, after) {
            *bits.get_mut(bit / 8).ok_or("no such crossing")? |= 1 << (bit % 8);
        }
        Ok::<_, &'static str>(())
    };
    for token in tokens {
        for at in 1..token.len() {
            let (before, after) = token.split_at(at);
            let (Some(&last @ 0x80..), Some(&first @ 0xC0..)) = (before.last(), after.first()) else {
                continue;
            };
            let start = before.iter().rposition(|&byte| byte >= 0xC0);
            let whole = start.and_then(|start| before.get(start..)).filter(|bytes| is_whole(bytes));
            match (whole, after.get(..length_of(first))) {
                (Some(before), Some(after)) => set(number(before), number(after))?,
                _ => {
                    let seconds = after.get(1).map_or(0x80..=0xBF, |&second| second..=second);
                    seconds
                        .into_iter()
                        .try_for_each(|second| set(u32::from(last), number(&[first, second])))?;
                }
            }
        }
    }
    Ok(bits)
}

fn is_whole(character: &[u8]) -> bool {
    character.first().is_some_and(|&first| length_of(first) == character.len())
}

/// The bytes of a character, the first one lowest.
fn number(character: &[u8]) -> u32 {
    character.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte))
}

/// The perfect hash table of the short tokens: large groups first, as they are the hardest to place.
fn short_table(tokens: &[(u32, &Vec<u8>)]) -> Result<(Vec<[u8; 16]>, Vec<u8>)> {
    let group_count = (tokens.len() / 2).next_power_of_two();
    let slot_count = tokens.len() + tokens.len() / 16;
    let mut groups: Vec<Vec<(u64, u128)>> = vec![Vec::new(); group_count];
    for &(rank, token) in tokens {
        let window = token.iter().rev().fold(0, |window, &byte| window << 8 | u128::from(byte));
        let key = key(window, token.len());
        let entry = (hash(key), key | u128::from(rank) << VALUE_AT);
        groups.get_mut(group_of(entry.0, group_count)).ok_or("no such group")?.push(entry);
    }
    let mut order: Vec<_> = groups.iter().enumerate().collect();
    order.sort_by_key(|(_, group)| Reverse(group.len()));

    let mut slots = vec![0_u128; slot_count];
    let mut displacements = vec![0_u8; group_count];
    for (at, group) in order {
        let found = (0..=u8::MAX).find(|&displacement| place(group, displacement, &mut slots));
        *displacements.get_mut(at).ok_or("no such group")? =
            found.ok_or("no displacement frees a group of tokens: choose another hash")?;
    }
    Ok((slots.into_iter().map(u128::to_le_bytes).collect(), displacements))
}

/// Puts all of `group` into free slots, or none.
fn place(group: &[(u64, u128)], displacement: u8, slots: &mut [u128]) -> bool {
    let count = slots.len();
    for (placed, &(hash, entry)) in group.iter().enumerate() {
        match slots.get_mut(slot(hash, displacement, count)) {
            Some(free @ 0) => *free = entry,
            _ => {
                for &(hash, _) in group.iter().take(placed) {
                    if let Some(taken) = slots.get_mut(slot(hash, displacement, count)) {
                        *taken = 0;
                    }
                }
                return false;
            }
        }
    }
    true
}

/// The table of the long tokens, and their bytes.
fn long_table(tokens: &[(u32, &Vec<u8>)]) -> Result<(Vec<[u8; 8]>, Vec<u8>)> {
    let slot_count = (tokens.len() * 3).next_power_of_two();
    let mut slots = vec![0_u64; slot_count];
    let mut bytes: Vec<u8> = Vec::new();
    for &(rank, token) in tokens {
        let mut at = hash_long(token) as usize % slot_count;
        while slots.get(at).is_some_and(|&slot| slot != 0) {
            at = (at + 1) % slot_count;
        }
        let start = bytes.len() as u64;
        *slots.get_mut(at).ok_or("no such slot")? =
            u64::from(rank) | (token.len() as u64) << 20 | start << 32;
        bytes.extend(token);
    }
    Ok((slots.into_iter().map(u64::to_le_bytes).collect(), bytes))
}
