//! `cargo xtask schemas`: generates, from the Rust types of each policy's records, the JSON Schema, TypeScript and Python files
//! that `chunk schema` prints.

mod python;
mod shape;
mod typescript;

use crate::{Answer, generated};
use chunk_core::unicode;
use schemars::{Schema, generate::SchemaSettings, schema_for};
use serde_json::Value;

#[derive(clap::Args)]
pub struct Arguments {
    /// Write nothing; fail if a file is not what would be written
    #[arg(long)]
    check: bool,
}

pub fn run(arguments: &Arguments) -> Answer {
    let schemas = [
        ("backlog", schema_for!(chunk_backlog::BacklogChunk<'_>)),
        ("hybrid", schema_for!(chunk_hybrid::HybridChunk<'_>)),
        ("markdown", schema_for!(chunk_markdown::MarkdownChunk<'_>)),
        ("recorder", schema_for!(chunk_recorder::RecorderChunk)),
        ("tokens", schema_for!(chunk_tokens::TokenRecord<'_>)),
        // Of a row, all keys are always there.
        (
            "rows",
            SchemaSettings::default()
                .for_serialize()
                .into_generator()
                .into_root_schema_for::<chunk_records::Row<'_>>(),
        ),
    ];
    let mut is_well = true;
    for (policy, schema) in schemas {
        for (ending, text) in files(schema)? {
            let name = format!("chunk-cli/schemas/{policy}.{ending}");
            is_well &= generated::file(&name, &text, "cargo xtask schemas", arguments.check)?;
        }
    }
    Ok(is_well)
}

/// The texts of a schema's files, each with its file name extension.
fn files(schema: Schema) -> Result<[(&'static str, String); 3], serde_json::Error> {
    let mut schema = schema.to_value();
    without_examples(&mut schema);
    let shapes = shape::shapes(&schema);
    // A `Schema` writes its keys in an order of its own, a `Value` in alphabetical order.
    let schema = Schema::try_from(schema)?;
    Ok([
        ("schema.json", serde_json::to_string_pretty(&schema)? + "\n"),
        ("ts", typescript::render(&shapes)),
        ("py", python::render(&shapes)),
    ])
}

/// Cuts descriptions at their first code block: examples in Rust.
fn without_examples(value: &mut Value) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                match value {
                    Value::String(text) if key == "description" => {
                        if let Some((before, _)) = text.split_once("```") {
                            *text = unicode::trim_end(before).to_owned();
                        }
                    }
                    other => without_examples(other),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(without_examples),
        _ => {}
    }
}
