//! Renders a view as an HTML page: a template with style and script, into which the view and its records go as JSON.

use super::Listed;
use chunk_records::View;
use serde_json::{Value, json};

const TEMPLATE: &str = include_str!("page.html");
/// What draws the chunks; docs/playground has it too.
const STYLE: &str = include_str!("view.css");
const SCRIPT: &str = include_str!("view.js");

const FOLDER: &str = include_str!("folder.html");

/// A page with one document.
pub(super) fn render(name: &str, view: &View) -> String {
    let [head, script, tail] = template();
    let [data, records] = content(name, view);
    [head.replace("{{title}}", &escaped(name)), data, script, records, tail].concat()
}

/// A page that lists documents, and shows the page of each.
pub(super) fn render_folder(name: &str, unit: &str, documents: Vec<Listed>) -> String {
    let document = |document: Listed| {
        let Listed { name, view, warnings, error } = document;
        let [chunks, sum, least, most] = view.sizes();
        let [data, records] = content(&name, &view);
        json!({
            "name": name, "chunks": chunks, "sum": sum, "least": least, "most": most, "warnings": warnings.len(),
            "said": warnings, "error": error, "data": data, "records": records,
        })
    };
    let documents: Vec<_> = documents.into_iter().map(document).collect();
    let data = in_script(&json!({ "unit": unit, "template": template(), "documents": documents }));
    let (head, tail) = FOLDER.split_once("{{data}}").unwrap_or((FOLDER, ""));
    [&head.replace("{{title}}", &escaped(name)), &*data, tail].concat()
}

/// The template before, between and after views and records. It is split before anything is put in, so that a document cannot hold a
/// placeholder.
fn template() -> [String; 3] {
    let (head, rest) = TEMPLATE.split_once("{{data}}").unwrap_or((TEMPLATE, ""));
    let (script, tail) = rest.split_once("{{records}}").unwrap_or((rest, ""));
    [head.replace("{{style}}", STYLE), script.replace("{{view}}", SCRIPT), tail.to_owned()]
}

/// A view and its records as the template takes them, which could show several side by side.
fn content(name: &str, view: &View) -> [String; 2] {
    let records: Vec<_> = view.records().collect();
    [in_script(&json!({ "name": name, "views": [view] })), in_script(&json!([records]))]
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// JSON as the content of a script element, which only a `<` could end.
fn in_script(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c")
}
