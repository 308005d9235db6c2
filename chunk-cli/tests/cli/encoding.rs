//! `--encoding`: other encodings than the contracts' (T10).

use crate::harness::Folder;
use rstest::rstest;

/// Four tokens of cl100k_base, three of o200k_base; as tiktoken counts them.
const TEXT: &str = "Größenordnung";

#[rstest]
#[case::tokens("tokens", "\"token_count\":", "tokens.chunking.v1")]
#[case::markdown("markdown", "\"tokens\":", "markdown.v1")]
#[case::hybrid("hybrid", "\"tokenCount\":", "hybrid.chunking.v1")]
fn records_count_in_it_and_the_version_names_it(
    #[case] policy: &str,
    #[case] key: &str,
    #[case] version: &str,
) {
    let folder = Folder::with([("notes/a.md", TEXT)]);
    let count = |bpe: &tiktoken_rs::CoreBPE| bpe.count_ordinary(TEXT);
    let counts = [count(tiktoken_rs::cl100k_base_singleton()), count(tiktoken_rs::o200k_base_singleton())];
    assert_ne!(counts[0], counts[1], "the text tells them apart");
    let run = |flag: &str| folder.run(&format!("{policy} notes --quiet {flag}")).well();
    assert!(run("").contains(&format!("{key}{},", counts[0])));
    assert_eq!(run("--encoding cl100k_base"), run(""));
    let records = run("--encoding o200k_base");
    assert!(records.contains(&format!("{key}{},", counts[1])), "{records}");

    folder.run(&format!("{policy} notes --encoding o200k_base --quiet --out-dir out")).well();
    let manifest = folder.read("out/metadata/ingestion-manifest.json");
    assert!(manifest.contains(&format!("\"policy_version\":\"{version}+o200k_base\"")), "{manifest}");

    // The check has to be given the encoding.
    folder.write("records.jsonl", &records);
    let check = format!("check --policy {policy} --source notes --quiet records.jsonl");
    folder.run(&format!("{check} --encoding o200k_base")).well();
    assert_eq!(folder.run(&check).status, Some(1));
}

#[test]
fn an_unknown_one_is_an_error_that_names_the_known_ones() {
    let folder = Folder::new();
    let said = folder.run("tokens --encoding o200k").refused(2);
    assert!(said.contains("cl100k_base, o200k_base, o200k_harmony"), "{said}");
    let said = folder.run("check --policy backlog --encoding o200k_base --source . records.jsonl").refused(2);
    assert!(said.contains("backlog has no --encoding"), "{said}");
}
