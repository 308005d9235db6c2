//! T9: for every rule there is a record that breaks it and nothing else, except where one fault breaks several rules.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use chunk_core::{Policy, types::SentenceRules};
use chunk_tokens::{Interaction, TokenConfig, TokenPolicy, TokenRecord};
use rstest::rstest;

/// 23 code points, 25 bytes, 9 tokens; two are 17 tokens, and 14 above 100.
const SENTENCE: &str = "Él pasó and went home. ";
/// Just enough for two sentences.
const MAX_TOKENS: usize = 17;
const SOURCE_LINE_ENDS: &str = "\r\n\r\n";

fn policy(max_tokens: usize) -> TokenPolicy {
    let mut config = TokenConfig::default();
    config.max_tokens = max_tokens;
    TokenPolicy::new(config).unwrap()
}

fn source() -> String {
    SENTENCE.repeat(14) + "Bye." + SOURCE_LINE_ENDS
}

/// Chunks of two sentences each, `end` being the last of them.
fn record() -> TokenRecord<'static> {
    let source = source();
    let mut line = Vec::new();
    policy(MAX_TOKENS).write_jsonl(Interaction::new("1", &source), &mut line, &mut |_| {}).unwrap();
    TokenRecord::from_json(&line).unwrap()
}

fn rules(policy: &TokenPolicy, record: &TokenRecord<'_>) -> Vec<(&'static str, Option<usize>)> {
    policy.validate(record).iter().map(|violation| (violation.rule, violation.chunk)).collect()
}

/// Turns chunks `first` and the next one into chunks that meet `bytes` bytes before or behind their seam, with
/// everything else in order.
fn move_seam(record: &mut TokenRecord<'static>, first: usize, bytes: isize) {
    let both = record.chunks[first].text.to_string() + &record.chunks[first + 1].text;
    let at = record.chunks[first].text.len().checked_add_signed(bytes).unwrap();
    let (left, right) = both.split_at(at);
    let chunk = &mut record.chunks[first];
    chunk.text = left.to_owned().into();
    chunk.token_count = tokens(left);
    chunk.end_pos = chunk.start_pos + left.chars().count();
    chunk.source_end_byte = chunk.source_start_byte + left.len();
    let (end_pos, source_end_byte) = (chunk.end_pos, chunk.source_end_byte);
    let chunk = &mut record.chunks[first + 1];
    chunk.text = right.to_owned().into();
    chunk.token_count = tokens(right);
    chunk.start_pos = end_pos;
    chunk.source_start_byte = source_end_byte;
}

/// Makes one chunk of `first` and the next one, with everything else in order.
fn join(record: &mut TokenRecord<'static>, first: usize) {
    let next = record.chunks.remove(first + 1);
    let chunk = &mut record.chunks[first];
    chunk.text.to_mut().push_str(&next.text);
    chunk.token_count = tokens(&chunk.text);
    (chunk.end_pos, chunk.source_end_byte) = (next.end_pos, next.source_end_byte);
    for (index, chunk) in record.chunks.iter_mut().enumerate() {
        chunk.chunk_index = index;
    }
}

fn tokens(text: &str) -> usize {
    tiktoken_rs::cl100k_base_singleton().encode_ordinary(text).len()
}

#[test]
fn the_record_is_what_the_cases_below_take_it_for() {
    let record = record();
    assert_eq!(record.chunks.len(), 8);
    assert_eq!(record.chunks[0].text, SENTENCE.repeat(2));
    assert_eq!(record.chunks[7].text, "Bye.\n\n");
    assert_eq!(rules(&policy(MAX_TOKENS), &record), []);
    assert_eq!(policy(MAX_TOKENS).validate_against(&record, source().as_bytes()), []);
}

type Change = fn(&mut TokenRecord<'static>);
type Broken = &'static [(&'static str, Option<usize>)];

const CASES: &[(&str, Change, Broken)] = &[
    ("index", |r| r.chunks[3].chunk_index = 4, &[("chunk-index", Some(3))]),
    ("index from one", |r| r.chunks[0].chunk_index = 1, &[("chunk-index", Some(0))]),
    ("first start", |r| r.chunks[0].start_pos = 1, &[("first-start", Some(0))]),
    ("gap", |r| r.chunks[2].start_pos += 1, &[("contiguous", Some(2))]),
    ("overlap", |r| r.chunks[2].start_pos -= 1, &[("contiguous", Some(2))]),
    ("end short", |r| r.chunks[1].end_pos -= 1, &[("contiguous", Some(2))]),
    ("last end", |r| r.chunks[7].end_pos += 1, &[("last-end", Some(7))]),
    ("last end short", |r| r.chunks[7].end_pos -= 1, &[("last-end", Some(7))]),
    (
        "bytes for code points",
        |r| {
            r.chunks[0].end_pos += 4;
            r.chunks[1].start_pos += 4;
        },
        &[("code-points", Some(1))],
    ),
    (
        "start is end",
        |r| r.chunks[1].start_pos = r.chunks[1].end_pos,
        &[("position-order", Some(1)), ("contiguous", Some(1))],
    ),
    ("start above end", |r| r.chunks[1].end_pos = 3, &[("position-order", Some(1)), ("contiguous", Some(2))]),
    ("zero tokens", |r| r.chunks[4].token_count = 0, &[("token-count-zero", Some(4))]),
    ("a token more", |r| r.chunks[4].token_count += 1, &[("token-count", Some(4))]),
    ("a token less", |r| r.chunks[4].token_count -= 1, &[("token-count", Some(4))]),
    (
        "another text",
        |r| r.chunks[3].text = r.chunks[3].text.replacen("went", "came", 1).into(),
        &[("concatenation", Some(3))],
    ),
    (
        "another original",
        |r| r.original_text = r.original_text.replacen("Bye.", "Now.", 1).into(),
        &[("concatenation", Some(7))],
    ),
    (
        "original goes on",
        |r| r.original_text.to_mut().push('x'),
        &[("last-end", Some(7)), ("concatenation", None)],
    ),
    ("no chunks", |r| r.chunks.clear(), &[("concatenation", None)]),
    (
        "last chunk lost",
        |r| {
            r.chunks.pop();
        },
        &[("last-end", Some(6)), ("concatenation", None)],
    ),
    (
        "chunk twice",
        |r| r.chunks.push(r.chunks[7].clone()),
        &[
            ("chunk-index", Some(8)),
            ("concatenation", Some(8)),
            ("contiguous", Some(8)),
            ("source-bytes", Some(8)),
        ],
    ),
    ("source start", |r| r.chunks[0].source_start_byte = 1, &[("source-bytes", Some(0)); 2]),
    ("source gap", |r| r.chunks[2].source_start_byte -= 1, &[("source-bytes", Some(2)); 2]),
    ("source end", |r| r.chunks[7].source_end_byte += 1, &[("source-bytes", Some(7))]),
    ("source end short", |r| r.chunks[7].source_end_byte -= 3, &[("source-bytes", Some(7))]),
    ("mid unit", |r| move_seam(r, 6, -4), &[("mid-unit", Some(6))]),
    (
        "over limit by part of a unit",
        |r| move_seam(r, 2, 3),
        &[("mid-unit", Some(2)), ("over-limit", Some(2))],
    ),
    ("over limit", |r| join(r, 1), &[("over-limit", Some(1))]),
    (
        "avoidable split",
        |r| move_seam(r, 2, -(SENTENCE.len() as isize)),
        &[("avoidable-split", Some(2)), ("over-limit", Some(3))],
    ),
];

#[test]
fn a_rule_is_broken() {
    for (name, change, broken) in CASES {
        let mut record = record();
        change(&mut record);
        assert_eq!(rules(&policy(MAX_TOKENS), &record), *broken, "{name}");
    }
}

#[test]
fn an_empty_chunk_breaks_all_that_forbid_it() {
    let mut record = record();
    let mut empty = record.chunks[7].clone();
    (empty.chunk_index, empty.text, empty.token_count) = (8, "".into(), 0);
    (empty.start_pos, empty.source_start_byte) = (empty.end_pos, empty.source_end_byte);
    record.chunks.push(empty);
    let broken = ["text-empty", "position-order", "token-count-zero"].map(|rule| (rule, Some(8)));
    assert_eq!(rules(&policy(MAX_TOKENS), &record), broken);
}

/// The limits are those of the policy that checks.
#[rstest]
#[case::the_same(17, &[])]
#[case::larger(30, &[
    ("avoidable-split", Some(0)), ("avoidable-split", Some(1)), ("avoidable-split", Some(2)),
    ("avoidable-split", Some(3)), ("avoidable-split", Some(4)), ("avoidable-split", Some(5)),
    ("avoidable-split", Some(6))])]
#[case::smaller(16, &[
    ("over-limit", Some(0)), ("over-limit", Some(1)), ("over-limit", Some(2)), ("over-limit", Some(3)),
    ("over-limit", Some(4)), ("over-limit", Some(5)), ("over-limit", Some(6))])]
fn limits(#[case] max_tokens: usize, #[case] broken: Broken) {
    assert_eq!(rules(&policy(max_tokens), &record()), broken);
}

/// T5: below 100 tokens any cut is avoidable.
#[test]
fn a_short_text_is_one_chunk() {
    let long = "One.\n\nTwo.\n\n".to_owned() + &SENTENCE.repeat(14);
    let json = serde_json::to_vec(&policy(3).record(Interaction::new("1", &long))).unwrap();
    let mut record = TokenRecord::from_json(&json).unwrap();
    record.chunks.truncate(2);
    record.original_text = "One.\n\nTwo.\n\n".into();
    assert_eq!(rules(&policy(3), &record), [("avoidable-split", Some(0))]);
    join(&mut record, 0);
    assert_eq!(rules(&policy(3), &record), []);
}

/// A sentence above the limit is valid; the same text is not under rules that find two sentences in it.
#[test]
fn sentence_rules_are_those_of_the_policy_that_checks() {
    let text = format!("He left{} with Dr. Who{}.", " and left".repeat(60), " and came".repeat(60));
    let standard = policy(30);
    let record = standard.record(Interaction::new("1", &text));
    assert_eq!(rules(&standard, &record), []);
    let mut config = standard.config().clone();
    config.sentence_rules = SentenceRules::Literal;
    let literal = TokenPolicy::new(config).unwrap();
    assert_eq!(rules(&literal, &record), [("over-limit", Some(0))]);
}

#[rstest]
#[case::another_text(b"Another text.", &[("original-text", None)])]
#[case::longer(b"+", &[("original-text", None)])]
#[case::no_utf_8(b"\xFF", &[("original-text", None)])]
fn another_source(#[case] put_before: &[u8], #[case] broken: Broken) {
    let source = [put_before, source().as_bytes()].concat();
    let violations = policy(MAX_TOKENS).validate_against(&record(), &source);
    let found: Vec<_> = violations.iter().map(|violation| (violation.rule, violation.chunk)).collect();
    assert_eq!(found, broken);
}

/// Without the source, one more byte in the last chunk may be the CR of a line end; the source shows that it is not.
#[test]
fn source_bytes_are_exact_where_the_source_is_given() {
    let mut record = record();
    record.chunks[7].source_end_byte -= 1;
    assert_eq!(rules(&policy(MAX_TOKENS), &record), []);
    let violations = policy(MAX_TOKENS).validate_against(&record, source().as_bytes());
    assert_eq!(violations[0].rule, "source-bytes");
    assert_eq!(violations.len(), 1);
}

/// A record that cannot be read at all is refused with the place at fault.
#[rstest]
#[case::negative_position(
    r#""start_pos":46"#,
    r#""start_pos":-46"#,
    "chunks[1].start_pos: it is the number `-46`, and must be a whole number, not negative"
)]
#[case::negative_index(
    r#""chunk_index":2"#,
    r#""chunk_index":-1"#,
    "chunks[2].chunk_index: it is the number `-1`, and must be a whole number, not negative"
)]
#[case::a_fraction(r#""token_count":"#, r#""token_count":0."#, "chunks[0].token_count: it is the number `0.")]
#[case::a_number_for_text(
    r#""text":""#,
    r#""text":0,"x":""#,
    "chunks[0].text: it is the number `0`, and must be a string"
)]
#[case::missing_key(r#""end_pos":"#, r#""end":"#, "chunks[0]: the field `end_pos` is missing")]
#[case::missing_chunks(r#""chunks":"#, r#""pieces":"#, "the field `chunks` is missing")]
#[case::no_json(":", ";", "expected `:`")]
#[case::behind_the_record("]}", "]} {}", "trailing characters")]
fn unreadable(#[case] from: &str, #[case] to: &str, #[case] message: &str) {
    let json = serde_json::to_string(&record()).unwrap();
    let changed = json.replacen(from, to, 1);
    assert_ne!(json, changed);
    let error = TokenRecord::from_json(changed.as_bytes()).unwrap_err().to_string();
    assert!(error.contains(message), "{error}");
}

#[test]
fn keys_that_v1_may_gain_are_passed_over() {
    let mut json = serde_json::to_value(record()).unwrap();
    json["model"] = "m".into();
    json["chunks"][0]["language"] = "es".into();
    assert_eq!(TokenRecord::from_json(json.to_string().as_bytes()).unwrap(), record());
}

#[test]
fn a_violation_says_where() {
    let mut record = record();
    record.chunks[2].start_pos = 99;
    record.original_text.to_mut().push('漢');
    let shown: Vec<_> = policy(MAX_TOKENS).validate(&record).iter().map(ToString::to_string).collect();
    assert_eq!(
        shown,
        [
            "chunks[2]: start_pos is 99, the chunk before ends at 92 [contiguous]",
            "chunks[7]: end_pos is 328, original_text has 329 code points [last-end]",
            "the last 3 bytes of original_text are in no chunk [concatenation]",
        ]
    );
}
