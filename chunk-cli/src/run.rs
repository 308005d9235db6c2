//! A run of a policy: its settings, the documents, and where their records go.

#[cfg(feature = "sqlite")]
use crate::store::{self, Store};
use crate::{
    chunking::Chunking,
    console::{Console, When, note, say},
    error::{Error, Verdict, trouble},
    find::{Found, Place, placed},
    flags::{Extras, PolicyFlags},
    inputs::{self, nothing_found, refuse_output},
    options::{Format, OF_DOCUMENTS, OnError, OutputFormat, OutputOptions, Provenance, ReadingOptions},
    out_dir::{self, OutDir, bad_name, written_in},
    output::Output,
    policy::{PolicyName, is_of_earlier_run},
    profile::Profile,
    report::counted,
    settings::SettingsOptions,
    shown::shown,
};
use std::{
    fs,
    io::{self, IsTerminal, stdout},
    path::{Path, PathBuf},
};

/// A policy's subcommand.
#[derive(Debug, clap::Args)]
// Those that are settings come before.
#[command(next_display_order = 100)]
pub(crate) struct Run {
    #[command(flatten)]
    flags: PolicyFlags,
    #[command(flatten)]
    extras: Extras,
    /// Files, folders, quoted globs, or - for stdin, which is also read where no PATH is given
    #[arg(value_name = "PATH", help_heading = None)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    reading: ReadingOptions,
    #[command(flatten)]
    provenance: Provenance,
    #[command(flatten)]
    output: OutputOptions,
    #[command(flatten)]
    settings: SettingsOptions,
}

impl Run {
    pub(crate) fn run(&self, policy: PolicyName) -> Result<Verdict, Error> {
        let profile = policy.profile();
        let flags = &PolicyFlags { extras: self.extras, ..self.flags.clone() };
        let Self { paths, reading, provenance, .. } = self;
        let mut chunking = Chunking::new(policy, flags, &self.settings, None, paths, reading, provenance)?;
        if self.settings.show_config {
            return chunking.settings.print(flags);
        }
        self.check_format(profile)?;
        let mut found = self.find(profile)?;
        chunking.warnings.iter().for_each(|warning| note(&format!("warning: {warning}")));
        let remarks = provenance.remarks(profile.contract.policy, profile.recorded);
        remarks.iter().for_each(|remark| say(remark));
        let is_batch = self.is_batch(&found);
        chunking.format = self.format();
        chunking.omit = &self.output.omit;
        chunking.is_stamped = self.output.stamp;
        chunking.jobs = self.output.jobs.unwrap_or(chunking.jobs);
        chunking.stop = self.output.on_error == OnError::Stop;
        chunking.flush = found.iter().any(|found| matches!(found.place, Place::Stdin));
        let mut output = self.output(&chunking, &mut found)?;
        let progress = if is_batch { self.output.progress } else { When::Never };
        let console = Console::new(progress, chunking.reader.count(&found), self.output.verbose);
        let summary = match chunking.all(&found, console, &mut output) {
            Ok(summary) => summary,
            Err(error) => {
                // The run's error is the one to report.
                let _ = output.finish(false);
                return Err(error);
            }
        };
        let changes = output.finish(summary.is_complete)?;
        chunking.policy.finish(flags);
        // What a store has to embed is said of one document, too.
        let to_embed = changes.and_then(|changes| changes.to_embed);
        let has_sums = is_batch || to_embed.is_some_and(|(chunks, _)| chunks > 0);
        let has_sums = has_sums && !self.output.quiet;
        let verdict = summary.close(has_sums, profile.summary, changes, chunking.settings.file());
        if !found.is_empty() {
            chunking.note_absent_keys();
        }
        Ok(verdict)
    }

    /// The format that is written. Unless it is given, an explanation is text on a terminal, and JSON elsewhere. (As JSON Lines it would
    /// be the same as JSON: one line for each document.)
    fn format(&self) -> OutputFormat {
        let explains = self.extras.explain;
        let OutputOptions { format, output, .. } = &self.output;
        let is_for_people = || output.is_none() && stdout().is_terminal();
        match format {
            None if explains && is_for_people() => OutputFormat::Text,
            None | Some(OutputFormat::Jsonl) if explains => OutputFormat::Json,
            given => given.unwrap_or(OutputFormat::Jsonl),
        }
    }

    /// Refuses options that do not fit the policy or each other.
    fn check_format(&self, profile: &Profile) -> Result<(), Error> {
        let OutputOptions { format, omit, out_dir, stamp, .. } = &self.output;
        let format = format.unwrap_or(OutputFormat::Jsonl);
        let is_explanation = matches!(format, OutputFormat::Json | OutputFormat::Text);
        let is_bedrock = matches!(format, OutputFormat::BedrockFiles | OutputFormat::BedrockLambda);
        let (explains, is_of_lines) = (self.extras.explain, self.reading.input == Format::Jsonl);
        let is_stream = profile.keys.is_stream;
        let name = profile.contract.policy;
        if is_stream && out_dir.is_some() {
            return trouble(format!(
                "--out-dir cannot be used with {name}: it has a file for each document, and the inputs of {name} are one \
                 stream of events; use -o FILE"
            ));
        }
        if is_stream && is_of_lines {
            return trouble(format!(
                "--input jsonl cannot be used with {name}: it makes a document of each line, and the lines of {name} are \
                 one stream of events; leave it out"
            ));
        }
        if let Some(flag) = self.flags.given.of(OF_DOCUMENTS).next().filter(|_| is_stream) {
            return trouble(profile.without(flag));
        }
        #[cfg(feature = "sqlite")]
        if self.output.store.is_some() && (format != OutputFormat::Jsonl || *stamp) {
            return trouble("a store has rows: leave out --format and --stamp, or --store");
        }
        let refused = [
            (
                is_stream && is_bedrock,
                "the inputs are one stream of events, and Bedrock takes documents: leave out --format",
            ),
            (
                self.reading.pre.is_some() && is_of_lines,
                "--pre makes a text of each file, and these are lines: leave it out",
            ),
            (
                is_explanation && !explains,
                "chunks are JSON Lines: --format json and text are for --explain of chunk hybrid",
            ),
            (
                *stamp && format != OutputFormat::Jsonl,
                "--stamp is for JSON Lines: leave out --format, or --stamp",
            ),
            (
                explains && (is_bedrock || format == OutputFormat::Rows),
                "--explain writes no chunks: pass --format json or text",
            ),
            (
                !omit.is_empty() && !is_bedrock,
                "--omit is for attributes: pass --format bedrock-files or bedrock-lambda",
            ),
            (
                format == OutputFormat::BedrockFiles && out_dir.is_none(),
                "--format bedrock-files writes two files for each chunk: pass --out-dir",
            ),
        ];
        refused.into_iter().find(|(is_refused, _)| *is_refused).map_or(Ok(()), |(_, what)| trouble(what))
    }

    /// The documents that are named, or stdin.
    fn find(&self, profile: &Profile) -> Result<Vec<Found>, Error> {
        let stdin = [PathBuf::from("-")];
        let arguments = match self.paths.as_slice() {
            [] if io::stdin().is_terminal() => {
                return trouble("no input: name files or folders, or pipe a document in");
            }
            [] => &stdin,
            paths => paths,
        };
        inputs::find(profile, arguments, &self.reading, &self.written(), true)
    }

    /// The files and folders that this run writes, which it does not read as inputs. (An output file that is not of an earlier run is read.)
    fn written(&self) -> Vec<PathBuf> {
        #[cfg(feature = "sqlite")]
        if let Some(path) = &self.output.store {
            return store::files(path);
        }
        // Nothing is met by chance then, so the output is not opened: its first line may be as long as a document.
        let searches_nothing = self.paths.iter().all(|path| path.is_file());
        match (&self.output.output, &self.output.out_dir) {
            (Some(file), _) if searches_nothing || !is_of_earlier_run(file) => Vec::new(),
            (Some(file), _) => vec![file.clone()],
            (None, Some(dir)) => written_in(dir).to_vec(),
            (None, None) => Vec::new(),
        }
    }

    /// Whether there may be more than one document: then a summary ends the run.
    fn is_batch(&self, found: &[Found]) -> bool {
        self.reading.input == Format::Jsonl || found.len() != 1 || self.paths.iter().any(|path| path.is_dir())
    }

    /// Where the records go. A document whose records cannot go there is not read.
    fn output(&self, chunking: &Chunking<'_>, found: &mut [Found]) -> Result<Output, Error> {
        let paths = &self.paths;
        #[cfg(feature = "sqlite")]
        if let Some(path) = &self.output.store {
            refuse_output(found, paths, path, "--store")?;
            return self.store(path, found, chunking);
        }
        match (&self.output.output, &self.output.out_dir) {
            (Some(path), _) if path.as_os_str() != "-" => {
                refuse_output(found, paths, path, "-o")?;
                if found.is_empty() && fs::metadata(path).is_ok_and(|old| old.is_file() && old.len() > 0) {
                    let would = format!("-o would replace {} by an empty file", shown(path));
                    return nothing_found(&would, "to have it empty, remove it first");
                }
                self.warn_of_output_inside(path, chunking.profile);
                Output::file(path)
            }
            (None, Some(_)) if self.reading.input == Format::Jsonl => trouble(
                "--out-dir names files after documents, and with --input jsonl there are only ids: use -o",
            ),
            (None, Some(dir)) => {
                refuse_bad_names(found)?;
                let (policy, config) = (chunking.profile.contract.policy, chunking.settings.in_force_json()?);
                let head = out_dir::head(policy, &chunking.version, &config);
                let folder = OutDir::open(dir, found, chunking.format, head)?;
                self.warn_of_strangers(&folder, dir, chunking.profile);
                Ok(Output::Folder(folder, Vec::new()))
            }
            _ => Ok(Output::stdout()),
        }
    }

    #[cfg(feature = "sqlite")]
    fn store(&self, path: &Path, found: &[Found], chunking: &Chunking<'_>) -> Result<Output, Error> {
        let Self { paths, reading, .. } = self;
        let folder = store::folder(paths, reading);
        let vanished = || store::vanished(folder.as_deref(), paths, reading, found);
        let prune = self.output.prune.then(vanished).transpose()?;
        let (contract, settings) = (chunking.version.to_string(), chunking.stamp.settings.clone());
        let full_text = self.output.full_text;
        let keys = &chunking.profile.keys;
        let store = Store::open(path, keys, contract, folder, settings, prune, full_text)?;
        if reading.root.is_none() && reading.id.is_none() && reading.input == Format::Document {
            store.warn_of_parts(paths)?;
        }
        Ok(Output::Store(store))
    }

    /// Warns of an output that later runs over the same folder would take for a document.
    fn warn_of_output_inside(&self, output: &Path, profile: &Profile) {
        let Ok(output) = placed(output) else { return };
        let is_around = |folder: &&PathBuf| {
            let inside = fs::canonicalize(folder).ok().filter(|_| folder.is_dir());
            let inside = inside.and_then(|folder| output.strip_prefix(folder).ok().map(Path::to_owned));
            inside.is_some_and(|inside| (profile.selects)(&inside.to_string_lossy()))
        };
        if let Some(folder) = self.paths.iter().find(is_around) {
            note(&format!(
                "warning: -o writes into {}, where a run with another -o would take the records for a document; write them \
                 to another folder",
                shown(folder)
            ));
        }
    }

    /// Warns of files that are not read because they lie where `folder` is written.
    fn warn_of_strangers(&self, folder: &OutDir, dir: &Path, profile: &Profile) {
        let Ok(real) = fs::canonicalize(dir) else { return };
        let is_around =
            |path: &PathBuf| path.is_dir() && fs::canonicalize(path).is_ok_and(|path| real.starts_with(path));
        if !self.paths.iter().any(is_around) {
            return;
        }
        let mut strangers = folder.strangers();
        strangers.retain(|name| (profile.selects)(name));
        if let Some(first) = strangers.first() {
            say(&format!(
                "warning: not read, because --out-dir writes there: {}, such as {}; pass another --out-dir to have them read",
                counted(strangers.len(), "file"),
                shown(&dir.join(first))
            ));
        }
    }
}

/// Marks documents whose names lead out of the output folder as unreadable, so that the others go on.
fn refuse_bad_names(found: &mut [Found]) -> Result<(), Error> {
    let is_only = found.len() == 1;
    for document in found {
        let Some(reason) = bad_name(&document.name) else { continue };
        if is_only {
            return trouble(reason);
        }
        let path = match &document.place {
            Place::File(located) => located.path.clone(),
            Place::Stdin => "-".into(),
            Place::Unreadable { .. } => continue,
        };
        document.place = Place::Unreadable { path, error: Error::refused(reason) };
    }
    Ok(())
}
