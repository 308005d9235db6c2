use super::{Case, CaseError, law};
use crate::{Chunk, ConfigError, ContentHash, Policy};
use std::{fmt, path::Path};

/// Runs every case of the policy in `fixtures` through the library, and every universal [law] on its documents.
///
/// # Errors
/// [`Failures`] with all that differ, not only the first.
pub fn check<P: Policy>(fixtures: impl AsRef<Path>) -> Result<(), Failures> {
    let mut failures = Failures::default();
    match Case::read_all(&fixtures.as_ref().join(P::CONTRACT.policy)) {
        Err(error) => failures.add(P::CONTRACT.policy, error.to_string()),
        Ok(cases) => {
            for case in cases {
                for difference in run::<P>(&case).differences(&case) {
                    failures.add(&case.name(), difference);
                }
                if let Ok(policy) = policy::<P>(&case) {
                    for document in &case.documents {
                        for broken in law::broken(&policy, case.source(document)) {
                            failures.add(&case.name(), format!("{}: {broken}", document.path));
                        }
                    }
                }
            }
        }
    }
    failures.into_result()
}

/// Runs a case through the library.
#[must_use]
pub fn run<P: Policy>(case: &Case) -> Outcome {
    let mut outcome = Outcome::default();
    match policy::<P>(case) {
        Err(error) => outcome.config_error = Some(error.to_string()),
        Ok(policy) => {
            let mut warnings: Vec<_> =
                policy.warnings().into_iter().map(|warning| warning.code.to_owned()).collect();
            for document in &case.documents {
                let mut warn = |warning: crate::Warning| warnings.push(warning.code.to_owned());
                let result = law::jsonl(&policy, case.source(document), &mut outcome.jsonl, &mut warn);
                outcome.errors.extend(result.err());
            }
            outcome.warnings = Some(warnings);
        }
    }
    outcome
}

/// The digest of the ids of all chunks of a case, in order; of a chunk without an id, its content hash counts.
#[must_use]
pub fn ids<P: Policy>(case: &Case) -> ContentHash {
    let mut ids = String::new();
    if let Ok(policy) = policy::<P>(case) {
        for document in &case.documents {
            let unit = policy.unit(case.source(document));
            let chunks = unit.and_then(|unit| policy.collect(unit)).unwrap_or_default().chunks;
            for chunk in chunks {
                ids += &chunk.id().map_or_else(|| chunk.content_hash().to_string(), str::to_owned);
                ids.push('\n');
            }
        }
    }
    ContentHash::of(ids)
}

fn policy<P: Policy>(case: &Case) -> Result<P, ConfigError> {
    P::new(ConfigError::read(&case.config)?)
}

/// What an implementation made of a case.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The records of all documents that were chunked.
    pub jsonl: Vec<u8>,
    /// The codes of all warnings, if the way of running it gives them.
    pub warnings: Option<Vec<String>>,
    /// The messages about documents that were refused.
    pub errors: Vec<String>,
    /// The message about the configuration, if it was refused.
    pub config_error: Option<String>,
}

impl Outcome {
    /// In what it differs from what the case expects: one sentence each, none if it conforms.
    #[must_use]
    pub fn differences(&self, case: &Case) -> Vec<String> {
        let mut differences = Vec::new();
        match (&case.about.config_fails, &self.config_error) {
            (None, None) => {}
            (Some(part), Some(message)) if message.contains(part) => {}
            (Some(part), Some(message)) => {
                differences.push(format!("the configuration is refused with `{message}`, without `{part}`"));
            }
            (Some(part), None) => differences.push(format!("the configuration should be refused: `{part}`")),
            (None, Some(message)) => differences.push(format!("the configuration is refused: {message}")),
        }
        if self.jsonl != case.expected {
            differences.push(first_difference(&case.expected, &self.jsonl));
        }
        if let Some(warnings) = self.warnings.as_ref().filter(|warnings| **warnings != case.about.warnings) {
            differences.push(format!("warnings are {warnings:?}, expected {:?}", case.about.warnings));
        }
        let as_expected = self.errors.len() == case.about.fails.len()
            && self.errors.iter().zip(&case.about.fails).all(|(message, part)| message.contains(part));
        if !as_expected {
            differences.push(format!("errors are {:?}, expected {:?}", self.errors, case.about.fails));
        }
        differences
    }
}

/// Names the first line in which two JSONL texts differ, and shows both from a little before the first byte that does.
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
    /// Notes that the case `case` failed, and how.
    pub fn add(&mut self, case: &str, how: String) {
        self.0.push((case.to_owned(), how));
    }

    /// # Errors
    /// Itself, if anything was noted.
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

/// What a test that returns [`Failures`] prints.
impl fmt::Debug for Failures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

impl From<CaseError> for Failures {
    fn from(error: CaseError) -> Self {
        Self(vec![("fixtures".to_owned(), error.to_string())])
    }
}
