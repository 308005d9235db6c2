//! What a path says of its document (B2 to B4), and the first sentence of its context (B9).
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use chunk_backlog::{BacklogConfig, BacklogPolicy, Doctype, is_document};
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
    let policy = BacklogPolicy::new(BacklogConfig::default().with_product("given")).unwrap();
    let read = policy.chunks(path, "").ok().map(|read| read.chunks[0].metadata.clone());
    let expected_product = expected.map(|(_, product, _)| product.unwrap_or("given"));
    assert_eq!(read.as_ref().map(|read| read.doctype), expected.map(|(doctype, ..)| doctype));
    assert_eq!(read.as_ref().map(|read| &*read.product), expected_product);
    assert_eq!(read.as_ref().map(|read| &*read.title), expected.map(|(.., stem)| stem));
    assert_eq!(is_document(path), expected.is_some());
}

#[rstest]
#[case("/items/x.md", "absolute")]
#[case("C:/items/x.md", "absolute")]
#[case("items/../x.md", "`..`")]
#[case("../items/x.md", "`..`")]
fn what_leads_out_is_refused(#[case] path: &str, #[case] message: &str) {
    assert!(BacklogPolicy::default().chunks(path, "").unwrap_err().to_string().contains(message));
}

#[rstest]
#[case::item("- a b. c", "a b.")]
#[case::nested_items("1. - a", "a")]
#[case::task("- [x] a", "a")]
#[case::no_task("[x] a", "[x] a")]
#[case::quote("> a\n> b", "a b")]
#[case::quote_in_an_item("- > a\n  > > b", "a")]
#[case::item_in_a_quote("> - a\n>   b", "a b")]
#[case::lazy("> > a\nb", "a b")]
#[case::escaped("- \\*a*", "\\*a*")]
#[case::not_a_paragraph("### a\n\n```\nb\n```\n\n| c |\n|---|\n\n<p>\n\n***\n\nd", "d")]
#[case::white_space("\u{3000}\n\n- \u{a0}\n\na\u{3000}b", "a b")]
#[case::definition("[a]: /b\n\nc", "c")]
fn first_sentence(#[case] context: &str, #[case] expected: &str) {
    let text = format!("# Context\n\n{context}\n\nlast\n");
    let chunks = BacklogPolicy::default().chunks("products/a/items/b.md", &text).unwrap();
    assert_eq!(chunks[0].text, format!("Context\n{expected}"));
}
