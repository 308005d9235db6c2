//! `chunk inspect`: shows one document with its chunks, where they overlap, and why each begins where it does, on a terminal or
//! as a self-contained HTML page.

mod page;
mod terminal;
mod view;

use crate::{
    command::RecordFlags,
    console::{When, print, say},
    documents::Format,
    environment::Environment,
    error::{Error, Verdict, cannot, trouble},
    find::placed,
    options::ReadingOptions,
    registry::{PolicyName, policy_of},
    settings::SettingsOptions,
    shown::shown,
    whole_file::WholeFile,
};
use std::{
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
};
use view::{View, Viewer};

const EXAMPLES: &str = "\
Examples:
  chunk inspect README.md
  chunk inspect notes.txt --policy tokens --set max_tokens=200
  chunk inspect README.md --html page.html --compare chunk_overlap=0
  chunk inspect README.md --html page.html --compare hybrid";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Inspect {
    /// The document
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// The policy that chunks it
    #[arg(long, default_value = "markdown")]
    policy: PolicyName,
    /// Write an HTML page to FILE instead, or - for stdout
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// On the page, show beside it the same document by another policy, other settings or both: POLICY,KEY=VALUE,…
    #[arg(long, value_name = "WHAT", requires = "html")]
    compare: Option<String>,
    /// Colour the chunks; auto: on a terminal
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: When,
    #[command(flatten)]
    reading: ReadingOptions,
    #[command(flatten)]
    record_flags: RecordFlags,
    #[command(flatten)]
    settings: SettingsOptions,
}

impl Inspect {
    pub(crate) fn run(&self, environment: &Environment) -> Result<Verdict, Error> {
        if self.settings.show_config {
            let (policy, settings) =
                self.policy.in_force(&self.record_flags, &self.settings, None, environment)?;
            return settings.print(&policy.record_flags());
        }
        if self.reading.input == Format::Jsonl {
            return trouble(
                "one document is shown, and with --input jsonl each line is one: put the text of one into a file",
            );
        }
        let (first, verdict) = self.view(self.policy, &self.settings, environment)?;
        match (first.pieces.is_empty(), verdict) {
            (true, Verdict::Well) => say(&format!("{}: it has no chunks", shown(&self.path))),
            // The reason has been shown.
            (true, failed) => return Ok(failed),
            (false, _) => {}
        }
        if let Some(file) = &self.html {
            return self.write_page(file, first, verdict, environment);
        }
        let is_colored = match self.color {
            When::Auto => io::stdout().is_terminal(),
            always => always == When::Always,
        };
        print(terminal::render(&first, is_colored).as_bytes())?;
        Ok(verdict)
    }

    fn write_page(
        &self,
        file: &Path,
        first: View,
        mut verdict: Verdict,
        environment: &Environment,
    ) -> Result<Verdict, Error> {
        let is_stdout = file.as_os_str() == "-";
        if !is_stdout && placed(file).is_ok_and(|file| placed(&self.path).is_ok_and(|path| path == file)) {
            return trouble(format!(
                "{} is the document, and --html would replace it; pass another file",
                shown(file)
            ));
        }
        let mut views = vec![first];
        if let Some(what) = &self.compare {
            if !self.path.is_file() {
                return trouble(format!(
                    "{}: no file, and for --compare the document is read twice; write it to a file first",
                    shown(&self.path)
                ));
            }
            let (policy, settings) = self.compared(what)?;
            let (second, other) = self.view(policy, &settings, environment)?;
            views.push(second);
            verdict = verdict.max(other);
        }
        let page = page::render(&shown(&self.path), &views);
        if is_stdout {
            print(page.as_bytes())?;
            return Ok(verdict);
        }
        let written = WholeFile::at(file).and_then(|mut out| {
            out.write_all(page.as_bytes())?;
            out.commit()
        });
        written.map_err(cannot("write", shown(file)))?;
        Ok(verdict)
    }

    fn view(
        &self,
        policy: PolicyName,
        settings: &SettingsOptions,
        environment: &Environment,
    ) -> Result<(View, Verdict), Error> {
        let path = std::slice::from_ref(&self.path);
        if self.path.is_dir() {
            return trouble(format!("{} is a folder: name one document", shown(&self.path)));
        }
        let Self { reading, record_flags, .. } = self;
        Viewer { path, reading, record_flags, settings, environment }.view(policy)
    }

    /// The policy and settings that `--compare` asks for.
    fn compared(&self, what: &str) -> Result<(PolicyName, SettingsOptions), Error> {
        let mut policy = self.policy;
        let mut set = Vec::new();
        for part in what.split(',') {
            match (part.contains('='), policy_of(part)) {
                (true, _) => set.push(part.to_owned()),
                (false, Some(name)) => policy = name,
                (false, None) => {
                    return trouble(format!(
                        "--compare {part}: neither a policy nor KEY=VALUE; `chunk policies` lists the policies"
                    ));
                }
            }
        }
        let own: &[String] = if policy == self.policy { &self.settings.set } else { &[] };
        let settings = self.settings.with(own.iter().chain(&set).cloned().collect());
        Ok((policy, settings))
    }
}
