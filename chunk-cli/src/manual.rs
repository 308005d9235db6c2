//! What the command prints about itself: its policies, the schemas of their records, completions, manual pages.

use crate::{
    console::print,
    error::{Error, Verdict, trouble},
    policy::PROFILES,
};
use clap::{Command, ValueEnum, builder::PossibleValuesParser};
use clap_complete::Shell;
use std::fmt::Write as _;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  chunk completions bash > ~/.local/share/bash-completion/completions/chunk"
)]
pub(crate) struct Completions {
    shell: Shell,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  chunk man tokens | man -l -")]
pub(crate) struct Man {
    /// The subcommand that the page is about; without one, chunk itself
    #[arg(value_name = "SUBCOMMAND")]
    subcommand: Option<String>,
}

/// `chunk policies`: name, contract version and purpose, a line each.
pub(crate) fn policies(command: &Command) -> Result<Verdict, Error> {
    let mut table = String::new();
    for contract in PROFILES.iter().map(|profile| profile.contract) {
        let about = command.find_subcommand(contract.policy).and_then(Command::get_about);
        let about = about.map(ToString::to_string).unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = writeln!(table, "{:<10} {:<24} {about}", contract.policy, contract.version);
    }
    print(table.as_bytes())
}

impl Completions {
    pub(crate) fn print(&self, mut command: Command) -> Result<Verdict, Error> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "chunk", &mut script);
        print(&script)
    }
}

impl Man {
    pub(crate) fn print(&self, mut command: Command) -> Result<Verdict, Error> {
        command.build();
        let command = match &self.subcommand {
            None => command,
            Some(name) => match command.find_subcommand(name) {
                Some(found) => found.clone(),
                None => return trouble(format!("there is no subcommand {name}; `chunk --help` lists them")),
            },
        };
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page).map_err(Error::stdout)?;
        print(with_sections(&String::from_utf8_lossy(&page)).as_bytes())
    }
}

/// The page with what comes after the help in the sections that readers of manuals look for.
fn with_sections(page: &str) -> String {
    let Some((before, rest)) = page.split_once(".SH EXTRA\n") else { return page.to_owned() };
    let (extra, after) = rest.find("\n.SH ").map_or((rest, ""), |at| rest.split_at(at + 1));
    let (extra, _) = extra.split_once(" (chunk man").unwrap_or((extra, ""));
    let split = extra.split_once("Examples:").or_else(|| extra.split_once("Example:"));
    let (notes, examples) = split.unwrap_or((extra, ""));
    let mut page = before.to_owned();
    for (heading, text) in [("NOTES", notes), ("EXAMPLES", examples)] {
        let text = text.trim_matches('\n');
        if !text.is_empty() {
            // As it is, line by line.
            page += &format!(".SH {heading}\n.nf\n{text}\n.fi\n");
        }
    }
    page += ".SH \"EXIT STATUS\"\n0 all is well; 1 a document or a check failed, or there are differences and they are asked \
             for; 2 the call, the settings, or reading or writing is at fault; 130 interrupted\n";
    page += ".SH ENVIRONMENT\nCHUNK_POLICY_SETTING, such as CHUNK_TOKENS_MAX_TOKENS, sets a setting; SOURCE_DATE_EPOCH is \
             the time that \\-\\-created\\-at would give\n.SH FILES\nchunk.toml in this folder or one above: settings, a table \
             for each policy\n";
    page + after
}

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
