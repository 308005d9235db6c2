//! The page: a template that holds style and script, and the views as JSON in it.

use super::view::View;
use serde_json::json;

const TEMPLATE: &str = include_str!("page.html");

pub(super) fn render(name: &str, views: &[View]) -> String {
    // In a script element nothing but `<` could end it.
    let data = json!({ "name": name, "views": views }).to_string().replace('<', "\\u003c");
    let escaped = name.replace('&', "&amp;").replace('<', "&lt;");
    // What stands in the document is no part of the template.
    let (head, tail) = TEMPLATE.split_once("{{data}}").unwrap_or((TEMPLATE, ""));
    [&head.replace("{{title}}", &escaped), &*data, tail].concat()
}
