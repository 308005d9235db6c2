//! `chunk schema`: prints the schema of a policy's records.

use crate::{
    console::print,
    error::{Error, Verdict},
};
use clap::{ValueEnum, builder::PossibleValuesParser};

const EXAMPLES: &str = "\
Examples:
  chunk schema markdown > markdown.schema.json
  chunk schema markdown --format typescript > markdown.ts
  chunk schema markdown --format python > markdown.py";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SchemaOf {
    /// The policy whose records are described, or rows for those of --format rows
    #[arg(value_name = "POLICY", value_parser = PossibleValuesParser::new(SCHEMAS.map(|(of, ..)| of)))]
    policy: String,
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

/// The name of the records, and their schema in each language. `cargo xtask schemas` makes the files from the Rust types of the records.
type Schemas = (&'static str, &'static str, &'static str, &'static str);

macro_rules! schemas {
    ($($of:literal),+) => {[$((
        $of,
        include_str!(concat!("../schemas/", $of, ".schema.json")),
        include_str!(concat!("../schemas/", $of, ".ts")),
        include_str!(concat!("../schemas/", $of, ".py")),
    )),+]};
}

const SCHEMAS: [Schemas; 6] = schemas!("backlog", "hybrid", "markdown", "recorder", "tokens", "rows");

impl SchemaOf {
    pub(crate) fn print(&self) -> Result<Verdict, Error> {
        let schemas = SCHEMAS.iter().find(|(of, ..)| *of == self.policy);
        let schema = schemas.map(|(_, json_schema, typescript, python)| match self.format {
            Format::JsonSchema => json_schema,
            Format::Typescript => typescript,
            Format::Python => python,
        });
        print(schema.map_or(&[], |schema| schema.as_bytes()))
    }
}
