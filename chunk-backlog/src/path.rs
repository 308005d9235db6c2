//! Reads a document's path: whether it is that of a document, of which kind, and of which product (B2 to B4).

use crate::{Doctype, error::Kind};

/// Whether the file at `path` is a document of a backlog (B2): `items/**/*.md` except index pages and READMEs, and
/// `decisions/**/ADR-*.md`. The path is relative to the backlog's root, with `/` between its segments.
///
/// ```
/// use chunk_backlog::is_document;
///
/// assert!(is_document("_kano/backlog/products/demo/items/task/0000/DEMO-TSK-0001_start.md"));
/// assert!(!is_document("_kano/backlog/products/demo/items/epic/0000/DEMO-EPIC-0001_all.index.md"));
/// assert!(is_document("products/demo/decisions/ADR-0001_files.md"));
/// assert!(!is_document("products/demo/decisions/notes.md"));
/// ```
#[must_use]
pub fn is_document(path: &str) -> bool {
    DocumentPath::of(path, None).is_ok()
}

/// A document's path, read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DocumentPath<'p> {
    /// The path without a leading `./`.
    pub(crate) source_path: &'p str,
    pub(crate) doctype: Doctype,
    pub(crate) product: Option<&'p str>,
    /// The file's name without `.md`.
    pub(crate) stem: &'p str,
}

impl<'p> DocumentPath<'p> {
    /// Reads the path of a document. If its kind is known from elsewhere, it may lie anywhere.
    pub(crate) fn of(path: &'p str, known: Option<Doctype>) -> Result<Self, Kind> {
        let mut source_path = path;
        while let Some(rest) = source_path.strip_prefix("./") {
            source_path = rest;
        }
        if is_absolute(source_path) {
            return Err(Kind::AbsolutePath);
        }
        let mut folders: Vec<&str> = source_path.split('/').collect();
        if folders.contains(&"..") {
            return Err(Kind::PathLeadsOut);
        }
        let file = folders.pop().unwrap_or_default();
        if let Some(doctype) = known {
            let stem = file.strip_suffix(".md").unwrap_or(file);
            return Ok(Self { source_path, doctype, product: product(&folders), stem });
        }
        let (doctype, product) = deciding_folder(&folders).ok_or(Kind::NoDocument)?;
        let stem = file.strip_suffix(".md").ok_or(Kind::NoDocument)?;
        let is_document = match doctype {
            Doctype::Item => stem != "README" && !stem.ends_with(".index"),
            Doctype::Adr => stem.starts_with("ADR-"),
        };
        if is_document { Ok(Self { source_path, doctype, product, stem }) } else { Err(Kind::NoDocument) }
    }
}

fn is_absolute(path: &str) -> bool {
    let has_drive =
        matches!(path.as_bytes(), [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic());
    path.starts_with(['/', '\\']) || has_drive
}

/// The name after the last `products` in these folders (B4).
fn product<'p>(folders: &[&'p str]) -> Option<&'p str> {
    folders.windows(2).rev().find_map(|pair| match pair {
        ["products", product] => Some(*product),
        _ => None,
    })
}

/// The doctype and product (B4) by the first folder `items` or `decisions` with a `products/NAME` before it, else by the first of them.
fn deciding_folder<'p>(folders: &[&'p str]) -> Option<(Doctype, Option<&'p str>)> {
    let doctype = |folder: &&str| match *folder {
        "items" => Some(Doctype::Item),
        "decisions" => Some(Doctype::Adr),
        _ => None,
    };
    let decides = |folder: &&str| doctype(folder).is_some();
    let after_product =
        folders.iter().position(|folder| *folder == "products").map_or(folders.len(), |at| at + 2);
    let deciding = folders.iter().skip(after_product).position(decides).map(|at| after_product + at);
    let (before, rest) = folders.split_at(deciding.or_else(|| folders.iter().position(decides))?);
    Some((doctype(rest.first()?)?, product(before)))
}
