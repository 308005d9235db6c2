//! What is wrong with JSON, in words for people who know neither Rust nor its types.

use serde_json::error::Category;

/// What serde_json says is wrong, without the place, which it counts from the start of the value: `invalid type: integer `7`, expected
/// struct Node` is `it is the number `7`, and must be an object`.
#[must_use]
pub fn json_error(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let what = message.rsplit_once(" at line ").map_or(&*message, |(what, _)| what);
    let what = what.replace("EOF while parsing ", "it ends in the middle of ");
    match error.classify() {
        Category::Syntax | Category::Eof => format!("this is not JSON: {what}"),
        Category::Data | Category::Io => value_error(&what),
    }
}

/// The same of a value that has another type than is expected.
fn value_error(what: &str) -> String {
    if let Some(field) = what.strip_prefix("missing field ") {
        return format!("the field {field} is missing");
    }
    let invalid = what.split_once("invalid type: ").or_else(|| what.split_once("invalid value: "));
    let Some((before, (given, wanted))) =
        invalid.and_then(|(before, rest)| Some((before, rest.rsplit_once(", expected ")?)))
    else {
        return what.to_owned();
    };
    let given = match given.split_once(' ') {
        _ if given == "sequence" => "a list".to_owned(),
        _ if given == "map" => "an object".to_owned(),
        Some(("integer", number)) => format!("the number {number}"),
        Some(("floating", number)) => format!("the number {}", number.trim_start_matches("point ")),
        Some(("string", text)) => format!("the string {text}"),
        Some(("boolean", value)) => value.to_owned(),
        _ => given.to_owned(),
    };
    format!("{before}it is {given}, and must be {}", in_plain_words(wanted))
}

/// What serde expects in the place of another value, such as `u64`.
pub(crate) fn in_plain_words(expected: &str) -> &str {
    match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number, not negative",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" => "an object",
        "string or map" => "a string",
        kind if kind.starts_with("struct ") => "an object",
        kind if kind.starts_with("a tuple ") => "a list",
        other => other,
    }
}
