//! Lengths of time in running text: `about 5 minutes`, `1h30`, `half an hour`, `10-15 min`. They tell how long a step takes (H20).

use crate::english::{list, listed};
use chunk_core::{slice, unicode};
use jiff::{Span, SpanRelativeTo};
use regex::{Captures, Regex};
use std::sync::LazyLock;

/// A length of time: in hours and minutes or minutes and seconds without a space between, `overnight` where it is no adjective, or a number or
/// range with a unit.
static LENGTH: LazyLock<Regex> = LazyLock::new(|| {
    let words: Vec<&str> = list("number").iter().map(|(word, _)| *word).collect();
    let amount = format!(r"(?-u:\b)(?:[0-9]+(?:[.,][0-9]+)?|(?i:{})(?-u:\b))", words.join("|"));
    let short = r"[0-9]+ ?[hH] ?[0-9]{1,2} ?m|[0-9]+[hH][0-9]{1,2}|[0-9]+ ?m ?[0-9]{1,2} ?s";
    let night = r"(?i:overnight)(?:$|[^\pL ]| (?:[^\pL]|(?:and|at|for|in|on|or|then|to|with)(?-u:\b)))";
    let unit = r"s|[Hh]|(?i:secs?|seconds?|mins?|minutes?|hrs?|hours?|days?|weeks?)";
    let range =
        format!(r"(?P<low>{amount})(?:[ *_]*(?:[-–]|(?-u:\b)(?:to|or)(?-u:\b))[ *_]*(?P<high>{amount}))?");
    crate::pattern(&format!(
        r"(?-u:\b)(?:(?P<short>{short})(?-u:\b)|(?P<night>{night}))|{range}[ *_+-]*(?P<unit>{unit})(?-u:\b)"
    ))
});

/// The sum of all lengths of time outside of code that some texts say something takes, in seconds; `None` without any. A range counts as its
/// middle.
pub(crate) fn stated<'t>(texts: impl Iterator<Item = &'t str>) -> Option<u64> {
    texts.flat_map(|text| text.split('`').step_by(2)).filter_map(lengths).reduce(u64::saturating_add)
}

/// The sum of the lengths of time in a text.
fn lengths(text: &str) -> Option<u64> {
    let length = |found: Captures<'_>| {
        let whole = found.get(0)?;
        let (before, after) = (slice(text, 0..whole.start()), slice(text, whole.end()..text.len()));
        seconds(&found).filter(|_| is_length(before, after))
    };
    LENGTH.captures_iter(text).filter_map(length).reduce(u64::saturating_add)
}

/// Whether the time between two texts says how long something takes: `every 5 minutes` says how often, `2 days ago` when.
fn is_length(before: &str, after: &str) -> bool {
    let words =
        |text| str::split(text, |c: char| !unicode::is_alphanumeric(c)).filter(|word| !word.is_empty());
    // "5 min" of `now-5min`, `k8s` and "Windows 10's" is none, nor is a speed (`min⁻¹`).
    let is_part =
        before.ends_with(['-', '=', '_', '/', '.', '+']) || after.starts_with(['\'', '’', '⁻', '=']);
    let mut next = words(after);
    // "10 minutes before serving" says how long, "10 minutes before the start" when.
    let is_point = next.next().is_some_and(|next| listed("no-length-before", next).is_some())
        && !next.next().is_some_and(|second| second.ends_with("ing"));
    let is_other = |(at, word)| listed("no-length-after", word).is_some_and(|reach| at < 2 || reach == "far");
    !is_part && !is_point && !words(before).rev().take(4).enumerate().any(is_other)
}

/// The seconds of a length of time; `None` for what is none.
fn seconds(found: &Captures<'_>) -> Option<u64> {
    let name = |name| found.name(name).map(|part| part.as_str());
    if let Some(short) = name("short") {
        let unit = if short.ends_with(|c: char| c.is_ascii_digit()) { "m" } else { "" };
        return span(&format!("{short}{unit}").to_ascii_lowercase());
    }
    if name("night").is_some() {
        return Some(12 * 3600);
    }
    let (low, unit) = (name("low")?, name("unit")?);
    // `404s` are answers, and the `1990s` years.
    if unit == "s" && low.len() > 2 {
        return None;
    }
    let low = thousandths(low)?;
    let amount = name("high").map_or(Some(low), |high| Some((low + thousandths(high)?) / 2))?;
    Some(amount * span(&format!("1 {}", unit.to_ascii_lowercase()))? / 1000)
}

/// The seconds of a length of time such as `1h 5m`.
fn span(text: &str) -> Option<u64> {
    let span: Span = text.parse().ok()?;
    span.to_duration(SpanRelativeTo::days_are_24_hours()).ok()?.as_secs().try_into().ok()
}

/// A number in thousandths: `10`, `1.5`, `half an`.
fn thousandths(amount: &str) -> Option<u64> {
    if let Some(thousandths) = listed("number", amount) {
        return thousandths.parse().ok();
    }
    let (whole, decimals) = amount.split_once(['.', ',']).unwrap_or((amount, ""));
    let decimals: String = decimals.chars().chain("000".chars()).take(3).collect();
    let whole: u64 = whole.parse().ok().filter(|&whole| whole < 1_000_000)?;
    Some(whole * 1000 + decimals.parse::<u64>().ok()?)
}
