//! Runs conformance cases through a policy, and says how the outcome differs from what they expect.

use super::{Case, law};
use chunk_core::{FromConfig, Policy, Source, jsonl::write_record};
use serde::{Serialize, de::DeserializeOwned};
use std::{fmt, io, path::Path};

/// Runs every case of the policy in `fixtures` through the library, and checks every universal [law] on its documents.
///
/// # Errors
/// [`Failures`] with all that differ, not only the first.
pub fn check<P: FromConfig>(fixtures: impl AsRef<Path>) -> Result<(), Failures> {
    check_with::<P, _>(fixtures, |_, _, _| Ok(()))
}

/// The same, and checks what only this contract promises of the chunks of a document, such as caps, coverage, unique ids or a
/// partition, with the laws of [`law`]. `promises` sees the chunks of every document that is not refused.
///
/// # Errors
/// [`Failures`] with all that differ, not only the first.
pub fn check_with<P: FromConfig, F>(fixtures: impl AsRef<Path>, promises: F) -> Result<(), Failures>
where
    F: for<'u> Fn(&P, Source<'u>, &[P::Chunk<'u>]) -> Result<(), law::Broken>,
{
    let mut failures = Failures::default();
    for case in Case::read_all(&fixtures.as_ref().join(P::CONTRACT.policy))? {
        for difference in run::<P>(&case).differences(&case) {
            failures.add(&case.name(), difference);
        }
        let Ok(policy) = P::with_settings(&case.config) else { continue };
        for document in &case.documents {
            let source = case.source(document);
            let chunks = policy.unit(source).and_then(|unit| policy.collect(unit)).unwrap_or_default().chunks;
            let broken =
                law::broken(&policy, source).into_iter().chain(promises(&policy, source, &chunks).err());
            for broken in broken {
                failures.add(&case.name(), format!("{}: {broken}", document.path));
            }
        }
    }
    failures.into_result()
}

/// Runs a case through the library.
#[must_use]
pub fn run<P: FromConfig>(case: &Case) -> Outcome {
    match P::with_settings(&case.config) {
        Err(error) => Outcome { config_error: Some(error.to_string()), ..Outcome::default() },
        Ok(policy) => chunk_all(&policy, case),
    }
}

/// Chunks all documents of a case with `policy`.
pub fn chunk_all<P: Policy>(policy: &P, case: &Case) -> Outcome {
    let mut outcome = Outcome::default();
    outcome.warnings.extend(policy.warnings().into_iter().map(|warning| warning.code.to_owned()));
    for document in &case.documents {
        let mut warn = |warning: chunk_core::Warning| outcome.warnings.push(warning.code.to_owned());
        let written = law::jsonl(policy, case.source(document), &mut outcome.jsonl, &mut warn);
        outcome.errors.extend(written.err());
    }
    outcome
}

/// Reads every expected record of the cases of `policy` as an `R`, and writes it again.
///
/// # Errors
/// [`Failures`] with each record that is no `R`, or is written with other bytes.
pub fn records_read_back<R: Serialize + DeserializeOwned>(
    fixtures: impl AsRef<Path>,
    policy: &str,
) -> Result<(), Failures> {
    let mut failures = Failures::default();
    for case in Case::read_all(&fixtures.as_ref().join(policy))? {
        let mut written = Vec::new();
        for line in case.expected.split_inclusive(|&byte| byte == b'\n') {
            let record = serde_json::from_slice::<R>(line);
            let again = record.map_err(Into::into).and_then(|record| write_record(&mut written, &record));
            if let Err(error) = again {
                failures.add(&case.name(), format!("{error}, in {}", String::from_utf8_lossy(line)));
            }
        }
        if written != case.expected {
            failures.add(&case.name(), first_difference(&case.expected, &written));
        }
    }
    failures.into_result()
}

/// What came of running a case.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The records of all documents that were chunked.
    pub jsonl: Vec<u8>,
    /// The codes of all warnings: those about the settings, then those of each document.
    pub warnings: Vec<String>,
    /// The messages about documents that were refused.
    pub errors: Vec<String>,
    /// The message about the configuration, if it was refused.
    pub config_error: Option<String>,
}

impl Outcome {
    /// How it differs from what the case expects: a sentence for each difference, none if it conforms.
    #[must_use]
    pub fn differences(&self, case: &Case) -> Vec<String> {
        let mut differences = Vec::new();
        let parts = &case.about.config_fails;
        match &self.config_error {
            None if case.about.is_refused() => {
                differences.push(format!("the configuration should be refused: {parts:?}"));
            }
            Some(message) if !case.about.is_refused() => {
                differences.push(format!("the configuration is refused: {message}"));
            }
            Some(message) => {
                for part in parts.iter().filter(|part| !message.contains(part.as_str())) {
                    differences
                        .push(format!("the configuration is refused with `{message}`, without `{part}`"));
                }
            }
            None => {}
        }
        if self.jsonl != case.expected {
            differences.push(first_difference(&case.expected, &self.jsonl));
        }
        if self.warnings != case.about.warnings {
            differences.push(format!("warnings are {:?}, expected {:?}", self.warnings, case.about.warnings));
        }
        let as_expected = self.errors.len() == case.about.fails.len()
            && self.errors.iter().zip(&case.about.fails).all(|(message, part)| message.contains(part));
        if !as_expected {
            differences.push(format!("errors are {:?}, expected {:?}", self.errors, case.about.fails));
        }
        differences
    }
}

/// Names the first line in which two JSONL texts differ, and shows both from a little before the first byte that differs.
fn first_difference(expected: &[u8], found: &[u8]) -> String {
    const SHOWN: usize = 120;
    const BEFORE: usize = 40;
    let same = expected.iter().zip(found).take_while(|(a, b)| a == b).count();
    let before = expected.get(..same).unwrap_or_default();
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let excerpt = |text: &[u8]| {
        let from = same.saturating_sub(BEFORE).max(line_start);
        let rest = text.get(from..).unwrap_or_default();
        String::from_utf8_lossy(rest.get(..SHOWN).unwrap_or(rest)).into_owned()
    };
    format!(
        "record {line} differs at its byte {}\n      expected …{}\n      found    …{}",
        same - line_start,
        excerpt(expected),
        excerpt(found)
    )
}

/// All failures of a run, shown one a line.
#[derive(Default)]
pub struct Failures(Vec<(String, String)>);

impl Failures {
    /// Adds how the case `case` failed.
    pub fn add(&mut self, case: &str, how: String) {
        self.0.push((case.to_owned(), how));
    }

    /// # Errors
    /// Itself, if anything failed.
    pub fn into_result(self) -> Result<(), Self> {
        if self.0.is_empty() { Ok(()) } else { Err(self) }
    }
}

impl fmt::Display for Failures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (case, how) in &self.0 {
            writeln!(f, "  {case}: {how}")?;
        }
        write!(f, "{} failed", self.0.len())
    }
}

/// This is what a test that returns [`Failures`] prints.
impl fmt::Debug for Failures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

impl From<io::Error> for Failures {
    fn from(error: io::Error) -> Self {
        Self(vec![("fixtures".to_owned(), error.to_string())])
    }
}
