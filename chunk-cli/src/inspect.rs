//! `chunk inspect`: shows a document with its chunks, where they overlap, and why each begins where it does, on a terminal or
//! as a self-contained HTML page; or lists the documents of a folder.

mod page;
mod terminal;
mod view;

use crate::{
    console::{When, note, print, say},
    error::{Error, Verdict, cannot, trouble},
    find::placed,
    flags::PolicyFlags,
    options::{Format, ReadingOptions},
    registry::PolicyName,
    settings::SettingsOptions,
    shown::shown,
    whole_file::WholeFile,
};
use std::{
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
};
use view::Listed;

const EXAMPLES: &str = "\
Examples:
  chunk inspect README.md
  chunk inspect notes.txt --policy tokens --set max_tokens=200
  chunk inspect README.md --html page.html
  chunk inspect notes/ --html notes.html";

#[derive(Debug, clap::Args)]
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
        #[cfg(feature = "sqlite")]
        if let Some(store) = crate::options::store_named_by(&self.path) {
            let store = shown(store);
            return trouble(format!(
                "sqlite:{store}: a store is not shown; name a document or the folder that it was made of, or look into it, as by \
                 sqlite3 {store} 'SELECT source, id, text FROM chunks'"
            ));
        }
        let profile = self.policy.profile();
        let (name, unit) = (shown(&self.path), profile.keys.unit);
        let is_folder = self.path.is_dir();
        if is_folder && profile.keys.is_stream {
            return trouble(format!("{name} is a folder: name one document"));
        }
        let (listed, verdict) = self.list()?;
        if is_folder {
            if let Some(file) = &self.html {
                self.write_page(file, &page::render_folder(&name, unit, listed))?;
                return Ok(verdict);
            }
            let sums = if quiet { String::new() } else { terminal::sums_of(unit, &listed) };
            print((terminal::list(unit, &listed) + &sums).as_bytes())?;
            note("note: name a document to see its chunks; --html FILE writes a page with those of all");
            return Ok(verdict);
        }
        let Ok([Listed { view, .. }]) = <[Listed; 1]>::try_from(listed) else {
            return trouble("name one document");
        };
        match (view.pieces.is_empty(), verdict) {
            (true, Verdict::Well) => say(&format!("{name}: it has no chunks")),
            // The reason has been shown.
            (true, failed) => return Ok(failed),
            (false, _) => {}
        }
        if let Some(file) = &self.html {
            self.write_page(file, &page::render(&name, &view))?;
            return Ok(verdict);
        }
        let mut shown = terminal::render(&view, self.is_colored());
        if !quiet && !view.pieces.is_empty() {
            shown += &terminal::sums(&view, self.is_colored());
        }
        print(shown.as_bytes())?;
        Ok(verdict)
    }

    fn is_colored(&self) -> bool {
        match self.color {
            When::Auto => io::stdout().is_terminal(),
            always => always == When::Always,
        }
    }

    fn write_page(&self, file: &Path, page: &str) -> Result<(), Error> {
        if file.as_os_str() == "-" {
            return print(page.as_bytes()).map(drop);
        }
        if placed(file).is_ok_and(|file| placed(&self.path).is_ok_and(|path| path == file)) {
            return trouble(format!(
                "{} is the document, and --html would replace it; pass another file",
                shown(file)
            ));
        }
        let written = WholeFile::at(file).and_then(|mut out| {
            out.write_all(page.as_bytes())?;
            out.commit()
        });
        written.map(drop).map_err(cannot("write", shown(file)))
    }
}
