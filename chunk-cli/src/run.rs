//! A run of a policy: its settings, the documents, and where their records go.

use crate::{
    batch::Batch,
    command::PolicyCommand,
    console::{Console, Progress, say},
    documents::Documents,
    environment::Environment,
    exit::{Broken, Verdict, trouble},
    find::{Found, Place, Search},
    line::Fields,
    options::{Format, InputOptions, OnError, OutputOptions, Provenance},
    out_dir::{OutDir, written_in},
    output::Output,
    settings::{Settings, SettingsOptions},
};
#[cfg(feature = "sqlite")]
use crate::{output::Target, store};
use chunk_core::Policy;
use std::{
    io::{self, IsTerminal},
    path::PathBuf,
};

#[derive(Debug, clap::Args)]
pub(crate) struct Run<C: PolicyCommand> {
    #[command(flatten)]
    policy: C,
    #[command(flatten)]
    input: InputOptions,
    #[command(flatten)]
    provenance: Provenance,
    #[command(flatten)]
    output: OutputOptions,
    #[command(flatten)]
    settings: SettingsOptions,
}

impl<C: PolicyCommand> Run<C> {
    pub(crate) fn run(&self, environment: &Environment, policies: &[&str]) -> Result<Verdict, Broken> {
        let flags = self.policy.flags();
        let settings =
            Settings::gather::<C::Policy>(&self.settings, &flags, C::VARIABLES, environment, policies)?;
        let policy = self.policy.prepare(settings.policy()?)?;
        if self.settings.show_config {
            return settings.print::<C::Policy>();
        }
        if C::IS_STREAM && (self.output.out_dir.is_some() || self.input.input == Format::Jsonl) {
            return trouble(
                "the inputs are one stream of events: without --out-dir and --input jsonl, use -o",
            );
        }
        let created_at_ms = self.provenance.created_at_ms(environment)?;
        let revision = self.provenance.revision(self.input.folder())?;
        let found = self.find()?;
        for warning in policy.warnings() {
            say(&format!("warning: {warning}"));
        }
        let is_batch = self.is_batch(&found);
        let batch = Batch::<C> {
            command: &self.policy,
            policy: &policy,
            limits: self.input.limits(),
            fields: Fields {
                id: self.input.id_field.as_deref().unwrap_or(C::ID_FIELD),
                text: &self.input.text_field,
            },
            revision: revision.as_deref(),
            created_at_ms,
            modified_at: self.provenance.modified_at,
            jobs: self.output.jobs(),
            stop: self.output.on_error == OnError::Stop,
            flush: found.iter().any(|found| found.place == Place::Stdin),
        };
        let output = self.output(&found, settings.in_force::<C::Policy>()?)?;
        let progress = if is_batch { self.output.progress } else { Progress::Never };
        let done = output.write(
            |out, target| {
                #[cfg(feature = "sqlite")]
                if let (true, Target::Store(store)) = (C::IS_STREAM, target) {
                    let streams = || self.policy.stream(&policy, batch.limits);
                    return batch.store_streams(
                        streams,
                        &found,
                        Console::new(progress, Some(found.len())),
                        store,
                    );
                }
                if let Some(stream) = self.policy.stream(&policy, batch.limits) {
                    return batch.stream(stream, &found, Console::new(progress, Some(found.len())), out);
                }
                let documents = match self.input.input {
                    Format::Document => Documents::whole(found),
                    Format::Jsonl => Documents::lines(found, batch.limits.line),
                };
                let console = Console::new(progress, documents.known_count());
                batch.run(documents, console, target, out)
            },
            |done| done.is_complete,
        )?;
        self.policy.finish(&policy);
        Ok(done.summary.close::<C::Policy>(is_batch && !self.output.quiet))
    }

    /// The documents that are named, or stdin.
    fn find(&self) -> Result<Vec<Found>, Broken> {
        let stdin = [PathBuf::from("-")];
        let arguments = match self.input.paths.as_slice() {
            [] if io::stdin().is_terminal() => {
                return trouble("no input: name files or folders, or pipe a document in");
            }
            [] => &stdin,
            paths => paths,
        };
        let outputs = self.written();
        let search = Search {
            root: self.input.root.as_deref(),
            names_inside: C::NAMES_INSIDE,
            selects: C::selects,
            outputs: &outputs,
            is_sorted: !C::IS_STREAM,
        };
        let mut found = search.find(arguments)?;
        if let ([], Some(selects)) = (&*found, C::SELECTS) {
            let policy = C::Policy::CONTRACT.policy;
            say(&format!("warning: nothing to read: of a folder, {policy} takes {selects}"));
        }
        if let Some(id) = &self.input.id {
            match (found.as_mut_slice(), self.input.input) {
                ([only], Format::Document) => only.name.clone_from(id),
                _ => return trouble("--id names one document: pass one file, or - for stdin"),
            }
        }
        Ok(found)
    }

    /// What this run writes: no input for it.
    fn written(&self) -> Vec<PathBuf> {
        #[cfg(feature = "sqlite")]
        if let Some(path) = &self.output.store {
            return store::files(path);
        }
        match (&self.output.output, &self.output.out_dir) {
            (Some(file), _) => vec![file.clone()],
            (None, Some(dir)) => written_in(dir).to_vec(),
            (None, None) => Vec::new(),
        }
    }

    /// Whether there may be more than one document: then a summary ends the run.
    fn is_batch(&self, found: &[Found]) -> bool {
        self.input.input == Format::Jsonl
            || found.len() != 1
            || self.input.paths.iter().any(|path| path.is_dir())
    }

    fn output(&self, found: &[Found], config: String) -> Result<Output<'_>, Broken> {
        #[cfg(feature = "sqlite")]
        if let Some(path) = &self.output.store {
            return Ok(Output::Store(path));
        }
        Ok(match (&self.output.output, &self.output.out_dir) {
            (Some(path), _) if path.as_os_str() != "-" => Output::File(path),
            (None, Some(_)) if self.input.input == Format::Jsonl => {
                return trouble(
                    "--out-dir names files after documents, and with --input jsonl there are only ids: use -o",
                );
            }
            (None, Some(dir)) => Output::Folder(OutDir::open(dir, found)?, C::Policy::CONTRACT, config),
            _ => Output::Stdout,
        })
    }
}
