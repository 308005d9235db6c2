//! Which dates of front matter and worklogs are valid, and what they mean (B7, B16).
#![allow(clippy::unwrap_used, missing_docs)]

use chunk_backlog::BacklogPolicy;
use rstest::rstest;

/// The dates of the record of a document with this field `updated`, and with this line in its worklog.
fn dates(updated: &str, line: &str) -> (Option<String>, Option<String>) {
    let text = format!("---\nupdated: \"{updated}\"\n---\n# Worklog\n\n{line}\n");
    let policy = BacklogPolicy::default();
    let last = policy.chunks("products/a/items/b.md", &text).unwrap().chunks.pop().unwrap();
    (last.metadata.source_updated, last.metadata.worklog_span_start)
}

#[rstest]
#[case::day("2026-01-09", "2026-01-09T00:00:00Z")]
#[case::minutes("2026-01-09 18:05", "2026-01-09T18:05:00Z")]
#[case::seconds("2026-01-09T18:05:07", "2026-01-09T18:05:07Z")]
#[case::fraction("2026-01-09T18:05:07.999999999999", "2026-01-09T18:05:07Z")]
#[case::zulu("2026-01-09T18:05:07Z", "2026-01-09T18:05:07Z")]
#[case::zone("2026-01-09T02:05+08:00", "2026-01-08T18:05:00Z")]
#[case::zone_without_colon("2026-01-09 23:05 -0130", "2026-01-10T00:35:00Z")]
#[case::zone_behind_a_fraction("2026-01-09 23:05:01.5 Z", "2026-01-09T23:05:01Z")]
#[case::leap_day("2024-02-29", "2024-02-29T00:00:00Z")]
#[case::first_year("0000-01-01", "0000-01-01T00:00:00Z")]
#[case::last_moment("9999-12-31T23:59:59-00:00", "9999-12-31T23:59:59Z")]
fn a_valid_date_is_a_moment(#[case] text: &str, #[case] expected: &str) {
    let expected = Some(expected.to_owned());
    assert_eq!(dates(text, &format!("- {text}: done")), (expected.clone(), expected));
}

#[rstest]
#[case("2026-1-9")]
#[case("2026-02-29")]
#[case("2026-13-01")]
#[case("2026-01-09T24:00")]
#[case("2026-01-09T23:60")]
#[case("2026-01-09T23:59:60")]
#[case("2026-01-09t10:00")]
#[case("2026-01-09T10")]
#[case("2026-01-09T10:00.5")]
#[case("2026-01-09T10:00:00.")]
#[case("2026-01-09T10:00+8")]
#[case("2026-01-09T10:00+24:00")]
#[case("2026-01-09T10:00+01:60")]
#[case("2026-01-09Z")]
#[case("２０２６-01-09")]
#[case("0000-01-01T00:00+00:01")]
#[case("9999-12-31T23:59-00:01")]
fn no_other_text_is_a_date(#[case] text: &str) {
    assert_eq!(dates(text, "a").0, None);
}

#[rstest]
#[case::zone_wins("2026-01-09 10:00 +0800 x", Some("2026-01-09T02:00:00Z"))]
#[case::at_the_end("2026-01-09 10:00", Some("2026-01-09T10:00:00Z"))]
#[case::colon("2026-01-09 10:00: x", Some("2026-01-09T10:00:00Z"))]
#[case::bracket("2026-01-09[a]", Some("2026-01-09T00:00:00Z"))]
#[case::tab("2026-01-09\tx", Some("2026-01-09T00:00:00Z"))]
#[case::two_blanks("2026-01-09  10:00", Some("2026-01-09T00:00:00Z"))]
#[case::the_time_does_not_exist("2026-01-09 25:00 x", Some("2026-01-09T00:00:00Z"))]
#[case::the_zone_does_not_exist("2026-01-09 10:00 +99:00 x", Some("2026-01-09T10:00:00Z"))]
#[case::longer_form_with_wrong_end("2026-01-09 10:00:30x", Some("2026-01-09T10:00:00Z"))]
#[case::dash("2026-01-09T10:00-x", None)]
#[case::comma("2026-01-09, x", None)]
#[case::the_day_does_not_exist("2026-02-30 10:00 x", None)]
fn an_entry_has_the_longest_valid_date(#[case] line: &str, #[case] expected: Option<&str>) {
    assert_eq!(dates("", line).1.as_deref(), expected);
}
