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
    let said = folder.run("markdown --model embed-english-v3.0").refused(2);
    assert!(
        said.contains("is none of the hosted models that are known")
            && said.contains("text-embedding-3-small"),
        "{said}"
    );
    let said = folder.run("check --policy backlog --encoding o200k_base --source . records.jsonl").refused(2);
    assert!(said.contains("backlog has no --encoding"), "{said}");
}

#[test]
fn a_model_has_an_encoding_and_a_limit() {
    let folder = Folder::with([("notes/a.md", TEXT)]);
    let of = |flags: &str| folder.run(&format!("markdown notes --quiet {flags}")).well();
    assert_eq!(of("--model gpt-4o"), of("--encoding o200k_base"));
    assert_eq!(of("--model text-embedding-3-small"), of(""));
    let said = folder.run("tokens notes --max-tokens 9000 --model text-embedding-3-large").refused(2);
    assert!(said.contains("max_tokens = 9000: must be at most 8192, which the model takes"), "{said}");
    let said = folder.run("tokens notes --max-tokens 600 --reserve 600").refused(2);
    assert!(
        said.contains("max_tokens = 600: must be above the 0 tokens that the model adds and 600"),
        "{said}"
    );
    let shown = folder.run("tokens --show-config --model gpt-4o --reserve 8").well();
    assert!(shown.ends_with("# --model gpt-4o\n# --reserve 8\n"), "{shown}");
}

/// Every word is a token, and every mark of punctuation; the model puts two more around each text.
#[cfg(feature = "tokenizers")]
const WORDS: &str = r#"{
    "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 2], "cls": ["[CLS]", 1]},
    "pre_tokenizer": {"type": "BertPreTokenizer"},
    "model": {"type": "WordPiece", "unk_token": "?", "continuing_subword_prefix": "_", "max_input_chars_per_word": 100,
        "vocab": {"?": 0, "[CLS]": 1, "[SEP]": 2}}}"#;

#[cfg(feature = "tokenizers")]
#[rstest]
#[case::tokens("tokens", "\"token_count\":", 108)]
#[case::markdown("markdown --chunk-overlap 10", "\"tokens\":", 106)]
#[case::hybrid("hybrid", "\"tokenCount\":", 108)]
fn chunks_fit_a_model_by_its_files(#[case] policy: &str, #[case] key: &str, #[case] most: usize) {
    let sentence = |number| format!("Pump {number} hums, was oiled, and has a filter. ");
    let text: String = (0..60).map(sentence).collect();
    let folder = Folder::with([("notes/a.md", &*text), ("model/tokenizer.json", WORDS)]);
    folder.write("model/tokenizer_config.json", r#"{"model_max_length": 1000000000000000019884624838656}"#);
    folder.write("model/sentence_bert_config.json", r#"{"max_seq_length": 120}"#);
    let records = folder.run(&format!("{policy} notes --quiet --tokenizer model --reserve 8")).well();
    let counts: Vec<usize> = records
        .split(key)
        .skip(1)
        .map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap())
        .collect();
    // A sentence has 12 tokens: 9 fit into 120 less 2 that the model adds, less 8 for a prefix; in Markdown 8, and an overlap of 10 tokens.
    assert_eq!(counts.iter().max(), Some(&most), "{counts:?}");
    assert!(counts.len() >= 6);
    folder.run(&format!("{policy} notes --quiet --tokenizer model/tokenizer.json --out-dir out")).well();
    let manifest = folder.read("out/metadata/ingestion-manifest.json");
    // The first 12 digits that `sha256sum` gives for the file.
    let name = format!("+tokenizer-{}", &chunk_core::ContentHash::of(WORDS).to_string()[..12]);
    assert!(manifest.contains(&name), "{manifest}");
    let warned = folder.run(&format!("{policy} notes --tokenizer model -o out.jsonl")).stderr;
    assert_eq!(
        warned.matches("is lowered to the 120 tokens that the model takes [model-limit]").count(),
        1,
        "{warned}"
    );
    // Nobody asked for so small a size.
    assert!(!warned.contains("the contract recommends 500 to 1000"), "{warned}");
    folder.write("alone/tokenizer.json", WORDS);
    let is_unknown = |flags: &str| {
        folder
            .run(&format!("{policy} notes {flags} -o out.jsonl"))
            .stderr
            .contains("nothing beside the tokenizer says")
    };
    assert!(is_unknown("--tokenizer alone"), "chunks of the default size may be more than the model takes");
    assert!(!is_unknown("--tokenizer model") && !is_unknown("--encoding o200k_base"));
    #[cfg(unix)]
    {
        std::fs::remove_file(folder.path("model/tokenizer_config.json")).unwrap();
        let made =
            std::process::Command::new("mkfifo").arg(folder.path("model/tokenizer_config.json")).status();
        assert!(made.unwrap().success());
        // Opened, the pipe would be waited for.
        folder.run(&format!("{policy} notes --quiet --tokenizer model")).well();
    }
    let said = folder.run("tokens notes --tokenizer nowhere.json").refused(2);
    assert!(said.contains("--tokenizer: nowhere.json: cannot read it: there is no such file"), "{said}");
}

/// C15.1, C15.3: the settings in force are what records, manifest and `--show-config` say, also where a default was lowered to what a model takes, which
/// is written beside its tokenizer and need not be known any more.
#[cfg(feature = "tokenizers")]
#[rstest]
#[case::tokens("tokens", &["max_tokens"], &[64], &[128])]
#[case::markdown("markdown", &["chunk_size", "chunk_overlap"], &[64, 7], &[128, 100])]
#[case::hybrid("hybrid", &["maxChunkSize"], &[110], &[128])]
fn lowered_sizes_are_settings_in_force(
    #[case] policy: &str,
    #[case] keys: &[&str],
    #[case] small: &[usize],
    #[case] large: &[usize],
) {
    let text = "Pumps hum. They are oiled.\n\n".repeat(60);
    let folder = Folder::with([("n/a.md", &*text), ("lone/tokenizer.json", WORDS)]);
    let mut digests = Vec::new();
    for (limit, sizes) in [(small[0], small), (large[0], large)] {
        let model = format!("m{limit}");
        for (file, json) in [
            ("tokenizer.json", WORDS),
            ("tokenizer_config.json", &*format!("{{\"model_max_length\":{limit}}}")),
        ] {
            folder.write(&format!("{model}/{file}"), json);
        }
        let run = format!("{policy} -q n --hard-limit --tokenizer {model}");
        folder.run(&format!("{run} --format rows -o rows.jsonl")).well();
        folder.run(&format!("{run} --out-dir out")).well();
        let row = folder.read("rows.jsonl").lines().next().unwrap().to_owned();
        let row: serde_json::Value = serde_json::from_str(&row).unwrap();
        let manifest: serde_json::Value =
            serde_json::from_str(&folder.read("out/metadata/ingestion-manifest.json")).unwrap();
        let shown = folder.run(&format!("{run} --show-config")).well();
        for (key, size) in keys.iter().zip(sizes) {
            assert_eq!(manifest["config"][key], *size, "{manifest}");
            let origin = if *size == 100 { "default" } else { "the default, lowered to what fits" };
            assert!(shown.contains(&format!("\n{key} = {size}  # {origin}\n")), "{shown}");
            let is_changed =
                row["metadata"]["changed_settings"].to_string().contains(&format!("\"{key}={size}\""));
            assert_eq!(is_changed, *size != 100, "{row}");
        }
        digests.push(row["settings"].clone());
        for tokenizer in [&*model, "lone"] {
            for made in ["rows.jsonl", "out"] {
                let check = format!("check -q {made} --source n --tokenizer {tokenizer}");
                assert_eq!(folder.run(&check).well(), "");
            }
        }
    }
    assert_ne!(digests[0], digests[1]);
}

/// Without its tokenizer nothing of a folder can be judged, so it is asked for, as it is for rows, and no record is called wrong.
#[cfg(feature = "tokenizers")]
#[test]
fn a_folder_is_not_checked_without_its_tokenizer() {
    let folder = Folder::with([("n/a.md", "# Pumps\n\nThey hum.\n"), ("tokenizer.json", WORDS)]);
    folder.run("markdown -q n --tokenizer tokenizer.json --out-dir out").well();
    folder.write("other.json", WORDS.replace("100", "101"));
    let name = format!("markdown.v1+tokenizer-{}", &chunk_core::ContentHash::of(WORDS).to_string()[..12]);
    for more in ["", "--source n", "--policy markdown", "--tokenizer other.json", "--encoding o200k_base"] {
        let said = folder.run(&format!("check out {more}")).refused(2);
        assert!(
            said.contains(&format!("the records were made by {name}, and this check has markdown.v1")),
            "{said}"
        );
        assert!(said.contains("--tokenizer FILE"), "{said}");
    }
    assert_eq!(folder.run("check -q out --source n --tokenizer tokenizer.json").well(), "");
}

#[cfg(not(feature = "tokenizers"))]
#[test]
fn a_build_without_tokenizers_says_so() {
    let folder = Folder::with([("a.md", TEXT), ("tokenizer.json", "{}")]);
    let said = folder.run("tokens a.md --tokenizer tokenizer.json").refused(2);
    assert!(said.contains("install it with `--features tokenizers`"), "{said}");
}
