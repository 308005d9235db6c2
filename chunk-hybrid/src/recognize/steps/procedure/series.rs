//! Steps that a word and a number count: `Day 1. …`, `Row 2: …`, `Bars 5–8 …`.

use super::{
    Found, Reader,
    fact::{Line, among},
    up_to_next,
};
use crate::recognize::reading::Reading;
use chunk_core::slice;
use std::ops::Range;

/// A series has so many members at least.
const LEAST: usize = 3;

/// What is counted in crafts, whose steps are notations rather than sentences.
const CRAFTS: &[&str] =
    &["row", "rows", "round", "rounds", "rnd", "rnds", "bar", "bars", "figure", "move", "course"];

/// A line that starts with a word and a number.
#[derive(Debug)]
pub(crate) struct Member {
    block: usize,
    line: Range<usize>,
    name: Range<usize>,
    first: u32,
    last: u32,
    /// Where its text starts, behind word and number and what parts them from it.
    text: usize,
}

impl Reader<'_, '_> {
    /// Lines that start with the same word and an ascending number, of which half are instructions.
    pub(super) fn series(&self) -> Vec<Found> {
        let of = |line: &Line| member(self.content, line);
        let all = || self.facts.lines(self.content).iter().filter_map(of).collect();
        let members = among(self.facts.members.get_or_init(all), &self.numbers, |member| member.block);
        let first = members.iter().find(|member| member.first > 0);
        let name = first.map_or("", |member| self.content.slice(&member.name));
        let mut last = 0;
        let mut found: Vec<Found> = Vec::new();
        for member in members {
            let is_same = self.content.slice(&member.name).eq_ignore_ascii_case(name);
            if !is_same || member.first <= last {
                continue;
            }
            last = member.last;
            let block = self.content.blocks().get(member.block);
            let opened = block.filter(|block| block.text == member.line.start);
            let start = opened.map_or(member.line.start, |block| block.span.start);
            let kind = self.optional_line(&member.line);
            let number = (member.first == member.last).then_some(member.first);
            found.push(Found { start, text: member.text, number, kind, depth: 9, limit: self.scope.end });
        }
        if found.len() < LEAST {
            return Vec::new();
        }
        up_to_next(&mut found);
        let ordering = || found.iter().filter(|step| self.orders(&(step.text..step.limit))).count();
        let is_craft = CRAFTS.iter().any(|craft| name.eq_ignore_ascii_case(craft));
        if is_craft || ordering() * 2 >= found.len() { found } else { Vec::new() }
    }
}

/// The word and number that a line starts with.
fn member(content: &Reading<'_>, line: &Line) -> Option<Member> {
    let text = content.slice(&line.span);
    let rest = text.trim_start_matches(['*', '_', ' ', '\t']);
    if !rest.starts_with(|c: char| c.is_ascii_uppercase()) {
        return None;
    }
    let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
    let behind = slice(rest, letters..rest.len());
    let digits = behind.strip_prefix(' ')?;
    if !(2..=12).contains(&letters) {
        return None;
    }
    let (first, behind) = number(digits)?;
    let range = behind.strip_prefix(['–', '-']).and_then(number);
    let (last, behind) = range.unwrap_or((first, behind));
    let ends = behind.is_empty()
        || behind.starts_with(['.', ':', ')', '*', '\n'])
        || behind.starts_with("  ")
        || behind.trim_start().starts_with(['(', '–', '—', '-']);
    let length = behind.trim_start_matches(['.', ':', ')', '*', '–', '—', '-', ' ']).len();
    let name = line.span.start + text.len() - rest.len();
    let name = name..name + letters;
    let (block, text) = (line.block, line.span.end - length);
    ends.then(|| Member { block, line: line.span.clone(), name, first, last, text })
}

fn number(text: &str) -> Option<(u32, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number = slice(text, 0..digits).parse().ok().filter(|_| digits <= 3)?;
    Some((number, slice(text, digits..text.len())))
}
