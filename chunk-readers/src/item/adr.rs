//! Decision records of adr-tools (`# 1. Title`, `Date: 2026-01-02`, `## Status`) and MADR (front matter, or a list before the first section).

use super::{Item, backlog_md::split};
use crate::lines::numbered;

/// Whether a file is a decision record: its name begins with a number, and it has the sections that one of the two templates demands.
pub(crate) fn is_adr(name: &str, text: &str) -> bool {
    let (number, rest) = number(name);
    if number.is_empty() || !rest.starts_with('-') || !name.ends_with(".md") {
        return false;
    }
    let has = |heading: &str| headings(text).any(|it| it.eq_ignore_ascii_case(heading));
    has("Context and Problem Statement") || has("Status") && has("Decision")
}

fn number(name: &str) -> (&str, &str) {
    let name = name.strip_prefix("ADR-").or_else(|| name.strip_prefix("adr-")).unwrap_or(name);
    name.split_at(name.bytes().take_while(u8::is_ascii_digit).count())
}

fn headings(text: &str) -> impl Iterator<Item = &str> {
    numbered(text).filter_map(|(_, line)| line.strip_prefix("## ")).map(str::trim_ascii)
}

pub(super) fn read(name: &str, text: &str) -> Item {
    let (mut item, body) = split(text);
    let (number, _) = number(name);
    item.is_adr = true;
    item.id = item.id.or_else(|| Some(number.to_owned()).filter(|number| !number.is_empty()));
    let mut section = None;
    let mut in_fence = false;
    for (_, line) in numbered(body) {
        if line.trim_ascii_start().starts_with("```") {
            in_fence = !in_fence;
        }
        if in_fence {
            continue;
        }
        if let Some(title) = line.strip_prefix("# ") {
            // adr-tools numbers its titles; the number is the id.
            let digits = title.bytes().take_while(u8::is_ascii_digit).count();
            let bare = title.get(digits..).and_then(|rest| rest.strip_prefix(". ")).filter(|_| digits > 0);
            item.title = item.title.or_else(|| Some(bare.unwrap_or(title).trim_ascii().to_owned()));
        } else if let Some(heading) = line.strip_prefix("## ") {
            section = Some(heading.trim_ascii());
        } else if section.is_none() {
            // Before the first section: `Date: 2026-01-02` of adr-tools, `* Status: accepted` of MADR 2.
            let line = line.strip_prefix("* ").or_else(|| line.strip_prefix("- ")).unwrap_or(line);
            if let Some((key, value)) = line.split_once(':') {
                let value = Some(value.trim_ascii().to_owned()).filter(|value| !value.is_empty());
                match key.trim_ascii() {
                    key if key.eq_ignore_ascii_case("status") => item.state = item.state.or(value),
                    key if key.eq_ignore_ascii_case("date") => item.created = item.created.or(value),
                    _ => {}
                }
            }
        } else if section.is_some_and(|section| section.eq_ignore_ascii_case("status")) {
            // The first line is the status; links to other records may follow it.
            let status = line.trim_ascii();
            if item.state.is_none() && !status.is_empty() {
                item.state = Some(status.to_owned());
            }
        }
    }
    item.body = body.to_owned();
    item
}
