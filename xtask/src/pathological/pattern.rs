//! A pattern: what is repeated until a document has the wanted size, and for which policies.

use serde_json::json;
use std::borrow::Cow;

/// The start of a backlog item.
const ITEM: &str =
    "---\nid: DEMO-TSK-0001\ntype: Task\ntitle: t\nstate: Done\ncreated: 2026-01-06\n---\n\n# Context\n\n";

/// A pattern, and the policies it fits.
pub struct Pattern {
    pub name: Cow<'static, str>,
    pub fits: Fits,
    pub make: Make,
}

/// The policies that a pattern fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fits {
    /// A text, for all policies; the recorder gets it as the text of events of 64 KiB.
    Text,
    /// A document with frontmatter or structure of its own, for Markdown and backlog.
    Document,
    /// Lines of a log, for the recorder.
    Log,
}

/// How its text is made.
pub enum Make {
    /// A head, and a unit that is repeated.
    Repeated(&'static str, &'static str),
    /// The same, and an end.
    Ended(&'static str, &'static str, &'static str),
    /// One unit repeated in the first half, another in the second.
    Halves(&'static str, &'static str),
    /// Units that differ by their number.
    Numbered(fn(usize) -> String),
    /// The units of several other patterns in turn, each with the text that follows it.
    Joined(Vec<(&'static Pattern, &'static str)>),
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
        if let Make::Halves(first, second) = self.make {
            for (unit, size) in [(first, size / 2), (second, size)] {
                while text.len() < size {
                    text.push_str(unit);
                }
            }
            return text;
        }
        text.push_str(self.head());
        let mut number = 0;
        while text.len() < size {
            self.push_unit(number, &mut text);
            number += 1;
        }
        if let Make::Ended(_, _, end) = self.make {
            text.push_str(end);
        }
        text
    }

    fn head(&self) -> &'static str {
        match &self.make {
            Make::Repeated(head, _) | Make::Ended(head, ..) => head,
            Make::Joined(parts) => parts.first().map_or("", |(pattern, _)| pattern.head()),
            Make::Halves(..) | Make::Numbered(_) => "",
        }
    }

    fn push_unit(&self, number: usize, text: &mut String) {
        match &self.make {
            Make::Repeated(_, unit) | Make::Ended(_, unit, _) => text.push_str(unit),
            Make::Halves(first, second) => {
                text.push_str(if number.is_multiple_of(2) { first } else { second })
            }
            Make::Numbered(unit) => text.push_str(&unit(number)),
            Make::Joined(parts) => {
                for (pattern, separator) in parts {
                    pattern.push_unit(number, text);
                    text.push_str(separator);
                }
            }
        }
    }
}

/// A recorder's log whose events hold `text`, 64 KiB each.
fn events(text: &str) -> Vec<u8> {
    let mut log = Vec::new();
    let mut rest = text;
    let mut number = 0;
    while !rest.is_empty() {
        let (text, behind) = rest.split_at(rest.ceil_char_boundary((64 << 10).min(rest.len())));
        let event = json!({
            "schema_version": "ft.recorder.event.v1", "event_id": format!("e{number}"), "pane_id": 1,
            "occurred_at_ms": number, "event_type": "egress_output", "text": text,
        });
        log.extend(event.to_string().into_bytes());
        log.push(b'\n');
        rest = behind;
        number += 1;
    }
    log
}

/// A line of a recorder's log.
pub fn log_line(number: usize, pane: usize, kind: &str, text: &str) -> String {
    format!(
        r#"{{"schema_version":"ft.recorder.event.v1","event_id":"e{number}","pane_id":{pane},"occurred_at_ms":{number},"event_type":"{kind}","text":"{text}"}}"#
    ) + "\n"
}

pub const fn text(name: &'static str, unit: &'static str) -> Pattern {
    Pattern { name: Cow::Borrowed(name), fits: Fits::Text, make: Make::Repeated("", unit) }
}

pub const fn headed(name: &'static str, head: &'static str, unit: &'static str) -> Pattern {
    Pattern { name: Cow::Borrowed(name), fits: Fits::Text, make: Make::Repeated(head, unit) }
}

pub const fn ended(name: &'static str, head: &'static str, unit: &'static str, end: &'static str) -> Pattern {
    Pattern { name: Cow::Borrowed(name), fits: Fits::Text, make: Make::Ended(head, unit, end) }
}

pub const fn halves(name: &'static str, first: &'static str, second: &'static str) -> Pattern {
    Pattern { name: Cow::Borrowed(name), fits: Fits::Text, make: Make::Halves(first, second) }
}

pub const fn numbered(name: &'static str, unit: fn(usize) -> String) -> Pattern {
    Pattern { name: Cow::Borrowed(name), fits: Fits::Text, make: Make::Numbered(unit) }
}

pub const fn document(name: &'static str, head: &'static str, unit: &'static str) -> Pattern {
    Pattern { name: Cow::Borrowed(name), fits: Fits::Document, make: Make::Repeated(head, unit) }
}

pub const fn log(name: &'static str, unit: fn(usize) -> String) -> Pattern {
    Pattern { name: Cow::Borrowed(name), fits: Fits::Log, make: Make::Numbered(unit) }
}
