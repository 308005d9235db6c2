//! A pattern: what is repeated until a document has the wanted size, and for which policies.

use serde_json::json;

/// The start of a backlog item.
const ITEM: &str =
    "---\nid: DEMO-TSK-0001\ntype: Task\ntitle: t\nstate: Done\ncreated: 2026-01-06\n---\n\n# Context\n\n";

pub struct Pattern {
    pub name: &'static str,
    fits: Fits,
    head: &'static str,
    unit: Unit,
    end: &'static str,
}

/// The policies that a pattern fits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fits {
    /// A text, for all policies; the recorder gets it as the text of events of 64 KiB.
    Text,
    /// A document with frontmatter or structure of its own, for Markdown and backlog.
    Document,
    /// Lines of a log, for the recorder.
    Log,
}

/// What is repeated.
enum Unit {
    Same(&'static str),
    /// One text in the first half, another in the second.
    Halves(&'static str, &'static str),
    /// Texts that differ by their number.
    Numbered(fn(usize) -> String),
}

impl Pattern {
    /// The input of `policy` with about `size` bytes of this pattern.
    pub fn input(&self, policy: &str, size: usize) -> Vec<u8> {
        let text = self.text(size);
        match (policy, self.fits) {
            ("recorder", Fits::Text) => events(&text),
            ("backlog", Fits::Text) => [ITEM, &text].concat().into(),
            _ => text.into(),
        }
    }

    /// Whether `policy` can read it.
    pub fn is_for(&self, policy: &str) -> bool {
        match self.fits {
            Fits::Text => true,
            Fits::Document => matches!(policy, "markdown" | "backlog"),
            Fits::Log => policy == "recorder",
        }
    }

    fn text(&self, size: usize) -> String {
        let mut text = String::with_capacity(size + 64);
        text.push_str(self.head);
        let mut number = 0;
        while text.len() < size {
            match self.unit {
                Unit::Same(unit) => text.push_str(unit),
                Unit::Halves(first, second) => {
                    text.push_str(if text.len() < size / 2 { first } else { second });
                }
                Unit::Numbered(unit) => text.push_str(&unit(number)),
            }
            number += 1;
        }
        text + self.end
    }

    /// The same pattern with an end.
    pub const fn ending(self, end: &'static str) -> Self {
        Self { end, ..self }
    }
}

/// A recorder's log whose events hold `text`, 64 KiB each.
fn events(text: &str) -> Vec<u8> {
    let mut log = Vec::new();
    let mut rest = text;
    for number in 0.. {
        let (text, after) = rest.split_at(rest.ceil_char_boundary((64 << 10).min(rest.len())));
        let event = json!({
            "schema_version": "ft.recorder.event.v1", "event_id": format!("e{number}"), "pane_id": 1,
            "occurred_at_ms": number, "event_type": "egress_output", "text": text,
        });
        log.extend(event.to_string().into_bytes());
        log.push(b'\n');
        rest = after;
        if rest.is_empty() {
            break;
        }
    }
    log
}

/// A line of a recorder's log.
pub fn log_line(number: usize, pane: usize, kind: &str, text: &str) -> String {
    format!(
        r#"{{"schema_version":"ft.recorder.event.v1","event_id":"e{number}","pane_id":{pane},"occurred_at_ms":{number},"event_type":"{kind}","text":"{text}"}}"#
    ) + "\n"
}

const fn pattern(name: &'static str, fits: Fits, head: &'static str, unit: Unit) -> Pattern {
    Pattern { name, fits, head, unit, end: "" }
}

pub const fn text(name: &'static str, unit: &'static str) -> Pattern {
    pattern(name, Fits::Text, "", Unit::Same(unit))
}

pub const fn headed(name: &'static str, head: &'static str, unit: &'static str) -> Pattern {
    pattern(name, Fits::Text, head, Unit::Same(unit))
}

pub const fn halves(name: &'static str, first: &'static str, second: &'static str) -> Pattern {
    pattern(name, Fits::Text, "", Unit::Halves(first, second))
}

pub const fn numbered(name: &'static str, unit: fn(usize) -> String) -> Pattern {
    pattern(name, Fits::Text, "", Unit::Numbered(unit))
}

pub const fn document(name: &'static str, head: &'static str, unit: &'static str) -> Pattern {
    pattern(name, Fits::Document, head, Unit::Same(unit))
}

pub const fn log(name: &'static str, unit: fn(usize) -> String) -> Pattern {
    pattern(name, Fits::Log, "", Unit::Numbered(unit))
}
