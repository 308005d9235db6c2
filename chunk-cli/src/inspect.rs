//! `chunk inspect`: shows a document with its chunks, where they overlap, and why each begins where it does, on a terminal or
//! as a self-contained HTML page; or lists the documents of a folder.

mod page;
mod terminal;

use crate::{
    chunking::Chunking,
    console::{Console, When, note, print, say},
    documents::Loaded,
    error::{Error, Verdict, cannot, trouble},
    find::{Found, Place, placed},
    flags::PolicyFlags,
    inputs,
    options::{Format, Provenance, ReadingOptions},
    policy::PolicyName,
    report::{Report, Seen, Spot, Summary},
    settings::SettingsOptions,
    shown::shown,
    whole_file::WholeFile,
};
use chunk_backlog::redact::masked;
use chunk_records::{Piece, View};
use serde_json::Value;
use std::{
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
    slice,
};

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

/// A document of a folder.
struct Listed {
    name: String,
    view: View,
    warnings: Vec<String>,
    error: Option<String>,
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

    /// The chunking that is asked for.
    fn chunking(&self) -> Result<Chunking<'_>, Error> {
        let (path, provenance) = (slice::from_ref(&self.path), Provenance::default());
        Chunking::new(self.policy, &self.flags, &self.settings, None, path, &self.reading, &provenance)
    }

    /// The documents that the path means, and the verdict on them; their errors and warnings are shown.
    fn list(&self) -> Result<(Vec<Listed>, Verdict), Error> {
        let mut summary = Summary::new(Console::new(When::Auto, None, false), false);
        let chunking = self.chunking()?;
        let (profile, given) = (chunking.profile, &chunking.settings);
        let found = inputs::find(profile, slice::from_ref(&self.path), &self.reading, &[], true)?;
        if let [Found { place: Place::Unreadable { error, .. }, .. }] = found.as_slice() {
            return trouble(&*error.message);
        }
        let config = given.in_force()?;
        let title = match given.changed().join(", ") {
            none if none.is_empty() => profile.contract.policy.to_owned(),
            changed => format!("{}: {changed}", profile.contract.policy),
        };
        let mut listed = Vec::new();
        let list = |name: &str, Shown { bytes, records }: Shown, report: Report| Listed {
            name: name.to_owned(),
            view: View::new(&profile.keys, title.clone(), &bytes, records, &config),
            warnings: report.seen.warnings.iter().map(ToString::to_string).collect(),
            error: report.error.map(|error| error.message),
        };
        if profile.keys.is_stream {
            for document in &found {
                let lines = chunking.stream_to_memory(slice::from_ref(document), &mut summary)?;
                let records =
                    serde_json::Deserializer::from_slice(&lines).into_iter().collect::<Result<_, _>>();
                let records = records.map_err(cannot("read", "the chunks"))?;
                let report = Report::new(Spot::whole(&document.place), Seen::default(), None);
                listed.push(list(&document.name, Shown { records, ..Shown::default() }, report));
            }
        } else {
            let mut names = found.iter().map(|document| &document.name);
            chunking.each(
                &found,
                None,
                |_, loaded, seen, shown, _| show(&chunking, loaded, seen, shown),
                |shown: Shown, report| {
                    let Some(report) = report else { return Ok(true) };
                    let goes_on = summary.enter(&report);
                    listed.extend(names.next().map(|name| list(name, shown, report)));
                    Ok(goes_on)
                },
            )?;
        }
        Ok((listed, summary.close(false, profile.summary, None, None)))
    }
}

/// A document as it is shown: the text that was chunked, and its records.
#[derive(Default)]
struct Shown {
    bytes: Vec<u8>,
    records: Vec<Value>,
}

/// Chunks a document as a run does, as far as possible.
fn show(
    chunking: &Chunking<'_>,
    loaded: &Loaded<'_>,
    seen: &mut Seen,
    shown: &mut Shown,
) -> Result<(), Error> {
    let mut has_places = true;
    let done = chunking.pieces(loaded, seen, &mut |piece: Piece<'_>| {
        has_places &= piece.bytes.is_some();
        shown.records.push(serde_json::from_slice(piece.json)?);
        Ok(())
    });
    let is_redacted = chunking.flags.redact;
    shown.bytes = match loaded.source().text() {
        // What was read of another program's file has its places in the text that it became, which is in the records.
        _ if !has_places => Vec::new(),
        Ok(text) if is_redacted => masked(text).into_owned().into_bytes(),
        _ => loaded.bytes.clone(),
    };
    done
}
