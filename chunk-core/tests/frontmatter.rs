//! Front matter: where it is, and what its YAML holds.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::unreachable,
    missing_docs
)]

use chunk_core::frontmatter::{MAX_BYTES, MAX_DEPTH, Mapping, Value, find, parse};
use rstest::rstest;
use std::ops::Range;

#[rstest]
#[case::dots("---\na: 1\n... \nb", Some((4..9, 14)))]
#[case::empty("---\n---\n", None)]
#[case::at_the_end("--- \na: 1\n---", Some((5..10, 13)))]
#[case::carriage_return("---\na:\r\n---\n", Some((4..8, 12)))]
#[case::never_closed("---\na: 1\n", None)]
#[case::indented(" ---\na: 1\n---\n", None)]
#[case::later("a\n---\nb: 1\n---\n", None)]
#[case::none("", None)]
fn marks(#[case] text: &str, #[case] expected: Option<(Range<usize>, usize)>) {
    let found = find(text).map(|found| (found.yaml, found.body));
    assert_eq!(found, expected);
}

#[rstest]
#[case::key("title: A")]
#[case::key_alone("tags:\n  - a")]
#[case::quoted("\"a b\": 1")]
#[case::comment_and_blank("# c\n\n  id: 1")]
#[case::flow("{a: 1}")]
#[case::dotted("a.b-c/d: 1")]
#[case::other_script("título: x")]
#[case::not_yaml("a: [")]
fn is_found(#[case] inside: &str) {
    for end in ["---", "...", "--- "] {
        let text = format!("---\n{inside}\n{end}\nb");
        assert_eq!(find(&text).map(|found| &text[found.body..]), Some("b"), "{text:?}");
    }
}

#[rstest]
#[case::slide("# A slide\n\nIts text.")]
#[case::prose("Some words. They go on:")]
#[case::words_and_colon("On Monday Ann wrote: yes")]
#[case::quote("> from: a")]
#[case::list("- a: b")]
#[case::bold("**a**: b")]
#[case::link("[a]: /b")]
#[case::address("https://a.example")]
#[case::time("10:30 begun")]
#[case::code("    a: b")]
#[case::template("{{ a }}")]
#[case::fence("```\na: b")]
#[case::comment_alone("# a: b")]
#[case::blank("")]
fn is_text(#[case] inside: &str) {
    assert_eq!(find(&format!("---\n{inside}\n---\nb")), None);
    assert_eq!(find(&format!("---\na: 1\n{inside}\n")), None, "never closed");
}

fn scalar(mapping: &Mapping, key: &str) -> (String, bool, usize) {
    let scalar = mapping.get(key).unwrap().as_scalar().unwrap();
    (scalar.text.clone(), scalar.quoted, scalar.line)
}

fn flat(value: &Value) -> String {
    match value {
        Value::Scalar(scalar) => scalar.text.clone(),
        Value::List(list) => format!("[{}]", list.iter().map(flat).collect::<Vec<_>>().join("|")),
        Value::Mapping(mapping) => {
            let entries: Vec<_> =
                mapping.iter().map(|(key, value)| format!("{key}={}", flat(value))).collect();
            format!("{{{}}}", entries.join("|"))
        }
        other => format!("{other:?}"),
    }
}

#[rstest]
#[case::plain("a: b", "b", false)]
#[case::no_types("a: 0x1F", "0x1F", false)]
#[case::no_value("a:", "", false)]
#[case::null("a: null", "null", false)]
#[case::quoted_null("a: 'None'", "None", true)]
#[case::quoted_date("a: \"2026-01-06\"", "2026-01-06", true)]
#[case::date("a: 2026-01-06 10:00", "2026-01-06 10:00", false)]
#[case::folded("a: one\n  two\n\n  three", "one two\nthree", false)]
#[case::folded_in_quotes("a: 'one: \n  two'", "one: two", true)]
#[case::doubled_quote("a: 'it''s'", "it's", true)]
#[case::escapes("a: \"\\u00e9\\t\"", "é\t", true)]
#[case::comment("a: b # c", "b", false)]
#[case::literal("a: |\n  b\n  c\n", "b\nc\n", true)]
#[case::tagged("a: !!int '3'", "3", true)]
#[case::document_marks("---\na: b\n...\n", "b", false)]
fn scalars(#[case] yaml: &str, #[case] text: &str, #[case] quoted: bool) {
    let mapping = parse(yaml).unwrap();
    let (found, style, line) = scalar(&mapping, "a");
    assert_eq!((&*found, style), (text, quoted));
    let key_line = yaml.lines().position(|line| line.starts_with("a:")).unwrap() + 1;
    assert_eq!(line, key_line + usize::from(yaml.contains('|')), "{yaml:?}");
}

#[rstest]
#[case::unindented_list("tags:\n- a\n- b: c\n  d: e\nz: 1", "{tags=[a|{b=c|d=e}]|z=1}")]
#[case::flow("a: [b, 'c', [], {}]\nd: {e: f}", "{a=[b|c|[]|{}]|d={e=f}}")]
#[case::order("b: 1\na: 2", "{b=1|a=2}")]
#[case::equal_keys_apart("a: {x: 1}\nb: {x: 2}", "{a={x=1}|b={x=2}}")]
#[case::flow_mapping_alone("{}", "{}")]
#[case::closed_under_the_key("a: [\n  b,\n  'c\n]'\n]\nd: {\n}\n", "{a=[b|c ]]|d={}}")]
fn collections(#[case] yaml: &str, #[case] expected: &str) {
    assert_eq!(flat(&Value::Mapping(parse(yaml).unwrap())), expected);
}

#[rstest]
#[case::empty("", 1, "no mapping")]
#[case::comment_alone("# nothing\n", 2, "no mapping")]
#[case::scalar("\nword", 2, "no mapping")]
#[case::list("- a", 1, "no mapping")]
#[case::colon_in_a_value("title: a: b", 1, "mapping values are not allowed")]
#[case::unclosed("a: 'b\nc: d", 1, "quoted scalar")]
#[case::tab("a:\n\t- b", 2, "")]
#[case::twice("a: 1\nb: 2\n'a': 3", 3, "comes twice")]
#[case::twice_inside("a:\n  b: 1\n  b: 2", 3, "comes twice")]
#[case::anchor("a: 1\nb: &x 2", 2, "anchors are not allowed")]
#[case::anchored_list("a: &x [1]", 1, "anchors are not allowed")]
#[case::anchored_root("&x\na: 1", 1, "anchors are not allowed")]
#[case::anchored_key("&x a: 1", 1, "anchors are not allowed")]
#[case::unknown_alias("a: *x", 1, "unknown anchor")]
#[case::list_for_a_key("? [a]\n: b", 1, "a key is no list or mapping")]
#[case::nul("a: b\nc: d\0\n", 2, "control character")]
#[case::second_document("a: b\n--- \nc: d", 2, "second YAML document")]
fn errors_name_the_line(#[case] yaml: &str, #[case] line: usize, #[case] reason: &str) {
    let error = parse(yaml).unwrap_err();
    assert!(error.line == line && error.reason.contains(reason), "{error}");
}

#[test]
fn limits_and_their_neighbours() {
    let long = |length: usize| format!("a: |\n {}", "x".repeat(length - "a: |\n ".len()));
    assert!(parse(&long(MAX_BYTES)).is_ok());
    assert_eq!(parse(&long(MAX_BYTES + 1)).unwrap_err().line, 2);

    let deep = |depth: usize| format!("a: {}{}", "[".repeat(depth - 1), "]".repeat(depth - 1));
    assert!(parse(&deep(MAX_DEPTH)).is_ok());
    assert!(parse(&deep(MAX_DEPTH + 1)).unwrap_err().reason.contains("more than 16 deep"));
}

/// What makes other readers slow, large or overflow the stack, at the greatest size that is read.
#[rstest]
#[case("[", "")]
#[case("{", "")]
#[case("- ", "")]
#[case("? ", "")]
#[case("{a: ", "")]
#[case("- - ", "")]
#[case("a: &a [*a, *a]\n", "")]
#[case("!", "")]
#[case("&", "")]
#[case("\"", "")]
#[case("a: \"", "\\x")]
#[case("a: ", "[],")]
#[case("a: [", "[],")]
#[case("a: [", "x: ,")]
#[case("a: [", "\"\":,")]
#[case("a: [", "? ")]
#[case("a:\n", "- \n")]
#[case("a: |\n", "\n")]
#[case("a: >\n  x\n", " \n")]
#[case("a: b\n", " \n")]
#[case("a: b", " ")]
#[case("a: 'b\n", "\n ")]
#[case("%TAG ! ", "!")]
#[case("#", "#")]
#[case("a: {", "b,")]
fn hostile_yaml_is_answered(#[case] start: &str, #[case] repeated: &str) {
    let repeated = if repeated.is_empty() { start } else { repeated };
    let mut yaml = String::from(start);
    while yaml.len() + repeated.len() <= MAX_BYTES {
        yaml.push_str(repeated);
    }
    // A small stack: depth must not cost any.
    let answer = std::thread::Builder::new().stack_size(256 << 10).spawn(move || parse(&yaml).is_ok());
    answer.unwrap().join().unwrap();
}

#[test]
fn random_yaml_never_panics() {
    const PIECES: &[&str] = &[
        "a", "b: ", ": ", ":", "- ", "-", "? ", "[", "]", "{", "}", ",", "\n", "\n  ", "\n ", " ", "'", "\"",
        "|", ">", "|+2\n", "#", " #", "&x ", "*x", "!", "!!str ", "%TAG", "---", "...", "\\", "\\u12", "\t",
        "é", "😀", "\u{85}", "\u{2028}", "\r", "@", "`", "<<: ",
    ];
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..30_000 {
        let yaml: String = (0..random.usize(..24)).map(|_| PIECES[random.usize(..PIECES.len())]).collect();
        if let Err(error) = parse(&yaml) {
            assert!(
                error.line >= 1 && error.line <= yaml.split(['\n', '\r']).count() + 1,
                "{yaml:?}: {error}"
            );
        }
    }
}
