//! Shows where two records differ.

use serde_json::Value;

/// The first place in which `found` differs from `expected`; `gives` says where that is from: `the document gives`.
pub(super) fn difference(found: &Value, expected: &Value, gives: &str) -> Option<String> {
    at("", found, expected, gives)
}

fn at(place: &str, found: &Value, expected: &Value, gives: &str) -> Option<String> {
    let dot = if place.is_empty() { "" } else { "." };
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => {
            if let Some(key) = expected.keys().find(|key| !found.contains_key(*key)) {
                return Some(format!("{place}{dot}{key} is not there"));
            }
            if let Some(key) = found.keys().find(|key| !expected.contains_key(*key)) {
                return Some(format!("{place}{dot}{key} is none of what {gives}"));
            }
            expected.iter().find_map(|(key, expected)| {
                at(&format!("{place}{dot}{key}"), found.get(key)?, expected, gives)
            })
        }
        (Value::Array(found), Value::Array(expected)) if found.len() == expected.len() => {
            let mut pairs = found.iter().zip(expected).enumerate();
            pairs.find_map(|(number, (found, expected))| {
                at(&format!("{place}[{number}]"), found, expected, gives)
            })
        }
        (Value::String(found), Value::String(expected)) if found != expected => {
            Some(texts(place, found, expected, gives))
        }
        _ => (found != expected).then(|| format!("{place} is {}, {gives} {}", short(found), short(expected))),
    }
}

/// Two texts, from shortly before they differ.
fn texts(place: &str, found: &str, expected: &str, gives: &str) -> String {
    const BEFORE: usize = 20;
    let same = found.chars().zip(expected.chars()).take_while(|(found, expected)| found == expected).count();
    let from = |text: &str| Value::from(text.chars().skip(same.saturating_sub(BEFORE)).collect::<String>());
    let (found, expected) = (short(&from(found)), short(&from(expected)));
    if same <= BEFORE {
        return format!("{place} is {found}, {gives} {expected}");
    }
    format!("{place} differs at character {}: …{found}, {gives} …{expected}", same + 1)
}

/// The beginning of a value, for people.
fn short(value: &Value) -> String {
    const MOST: usize = 80;
    let json = value.to_string();
    match json.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", json.get(..end).unwrap_or_default()),
        None => json,
    }
}
