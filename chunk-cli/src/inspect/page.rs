//! Renders views as an HTML page: a template with style and script, into which the views and their records go as JSON.

use super::view::View;
use serde_json::{Value, json};

const TEMPLATE: &str = include_str!("page.html");

pub(super) fn render(name: &str, views: &[View]) -> String {
    let records: Vec<Vec<_>> =
        views.iter().map(|view| view.pieces.iter().map(|piece| &piece.record).collect()).collect();
    let escaped = name.replace('&', "&amp;").replace('<', "&lt;");
    // The template is split before anything is put in, so that a document cannot hold a placeholder.
    let (head, rest) = TEMPLATE.split_once("{{data}}").unwrap_or((TEMPLATE, ""));
    let (script, tail) = rest.split_once("{{records}}").unwrap_or((rest, ""));
    let data = in_script(&json!({ "name": name, "views": views }));
    [&head.replace("{{title}}", &escaped), &*data, script, &in_script(&json!(records)), tail].concat()
}

/// JSON as the content of a script element, which only a `<` could end.
fn in_script(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c")
}
