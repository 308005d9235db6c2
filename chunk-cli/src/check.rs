//! `chunk check`: whether records keep the rules of their contract; or, given their sources, whether they are exactly what
//! those give: each once, in order, byte for byte, and none missing (C3).

mod compare;
mod folder;
mod records;

use crate::{
    chunking::Chunking,
    console::{note, print},
    error::{Error, Verdict, trouble},
    find::Found,
    flags::PolicyFlags,
    inputs,
    opened::is_database,
    options::{OutputFormat, Provenance, ReadingOptions},
    out_dir::{Recorded, written_in},
    policy::{PolicyName, RecordRules},
    profile::Profile,
    report::counted,
    settings::SettingsOptions,
    shown::{shown, shown_name},
};
use chunk_records::{Keys, ROWS, Stamp};
use compare::Comparison;
use folder::sources;
use records::{Held, Made, Records, Violation};
use serde::de::IgnoredAny;
use serde_json::Value;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  chunk check --policy tokens notes.jsonl
  chunk tokens notes/ | chunk check --policy tokens --source notes/ -
  chunk hybrid notes/ | chunk check --policy hybrid --source notes/ -
  chunk recorder events.jsonl | chunk check --policy recorder --source events.jsonl -";

/// How many violations are shown.
const SHOWN: usize = 10;
/// What to try about violations found without sources.
const OTHER_SETTINGS: &str =
    "note: if the run had settings or a tokenizer of its own, give them here too, such as";
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
    pub(crate) fn run(&self) -> Result<Verdict, Error> {
        // Settings that are wrong are said before anything is read.
        let given = self.policy.map(|policy| self.chunking(policy, &self.flags, None)).transpose()?;
        if let Some(chunking) = given.as_ref().filter(|_| self.settings.show_config) {
            return chunking.settings.print(&self.flags);
        }
        self.files.iter().try_for_each(|path| refuse_store(path))?;
        let recorded: Vec<_> = self.files.iter().map(|path| Recorded::of(path)).collect::<Result<_, _>>()?;
        let made = Made::of(&recorded, self.policy)?;
        let flags;
        let mut chunking = match given {
            // Then all is as it is given here.
            Some(given) => given,
            None => {
                flags = self.flags.or_those(&made.flags)?;
                self.chunking(made.policy, &flags, made.config.as_ref())?
            }
        };
        if self.settings.show_config {
            return chunking.settings.print(chunking.flags);
        }
        chunking.is_stamped = made.stamp.is_some() && !made.is_rows;
        if made.is_rows {
            chunking.format = OutputFormat::Rows;
        }
        if let Some(stamp) = made.stamp.as_ref().filter(|stamp| **stamp != chunking.stamp) {
            let own = match stamp.changed_settings.as_slice() {
                [] => format!("such as {} or --tokenizer FILE", chunking.profile.example()),
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
        refuse_other_counter(&recorded, &chunking)?;
        let mut records = Records::new(made.policy, made.stdin);
        let (advice, comparison) = self.check(&recorded, &chunking, &mut records)?;
        let differing = comparison.as_ref().map(|comparison| comparison.differing(&chunking.profile.keys));
        let others = made.config.as_ref().map(|made| chunking.settings.unlike(made)).transpose()?;
        let others = others.unwrap_or_default();
        let advice = advice.map(|advice| match others.is_empty() {
            true if advice == OTHER_SETTINGS => format!("{advice} {}", chunking.profile.example()),
            true => advice.to_owned(),
            false => format!(
                "note: by the manifest, the records were made with other settings: {}; leave out --policy, or give these here",
                others.join(" ")
            ),
        });
        let verdict = self.report(&mut records, advice.as_deref(), &differing.unwrap_or_default())?;
        Ok(if comparison.is_some_and(|it| it.is_blind) { Verdict::Unreadable } else { verdict })
    }

    fn chunking<'c>(
        &'c self,
        policy: PolicyName,
        flags: &'c PolicyFlags,
        made: Option<&Value>,
    ) -> Result<Chunking<'c>, Error> {
        Chunking::new(policy, flags, &self.settings, made, &self.source, &self.reading, &self.provenance)
    }

    /// Checks all records: with those that the sources give, or without sources each by itself. Returns what to try, and the comparison.
    fn check(
        &self,
        recorded: &[Recorded],
        chunking: &Chunking<'_>,
        records: &mut Records,
    ) -> Result<(Option<&'static str>, Option<Comparison>), Error> {
        let profile = chunking.profile;
        let keys = keys(chunking);
        let found = self.sources(profile)?;
        let (rules, mut comparison) = match self.source.is_empty() {
            true => (Some(rules(chunking)?), None),
            false => (None, Some(Comparison::new(chunking, &found, self.verbose)?)),
        };
        let mut breaks_rules = false;
        for (path, recorded) in self.files.iter().zip(recorded) {
            let (before, mut held) = (records.read, Vec::new());
            comparison.iter_mut().for_each(Comparison::begin_file);
            for file in &recorded.files {
                let mut of_file = Held::default();
                records.read_file(file, &mut |json| {
                    of_file.add(&keys, json);
                    match (&mut comparison, rules.as_ref().map_or(Ok(Vec::new()), |rules| rules(json))) {
                        (Some(comparison), _) => comparison.take(json, &keys).into_iter().collect(),
                        (None, Ok(broken)) => {
                            breaks_rules |= !broken.is_empty();
                            broken
                        }
                        (None, Err(unreadable)) => {
                            vec![no_record(&unreadable, json, profile.contract.policy)]
                        }
                    }
                })?;
                held.push(of_file);
            }
            if let Some(written) = &recorded.written {
                // Which documents went into which of several folders, nobody can tell.
                let only = comparison.as_ref().filter(|_| self.files.len() == 1);
                let sources = only.map(|comparison| sources(&found, &comparison.hashes())).transpose()?;
                let wrong = folder::violations(written, &held, chunking, sources.as_ref())?;
                breaks_rules |= !wrong.is_empty();
                records.violations.extend(wrong);
            }
            if rules.is_some() && records.read == before {
                records.violations.push(Violation::of_file(path, "there is no record in it".to_owned()));
            }
        }
        let Some(mut comparison) = comparison else {
            return Ok((breaks_rules.then_some(OTHER_SETTINGS), None));
        };
        let files: Vec<_> = self.files.iter().map(|file| shown(file)).collect();
        records.violations.extend(comparison.finish(&files.join(", ")));
        Ok(((!records.violations.is_empty()).then_some(MAKE_AGAIN), Some(comparison)))
    }

    /// The documents that the records should be of.
    fn sources(&self, profile: &Profile) -> Result<Vec<Found>, Error> {
        if self.source.iter().any(|path| path.as_os_str() == "-") {
            return trouble("--source - is read more than once: name files or folders");
        }
        if self.source.is_empty() {
            return Ok(Vec::new());
        }
        // Where the records are, no source of theirs is.
        let own = |path: &PathBuf| if path.is_dir() { written_in(path).into() } else { vec![path.clone()] };
        let outputs: Vec<PathBuf> = self.files.iter().flat_map(own).collect();
        inputs::find(profile, &self.source, &self.reading, &outputs, false)
    }

    /// Shows what to try first, then the violations.
    fn report(&self, records: &mut Records, advice: Option<&str>, differing: &str) -> Result<Verdict, Error> {
        advice.into_iter().for_each(note);
        records.violations.sort_by(|one, other| one.place().cmp(&other.place()));
        let violations = records.violations.len();
        let shown = if self.verbose { violations } else { SHOWN };
        let lines = records.violations.iter().take(shown).map(|violation| format!("{violation}\n"));
        print(lines.collect::<String>().as_bytes())?;
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

/// The keys of the records. Of rows, what the contract has no id for has none.
fn keys(chunking: &Chunking<'_>) -> Keys {
    let own = chunking.profile.keys;
    match chunking.format {
        OutputFormat::Rows => {
            Keys { id: ROWS.id.filter(|_| own.id.is_some()), is_stream: own.is_stream, ..ROWS }
        }
        _ => own,
    }
}

/// What checks a record by itself.
fn rules<'c>(chunking: &'c Chunking<'_>) -> Result<Box<RecordRules<'c>>, Error> {
    match (chunking.format, chunking.policy.rules()) {
        (OutputFormat::Rows, _) => Ok(Box::new(|json| chunk_records::row_violations(json, &chunking.stamp))),
        (_, Some(rules)) => Ok(Box::new(move |json| match Stamp::split(json) {
            (_, Some(stamp)) if stamp != chunking.stamp => Ok(vec![chunk_records::OTHER_STAMP.to_owned()]),
            (plain, _) => rules(&plain),
        })),
        (_, None) => trouble(format!(
            "records of {} are compared with what they were made from: pass --source PATH, as the run had it",
            chunking.profile.contract.policy
        )),
    }
}

/// Refuses a folder whose manifest names a tokenizer that this check has not: no count of its records could be judged, nor any id.
fn refuse_other_counter(recorded: &[Recorded], chunking: &Chunking<'_>) -> Result<(), Error> {
    for written in recorded.iter().filter_map(|recorded| recorded.written.as_ref()) {
        let counter = written.version.split_once('+').map_or("", |(_, counter)| counter);
        if counter.starts_with("tokenizer-") && *written.version != *chunking.version {
            return trouble(format!(
                "{}: the records were made by {}, and this check has {}: give it the tokenizer of the run (--tokenizer FILE), whose \
                 SHA-256 begins as its name does",
                shown(&written.manifest),
                shown_name(&written.version),
                chunking.version
            ));
        }
    }
    Ok(())
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

/// What is wrong with a record that cannot be read.
fn no_record(unreadable: &str, json: &[u8], policy: &str) -> String {
    if !json.trim_ascii_start().starts_with(b"{") {
        let is_json = serde_json::from_slice::<IgnoredAny>(json).is_ok();
        return if is_json { "this is no object" } else { "this is not JSON" }.to_owned();
    }
    match unreadable.ends_with(" is missing") {
        true => format!("{unreadable}; is it a record of {policy}?"),
        false => unreadable.to_owned(),
    }
}
