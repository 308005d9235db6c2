//! What an author set apart stays together, in every strategy (H6, H17 to H20), and nothing is lost.

use super::common::run;
use chunk_core::{TokenCounter, counters::Cl100k};
use chunk_hybrid::{
    ChunkingConfig, ChunkingSystem, Document, EVENT_BASED, PREFERENCE_SIGNAL, SEMANTIC_BOUNDARY, STEP_BASED,
    STRATEGIES, StrategyMetadata,
};
use rstest::rstest;

/// All text, also of decisions.
fn everything() -> ChunkingConfig {
    let mut config = ChunkingConfig::default();
    config.preference_signal.include_remainder = Some(true);
    config
}

const NOTES: &str =
    "The valve in the cellar closes when the river rises. We chose oak over granite. Open the lid. ";

/// A fence of some 700 tokens.
fn fence() -> String {
    format!("```\n{}```\n", "let a = foo(b, c);\n".repeat(90))
}

/// Sections of some hundred tokens each, of several paragraphs, which say what each strategy looks for.
fn sections() -> String {
    let section = |number: usize| {
        let paragraph = format!("{}{number}.\n\n", NOTES.repeat(3));
        format!("## Part {number}\n\n{}", paragraph.repeat(4))
    };
    format!("# Notes\n\n{}", (1..9).map(section).collect::<String>())
}

#[test]
fn a_section_that_fits_is_not_cut() {
    let text = sections();
    let parts: Vec<&str> = text.split("## ").skip(1).map(str::trim_ascii).collect();
    for strategy in STRATEGIES {
        let chunks = run(everything(), strategy, &text).chunks;
        assert!(chunks.len() > 2, "{strategy}");
        for part in &parts {
            assert!(Cl100k::default().count(part) <= 500);
            let whole = chunks.iter().filter(|chunk| chunk.content.contains(part)).count();
            assert_eq!(whole, 1, "{strategy}: {part:?}");
        }
    }
}

/// H6.8, H7.5: the headings of what is too large for a chunk are in a chunk with it.
#[rstest]
#[case(format!("{}\n# Last\n\n## Of all\n\n{}", sections(), NOTES.repeat(40)))]
#[case(format!("# Guide\n\nSome text here.\n\n## Examples\n\n### Final code\n\n{}\nMore.\n", fence()))]
#[case(format!("# Guide\n\nSome text here.\n\n### Documentation\n\n## Examples\n\n{}", NOTES.repeat(20)))]
#[case(format!("{}\n\n# We chose oak over elm\n\n{}", NOTES.repeat(3), NOTES.repeat(40)))]
fn no_chunk_ends_with_a_heading(#[case] text: String) {
    for strategy in STRATEGIES {
        for chunk in run(everything(), strategy, &text).chunks {
            let last = chunk.content.lines().last().unwrap_or_default();
            assert!(!last.starts_with('#'), "{strategy}: {:?}", chunk.content);
        }
    }
}

/// H6.8: a heading in bold above the next item is not in the chunk of the one before.
#[test]
fn a_heading_in_bold_is_not_cut_off_its_list() {
    let text = "# Database\n\n**Limits:**\n- Random names\n- Not designed for stateful workloads\n\n\
                **Advantages of the other:**\n- Stable names\n";
    for chunk in run(ChunkingConfig::default(), PREFERENCE_SIGNAL, text).chunks {
        assert!(!chunk.content.ends_with("**"), "{:?}", chunk.content);
    }
}

/// H20.22: what leads to a list of steps is in its first chunk.
#[test]
fn what_leads_to_steps_is_with_them() {
    let text =
        format!("# Guide\n\n{NOTES}{NOTES}{NOTES}In short:\n\n1. Open the lid.\n2. Close the valve.\n");
    let chunks = run(everything(), STEP_BASED, &text).chunks;
    assert!(chunks.iter().any(|chunk| chunk.content.contains("In short:\n\n1. Open the lid.")));
}

#[test]
fn an_item_that_fits_is_whole() {
    let item = |number: usize| format!("- **{number}** {NOTES}\n  - {NOTES}\n\n    {NOTES}\n");
    let items: Vec<String> = (0..20).map(item).collect();
    let text = items.concat();
    for strategy in [SEMANTIC_BOUNDARY, "event-based", PREFERENCE_SIGNAL] {
        let chunks = run(everything(), strategy, &text).chunks;
        for item in &items {
            assert!(chunks.iter().any(|chunk| chunk.content.contains(item.trim_ascii())), "{strategy}");
        }
    }
}

/// A decision with its reason and what follows from it, below a heading each: one chunk for each record.
#[test]
fn a_record_of_a_decision_is_one_chunk() {
    let record = |title: &str| {
        format!(
            "## {title}\n\n### Decision\n\nWe chose {title} over granite.\n\n### Consequences\n\n{NOTES}\n\n"
        )
    };
    let text = format!("# Log\n\n{}{}", record("Oak"), record("Steel"));
    let mut config = everything();
    config.min_chunk_size = 10;
    let chunks = run(config, PREFERENCE_SIGNAL, &text).chunks;
    let of =
        |title: &str| chunks.iter().find(|chunk| chunk.content.contains(&format!("## {title}"))).unwrap();
    for title in ["Oak", "Steel"] {
        assert!(
            of(title).content.contains("### Decision")
                && of(title).content.trim_ascii_end().ends_with("Open the lid.")
        );
    }
    assert_ne!(of("Oak").id, of("Steel").id);
}

#[test]
fn several_steps_of_a_chunk_are_listed() {
    let chunks =
        run(ChunkingConfig::default(), STEP_BASED, "1. Fill the kettle.\n2. Boil the water.\n").chunks;
    let [chunk] = &*chunks else { panic!("{chunks:?}") };
    let StrategyMetadata::Procedural(step) = &chunk.strategy_metadata else { panic!("{chunk:?}") };
    let found: Vec<_> = step.steps.iter().map(|step| (step.step_number, &*step.step_title)).collect();
    assert_eq!(found, [(1, "Fill the kettle."), (2, "Boil the water.")]);
}

/// H6: headings without text are cut to the size like all text.
#[test]
fn a_run_of_headings_is_cut() {
    let heading =
        |number: usize| format!("## Question {number}: what is the capital of country number {number}?\n\n");
    let text = format!("# Title\n\nIntro.\n\n{}", (0..300).map(heading).collect::<String>());
    for strategy in STRATEGIES {
        let chunks = run(everything(), strategy, &text).chunks;
        assert!(chunks.iter().all(|chunk| chunk.token_count <= 500), "{strategy}");
    }
}

/// H6: a text without white space is cut into pieces of at most the size.
#[rstest]
#[case("今天天气很好我们去公园吧你觉得怎么样")]
#[case("abcdefghij")]
#[case("今天天气很好。我们去公园吧。")]
#[case::below_what_is_kept_whole("天气")]
fn a_text_without_white_space_is_cut(#[case] words: &str) {
    let text: String = (0..100).map(|number| format!("{words}{number}")).collect();
    for strategy in STRATEGIES {
        let found = run(everything().with_max_chunk_size(100), strategy, &text);
        assert!(found.len() > 3 && found.chunks.iter().all(|chunk| chunk.token_count <= 100), "{strategy}");
        assert!(!found.warnings.iter().any(|warning| warning.code == "oversized-block"));
    }
}

/// H6: each chunk above the maximum, since it is kept whole, is a warning.
#[test]
fn what_is_kept_whole_above_the_maximum_is_a_warning() {
    let code: String = (0..90).map(|number| format!("value_{number} = compute({number})\n")).collect();
    let text = format!("# Code\n\nIntro line.\n\n```py\n{code}```\n\nEnd.\n");
    let found = run(everything().with_max_chunk_size(100), SEMANTIC_BOUNDARY, &text);
    let above: Vec<_> = found.chunks.iter().filter(|chunk| chunk.token_count > 100).collect();
    let warnings: Vec<_> =
        found.warnings.iter().filter(|warning| warning.code == "oversized-block").collect();
    assert_eq!((above.len(), warnings.len()), (1, 1));
}

/// A document of several kinds, in which headings without text are before the sections, is neither refused nor does it lose any.
#[test]
fn headings_without_text_before_parts_of_other_kinds() {
    let steps = "1. Install the package with `apt install foo`.\n2. Open the configuration file and set the port.\n\
                 3. Restart the service and wait about 2 minutes.\n";
    let decisions = "We decided to use PostgreSQL instead of MySQL because of its JSON support.\n\n\
                     We prefer Rust over Go because it is faster.\n\nRejected: Redis as the primary store.\n";
    let log = "2026-01-01T10:00:00Z planning the rollout started\n2026-01-01T11:00:00Z deployed the build\n";
    let text = format!(
        "# Notes\n# Installation steps\n\n{}\n# Notes\n# Decisions\n\n{}\n# Notes\n# Log\n\n{}",
        steps.repeat(5),
        decisions.repeat(3),
        log.repeat(6)
    );
    let found = ChunkingSystem::new(everything()).unwrap().chunk(&Document::new("a.md", &text)).unwrap();
    let words = |text: &str| text.split_ascii_whitespace().count();
    // Repeated text is a duplicate only as a whole chunk.
    let all: usize = found.chunks.iter().map(|chunk| words(&chunk.content)).sum();
    assert!(all + 60 > words(&text), "{all} of {}", words(&text));
}

/// H1: a rule above the text opens no front matter.
#[test]
fn a_rule_above_the_text_is_text() {
    let text = "---\n\nAn introduction in a sentence.\n\n---\n\n# A title\n\nIts text.\n";
    let found = run(everything(), SEMANTIC_BOUNDARY, text);
    assert!(found.warnings.is_empty(), "{:?}", found.warnings);
    assert!(found.chunks[0].content.contains("An introduction"));
}

/// H6.5: a section that fits is divided into phases where an item of its own begins, not inside an item nor at a paragraph.
#[test]
fn inside_a_section_only_own_units_are_cut() {
    let text = "# Log\n\nAll of May.\n\n- [PLAN] We will move the milk to the cellar.\n  - [VERIFY] Tasted it there.\n\
        - [VERIFY] Tasted the milk of May again, and it passed.\n\n[PLAN] We will buy more of it soon.\n";
    let mut config = everything();
    config.min_chunk_size = 10;
    config.event_based.min_phase_duration = 0;
    let chunks = run(config, EVENT_BASED, text).chunks;
    assert_eq!(chunks.iter().map(|chunk| chunk.place.start_line).collect::<Vec<_>>(), [1, 7]);
}
