//! The cheapest of the best settings.

use super::{
    rows::Try,
    tried::{Tried, difference},
};
use crate::{
    console::say,
    error::{Error, cannot, trouble},
    shown::shown,
};
use chunk_core::unicode;
use std::{fs::File, io::Write, path::Path};

/// The settings that are tried: one size above the other, with and without overlap.
pub(super) const GRID: [&str; 8] = [
    "markdown --chunk-size 800 --chunk-overlap 100",
    "markdown --chunk-size 500 --chunk-overlap 50",
    "markdown --chunk-size 400 --chunk-overlap 0",
    "markdown --chunk-size 200 --chunk-overlap 0",
    "tokens --max-tokens 1024",
    "tokens --max-tokens 512",
    "tokens --max-tokens 256",
    "hybrid --max-chunk-size 500",
];

/// How much of the answers a setting holds, of all questions together.
fn held(one: &Tried) -> f64 {
    one.recalls().iter().sum()
}

/// Of the settings that the best one is not surely better than, the one with the fewest tokens to embed, and of several the one that holds most;
/// and the best one.
fn chosen(tried: &[Tried]) -> Option<(&Tried, &Tried)> {
    let best = tried.iter().reduce(|best, one| if held(one) > held(best) { one } else { best })?;
    let is_as_good = |one: &&Tried| difference(&best.recalls(), &one.recalls()).high >= 0.0;
    let cheaper = |one: &&Tried, other: &&Tried| {
        one.structure.tokens.cmp(&other.structure.tokens).then(held(other).total_cmp(&held(one)))
    };
    Some((tried.iter().filter(is_as_good).min_by(cheaper).unwrap_or(best), best))
}

/// A policy warns of sizes outside the range that its contract recommends (M4, T7), which a size that was measured may be.
const NOTE: &str =
    "# Found by chunk eval. A warning that a size is unusual is no fault of it; -q leaves warnings out.\n";

/// The setting as a file of settings.
fn toml(words: &str) -> String {
    let mut words = unicode::split_white_space(words);
    let mut toml = format!("{NOTE}[{}]\n", words.next().unwrap_or_default());
    while let (Some(flag), Some(value)) = (words.next(), words.next()) {
        toml += &format!("{} = {value}\n", flag.trim_start_matches('-').replace('-', "_"));
    }
    toml
}

/// Says which setting that is, and writes it into a new file.
pub(super) fn write(path: &Path, tried: &[Tried]) -> Result<(), Error> {
    let Some((cheapest, best)) = chosen(tried) else {
        return trouble("there is nothing to choose from");
    };
    let Try::Policy(words) = &cheapest.setting else { return trouble("only a policy can be suggested") };
    let mut file = File::create_new(path).map_err(cannot("write", shown(path)))?;
    file.write_all(toml(words).as_bytes()).map_err(cannot("write", shown(path)))?;
    let reason = match held(best) > held(cheapest) {
        false if held(best) == 0.0 => "no setting holds any of the answers".to_owned(),
        false => "no other setting holds more of the answers".to_owned(),
        true => format!(
            "{:?} holds more of the answers, but not surely, and costs more to embed",
            best.setting.name()
        ),
    };
    say(&format!("{}: {words:?}, {} tokens to embed; {reason}", shown(path), cheapest.structure.tokens));
    Ok(())
}
