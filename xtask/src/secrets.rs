//! `cargo xtask secrets`: measures how well secrets are redacted (B21), as recall by rule and the share of near misses that
//! are redacted too.

use crate::Answer;
use chunk_backlog::{BacklogConfig, BacklogPolicy};
use serde::Deserialize;
use std::{collections::BTreeMap, fs, path::PathBuf};

/// The lowest macro recall: the mean, over the rules, of the share of secrets that are gone.
const MIN_MACRO_RECALL: f64 = 0.98;

/// The highest share of near misses that are redacted.
const MAX_FALSE_POSITIVES: f64 = 0.06;

#[derive(clap::Args)]
pub struct Arguments {
    /// A JSONL file: `rule`, `kind` (`tp` or `fp`), `text`, `secret` (what must not survive), `contested` (a near
    /// miss that may be redacted)
    path: PathBuf,
    /// Show each case that is missed or wrongly redacted
    #[arg(short, long)]
    verbose: bool,
}

#[derive(Deserialize)]
struct Case {
    rule: String,
    kind: CaseKind,
    text: String,
    #[serde(default)]
    secret: Vec<String>,
    #[serde(default)]
    contested: bool,
}

#[derive(PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum CaseKind {
    /// A true positive: the text has a secret.
    Tp,
    /// A near miss: what is redacted here is a false positive.
    Fp,
}

/// Prints recall by rule, macro recall and the share of false positives; returns whether the last two are good enough.
pub fn run(arguments: &Arguments) -> Answer {
    let policy = BacklogPolicy::new(BacklogConfig::default())?;
    let mut recall: BTreeMap<String, Rate> = BTreeMap::new();
    let mut untouched: Rate = (0, 0);
    for (number, line) in (1..).zip(fs::read_to_string(&arguments.path)?.lines()) {
        let case: Case = serde_json::from_str(line).map_err(|error| format!("line {number}: {error}"))?;
        let redacted = policy.redact(&case.text);
        let good = match case.kind {
            CaseKind::Tp => !case.secret.iter().any(|secret| redacted.contains(secret)),
            CaseKind::Fp => redacted == case.text,
        };
        if arguments.verbose && !good && !case.contested {
            println!("line {number}, {}: {redacted}", case.rule);
        }
        let (part, whole) = match case.kind {
            CaseKind::Tp => recall.entry(case.rule).or_default(),
            CaseKind::Fp if case.contested => continue,
            CaseKind::Fp => &mut untouched,
        };
        *part += usize::from(good);
        *whole += 1;
    }
    for (rule, rate) in &recall {
        println!("{:>6.1}%  {:>3} of {:>3}  {rule}", value(rate) * 100.0, rate.0, rate.1);
    }
    let macro_recall = recall.values().fold(0.0, |sum, rate| sum + value(rate)) / recall.len().max(1) as f64;
    let false_positives = 1.0 - value(&untouched);
    println!("macro recall {macro_recall:.4} over {} rules", recall.len());
    println!("false positives {:.4}: {} of {}", false_positives, untouched.1 - untouched.0, untouched.1);
    Ok(macro_recall >= MIN_MACRO_RECALL && false_positives <= MAX_FALSE_POSITIVES)
}

/// How many of how many.
type Rate = (usize, usize);

/// From 0 to 1; 0 if there was nothing to count.
fn value(rate: &Rate) -> f64 {
    rate.0 as f64 / rate.1.max(1) as f64
}
