//! What a message says: a string, or parts of several kinds, of which tool calls and results may become one line.

use super::Tools;
use crate::json::lenient;
use serde::Deserialize;
use serde_json::{Value, value::RawValue};
use std::borrow::Cow;

/// The content of a message: a string or parts. Read from the raw JSON, because most are strings.
pub(super) fn of(content: Option<&RawValue>, tools: Tools) -> Result<Said, serde_json::Error> {
    let mut said = Said::default();
    let Some(content) = content.map(RawValue::get) else { return Ok(said) };
    match content.as_bytes().first() {
        Some(b'"') => said.text = serde_json::from_str(content)?,
        Some(b'[') => {
            for part in serde_json::from_str::<Vec<Part<'_>>>(content)? {
                said.add(part, tools);
            }
        }
        Some(b'{') => said.add(serde_json::from_str(content)?, tools),
        Some(b'n') => {}
        _ => return Err(serde::de::Error::custom("neither text nor a list of parts")),
    }
    Ok(said)
}

/// What a message says, and whether all of it is results of tools.
#[derive(Default)]
pub(super) struct Said {
    pub(super) text: String,
    pub(super) is_result: bool,
}

/// A part of a message, by the keys that the formats have in common.
#[derive(Deserialize)]
#[serde(untagged)]
enum Part<'j> {
    Text(Cow<'j, str>),
    Keyed(Keyed),
    Nothing(()),
}

#[derive(Deserialize)]
struct Keyed {
    #[serde(rename = "type", default)]
    kind: String,
    /// ChatGPT's word for the kind.
    #[serde(default)]
    content_type: String,
    #[serde(alias = "refusal")]
    text: Option<Value>,
    #[serde(default, deserialize_with = "lenient")]
    name: Option<String>,
    input: Option<Value>,
    content: Option<Value>,
}

impl Said {
    fn add(&mut self, part: Part<'_>, tools: Tools) {
        match part {
            Part::Nothing(()) => {}
            Part::Text(text) => self.line(&text),
            Part::Keyed(part) => match if part.kind.is_empty() { &*part.content_type } else { &*part.kind } {
                "tool_use" | "server_tool_use" => {
                    let name = part.name.as_deref().unwrap_or("tool");
                    self.line(&call(name, &shown(part.input.as_ref()), tools));
                }
                "tool_result" | "web_search_tool_result" => {
                    self.is_result = self.text.is_empty() || self.is_result;
                    self.line(&result(&shown(part.content.as_ref()), tools));
                }
                // What a model thinks is not said to anybody.
                "thinking" | "redacted_thinking" | "reasoning" | "token_budget" => {}
                kind => match part.text {
                    Some(Value::String(text)) => {
                        self.is_result = false;
                        self.line(&text);
                    }
                    // An image, a file, a sound: a word where it stood.
                    _ if !kind.is_empty() && !kind.ends_with("text") => {
                        self.line(&format!("[{kind}]"));
                    }
                    _ => {}
                },
            },
        }
    }

    fn line(&mut self, line: &str) {
        if !line.is_empty() {
            if !self.text.is_empty() {
                self.text.push('\n');
            }
            self.text.push_str(line);
        }
    }
}

/// How the kinds of parts end that hold a file.
const FILES: [&str; 5] = ["image", "image_url", "audio", "document", "file"];

/// The text of a value: a string as it is, parts by their text, files by a word, all else as JSON.
pub(super) fn shown(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => {
            let text = |part: &Value| match (part.get("text"), part.get("type")) {
                (Some(Value::String(text)), _) => text.clone(),
                // Their bytes are no text.
                (_, Some(Value::String(kind))) if FILES.iter().any(|file| kind.ends_with(file)) => {
                    format!("[{kind}]")
                }
                _ => shown(Some(part)),
            };
            parts.iter().map(text).collect::<Vec<_>>().join("\n")
        }
        Some(other) => other.to_string(),
    }
}

/// How long a folded line is at the most, in characters.
const FOLDED: usize = 120;

/// A call of a tool.
pub(super) fn call(name: &str, input: &str, tools: Tools) -> String {
    match tools {
        Tools::Keep => format!("[{name}]\n{input}"),
        Tools::Fold => format!("[{name}: {}]", folded(input)),
        Tools::Drop => String::new(),
    }
}

/// What a tool gave.
pub(super) fn result(output: &str, tools: Tools) -> String {
    match tools {
        Tools::Keep => format!("[result]\n{output}"),
        Tools::Fold => format!("[result: {}]", folded(output)),
        Tools::Drop => String::new(),
    }
}

/// The first line that is not blank, cut if it is long, and how many lines there are in all.
fn folded(text: &str) -> String {
    let text = trimmed(text);
    let line = text.split('\n').next().unwrap_or_default();
    let cut: String = line.chars().take(FOLDED).collect();
    let lines = text.split('\n').count();
    let dots = if cut.len() < line.len() { " …" } else { "" };
    match lines {
        1 => format!("{cut}{dots}"),
        _ => format!("{cut}{dots} ({lines} lines)"),
    }
}

/// `text` without blank lines before it and white space after it.
pub(super) fn trimmed(text: &str) -> &str {
    let text = text.trim_end_matches([' ', '\t', '\r', '\n']);
    let blank = text.len() - text.trim_start_matches([' ', '\t', '\r', '\n']).len();
    let line = text.get(..blank).and_then(|blank| blank.rfind('\n')).map_or(0, |at| at + 1);
    text.get(line..).unwrap_or_default()
}
