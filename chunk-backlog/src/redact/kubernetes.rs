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
    // Of the current YAML document: whether it is a secret, the indentation of the line `data:` whose block the reader is in, and the values.
    let (mut is_secret, mut data, mut values) = (false, None, Vec::new());
    let mut at = 0;
    // A rule after the text ends its last document.
    for line in text.split_inclusive('\n').chain(["---"]) {
        let content = trim(line);
        let indentation = line.len() - trim_start(line).len();
        let (key, value) = content.split_once(':').unwrap_or(("", content));
        let (key, value) = (key.trim_matches(['"', '\'']), trim(value).trim_matches(['"', '\'', ',']));
        if content == "---" || content.starts_with("```") {
            secrets.extend(values.drain(..).filter(|_| is_secret));
            (is_secret, data) = (false, None);
        } else if data.is_some_and(|data| indentation > data) {
            // In a block scalar, every line is value.
            let start = at + line.find(value).unwrap_or_default();
            let is_word = value.len() >= MIN_VALUE && !value.contains(is_white_space);
            if is_word && !value.starts_with(['$', '{', '<']) && !is_placeholder(value) {
                values.push(Secret::new(start..start + value.len(), RULE));
            }
        } else if !content.is_empty() {
            data = (matches!(key, "data" | "stringData") && value.is_empty()).then_some(indentation);
            is_secret |= key.eq_ignore_ascii_case("kind") && value.eq_ignore_ascii_case("secret");
        }
        at += line.len();
    }
}
