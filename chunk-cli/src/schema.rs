//! `chunk schema`: prints the schema of a policy's records.

use crate::{
    console::print,
    error::{Error, Verdict},
    registry::PolicyName,
};
use clap::ValueEnum;

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
    pub(crate) fn print(&self) -> Result<Verdict, Error> {
        let schemas = &self.policy.profile().schemas;
        let schema = match self.format {
            Format::JsonSchema => schemas.json_schema,
            Format::Typescript => schemas.typescript,
            Format::Python => schemas.python,
        };
        print(schema.as_bytes())
    }
}
