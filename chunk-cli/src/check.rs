//! `chunk check`: whether records keep the rules of their contract; or, given their sources, whether they are exactly what
//! those give: each once, in order, byte for byte, and none missing (C3).

mod compare;
mod difference;
mod folder;
mod made;
mod records;

use crate::{
    any_policy::{AnyPolicy, RecordRules},
    chunking::Chunking,
    console::say,
    environment::Environment,
    error::{Error, Verdict, trouble},
    flags::PolicyFlags,
    inputs,
    json::what_and_column,
    opened::is_database,
    options::{OutputFormat, Provenance, ReadingOptions, size},
    out_dir::written_in,
    registry::PolicyName,
    report::counted,
    settings::{Settings, SettingsOptions},
    shown::{shown, shown_name},
};
use chunk_core::ContentHash;
use chunk_records::{Keys, Stamp};
use compare::Comparison;
use folder::{Folder, sources};
use made::{Form, Made, Recorded};
use records::{Checks, Held, Records, Violation};
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use std::{
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

const EXAMPLES: &str = "\
Examples:
  chunk check --policy tokens notes.jsonl
  chunk tokens notes/ | chunk check --policy tokens --source notes/ -
  chunk hybrid notes/ | chunk check --policy hybrid --source notes/ -
  chunk recorder events.jsonl | chunk check --policy recorder --source events.jsonl -";

/// How many violations are shown.
const SHOWN: usize = 10;
/// What to try about violations found without sources.
const OTHER_SETTINGS: &str = "note: if the run had settings or a tokenizer of its own, give them here too, such as \
                              --set max_tokens=512";
/// What to try about violations found with sources.
const MAKE_AGAIN: &str =
    "note: make the records again, or check them with the settings and options of the run that made them";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Check {
    /// Files of records, folders that --out-dir wrote, or - for stdin
    #[arg(value_name = "CHUNKS.jsonl", required = true)]
    files: Vec<PathBuf>,
    /// The policy that made the chunks; without this, policy, settings and encoding are those that a folder's manifest or the
    /// first record names
    #[arg(long)]
    policy: Option<PolicyName>,
    /// Make the chunks again from this file or folder and compare: give all that the run was given, and its options and
    /// settings. May be repeated
    #[arg(long, value_name = "PATH")]
    source: Vec<PathBuf>,
    /// No summary
    #[arg(short, long)]
    quiet: bool,
    /// Show all violations; without this, the first ten
    #[arg(short, long)]
    verbose: bool,
    /// Refuse records above SIZE, in bytes or with K, M, G
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = size)]
    record_limit: u64,
    #[command(flatten)]
    reading: ReadingOptions,
    #[command(flatten)]
    provenance: Provenance,
    #[command(flatten)]
    flags: PolicyFlags,
    #[command(flatten)]
    settings: SettingsOptions,
}

impl Check {
    pub(crate) fn run(&self, environment: &Environment) -> Result<Verdict, Error> {
        // Settings that are wrong are said before anything is read.
        if let Some(policy) = self.policy {
            let (_, settings) = policy.in_force(&self.flags, &self.settings, None, environment)?;
            if self.settings.show_config {
                return settings.print(&self.flags);
            }
        }
        self.files.iter().try_for_each(|path| refuse_store(path))?;
        let recorded: Vec<_> = self.files.iter().map(|path| Recorded::of(path)).collect::<Result<_, _>>()?;
        let made = Made::of(&recorded, self.policy, self.record_limit)?;
        let (flags, config) = match self.policy {
            // Then all is as it is given here.
            Some(_) => (self.flags.clone(), None),
            None => (self.flags.or_those(&made.flags)?, made.config.as_ref()),
        };
        let (policy, settings) = made.policy.in_force(&flags, &self.settings, config, environment)?;
        if self.settings.show_config {
            return settings.print(&flags);
        }
        let mut chunking =
            Chunking::new(&*policy, &settings, &self.source, &self.reading, &self.provenance, environment)?;
        chunking.is_stamped = made.form == Form::Stamped;
        if made.form == Form::Rows {
            chunking.format = OutputFormat::Rows;
        }
        if let Some(stamp) = made.stamp.as_ref().filter(|stamp| **stamp != chunking.stamp) {
            let own = match stamp.changed_settings.as_slice() {
                [] => "such as --set max_tokens=512 or --tokenizer FILE".to_owned(),
                own => format!("which the records name: {}", shown_name(&own.join(", "))),
            };
            return trouble(format!(
                "the records were made by {} with settings of the digest {}, and this check has {} and {}: give it the \
                 settings and flags of the run, {own}",
                shown_name(&stamp.contract),
                shown_name(&stamp.settings),
                chunking.stamp.contract,
                chunking.stamp.settings
            ));
        }
        let mut records = Records::new(made.policy, self.record_limit, made.stdin);
        let keys = made.form.keys(policy.profile());
        let (mut differing, mut is_blind) = (String::new(), false);
        let advice = if self.source.is_empty() {
            self.by_rules(&recorded, &chunking, made.form, &settings, &mut records)?.then_some(OTHER_SETTINGS)
        } else {
            let comparison = self.by_source(&recorded, &chunking, &keys, &settings, &mut records)?;
            (differing, is_blind) = (comparison.differing(&keys), comparison.is_blind);
            (!records.violations.is_empty()).then_some(MAKE_AGAIN)
        };
        let others = match &made.config {
            Some(made) => settings.unlike(made)?,
            None => Vec::new(),
        };
        let advice = advice.map(|advice| match others.is_empty() {
            true => advice.to_owned(),
            false => format!(
                "note: by the manifest, the records were made with other settings: {}; leave out --policy, or give these here",
                others.join(" ")
            ),
        });
        let verdict = self.report(&mut records, advice.as_deref(), &differing)?;
        Ok(if is_blind { Verdict::Unreadable } else { verdict })
    }

    /// Checks each record by itself, and returns whether any breaks the contract's rules.
    fn by_rules(
        &self,
        recorded: &[Recorded],
        chunking: &Chunking<'_>,
        form: Form,
        settings: &Settings,
        records: &mut Records,
    ) -> Result<bool, Error> {
        let policy = chunking.policy;
        let name = policy.profile().contract.policy;
        let rules: Box<RecordRules<'_>> = match (form, policy.rules()) {
            (Form::Rows, _) => Box::new(|json| chunk_records::row_violations(json, &chunking.stamp)),
            (_, Some(rules)) => Box::new(move |json| match Stamp::split(json) {
                (plain, Some(stamp)) if stamp == chunking.stamp => rules(&plain),
                (_, Some(_)) => Ok(vec![chunk_records::OTHER_STAMP.to_owned()]),
                (plain, None) => rules(&plain),
            }),
            (_, None) => {
                return trouble(format!(
                    "records of {name} are compared with what they were made from: pass --source PATH, as the run \
                     had it"
                ));
            }
        };
        let keys = form.keys(policy.profile());
        let head = head(policy, settings)?;
        let mut breaks_rules = false;
        for (path, recorded) in self.files.iter().zip(recorded) {
            let before = records.read;
            let folder = read(recorded, &keys, records, &mut |place, json, violations| {
                let found = match rules(json) {
                    Ok(broken) => {
                        breaks_rules |= !broken.is_empty();
                        broken
                    }
                    Err(unreadable) => vec![no_record(&unreadable, json, name)],
                };
                violations.extend(found.into_iter().map(|what| Violation::new(place, what)));
            })?;
            let violations = folder.map(|folder| folder.violations(&head, None)).unwrap_or_default();
            breaks_rules |= !violations.is_empty();
            records.violations.extend(violations);
            if records.read == before {
                records.violations.push(Violation::of_file(path, "there is no record in it".to_owned()));
            }
        }
        Ok(breaks_rules)
    }

    /// Compares all records with those that the sources give.
    fn by_source(
        &self,
        recorded: &[Recorded],
        chunking: &Chunking<'_>,
        keys: &Keys,
        settings: &Settings,
        records: &mut Records,
    ) -> Result<Comparison, Error> {
        if self.source.iter().any(|path| path.as_os_str() == "-") {
            return trouble("--source - is read more than once: name files or folders");
        }
        let profile = chunking.policy.profile();
        let outputs: Vec<PathBuf> = self.files.iter().flat_map(|path| outputs_of(path)).collect();
        let found = inputs::find(profile, &self.source, &self.reading, &outputs, true)?;
        let mut comparison = Comparison::new(chunking, self.reading.input, &found)?;
        for recorded in recorded {
            comparison.begin_file();
            let folder = read(recorded, keys, records, &mut |place, json, violations| {
                violations.extend(comparison.take(place, json, keys));
            })?;
            if let Some(folder) = folder {
                // Which documents went into which of several folders, nobody can tell.
                let is_only = self.files.len() == 1;
                let sources = is_only.then(|| sources(&found, &comparison.hashes())).transpose()?;
                records
                    .violations
                    .extend(folder.violations(&head(chunking.policy, settings)?, sources.as_ref()));
            }
        }
        let files: Vec<_> = self.files.iter().map(|file| shown(file)).collect();
        records.violations.extend(comparison.finish(&files.join(", ")));
        Ok(comparison)
    }

    /// Shows what to try first, then the violations.
    fn report(&self, records: &mut Records, advice: Option<&str>, differing: &str) -> Result<Verdict, Error> {
        let note = |line: &str| {
            if !self.quiet {
                say(line);
            }
        };
        advice.into_iter().for_each(note);
        let mut stdout = BufWriter::new(io::stdout());
        records.violations.sort_by(|one, other| one.place().cmp(&other.place()));
        let violations = records.violations.len();
        let shown = if self.verbose { violations } else { SHOWN };
        for violation in records.violations.iter().take(shown) {
            writeln!(stdout, "{violation}").map_err(Error::stdout)?;
        }
        stdout.flush().map_err(Error::stdout)?;
        if let more @ 1.. = violations.saturating_sub(shown) {
            note(&format!("and {}; -v shows all", counted(more, "more violation")));
        }
        note(&format!(
            "{}, {}{differing}",
            counted(records.read, "record"),
            counted(violations, "violation")
        ));
        Ok(if violations == 0 { Verdict::Well } else { Verdict::No })
    }
}

/// Refuses a store, by its name or by its first bytes.
fn refuse_store(path: &Path) -> Result<(), Error> {
    if !path.to_str().is_some_and(|path| path.starts_with("sqlite:")) && !is_database(path) {
        return Ok(());
    }
    trouble(format!(
        "{}: a store cannot be checked; run again with -o or --out-dir, check that, and compare both by chunk diff",
        shown(path)
    ))
}

/// Has all records checked, and returns what a folder holds.
fn read<'r>(
    recorded: &'r Recorded,
    keys: &Keys,
    records: &mut Records,
    check: &mut Checks<'_>,
) -> Result<Option<Folder<'r>>, Error> {
    let mut all = Vec::new();
    for file in &recorded.files {
        let mut held = Held::default();
        records.read_file(file, &mut |place, json, violations| {
            held.add(keys, json);
            check(place, json, violations);
        })?;
        all.push(held);
    }
    Ok(recorded.written.as_ref().map(|written| Folder { written, held: all }))
}

/// What made the records, as a manifest says it.
fn head(policy: &dyn AnyPolicy, settings: &Settings) -> Result<Value, Error> {
    Ok(json!({
        "policy": policy.profile().contract.policy,
        "policy_version": policy.version(),
        "config": settings.in_force()?,
        "config_hash": ContentHash::of(settings.in_force_json()?).to_string(),
    }))
}

/// Where the records lie: no source of theirs.
fn outputs_of(path: &Path) -> Vec<PathBuf> {
    if path.is_dir() { written_in(path).into() } else { vec![path.to_owned()] }
}

/// What is wrong with a record that cannot be read. Each is parsed by itself, so the parser's line number says nothing.
fn no_record(unreadable: &str, json: &[u8], policy: &str) -> String {
    if !json.trim_ascii_start().starts_with(b"{") {
        let is_json = serde_json::from_slice::<IgnoredAny>(json).is_ok();
        return if is_json { "this is no object" } else { "this is not JSON" }.to_owned();
    }
    let (what, _) = what_and_column(unreadable);
    if what.starts_with("missing field") {
        return format!("{what}; is it a record of {policy}?");
    }
    what.to_owned()
}
