//! Finds the documents that a program is given, as fixtures/README.md describes.

use serde_json::Value;
use std::{
    error::Error,
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
};

#[derive(clap::Args)]
pub(super) struct Input {
    /// A file or a folder, or - for stdin
    path: PathBuf,
    /// What document paths are relative to
    #[arg(long)]
    root: Option<PathBuf>,
    /// The id of the document, if stdin holds one
    #[arg(long)]
    id: Option<String>,
    /// What stdin holds: a document, or lines of JSON
    #[arg(long, default_value = "document")]
    input: String,
    #[arg(long, default_value = "id")]
    id_field: String,
    #[arg(long, default_value = "text")]
    text_field: String,
}

pub(super) struct Document {
    /// Its path or id.
    pub(super) path: String,
    pub(super) bytes: Vec<u8>,
}

impl Document {
    /// The text, or a message that says where it is not UTF-8.
    pub(super) fn text(&self) -> Result<&str, String> {
        str::from_utf8(&self.bytes)
            .map_err(|error| format!("byte {} is not valid UTF-8", error.valid_up_to()))
    }
}

impl Input {
    /// All documents; those in files are sorted by the bytes of their paths.
    pub(super) fn documents(&self) -> Result<Vec<Document>, Box<dyn Error>> {
        if self.path == Path::new("-") {
            let mut bytes = Vec::new();
            io::stdin().read_to_end(&mut bytes)?;
            return match &*self.input {
                "jsonl" => self.lines(&bytes),
                _ => Ok(vec![Document { path: self.id.clone().unwrap_or_default(), bytes }]),
            };
        }
        let mut documents = Vec::new();
        collect(&self.path, self.root.as_deref().unwrap_or("".as_ref()), &mut documents)?;
        documents.sort_by(|a, b| a.path.as_bytes().cmp(b.path.as_bytes()));
        Ok(documents)
    }

    fn lines(&self, bytes: &[u8]) -> Result<Vec<Document>, Box<dyn Error>> {
        let lines = bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        let document = |line: &[u8]| {
            let line: Value = serde_json::from_slice(line)?;
            let field =
                |name: &str| line.get(name).and_then(Value::as_str).ok_or("a line without its fields");
            let (path, text) = (field(&self.id_field)?, field(&self.text_field)?);
            Ok(Document { path: path.to_owned(), bytes: text.as_bytes().to_vec() })
        };
        lines.map(document).collect()
    }
}

fn collect(path: &Path, root: &Path, documents: &mut Vec<Document>) -> io::Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            collect(&entry?.path(), root, documents)?;
        }
    } else {
        let name = path.strip_prefix(root).unwrap_or(path).to_string_lossy().into_owned();
        documents.push(Document { path: name, bytes: fs::read(path)? });
    }
    Ok(())
}
