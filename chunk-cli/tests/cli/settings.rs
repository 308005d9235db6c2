//! Where settings come from, and the messages about wrong ones.
// Holds: P6

use crate::harness::Folder;
use rstest::rstest;

/// Each layer overrides those below it.
#[rstest]
#[case::default("", &[], None, "1024  # default")]
#[case::file("", &[], Some("[tokens]\nmax_tokens = 600\n"), "600  # FOLDER/chunk.toml: line 2")]
#[case::contract_variable("", &[("MAX_CHUNK_TOKENS", "700")], Some("[tokens]\nmax_tokens = 600\n"), "700  # MAX_CHUNK_TOKENS=700")]
#[case::own_variable(
    "", &[("MAX_CHUNK_TOKENS", "700"), ("CHUNK_TOKENS_MAX_TOKENS", "800")], Some("[tokens]\nmax_tokens = 600\n"),
    "800  # CHUNK_TOKENS_MAX_TOKENS=800"
)]
#[case::set(
    "--set max_tokens=900", &[("CHUNK_TOKENS_MAX_TOKENS", "800")], Some("[tokens]\nmax_tokens = 600\n"),
    "900  # --set max_tokens=900"
)]
#[case::last_set("--set max_tokens=900 --set max_tokens=901", &[], None, "901  # --set max_tokens=901")]
#[case::flag(
    "--max-tokens 1000 --set max_tokens=900", &[("MAX_CHUNK_TOKENS", "700")], Some("[tokens]\nmax_tokens = 600\n"),
    "1000  # --max-tokens 1000"
)]
#[case::flag_over_garbage("--max-tokens 1000", &[("MAX_CHUNK_TOKENS", "abc")], None, "1000  # --max-tokens 1000")]
#[case::file_for_others("", &[], Some(""), "1024  # default")]
fn precedence(
    #[case] arguments: &str,
    #[case] variables: &[(&str, &str)],
    #[case] file: Option<&str>,
    #[case] expected: &str,
) {
    let folder = Folder::new();
    if let Some(file) = file {
        folder.write("chunk.toml", file);
    }
    let ran = folder
        .chunk(&format!("tokens --show-config {arguments}"))
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    let here = std::fs::canonicalize(folder.path("")).unwrap();
    let expected = expected.replace("FOLDER", here.to_str().unwrap());
    let read = match file {
        Some(_) => format!("the file of settings is {}/chunk.toml", here.display()),
        None => "no file of settings".to_owned(),
    };
    let shown = crate::harness::Ran::from(ran).well();
    assert_eq!(
        shown,
        format!(
            "# {read}\n[tokens]\nboundaries = \"sentences\"  # default\nembed = []  # default\nhard_limit = false  # default\nkeep = []  # default\nmax_tokens = {expected}\n\
             sentence_rules = \"standard\"  # default\n"
        )
    );
}

#[test]
fn what_is_shown_is_a_file_of_settings() {
    let folder = Folder::new();
    let shown = folder.run("tokens --show-config --max-tokens 555 --sentence-rules literal").well();
    folder.write("other.toml", &shown);
    let again = folder.run("tokens --show-config --config other.toml").well();
    let values = |text: &str| -> Vec<String> {
        text.lines().skip(1).map(|line| line.split("  #").next().unwrap().to_owned()).collect()
    };
    assert_eq!(values(&again), values(&shown));
    assert_eq!(
        values(&again),
        [
            "[tokens]",
            "boundaries = \"sentences\"",
            "embed = []",
            "hard_limit = false",
            "keep = []",
            "max_tokens = 555",
            "sentence_rules = \"literal\""
        ]
    );
}

/// A flag that no file of settings can hold is not lost: it is a comment.
#[rstest]
#[case("tokens --encoding o200k_base", "# --encoding o200k_base\n")]
#[case(
    "hybrid --encoding o200k_base --strategy step-based",
    "# --encoding o200k_base\n# --strategy step-based\n"
)]
#[case("recorder --sort --append-log", "# --sort\n# --append-log\n")]
#[case("check --policy tokens x --encoding o200k_base", "# --encoding o200k_base\n")]
fn flags_that_are_no_settings_are_shown(#[case] arguments: &str, #[case] expected: &str) {
    let shown = Folder::new().run(&format!("{arguments} --show-config")).well();
    assert!(shown.ends_with(expected), "{shown}");
}

#[test]
fn the_nearest_file_counts() {
    let folder = Folder::with([
        ("chunk.toml", "[tokens]\nmax_tokens = 600\n"),
        ("a/chunk.toml", "[tokens]\nmax_tokens = 700\n"),
        ("other.toml", "[tokens]\nmax_tokens = 800\n"),
    ]);
    std::fs::create_dir_all(folder.path("a/b")).unwrap();
    std::fs::create_dir_all(folder.path("c")).unwrap();
    for (here, arguments, expected) in [
        ("a/b", "tokens --show-config", "= 700 "),
        ("c", "tokens --show-config", "= 600 "),
        ("a/b", "tokens --show-config --config ../../other.toml", "= 800 "),
    ] {
        let output = folder.chunk(arguments).current_dir(folder.path(here)).output().unwrap();
        let shown = crate::harness::Ran::from(output).well();
        assert!(shown.contains(expected), "{shown}");
    }
}

#[test]
fn a_switch_is_shown_as_it_is_given() {
    let shown = Folder::new().run("tokens --hard-limit --show-config").well();
    assert!(shown.contains("hard_limit = true  # --hard-limit\n"), "{shown}");
}

/// Exit status 2, nothing on stdout, and a message with the key or variable, the value, what is allowed, and the place.
#[rstest]
#[case("--max-tokens 0", &[], "", "error: max_tokens = 0: must be at least 1 (from --max-tokens 0)\n")]
#[case("--max-tokens -1", &[], "", "error: max_tokens = -1: must be a whole number, not negative (from --max-tokens -1)\n")]
#[case("--max-tokens abc", &[], "", "error: max_tokens = \"abc\": must be a whole number, not negative (from --max-tokens abc)\n")]
#[case("--max-tokens 1.5", &[], "", "must be a whole number, not negative (from --max-tokens 1.5)\n")]
#[case("--max-tokens 18446744073709551616", &[], "", "(from --max-tokens 18446744073709551616)\n")]
#[case("", &[("MAX_CHUNK_TOKENS", "abc")], "", "max_tokens = \"abc\": must be a whole number, not negative (from MAX_CHUNK_TOKENS=abc)\n")]
#[case("", &[("MAX_CHUNK_TOKENS", "0")], "", "error: max_tokens = 0: must be at least 1 (from MAX_CHUNK_TOKENS=0)\n")]
#[case("", &[("MAX_CHUNK_TOKENS", "")], "", "(from MAX_CHUNK_TOKENS=)\n")]
#[case("", &[("CHUNK_TOKENS_MAX_TOKENS", "[]")], "", "(from CHUNK_TOKENS_MAX_TOKENS=[])\n")]
#[case("", &[("CHUNK_TOKENS_MAX", "1")], "", "error: the environment variable CHUNK_TOKENS_MAX names no setting; there are CHUNK_TOKENS_BOUNDARIES, CHUNK_TOKENS_EMBED, CHUNK_TOKENS_HARD_LIMIT, CHUNK_TOKENS_KEEP, CHUNK_TOKENS_MAX_TOKENS, CHUNK_TOKENS_SENTENCE_RULES\n")]
#[case("", &[], "[tokens]\nmax_tokens = 0\n", "error: max_tokens = 0: must be at least 1 (from FOLDER/chunk.toml: line 2)\n")]
#[case("", &[], "[tokens]\nmax_token = 9\n", "error: max_token = 9: tokens has no such setting; there are boundaries, embed, hard_limit, keep, max_tokens, sentence_rules (from FOLDER/chunk.toml: line 2)\n")]
#[case("", &[], "[token]\nmax_tokens = 9\n", "error: FOLDER/chunk.toml: line 1: no policy is called `token`; there are ")]
#[case("", &[], "max_tokens = 9\n", "FOLDER/chunk.toml: line 1: `max_tokens` is in no table; write above it [tokens], or another of backlog, ")]
#[case("", &[], "[tokens]\nmax_tokens = 9\nmax-tokens = 8\n", " again; leave one out\n")]
#[case("", &[], "tokens = 9\n", "FOLDER/chunk.toml: line 1: `tokens` must be a table of settings\n")]
#[case("", &[], "[token]\n\n[tokens]\nmax = 9\nsentence_rules = 7\n", "chunk.toml: line 1: no policy is called `token`; there are backlog, hybrid, markdown, recorder, tokens\nerror: max = 9: tokens has no such setting; there are boundaries, embed, hard_limit, keep, max_tokens, sentence_rules (from FOLDER/chunk.toml: line 4)\nerror: sentence_rules = 7: must be a string (from FOLDER/chunk.toml: line 5)\n")]
#[case("", &[], "[tokens]\nencoding = \"o200k_base\"\n", "error: encoding = \"o200k_base\": can only be given as a flag: pass --encoding o200k_base (from FOLDER/chunk.toml: line 2)\n")]
#[case("--set encoding=o200k_base", &[], "", "can only be given as a flag: pass --encoding o200k_base (from --set encoding=o200k_base)\n")]
#[case("", &[("CHUNK_TOKENS_ENCODING", "o200k_base")], "", "error: the environment variable CHUNK_TOKENS_ENCODING names no setting: it can only be given as a flag: pass --encoding\n")]
#[case("--set strategy=x", &[], "", "tokens has no such setting; there are ")]
#[case("", &[], "[tokens]\nmax_tokens = 2026-01-31\nkeep = [07:32:00]\n", "error: max_tokens = \"2026-01-31\": must be a whole number, not negative (from FOLDER/chunk.toml: line 2)\n")]
#[case("", &[], "[tokens\n", "FOLDER/chunk.toml: TOML parse error at line 1")]
#[case("--config nowhere.toml", &[], "", "error: cannot read nowhere.toml: ")]
#[case("--set most_tokens=9", &[], "", "tokens has no such setting; there are ")]
#[case("--set max_tokens", &[], "", "error: --set max_tokens: must be KEY=VALUE")]
#[case("--set max_tokens.deeper=1", &[], "", "(from --set max_tokens.deeper=1)\n")]
#[case("--set =1", &[], "", "error:  = 1: tokens has no such setting")]
#[case("--set sentence_rules=loose", &[], "", "error: sentence_rules = \"loose\": must be `standard` or `literal` (from --set sentence_rules=loose)\n")]
#[case("--set sentence_rules=7", &[], "", "sentence_rules = \"7\"")]
#[case("--set max_token=9 --max-tokens 0", &[], "", "error: max_token = 9: tokens has no such setting; there are boundaries, embed, hard_limit, keep, max_tokens, sentence_rules (from --set max_token=9)\nerror: max_tokens = 0: must be at least 1 (from --max-tokens 0)\n")]
fn wrong_settings(
    #[case] arguments: &str,
    #[case] variables: &[(&str, &str)],
    #[case] file: &str,
    #[case] expected: &str,
) {
    let folder = Folder::with([("a.txt", "One. Two."), ("chunk.toml", file)]);
    let mut command = folder.chunk(&format!("tokens a.txt {arguments}"));
    let ran = command.envs(variables.iter().copied()).output().unwrap();
    let here = std::fs::canonicalize(folder.path("")).unwrap();
    let expected = expected.replace("FOLDER", here.to_str().unwrap());
    let said = crate::harness::Ran::from(ran).refused(2);
    assert!(said.contains(&expected), "{said}\nshould have\n{expected}");
}

/// serde would read the settings from it, in the order in which it knows them.
#[rstest]
#[case("--set eventBased=[0.5,60]", "", "eventBased = [0.5,60]", " (from --set eventBased=[0.5,60])\n")]
#[case("--set stepBased=[]", "", "stepBased = []", " (from --set stepBased=[])\n")]
#[case("--show-config --set eventBased=[1]", "", "eventBased = [1]", "")]
#[case("", "[hybrid]\neventBased = [0.5, 60]\n", "eventBased = [0.5,60]", "chunk.toml: line 2)\n")]
#[case(
    "",
    "[[hybrid.eventBased]]\nminPhaseDuration = 9\n",
    r#"eventBased = [{"minPhaseDuration":9}]"#,
    ")\n"
)]
fn an_array_is_no_table_of_settings(
    #[case] arguments: &str,
    #[case] file: &str,
    #[case] what: &str,
    #[case] origin: &str,
) {
    let folder = Folder::with([("a.md", "One. Two."), ("chunk.toml", file)]);
    let said = folder.run(&format!("hybrid a.md {arguments}")).refused(2);
    let expected = format!("error: {what}: must be a table of settings");
    assert!(said.starts_with(&expected) && said.contains(origin), "{said}");
}

#[cfg(unix)]
#[test]
fn a_variable_that_is_no_text() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    let mut command = folder.chunk("tokens --show-config");
    let ran = command.env("MAX_CHUNK_TOKENS", std::ffi::OsStr::from_bytes(b"\xFF")).output().unwrap();
    let said = crate::harness::Ran::from(ran).refused(2);
    assert_eq!(said, "error: the value of MAX_CHUNK_TOKENS is not UTF-8; set another, or unset it\n");
}

/// Two paragraphs of 60 tokens each: one chunk by default, two where 100 are the limit (T3).
#[test]
fn settings_reach_the_policy() {
    let paragraph = "word ".repeat(59) + "end.";
    let folder = Folder::with([("a.txt", format!("{paragraph}\n\n{paragraph}"))]);
    let chunks = |arguments: &str| folder.run(arguments).stdout.matches("chunk_index").count();
    assert_eq!(chunks("tokens a.txt"), 1);
    assert_eq!(chunks("tokens a.txt --max-tokens 100"), 2);
    assert_eq!(chunks("tokens a.txt --set max_tokens=100"), 2);
}

/// T7: outside 512 to 2048 is legal, and warned of once, whatever the number of documents.
#[test]
fn an_unusual_setting_is_said_once() {
    let folder = Folder::with([("d/a.txt", "One. Two."), ("d/b.txt", "One. Two.")]);
    let ran = folder.run("tokens d --max-tokens 511");
    assert_eq!(ran.status, Some(0));
    assert_eq!(ran.stdout.lines().count(), 2);
    let expected = "warning: max_tokens = 511: the contract recommends 512 to 2048; expect more chunks, each with less context [max-tokens-unusual]\n";
    assert_eq!(ran.stderr, format!("{expected}2 documents, 2 chunks, 8 tokens\n"));
    for settings in ["--max-tokens 511", "--max-tokens 512"] {
        assert_eq!(folder.run(&format!("tokens d -q {settings}")).stderr, "");
    }
}

/// The file that settings come from is named where sums are; what it says of other policies is nothing that is in force.
#[test]
fn the_file_of_settings_is_named() {
    let folder = Folder::with([("d/a.txt", "One. Two."), ("d/b.md", "One. Two.")]);
    folder.write("chunk.toml", "[tokens]\nmax_tokens = 600\n");
    let said = folder.run("tokens d").stderr;
    assert!(said.starts_with("2 documents, ") && said.ends_with("/chunk.toml\n"), "{said}");
    assert!(said.contains("; settings of "), "{said}");
    assert!(!folder.run("markdown d").stderr.contains("settings of"));
    assert!(!folder.run("tokens d --max-tokens 700").stderr.contains("settings of"));
    // What eval tries is what it says.
    folder.write("d/a.txt", "Word. ".repeat(900));
    let tried = |setting: &str| {
        let ran = folder.chunk("eval d --format jsonl --try").arg(setting).output().unwrap();
        serde_json::from_slice::<serde_json::Value>(&ran.stdout).unwrap()["chunks"].clone()
    };
    assert_eq!([tried("tokens"), tried("tokens --config chunk.toml")], [3, 5]);
}

/// `check` and `inspect` make chunks as a run does, and take its flags; a setting may be written like its flag.
#[test]
fn the_flags_of_a_run_are_taken_where_its_chunks_are_made_again() {
    let folder = Folder::with([("a.txt", "Word. ".repeat(2000))]);
    for (run, flags) in [
        ("tokens", "--max-tokens 512"),
        ("hybrid", "--max-chunk-size=400"),
        ("markdown", "--chunk-overlap 60 --overlap-across-sections=false"),
    ] {
        folder.run(&format!("{run} -q a.txt {flags} -o out.jsonl")).well();
        assert_eq!(
            folder.run(&format!("check -q --policy {run} out.jsonl --source a.txt {flags}")).well(),
            ""
        );
        assert_ne!(folder.run(&format!("check -q --policy {run} out.jsonl --source a.txt")).status, Some(0));
        let shown = folder.run(&format!("inspect --policy {run} a.txt {flags}")).well();
        assert_ne!(shown, folder.run(&format!("inspect --policy {run} a.txt")).well(), "{run}");
    }
    let flags = ["--set maxChunkSize=400", "--set max-chunk-size=400", "--set max_chunk_size=400"];
    let [first, second, third] = flags.map(|flag| folder.run(&format!("hybrid a.txt {flag}")).well());
    assert!(first == second && second == third);
}

/// A pipe would keep the run waiting; a folder or a dangling link is a mistake that would go unseen.
#[cfg(unix)]
#[test]
fn a_file_of_settings_is_a_regular_file() {
    let folder = Folder::with([("a.txt", "One. Two.")]);
    let path = folder.path("chunk.toml");
    let (pipe, link) = (["mkfifo"].as_slice(), ["ln", "-s", "nowhere"].as_slice());
    for made in [pipe, link, &["mkdir"]] {
        let status = std::process::Command::new(made[0]).args(&made[1..]).arg(&path).status().unwrap();
        assert!(status.success());
        let said = folder.run("tokens a.txt").refused(2);
        assert!(said.contains("chunk.toml: it is no regular file; remove it"), "{said}");
        std::fs::remove_file(&path).or_else(|_| std::fs::remove_dir(&path)).unwrap();
    }
}
