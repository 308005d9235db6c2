//! Finds Kubernetes secrets: the values under `data` of a YAML document whose `kind` is `Secret` (B21).

use super::{Secret, shape::is_placeholder};
use chunk_core::{
    is_white_space,
    unicode::{trim, trim_start},
};

const RULE: &str = "kubernetes-secret";

/// The fewest characters of a value.
const MIN_VALUE: usize = 8;

pub(super) fn detect(text: &str, secrets: &mut Vec<Secret>) {
    let mut document = Document::default();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = trim(line);
        if trimmed == "---" || trimmed.starts_with("```") {
            document.finish(secrets);
        } else if !trimmed.is_empty() {
            document.line(line, at);
        }
        at += line.len();
    }
    document.finish(secrets);
}

/// What has been read of a YAML document so far.
#[derive(Debug, Default)]
struct Document {
    is_secret: bool,
    /// The indentation of the line `data:` whose block the reader is in.
    data: Option<usize>,
    values: Vec<Secret>,
}

impl Document {
    fn line(&mut self, line: &str, at: usize) {
        let text = trim(line);
        let indentation = line.len() - trim_start(line).len();
        let (key, value) = text.split_once(':').unwrap_or(("", text));
        let (key, value) = (key.trim_matches(['"', '\'']), trim(value).trim_matches(['"', '\'', ',']));
        if self.data.is_some_and(|data| indentation > data) {
            // In a block scalar, every line is value.
            let start = at + line.find(value).unwrap_or_default();
            let is_word = value.len() >= MIN_VALUE && !value.contains(is_white_space);
            if is_word && !value.starts_with(['$', '{', '<']) && !is_placeholder(value) {
                self.values.push(Secret::new(start..start + value.len(), RULE));
            }
            return;
        }
        let opens_data = matches!(key, "data" | "stringData") && value.is_empty();
        self.data = opens_data.then_some(indentation);
        self.is_secret |= key.eq_ignore_ascii_case("kind") && value.eq_ignore_ascii_case("secret");
    }

    fn finish(&mut self, secrets: &mut Vec<Secret>) {
        let document = std::mem::take(self);
        if document.is_secret {
            secrets.extend(document.values);
        }
    }
}
