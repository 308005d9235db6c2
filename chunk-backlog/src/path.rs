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
    DocumentPath::read(path).is_ok()
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
    pub(crate) fn read(path: &'p str) -> Result<Self, Kind> {
        Self::of(path, None)
    }

    /// The same for a document whose kind may be known from elsewhere; it may lie anywhere then.
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
            let product = folders.windows(2).rev().find_map(|pair| match pair {
                ["products", product] => Some(*product),
                _ => None,
            });
            let stem = file.strip_suffix(".md").unwrap_or(file);
            return Ok(Self { source_path, doctype, product, stem });
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

/// The doctype and product (B4) by the first folder `items` or `decisions` with a `products/NAME` before it, else by the first of them.
fn deciding_folder<'p>(folders: &[&'p str]) -> Option<(Doctype, Option<&'p str>)> {
    let mut product = None;
    let mut first = None;
    // The two folders before this one.
    let mut before = [None, None];
    for &folder in folders {
        if before == [Some("products"), before[1]] && before[1].is_some() {
            product = before[1];
        }
        let doctype = match folder {
            "items" => Some(Doctype::Item),
            "decisions" => Some(Doctype::Adr),
            _ => None,
        };
        if let Some(doctype) = doctype {
            if product.is_some() {
                return Some((doctype, product));
            }
            first = first.or(Some((doctype, None)));
        }
        before = [before[1], Some(folder)];
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::item("products/a/items/x.md", Some((Doctype::Item, Some("a"), "x")))]
    #[case::adr("_kano/products/a/decisions/ADR-1_b.md", Some((Doctype::Adr, Some("a"), "ADR-1_b")))]
    #[case::no_product("items/sub/x.md", Some((Doctype::Item, None, "x")))]
    #[case::leading_dots("././items/x.md", Some((Doctype::Item, None, "x")))]
    #[case::the_last_products("products/a/products/b/items/x.md", Some((Doctype::Item, Some("b"), "x")))]
    #[case::a_folder_behind_a_product_decides("decisions/products/a/items/x.md", Some((Doctype::Item, Some("a"), "x")))]
    #[case::the_first_behind_a_product("products/a/items/decisions/x.md", Some((Doctype::Item, Some("a"), "x")))]
    #[case::the_first_at_all("items/decisions/x.md", Some((Doctype::Item, None, "x")))]
    #[case::folders_between("products/a/b/c/items/d/x.md", Some((Doctype::Item, Some("a"), "x")))]
    #[case::products_without_a_name("products/items/x.md", Some((Doctype::Item, None, "x")))]
    #[case::a_product_named_items("products/items/items/x.md", Some((Doctype::Item, Some("items"), "x")))]
    #[case::a_product_named_products("products/products/items/x.md", Some((Doctype::Item, Some("products"), "x")))]
    #[case::index("items/x.index.md", None)]
    #[case::readme("items/README.md", None)]
    #[case::no_markdown("items/x.txt", None)]
    #[case::decision_that_is_none("decisions/README.md", None)]
    #[case::an_item_of_that_name_is_a_file("items.md", None)]
    #[case::elsewhere("views/x.md", None)]
    fn what_a_path_says(#[case] path: &str, #[case] expected: Option<(Doctype, Option<&str>, &str)>) {
        let read = DocumentPath::read(path).ok();
        assert_eq!(read.map(|read| (read.doctype, read.product, read.stem)), expected);
        assert_eq!(is_document(path), expected.is_some());
    }

    #[rstest]
    #[case("/items/x.md", "absolute")]
    #[case("C:/items/x.md", "absolute")]
    #[case("items/../x.md", "`..`")]
    #[case("../items/x.md", "`..`")]
    fn what_leads_out_is_refused(#[case] path: &str, #[case] message: &str) {
        assert!(DocumentPath::read(path).unwrap_err().to_string().contains(message));
    }
}
