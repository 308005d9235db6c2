//! Where the records of a run go: stdout, a file, a folder or a store.

#[cfg(feature = "sqlite")]
use crate::{
    console::say,
    store::{Scope, Store},
    tally::counted,
};
use crate::{
    exit::{Broken, cannot},
    out_dir::{Head, OutDir},
    shown::shown,
    summary::Summary,
    whole_file::{WholeFile, sweep_beside},
};
use std::{
    io::{self, BufWriter, Write},
    path::Path,
};

/// Where records go.
pub(crate) enum Output<'o> {
    Stdout,
    File(&'o Path),
    /// A folder, and the head of its manifest.
    Folder(OutDir, Head),
    #[cfg(feature = "sqlite")]
    Store(StoreOutput<'o>),
}

/// A store, and what to do with it.
#[cfg(feature = "sqlite")]
pub(crate) struct StoreOutput<'o> {
    pub(crate) path: &'o Path,
    /// The contract's version, followed by the name of the encoding if that is not the contract's.
    pub(crate) version: std::borrow::Cow<'static, str>,
    /// What the names of the documents are relative to.
    pub(crate) folder: Option<String>,
    pub(crate) full_text: bool,
    /// The folders searched, if documents that have vanished from them are to be removed.
    pub(crate) prune: Option<Scope>,
    pub(crate) quiet: bool,
}

/// Where one document's records go.
#[derive(Clone, Copy)]
pub(crate) enum Target<'t> {
    /// To the stream of all records.
    Stream,
    /// To a file of their own; its line of the manifest goes to the stream.
    Folder(&'t OutDir),
    /// To the database; nothing goes to the stream.
    #[cfg(feature = "sqlite")]
    Store(&'t Store),
}

/// What cannot be written.
pub(crate) enum Unwritable {
    /// The output of all documents.
    Output(io::Error),
    /// The output of one document: a whole message.
    Document(String),
}

impl Output<'_> {
    /// Has `work` write its records, and then puts the files in place that are written whole or not at all, unless the work stopped
    /// half-way.
    pub(crate) fn write(
        self,
        work: impl FnOnce(&mut (dyn Write + Send), Target<'_>) -> Result<Summary, Unwritable>,
    ) -> Result<Summary, Broken> {
        match self {
            Self::Stdout => {
                let mut stdout = BufWriter::with_capacity(64 << 10, io::stdout());
                work(&mut stdout, Target::Stream).map_err(|what| broken(what, Broken::stdout))
            }
            Self::File(path) => {
                let cannot_write = |error: io::Error| cannot("write", shown(path))(error);
                sweep_beside(path);
                let mut file = WholeFile::at(path).map_err(cannot_write)?;
                let done = work(&mut file, Target::Stream).map_err(|what| broken(what, cannot_write))?;
                if done.is_complete {
                    file.commit().map_err(cannot_write)?;
                }
                Ok(done)
            }
            Self::Folder(folder, head) => {
                let mut manifest = folder.manifest(&head)?;
                let cannot_write = cannot("write", "the manifest");
                let done = match work(&mut manifest, Target::Folder(&folder)) {
                    Ok(done) => done,
                    Err(what) => {
                        drop(manifest);
                        // The first error is the one to report.
                        let _ = folder.abandon();
                        return Err(broken(what, cannot_write));
                    }
                };
                if done.is_complete {
                    folder.finish(manifest)?;
                } else {
                    folder.abandon()?;
                }
                Ok(done)
            }
            #[cfg(feature = "sqlite")]
            Self::Store(StoreOutput { path, version, folder, full_text, prune, quiet }) => {
                let store = Store::open(path, folder, full_text)?;
                let done = work(&mut io::sink(), Target::Store(&store));
                let done = done.map_err(|what| broken(what, cannot("write", shown(path))))?;
                for replaced in store.replaced() {
                    say(&format!("warning: {replaced}"));
                }
                if let (Some(scope), true) = (prune, done.is_complete) {
                    let removed = store.prune(&version, &scope)?;
                    if removed > 0 && !quiet {
                        say(&format!(
                            "{} removed that the folder does not hold any more",
                            counted(removed, "document")
                        ));
                    }
                }
                store.close()?;
                Ok(done)
            }
        }
    }
}

pub(crate) fn broken(what: Unwritable, output: impl FnOnce(io::Error) -> Broken) -> Broken {
    match what {
        Unwritable::Output(error) => output(error),
        Unwritable::Document(message) => Broken::Trouble(message),
    }
}
