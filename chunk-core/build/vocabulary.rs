//! Writes the tables of the vocabulary from `cl100k_base.tiktoken`, the file that OpenAI's tiktoken loads.
//!
//! Short tokens are in a perfect hash table: hashes fall into groups, and the displacement of its group sends each hash to the
//! one slot that can hold its token. Long tokens, one in fifty, are in a table with open addressing.

use crate::{
    Result,
    key::{
        CROSSINGS, Crossing, GROUPS, LONG_SLOTS, LONGEST_KEY, SLOTS, VALUE_AT, group_of, hash, hash_long,
        key, slot,
    },
    write_file,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use std::cmp::Reverse;

pub(crate) fn write() -> Result<()> {
    let tokens =
        (0..).zip(include_str!("cl100k_base.tiktoken").lines()).map(token).collect::<Result<Vec<_>>>()?;
    let (short, long): (Vec<_>, Vec<_>) =
        (0_u32..).zip(&tokens).partition(|(_, token)| token.len() <= LONGEST_KEY);
    write_pairs(&tokens)?;
    write_crossings(&tokens)?;
    write_short(&short)?;
    write_long(&long)
}

/// The token of a line, which has it in base64, and then its rank. Ranks are dense: each is the number of its line.
fn token((number, line): (usize, &str)) -> Result<Vec<u8>> {
    let (token, rank) = line.split_once(' ').ok_or("a line of the vocabulary has a token and its rank")?;
    if rank.parse() != Ok(number) {
        return Err(format!("token {rank} of the vocabulary stands in the place of token {number}").into());
    }
    Ok(STANDARD.decode(token)?)
}

/// Writes the rank of each pair of bytes, or the greatest number for a pair that is no token. Merging starts with pairs.
fn write_pairs(tokens: &[Vec<u8>]) -> Result<()> {
    let mut ranks = vec![u32::MAX; 1 << 16];
    for (rank, token) in (0_u32..).zip(tokens) {
        if let [first, second] = **token {
            *ranks.get_mut(usize::from(first) << 8 | usize::from(second)).ok_or("no such pair")? = rank;
        }
    }
    write_file("pairs.bin", &ranks.iter().flat_map(|rank| rank.to_le_bytes()).collect::<Vec<_>>())
}

/// Writes the ways in which tokens cross the boundary between two characters of several bytes.
fn write_crossings(tokens: &[Vec<u8>]) -> Result<()> {
    let mut bits = vec![0_u8; CROSSINGS / 8];
    for token in tokens {
        for at in 1..token.len() {
            let (before, behind) = token.split_at(at);
            let crossing = match (before, behind) {
                (_, [..0xC0, ..]) | ([.., ..0x80], _) => continue,
                ([.., a, b], [c, d, ..]) => Crossing::Through([*a, *b, *c, *d]),
                ([.., a, b], [c]) => Crossing::End([*a, *b, *c]),
                ([a], [b, c, ..]) => Crossing::Start([*a, *b, *c]),
                ([a], [b]) => Crossing::Pair([*a, *b]),
                _ => continue,
            };
            *bits.get_mut(crossing.bit() / 8).ok_or("no such crossing")? |= 1 << (crossing.bit() % 8);
        }
    }
    write_file("crossings.bin", &bits)
}

/// Writes the perfect hash table of the short tokens: large groups first, as they are the hardest to place.
fn write_short(tokens: &[(u32, &Vec<u8>)]) -> Result<()> {
    let mut groups: Vec<Vec<(u64, u128)>> = vec![Vec::new(); GROUPS];
    for &(rank, token) in tokens {
        let window = token.iter().rev().fold(0, |window, &byte| window << 8 | u128::from(byte));
        let key = key(window, token.len());
        let entry = (hash(key), key | u128::from(rank) << VALUE_AT);
        groups.get_mut(group_of(entry.0)).ok_or("no such group")?.push(entry);
    }
    let mut order: Vec<_> = groups.iter().enumerate().collect();
    order.sort_by_key(|(_, group)| Reverse(group.len()));

    let mut slots = vec![0_u128; SLOTS];
    let mut displacements = vec![0_u8; GROUPS];
    for (at, group) in order {
        let found = (0..=u8::MAX).find(|&displacement| place(group, displacement, &mut slots));
        *displacements.get_mut(at).ok_or("no such group")? =
            found.ok_or("no displacement frees a group of tokens: choose another hash")?;
    }
    write_file("displacements.bin", &displacements)?;
    write_file("slots.bin", &slots.iter().flat_map(|slot| slot.to_le_bytes()).collect::<Vec<_>>())
}

/// Puts all of `group` into free slots, or none.
fn place(group: &[(u64, u128)], displacement: u8, slots: &mut [u128]) -> bool {
    for (placed, &(hash, entry)) in group.iter().enumerate() {
        match slots.get_mut(slot(hash, displacement)) {
            Some(free @ 0) => *free = entry,
            _ => {
                for &(hash, _) in group.iter().take(placed) {
                    if let Some(taken) = slots.get_mut(slot(hash, displacement)) {
                        *taken = 0;
                    }
                }
                return false;
            }
        }
    }
    true
}

/// Writes the table of the long tokens. A slot is, from its low bits on: 20 bits of rank, 12 of length, and 32 of the token's
/// start in the file that holds the bytes of all long tokens.
fn write_long(tokens: &[(u32, &Vec<u8>)]) -> Result<()> {
    let mut slots = vec![0_u64; LONG_SLOTS];
    let mut bytes: Vec<u8> = Vec::new();
    for &(rank, token) in tokens {
        let mut at = hash_long(token) as usize % LONG_SLOTS;
        while slots.get(at).is_some_and(|&slot| slot != 0) {
            at = (at + 1) % LONG_SLOTS;
        }
        let start = u64::try_from(bytes.len())?;
        *slots.get_mut(at).ok_or("no such slot")? =
            u64::from(rank) | u64::try_from(token.len())? << 20 | start << 32;
        bytes.extend(token);
    }
    write_file("long_slots.bin", &slots.iter().flat_map(|slot| slot.to_le_bytes()).collect::<Vec<_>>())?;
    write_file("long_tokens.bin", &bytes)
}
