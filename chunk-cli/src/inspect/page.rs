//! The page: a template that holds style and script, and the views and their records as JSON in it.

use super::view::View;
use serde_json::{Value, json};

const TEMPLATE: &str = include_str!("page.html");

pub(super) fn render(name: &str, views: &[View]) -> String {
    let records: Vec<Vec<_>> =
        views.iter().map(|view| view.pieces.iter().map(|piece| &piece.record).collect()).collect();
    let escaped = name.replace('&', "&amp;").replace('<', "&lt;");
    // What stands in the document is no part of the template.
    let (head, rest) = TEMPLATE.split_once("{{data}}").unwrap_or((TEMPLATE, ""));
    let (script, tail) = rest.split_once("{{records}}").unwrap_or((rest, ""));
    let data = in_script(&json!({ "name": name, "views": views }));
    [&head.replace("{{title}}", &escaped), &*data, script, &in_script(&json!(records)), tail].concat()
}

/// In a script element nothing but `<` could end it.
fn in_script(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c")
}
