//! `chunk inspect`: shows a document with its chunks, where they overlap, and why each begins where it does, on a terminal or
//! as a self-contained HTML page; or lists the documents of a folder.

mod page;
mod terminal;
mod view;

use crate::{
    console::{When, print, say},
    environment::variable,
    error::{Error, Verdict, cannot, trouble},
    find::placed,
    flags::PolicyFlags,
    options::{Format, ReadingOptions},
    registry::{PolicyName, policy_of},
    settings::SettingsOptions,
    shown::shown,
    whole_file::WholeFile,
};
use chunk_records::View;
use std::{
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};
use view::Listed;

const EXAMPLES: &str = "\
Examples:
  chunk inspect README.md
  chunk inspect notes.txt --policy tokens --set max_tokens=200
  chunk inspect README.md --html page.html --compare chunk_overlap=0
  chunk inspect README.md --html page.html --compare hybrid
  chunk inspect notes/ --open";

#[derive(Debug, Clone, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Inspect {
    /// The document; of a folder, its documents are listed with their chunks, sizes and warnings
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// The policy that chunks it
    #[arg(long, default_value = "markdown")]
    policy: PolicyName,
    /// Write an HTML page to FILE instead, or - for stdout
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Open the page in a browser; without --html, it is a temporary file
    #[arg(long)]
    open: bool,
    /// On the page, show beside it the same document by another policy, other settings or both: POLICY,KEY=VALUE,…
    #[arg(long, value_name = "WHAT")]
    compare: Option<String>,
    /// Colour the chunks; auto: on a terminal
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: When,
    #[command(flatten)]
    reading: ReadingOptions,
    #[command(flatten)]
    flags: PolicyFlags,
    #[command(flatten)]
    settings: SettingsOptions,
}

impl Inspect {
    pub(crate) fn run(&self, quiet: bool) -> Result<Verdict, Error> {
        if self.settings.show_config {
            return self.chunking()?.settings.print(&self.flags);
        }
        if self.reading.input == Format::Jsonl {
            return trouble(
                "one document is shown, and with --input jsonl each line is one: put the text of one into a file",
            );
        }
        let is_page = self.html.is_some() || self.open;
        if self.compare.is_some() && !is_page {
            return trouble("--compare is for a page: pass --html FILE, or --open");
        }
        #[cfg(feature = "sqlite")]
        if let Some(store) = crate::options::store_named_by(&self.path) {
            let store = shown(store);
            return trouble(format!(
                "sqlite:{store}: a store is not shown; name a document or the folder that it was made of, or look into it, as by \
                 sqlite3 {store} 'SELECT source, id, text FROM chunks'"
            ));
        }
        let profile = self.policy.profile();
        let is_folder = self.path.is_dir();
        if is_folder && (profile.keys.is_stream || self.compare.is_some()) {
            return trouble(format!("{} is a folder: name one document", shown(&self.path)));
        }
        let (listed, verdict) = self.list(quiet || !is_folder)?;
        match (is_folder, is_page) {
            (true, true) => {
                self.write_page(&page::render_folder(&shown(&self.path), profile.keys.unit, listed))?;
            }
            (true, false) => {
                let sums = if quiet { String::new() } else { terminal::sums_of(profile.keys.unit, &listed) };
                print((terminal::list(profile.keys.unit, &listed) + &sums).as_bytes())?;
                if !quiet {
                    say("note: name a document to see its chunks; --open shows all of them on a page");
                }
            }
            (false, _) => return self.document(only(listed)?, verdict, is_page, quiet),
        }
        Ok(verdict)
    }

    /// Shows one document.
    fn document(
        &self,
        view: View,
        mut verdict: Verdict,
        is_page: bool,
        quiet: bool,
    ) -> Result<Verdict, Error> {
        match (view.pieces.is_empty(), verdict) {
            (true, Verdict::Well) => say(&format!("{}: it has no chunks", shown(&self.path))),
            // The reason has been shown.
            (true, failed) => return Ok(failed),
            (false, _) => {}
        }
        if !is_page {
            let mut page = terminal::render(&view, self.is_colored());
            if !quiet && !view.pieces.is_empty() {
                page += &terminal::sums(&view, self.is_colored());
            }
            print(page.as_bytes())?;
            return Ok(verdict);
        }
        let mut views = vec![view];
        if let Some(what) = &self.compare {
            if !self.path.is_file() {
                return trouble(format!(
                    "{}: no file, and for --compare the document is read twice; write it to a file first",
                    shown(&self.path)
                ));
            }
            let (second, other) = self.compared(what)?.list(true)?;
            views.push(only(second)?);
            verdict = verdict.max(other);
        }
        self.write_page(&page::render(&shown(&self.path), &views))?;
        Ok(verdict)
    }

    fn is_colored(&self) -> bool {
        match self.color {
            When::Auto => io::stdout().is_terminal(),
            always => always == When::Always,
        }
    }

    /// Writes a page where it is wanted, and opens it if that is wanted.
    fn write_page(&self, page: &str) -> Result<(), Error> {
        let file = match &self.html {
            Some(file) if file.as_os_str() == "-" => {
                print(page.as_bytes())?;
                return Ok(());
            }
            Some(file) => file.clone(),
            None => {
                // Nobody else can have made it.
                let new = tempfile::Builder::new().prefix("chunk-inspect-").suffix(".html").tempfile();
                let kept = new.and_then(|new| new.keep().map_err(|error| error.error));
                kept.map_err(cannot("write", "a page for --open"))?.1
            }
        };
        if placed(&file).is_ok_and(|file| placed(&self.path).is_ok_and(|path| path == file)) {
            return trouble(format!(
                "{} is the document, and --html would replace it; pass another file",
                shown(&file)
            ));
        }
        let written = WholeFile::at(&file).and_then(|mut out| {
            out.write_all(page.as_bytes())?;
            out.commit()
        });
        written.map_err(cannot("write", shown(&file)))?;
        if self.open {
            open(&file)?;
        }
        Ok(())
    }

    /// What `--compare` asks for: the same with the policy, flags and settings of its own, and those of the first view as far as the policy
    /// has them.
    fn compared(&self, what: &str) -> Result<Self, Error> {
        let mut policy = self.policy;
        let mut strategy = None;
        let mut set: Vec<String> = Vec::new();
        for part in what.split(',') {
            match (part.split_once('='), policy_of(part), set.last_mut()) {
                (Some(("strategy", name)), ..) => strategy = Some(name),
                (Some(_), ..) => set.push(part.to_owned()),
                (None, Some(name), _) => policy = name,
                // The next word of a list.
                (None, None, Some(list)) => *list = format!("{list},{part}"),
                (None, None, None) => {
                    return trouble(format!(
                        "--compare {part}: neither a policy nor KEY=VALUE; `chunk policies` lists the policies"
                    ));
                }
            }
        }
        let mut own = Vec::new();
        if policy == self.policy {
            own.clone_from(&self.settings.set);
            own.extend(self.flags.given.settings.iter().map(|(flag, value)| format!("{flag}={value}")));
        }
        own.extend(set);
        let flags = self.flags.as_far_as(policy.profile(), strategy)?;
        let settings = SettingsOptions { set: own, ..self.settings.clone() };
        Ok(Self { policy, flags, settings, ..self.clone() })
    }
}

/// The view of the only document.
fn only(mut listed: Vec<Listed>) -> Result<View, Error> {
    match (listed.pop(), listed.is_empty()) {
        (Some(only), true) => Ok(only.view),
        _ => trouble("name one document"),
    }
}

/// Opens a page by the program that `BROWSER` names, or by the system's own, which is not waited for.
fn open(page: &Path) -> Result<(), Error> {
    let own = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let mut command = match variable("BROWSER") {
        Some(Ok(browser)) if !browser.is_empty() => Command::new(browser),
        _ if cfg!(windows) => {
            let mut shell = Command::new("cmd");
            shell.args(["/C", "start", ""]);
            shell
        }
        _ => Command::new(own),
    };
    command.arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        Ok(_) => Ok(()),
        Err(_) => trouble(format!(
            "cannot open {}: no browser was found; open it by hand, or name a browser in BROWSER",
            shown(page)
        )),
    }
}
