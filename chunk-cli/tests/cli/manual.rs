//! What the program prints about itself.

use crate::harness::Folder;
use rstest::rstest;

#[test]
fn the_help_fits_a_screen() {
    let help = Folder::new().run("--help").well();
    assert!(help.lines().count() <= 24, "{help}");
    assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
}

/// Every subcommand's help has an example, and no line of it is too wide.
#[test]
fn every_help_has_an_example() {
    let folder = Folder::new();
    let help = folder.run("--help").well();
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .map(|line| line.split_whitespace().next().unwrap())
        .collect();
    assert!(commands.contains(&"tokens") && commands.contains(&"check"), "{help}");
    for command in commands {
        let help = folder.run(&format!("{command} --help")).well();
        assert!(help.contains(&format!("chunk {command}")), "{help}");
        assert!(help.contains("\nExample"), "{command}: {help}");
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
    }
}

/// The examples in the help are run as they are.
#[test]
fn the_examples_work() {
    let folder =
        Folder::with([("notes.txt", "One. Two."), ("transcripts/a.txt", "abc"), ("notes/b.txt", "abc")]);
    folder.write("events.jsonl", crate::recorder::output_event("e1", "abc"));
    folder.run("tokens notes.txt -o notes.jsonl").well();
    let mut seen = 0;
    for command in ["tokens --help", "recorder --help", "check --help", "policies --help"] {
        let help = folder.run(command).well();
        for example in help.lines().skip_while(|line| !line.starts_with("Example")).skip(1) {
            if !example.starts_with("  ") {
                break;
            }
            let chunk = env!("CARGO_BIN_EXE_chunk");
            let shell = format!("set -e; chunk() {{ {chunk} \"$@\"; }}; {example}");
            let mut command = std::process::Command::new("sh");
            let run = command.args(["-c", &shell]).current_dir(folder.path("")).output().unwrap();
            assert!(run.status.success(), "{example}: {}", String::from_utf8_lossy(&run.stderr));
            seen += 1;
        }
    }
    assert!(seen >= 6, "{seen} examples");
}

/// Each policy shows its own flags; where any policy may be meant, each flag says whose it is.
#[rstest]
#[case("backlog", &["--product", "--from"], &["--tools", "--slack-users", "--max-tokens", "--created-at"])]
#[case("recorder", &["--ansi", "--max-chunk-chars"], &["--tools", "--slack-users", "--out-dir", "--id-field"])]
#[case("tokens", &["--tools", "--max-tokens", "--keep"], &["--ansi", "--chunk-size", "--source-version", "--explain"])]
#[case("markdown", &["--chunk-size", "--source-version"], &["--max-tokens", "--from", "--modified-at"])]
#[case("hybrid", &["--explain", "--strategy", "--max-chunk-size"], &["--chunk-size", "--sort"])]
#[case("check", &["--max-tokens", "--chunk-size", "hybrid: Chunk by this strategy"], &["--stats"])]
#[case("inspect", &["--max-tokens", "hybrid, tokens: ", "--chunk-size"], &["--explain"])]
fn a_help_shows_what_is_taken(#[case] command: &str, #[case] shown: &[&str], #[case] hidden: &[&str]) {
    let help = Folder::new().run(&format!("help {command}")).well();
    let has = |flag: &&&str| help.contains(**flag);
    assert_eq!(shown.iter().find(|flag| !has(flag)), None, "{help}");
    assert_eq!(hidden.iter().find(has), None, "{help}");
}

#[test]
fn help_and_version_are_commands_too() {
    let folder = Folder::new();
    assert_eq!(folder.run("version").well(), folder.run("--version").well());
    let help = folder.run("help").well();
    assert_eq!(help, folder.run("--help").well());
    assert!(help.contains("completions") && help.contains("version"), "{help}");
    assert_eq!(folder.run("help tokens").well(), folder.run("tokens --help").well());
}

#[test]
fn policies_are_listed_with_their_contracts() {
    let listed = Folder::new().run("policies").well();
    let tokens = listed.lines().find(|line| line.starts_with("tokens ")).unwrap();
    assert!(tokens.contains(" tokens.chunking.v1 "), "{listed}");
    assert!(tokens.ends_with(" Plain text: sentences and paragraphs, up to a number of tokens"), "{listed}");
}

#[rstest]
#[case("bash")]
#[case("elvish")]
#[case("fish")]
#[case("powershell")]
#[case("zsh")]
fn completions_know_the_options(#[case] shell: &str) {
    let script = Folder::new().run(&format!("completions {shell}")).well();
    assert!(script.contains("max-tokens") && script.contains("out-dir"), "{script}");
}

#[test]
fn manual_pages() {
    let folder = Folder::new();
    assert!(folder.run("man").well().contains(".TH chunk 1"));
    let page = folder.run("man tokens").well();
    assert!(page.contains(".TH chunk-tokens 1") && page.contains("max\\-tokens"), "{page}");
    assert_eq!(
        folder.run("man nothing").refused(2),
        "error: there is no subcommand nothing; `chunk --help` lists them\n"
    );
}

#[rstest]
#[case("")]
#[case("nothing")]
#[case("tokens --nothing")]
#[case("tokens a.txt -j 0")]
#[case("tokens a.txt --file-limit lots")]
#[case("tokens a.txt --created-at yesterday")]
#[case("tokens a.txt --input csv")]
#[case("tokens a.txt -o a --out-dir b")]
fn usage_errors_are_2(#[case] arguments: &str) {
    let said = Folder::with([("a.txt", "abc")]).run(arguments).refused(2);
    assert!(!said.is_empty());
}

#[test]
fn a_wrong_source_date_epoch_is_told() {
    let folder = Folder::with([("a.txt", "abc")]);
    let run = |value: &str, arguments: &str| -> crate::harness::Ran {
        folder.chunk(arguments).env("SOURCE_DATE_EPOCH", value).output().unwrap().into()
    };
    assert!(run("soon", "tokens a.txt").refused(2).contains("SOURCE_DATE_EPOCH"));
    run("1700000000", "tokens a.txt").well();
    run("soon", "hybrid a.txt --created-at 2026-01-01T00:00:00Z").well();
}

/// The sections that readers of manual pages look for, with examples line by line.
#[test]
fn manual_pages_have_the_usual_sections() {
    let folder = Folder::new();
    for page in ["man", "man tokens", "man check", "man policies"] {
        let page = folder.run(page).well();
        let headings: Vec<_> = page.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
        for wanted in ["NAME", "SYNOPSIS", "EXAMPLES", "\"EXIT STATUS\"", "ENVIRONMENT", "FILES"] {
            assert_eq!(
                headings.iter().filter(|heading| **heading == wanted).count(),
                1,
                "{wanted}: {headings:?}"
            );
        }
        assert!(!page.contains("EXTRA") && page.contains(".SH EXAMPLES\n.nf\n"), "{page}");
    }
}

/// A script may pass -q to every command.
#[test]
fn every_command_can_be_quiet() {
    let folder = Folder::with([("a.txt", "abc")]);
    folder.run("tokens -q a.txt -o a.jsonl").well();
    for command in [
        "tokens a.txt",
        "check a.jsonl",
        "diff a.jsonl a.jsonl --format jsonl",
        "inspect a.txt --policy tokens",
        "schema tokens",
        "policies",
        "man",
        "completions bash",
    ] {
        folder.run(&format!("{command} -q")).well();
    }
}
