//! `chunk schema`: what the records of a policy look like, derived from the Rust types that are written.

mod python;
mod shape;
mod typescript;

use crate::{
    console::print,
    exit::{Broken, Verdict, cannot},
    registry::PolicyName,
};
use chunk_core::unicode;
use clap::ValueEnum;
use schemars::Schema;
use serde_json::Value;

const EXAMPLES: &str = "\
Examples:
  chunk schema markdown > markdown.schema.json
  chunk schema markdown --format typescript > markdown.ts
  chunk schema markdown --format python > markdown.py";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SchemaOf {
    /// The policy whose records are described
    policy: PolicyName,
    /// In which language
    #[arg(long, value_name = "FORMAT", default_value = "json-schema")]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    JsonSchema,
    Typescript,
    Python,
}

impl SchemaOf {
    pub(crate) fn print(&self) -> Result<Verdict, Broken> {
        let mut schema = (self.policy.profile().schema)().to_value();
        without_examples(&mut schema);
        let schema = Schema::try_from(schema).unwrap_or_default();
        print(render(&schema, self.format)?.as_bytes())
    }
}

/// Descriptions without the examples in Rust that end them.
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

fn render(schema: &Schema, format: Format) -> Result<String, Broken> {
    Ok(match format {
        Format::JsonSchema => {
            serde_json::to_string_pretty(schema).map_err(cannot("write", "the schema"))? + "\n"
        }
        Format::Typescript => typescript::render(&shape::shapes(schema)),
        Format::Python => python::render(&shape::shapes(schema)),
    })
}
