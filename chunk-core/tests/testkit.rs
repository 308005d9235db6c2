//! Every law of the test kit can fail: a fake policy, which makes a chunk of each line, breaks one at a time.
// Holds: P2
#![allow(clippy::disallowed_methods, reason = "tests and readings ask the standard library")]
#![allow(clippy::unwrap_used)]

use chunk_core::{
    Chunk, Chunks, ConfigError, ContentHash, FromConfig, InvalidSettings, Policy, Sink, Source, Warning,
    types::Contract,
};
use chunk_testkit::law;
use rstest::rstest;
use serde::{Deserialize, Serialize};
use std::{
    borrow::Cow,
    fs,
    ops::{ControlFlow, Range},
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
};

#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Fault {
    #[default]
    None,
    CountsRuns,
    WrongHash,
    LosesSecondLine,
    DropsLineEnds,
    RepeatsIds,
    CitesBeyond,
    Refuses,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Config {
    fault: Fault,
    size: u8,
}

struct Lines {
    fault: Fault,
    runs: AtomicUsize,
}

#[derive(Debug, Serialize)]
struct Line<'u> {
    id: String,
    text: &'u str,
    #[serde(skip)]
    hash: ContentHash,
}

impl Chunk for Line<'_> {
    fn text(&self) -> &str {
        self.text
    }
    fn replay_hash(&self) -> ContentHash {
        self.hash
    }
    fn id(&self) -> Option<&str> {
        Some(&self.id)
    }
}

#[derive(Debug, thiserror::Error)]
#[error("byte 0 is refused")]
struct Refused;

impl FromConfig for Lines {
    fn new(config: Config) -> Result<Self, ConfigError> {
        let mut invalid = InvalidSettings::default();
        invalid.check("size", config.size, |&size| size < 9, "must be below 9");
        invalid.into_result()?;
        Ok(Self { fault: config.fault, runs: AtomicUsize::new(0) })
    }
}

impl Policy for Lines {
    const CONTRACT: Contract = Contract::new("lines", "lines.v1");
    type Config = Config;
    type Unit<'u> = &'u str;
    type Chunk<'u> = Line<'u>;
    type Error = Refused;

    fn unit<'u>(&self, source: Source<'u>) -> Result<&'u str, Refused> {
        if self.fault == Fault::Refuses { Err(Refused) } else { source.text().map_err(|_| Refused) }
    }

    fn chunk<'u>(&self, unit: &'u str, sink: &mut dyn Sink<Line<'u>>) -> Result<(), Refused> {
        if unit.is_empty() {
            sink.warning(Warning::new("empty-text", "there is no text"));
        }
        let run = self.runs.fetch_add(1, Ordering::Relaxed);
        for (index, line) in unit.split_inclusive('\n').enumerate() {
            if self.fault == Fault::LosesSecondLine && index == 1 {
                continue;
            }
            let text = if self.fault == Fault::DropsLineEnds { line.trim_end() } else { line };
            let id = match self.fault {
                Fault::CountsRuns => format!("{run}-{index}"),
                Fault::RepeatsIds => "same".to_owned(),
                _ => index.to_string(),
            };
            let hashed = if self.fault == Fault::WrongHash { "" } else { text };
            if sink.chunk(Line { id, text, hash: ContentHash::of(hashed) }) == ControlFlow::Break(()) {
                break;
            }
        }
        Ok(())
    }

    fn source_bytes<'u>(&self, unit: Self::Unit<'u>, _: &Self::Chunk<'_>) -> Option<Range<usize>> {
        (self.fault == Fault::CitesBeyond).then_some(0..unit.len() + 1)
    }

    fn replay<'u>(&self, unit: Self::Unit<'u>, chunk: &Self::Chunk<'_>) -> Result<Cow<'u, str>, Refused> {
        let index = chunk.id.rsplit('-').next().and_then(|index| index.parse::<usize>().ok());
        let line = unit.split_inclusive('\n').nth(index.unwrap_or_default()).ok_or(Refused)?;
        Ok(if self.fault == Fault::DropsLineEnds { line.trim_end() } else { line }.into())
    }
}

const TEXT: &str = "one\ntwo\n\nthree";

fn lines(fault: Fault) -> Lines {
    Lines::new(Config { fault, ..Config::default() }).unwrap()
}

fn broken_laws(fault: Fault) -> Vec<&'static str> {
    let policy = lines(fault);
    let mut broken = law::broken(&policy, Source::new("a.txt", TEXT.as_bytes()));
    if let Ok(unit) = policy.unit(Source::new("a.txt", TEXT.as_bytes())) {
        let Chunks { chunks, .. } = policy.collect(unit).unwrap();
        broken.extend(law::unique_ids(&chunks).err());
        broken.extend(law::partition(&chunks, TEXT).err());
        broken.extend(law::capped(&chunks, 6, |line| line.text.len(), |_| false).err());
    }
    broken.into_iter().map(|broken| broken.law).collect()
}

#[rstest]
#[case::sound(Fault::None, &[])]
#[case::not_deterministic(Fault::CountsRuns, &["determinism"])]
#[case::hash(Fault::WrongHash, &["replay"])]
#[case::lost_line(Fault::LosesSecondLine, &["partition"])]
#[case::lost_line_ends(Fault::DropsLineEnds, &["partition"])]
#[case::ids(Fault::RepeatsIds, &["replay", "unique ids"])]
#[case::citation(Fault::CitesBeyond, &["citation"])]
#[case::refused(Fault::Refuses, &[])]
fn every_law_can_fail(#[case] fault: Fault, #[case] expected: &[&str]) {
    assert_eq!(broken_laws(fault), expected);
}

#[test]
fn the_cap_can_fail_and_be_excused() {
    let policy = lines(Fault::None);
    let chunks = policy.collect(TEXT).unwrap().chunks;
    let size = |line: &Line<'_>| line.text.len();
    assert_eq!(law::capped(&chunks, 4, size, |_| false).unwrap_err().law, "cap");
    assert_eq!(law::capped(&chunks, 4, size, |line| line.text == "three"), Ok(()));
}

/// Writes a case folder: `(file, content)` pairs.
fn case(fixtures: &Path, name: &str, files: &[(&str, &str)]) {
    for (file, content) in files {
        let path = fixtures.join("lines").join(name).join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
}

fn about(more: &str) -> String {
    format!("title = \"t\"\nclauses = [\"L1\"]\nprovenance = \"by hand\"\nstate = \"draft\"\n{more}")
}

const TWO_LINES: &str = "{\"id\":\"0\",\"text\":\"a\\n\"}\n{\"id\":\"1\",\"text\":\"b\"}\n";

#[test]
fn cases_that_conform_pass() {
    let fixtures = tempfile::tempdir().unwrap();
    let fixtures = fixtures.path();
    let refuses = about("fails = [\"byte 0\"]");
    let config_fails = about("config_fails = [\"size = 9\", \"must be below 9\"]");
    let cases: [(&str, &[(&str, &str)]); 4] = [
        ("file", &[("case.toml", &about("")), ("input.txt", "a\nb"), ("expected.jsonl", TWO_LINES)]),
        (
            "folder",
            &[
                ("case.toml", &about("warnings = [\"empty-text\"]")),
                ("input/b/x.txt", ""),
                ("input/a.txt", "a\nb"),
                ("expected.jsonl", TWO_LINES),
            ],
        ),
        (
            "refused",
            &[
                ("case.toml", &refuses),
                ("config.json", r#"{"fault":"refuses"}"#),
                ("input.txt", "a"),
                ("expected.jsonl", ""),
            ],
        ),
        ("config", &[("case.toml", &config_fails), ("config.json", r#"{"size":9}"#), ("input.txt", "a")]),
    ];
    for (name, files) in cases {
        case(fixtures, name, files);
    }
    chunk_testkit::check::<Lines>(fixtures).unwrap();
}

#[rstest]
#[case::other_bytes("", "{}", "{\"id\":\"0\",\"text\":\"a\"}\n", "record 1 differs at its byte 19")]
#[case::missing_record("", "{}", "{\"id\":\"0\",\"text\":\"a\\n\"}\n", "record 2 differs at its byte 0")]
#[case::missing_warning("warnings = [\"x\"]", "{}", TWO_LINES, "warnings are []")]
#[case::missing_error("fails = [\"x\"]", "{}", TWO_LINES, "errors are []")]
#[case::other_error("fails = [\"byte 9\"]", r#"{"fault":"refuses"}"#, "", "byte 0 is refused")]
#[case::accepted_config("config_fails = [\"x\"]", "{}", "", "the configuration should be refused")]
#[case::part_of_the_violations(
    "config_fails = [\"size = 9\", \"sort\"]",
    r#"{"size":9}"#,
    "",
    "without `sort`"
)]
#[case::refused_config("", r#"{"size":9}"#, "", "the configuration is refused: size = 9")]
#[case::unknown_key("", r#"{"siez":9}"#, "", "unknown field `siez`")]
#[case::law("", r#"{"fault":"wrong-hash"}"#, TWO_LINES, "replay: chunk 0")]
fn cases_that_do_not_conform_fail(
    #[case] more: &str,
    #[case] config: &str,
    #[case] expected: &str,
    #[case] message: &str,
) {
    let fixtures = tempfile::tempdir().unwrap();
    let about = about(more);
    let files = [
        ("case.toml", &*about),
        ("config.json", config),
        ("input.txt", "a\nb"),
        ("expected.jsonl", expected),
    ];
    case(fixtures.path(), "wrong", &files);
    case(fixtures.path(), "also-wrong", &files);
    let failures = chunk_testkit::check::<Lines>(fixtures.path()).unwrap_err().to_string();
    assert!(failures.contains(message), "{failures}");
    assert!(failures.contains("  wrong: ") && failures.contains("  also-wrong: "), "all at once: {failures}");
}

#[test]
fn what_a_contract_alone_promises_can_fail() {
    let fixtures = tempfile::tempdir().unwrap();
    let files = [("case.toml", &*about("")), ("input.txt", "a\nb"), ("expected.jsonl", TWO_LINES)];
    case(fixtures.path(), "lines", &files);
    let capped = |cap| {
        chunk_testkit::check_with::<Lines, _>(fixtures.path(), move |_, _, chunks| {
            law::capped(chunks, cap, |line| line.text.len(), |_| false)
        })
    };
    capped(2).unwrap();
    let failures = capped(1).unwrap_err().to_string();
    assert!(failures.contains("lines: input.txt: cap: chunk 0 has size 2, above 1"), "{failures}");
}

#[test]
fn records_that_do_not_read_back_fail() {
    #[derive(Serialize, Deserialize)]
    struct Whole {
        id: String,
        text: String,
    }
    #[derive(Serialize, Deserialize)]
    struct Forgetful {
        id: String,
    }
    #[derive(Serialize, Deserialize)]
    struct Other {
        id: u8,
    }
    let fixtures = tempfile::tempdir().unwrap();
    let files = [("case.toml", &*about("")), ("input.txt", "a\nb"), ("expected.jsonl", TWO_LINES)];
    case(fixtures.path(), "lines", &files);
    chunk_testkit::records_read_back::<Whole>(fixtures.path(), "lines").unwrap();
    let failure = |read: Result<(), chunk_testkit::Failures>| read.unwrap_err().to_string();
    let failures = failure(chunk_testkit::records_read_back::<Forgetful>(fixtures.path(), "lines"));
    assert!(failures.contains("lines: record 1 differs at its byte 9"), "{failures}");
    let failures = failure(chunk_testkit::records_read_back::<Other>(fixtures.path(), "lines"));
    assert!(failures.contains("lines: invalid type: string"), "{failures}");
}

#[test]
fn a_folder_without_cases_fails() {
    let fixtures = tempfile::tempdir().unwrap();
    assert!(chunk_testkit::check::<Lines>(fixtures.path()).is_err());
    fs::create_dir(fixtures.path().join("lines")).unwrap();
    assert!(chunk_testkit::check::<Lines>(fixtures.path()).unwrap_err().to_string().contains("no case"));
}
