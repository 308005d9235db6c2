//! Lengths of time in running text: `about 5 minutes`, `1h30`, `half an hour`, `10-15 min`. They tell how long a step takes (H20).

use crate::english::{is_one_of, list, listed};
use chunk_core::{slice, unicode};
use jiff::{Span, SpanRelativeTo};
use regex::{Captures, Regex};
use std::sync::LazyLock;

/// A length of time: in hours and minutes or minutes and seconds without a space between, a number or range with a unit, or `overnight`.
static LENGTH: LazyLock<Regex> = LazyLock::new(|| {
    let words: Vec<&str> = list("number").iter().map(|(word, _)| *word).collect();
    let digits = r"[0-9]+(?:[.,/][0-9]+)?(?:[½¼¾]| [0-9]+/[0-9]+)?|[½¼¾]";
    let amount = format!(r"(?:{digits}|(?-u:\b)(?i:{})(?-u:\b))", words.join("|"));
    let unit = r"(?:s|[Hh]|(?i:secs?|seconds?|mins?|minutes?|hrs?|hours?|days?|weeks?))";
    let pattern = format!(
        r"(?-u:\b)(?P<short>[0-9]+ ?[hH] ?[0-9]{{1,2}} ?m|[0-9]+[hH][0-9]{{1,2}}|[0-9]+ ?m ?[0-9]{{1,2}} ?s)(?-u:\b)|(?-u:\b)(?P<night>(?i:overnight))(?-u:\b)|(?P<between>(?-u:\b)(?i:between) )?(?P<low>(?-u:\b){amount})(?:[ *_]*(?P<to>[-–]|(?-u:\b)to(?-u:\b)|(?-u:\b)or(?-u:\b)|(?-u:\b)and(?-u:\b))[ *_]*(?P<high>{amount}))?[ *_+-]*(?P<unit>{unit})(?-u:\b)"
    );
    crate::pattern(&pattern)
});

/// `404s`, `1990s`.
static PLURAL: LazyLock<Regex> =
    LazyLock::new(|| crate::pattern(r"^(?:[45][0-9]{2}|(?:1[89]|20)[0-9]{2})s$"));

/// What a line calls the total: `Total time: 2 hours 15 minutes`.
static TOTAL: LazyLock<Regex> =
    LazyLock::new(|| crate::pattern(r"(?im)^[ \t*_>|+-]*total(?: time)?[ *_]*:(?P<total>.*)$"));

/// What some texts say that something takes, in seconds: what they call the total, or else the sum of all lengths of time outside of code that
/// say so; `None` without any. A range counts as its middle.
pub(crate) fn stated<'t>(texts: impl Iterator<Item = &'t str> + Clone) -> Option<u64> {
    let total = |text: &'t str| lengths(TOTAL.captures(text)?.name("total")?.as_str());
    texts.clone().find_map(total).or_else(|| texts.filter_map(lengths).reduce(u64::saturating_add))
}

/// The sum of the lengths of time in a text.
fn lengths(text: &str) -> Option<u64> {
    let of_part = |part: &str| {
        let lengths = LENGTH.captures_iter(part).filter_map(|found| {
            let whole = found.get(0)?;
            let (before, after) = (slice(part, 0..whole.start()), slice(part, whole.end()..part.len()));
            seconds(&found, after).filter(|_| is_length(before, after))
        });
        lengths.reduce(u64::saturating_add)
    };
    text.split('`').step_by(2).filter_map(of_part).reduce(u64::saturating_add)
}

/// The words of a text.
fn words(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(|c: char| !unicode::is_alphanumeric(c)).filter(|word| !word.is_empty())
}

/// Whether the time between two texts says how long something takes: `every 5 minutes` says how often, `within 24 hours` until when.
fn is_length(before: &str, after: &str) -> bool {
    let mut next = words(after);
    let (next, second) = (next.next().unwrap_or_default(), next.next().unwrap_or_default());
    // "10 minutes before serving" says how long, "10 minutes before the start" when.
    let is_point = is_one_of(next, &["before", "after", "prior"])
        && !(second.ends_with("ing") || is_one_of(second, &["you"]));
    // "5 min" of `now-5min`, `k8s` and "Windows 10's" is none, nor is a speed (`min⁻¹`), nor `404s`.
    let is_part =
        before.ends_with(['-', '=', '_', '/', '.', '+']) || after.starts_with(['\'', '’', '⁻', '=']);
    let is_future = is_one_of(next, &["from"]) && is_one_of(second, &["now", "today"])
        || is_one_of(next, &["in"]) && is_one_of(second, &["advance"]);
    if is_point || is_part || is_future {
        return false;
    }
    !is_one_of(next, &["ago", "old", "earlier", "notice", "warranty", "later"])
        && !words(before).rev().take(2).any(|word| listed("no-length-after", word).is_some())
        // `valid for about 10 minutes` says how long something may be used.
        && !words(before).rev().take(4).any(|word| listed("no-length-near", word).is_some())
}

/// The seconds of a length of time; `None` for what is none.
fn seconds(found: &Captures<'_>, after: &str) -> Option<u64> {
    let name = |name| found.name(name).map(|part| part.as_str());
    if let Some(short) = name("short") {
        let unit = if short.ends_with(|c: char| c.is_ascii_digit()) { "m" } else { "" };
        return span(&format!("{short}{unit}").to_ascii_lowercase());
    }
    if name("night").is_some() {
        // "An overnight stay" is of any length.
        let next = unicode::trim_start(after).split(' ').next().unwrap_or_default();
        let next = next.trim_end_matches(|c: char| !unicode::is_alphanumeric(c));
        let is_adverb =
            !next.starts_with(|c: char| c.is_ascii_lowercase()) || listed("after-overnight", next).is_some();
        return is_adverb.then_some(12 * 3600);
    }
    let (low, unit) = (name("low")?, name("unit")?);
    let is_range = name("to").is_none_or(|to| to != "and" || name("between").is_some());
    // "A second try" counts tries, and "it takes a minute" is any time; `404s` are answers, and the `1990s` years.
    let is_idiom = is_one_of(low, &["a"]) && is_one_of(unit, &["second", "minute"]);
    let is_plural = unit == "s" && found.get(0).is_some_and(|whole| PLURAL.is_match(whole.as_str()));
    if !is_range || is_idiom || is_plural {
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

/// A number in thousandths: `10`, `1.5`, `1/2`, `1 1/2`, `1½`, `half an`.
fn thousandths(amount: &str) -> Option<u64> {
    if let Some(thousandths) = listed("number", amount) {
        return thousandths.parse().ok();
    }
    let parts = amount.replace('½', " 1/2").replace('¼', " 1/4").replace('¾', " 3/4").replace(',', ".");
    let part = |part: &str| -> Option<u64> {
        if let Some((part, whole)) = part.split_once('/') {
            let (part, whole): (u64, u64) = (part.parse().ok()?, whole.parse().ok()?);
            return (part < whole && whole < 100).then(|| part * 1000 / whole);
        }
        let (whole, decimals) = part.split_once('.').unwrap_or((part, ""));
        let decimals: String = decimals.chars().chain("000".chars()).take(3).collect();
        let whole: u64 = whole.parse().ok().filter(|&whole| whole < 1_000_000)?;
        Some(whole * 1000 + decimals.parse::<u64>().ok()?)
    };
    parts.split(' ').filter(|part| !part.is_empty()).map(part).sum()
}
