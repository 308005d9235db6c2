//! `chunk schema`: prints the schema of a policy's records.

use crate::{
    console::print,
    error::{Error, Verdict},
    profile::{Schemas, schemas},
    registry::{names, policy_of},
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
    #[arg(value_name = "POLICY", value_parser = of())]
    policy: String,
    /// In which language
    #[arg(long, value_name = "FORMAT", default_value = "json-schema")]
    format: Format,
}

const ROWS: Schemas = schemas!("rows");

fn of() -> PossibleValuesParser {
    names().into_iter().chain(["rows"]).collect::<Vec<_>>().into()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    JsonSchema,
    Typescript,
    Python,
}

impl SchemaOf {
    pub(crate) fn print(&self) -> Result<Verdict, Error> {
        let schemas = policy_of(&self.policy).map_or(&ROWS, |policy| &policy.profile().schemas);
        let schema = match self.format {
            Format::JsonSchema => schemas.json_schema,
            Format::Typescript => schemas.typescript,
            Format::Python => schemas.python,
        };
        print(schema.as_bytes())
    }
}
