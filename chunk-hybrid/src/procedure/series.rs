//! Steps that a word and a number count: `Day 1. …`, `Row 2: …`, `Bars 5–8 …`.

use super::{Found, Reader, up_to_next};
use crate::{block::BlockKind, line_end, metadata::StepType};
use chunk_core::slice;
use std::ops::Range;

/// A series has so many members at least.
const LEAST: usize = 3;

/// What is counted in crafts, whose steps are notations rather than sentences.
const CRAFTS: &[&str] =
    &["row", "rows", "round", "rounds", "rnd", "rnds", "bar", "bars", "figure", "move", "course"];

impl Reader<'_, '_> {
    /// Lines that start with the same word and an ascending number, of which half are instructions.
    pub(super) fn series(&self, blocks: Range<usize>) -> Vec<Found> {
        let mut name = "";
        let mut last = 0;
        let mut found: Vec<Found> = Vec::new();
        for block in self.content.blocks().get(blocks).unwrap_or_default() {
            if !matches!(block.kind, BlockKind::Paragraph | BlockKind::Heading(_)) || block.inside {
                continue;
            }
            let text = self.content.slice(&(block.text..block.span.end));
            for line in line_end::lines(text) {
                let start = block.text + line.start;
                let Some(member) = member(slice(text, line.clone())) else { continue };
                if found.is_empty() {
                    name = member.name;
                }
                if !member.name.eq_ignore_ascii_case(name) || member.first <= last {
                    continue;
                }
                last = member.last;
                let kind = if self.is_optional(&(start..block.text + line.end)) {
                    StepType::Optional
                } else {
                    StepType::Main
                };
                let number = (member.first == member.last).then_some(member.first);
                let at = if line.start == 0 { block.span.start } else { start };
                let text = start + member.length;
                found.push(Found { start: at, text, number, kind, depth: 9, limit: self.scope.end });
            }
        }
        up_to_next(&mut found);
        let ordering = found.iter().filter(|step| self.orders(&(step.text..step.limit))).count();
        let is_craft = CRAFTS.iter().any(|craft| name.eq_ignore_ascii_case(craft));
        let tells = is_craft || ordering * 2 >= found.len();
        if found.len() >= LEAST && tells { found } else { Vec::new() }
    }
}

struct Member<'t> {
    name: &'t str,
    first: u32,
    last: u32,
    /// How long word and number are, with what parts them from the text.
    length: usize,
}

/// The word and number that `line` starts with.
fn member(line: &str) -> Option<Member<'_>> {
    let rest = line.trim_start_matches(['*', '_', ' ', '\t']);
    let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
    let name = slice(rest, 0..letters);
    let behind = slice(rest, letters..rest.len());
    let digits = behind.strip_prefix(' ')?;
    if !(2..=12).contains(&letters) || !name.starts_with(|c: char| c.is_ascii_uppercase()) {
        return None;
    }
    let (first, behind) = number(digits)?;
    let range = behind.strip_prefix(['–', '-']).and_then(number);
    let (last, behind) = range.unwrap_or((first, behind));
    let ends = behind.is_empty()
        || behind.starts_with(['.', ':', ')', '*', '\n'])
        || behind.starts_with("  ")
        || behind.trim_start().starts_with(['(', '–', '—', '-']);
    let text = behind.trim_start_matches(['.', ':', ')', '*', '–', '—', '-', ' ']);
    ends.then(|| Member { name, first, last, length: line.len() - text.len() })
}

fn number(text: &str) -> Option<(u32, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number = slice(text, 0..digits).parse().ok().filter(|_| digits <= 3)?;
    Some((number, slice(text, digits..text.len())))
}
