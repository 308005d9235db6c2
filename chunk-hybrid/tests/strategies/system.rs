//! The system: which strategy is chosen, and what holds for all.

use super::common::{SHOP, chunks, fine, step};
use chunk_hybrid::*;
use rstest::rstest;
use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

#[rstest]
#[case("---\nchunkingStrategy: step-based\n---\nWords.", Reason::Frontmatter, STEP_BASED)]
#[case("---\nchunkingStrategy: nonsense\n---\nWords.", Reason::Default, SEMANTIC_BOUNDARY)]
#[case("Words.", Reason::Default, SEMANTIC_BOUNDARY)]
fn the_order_of_choice(#[case] text: &str, #[case] reason: Reason, #[case] strategy: &str) {
    let mut config = fine();
    config.enable_auto_detection = false;
    let system = ChunkingSystem::new(config).unwrap();
    let selection = system.explain(&Document::new("a.md", text));
    assert_eq!((selection.reason, &*selection.parts[0].strategy), (reason, strategy));
}

#[rstest]
#[case("task-log", EVENT_BASED)]
#[case("reflection", SEMANTIC_BOUNDARY)]
#[case("note", SEMANTIC_BOUNDARY)]
#[case("meeting", SEMANTIC_BOUNDARY)]
#[case("feedback", PREFERENCE_SIGNAL)]
#[case("decision", PREFERENCE_SIGNAL)]
#[case("sop", STEP_BASED)]
#[case("tutorial", STEP_BASED)]
#[case("workflow", STEP_BASED)]
fn every_content_type_has_its_strategy(#[case] content_type: &str, #[case] strategy: &str) {
    let text = format!("---\ntype: {content_type}\n---\nA few words.\n");
    let system = ChunkingSystem::new(fine()).unwrap();
    let selection = system.explain(&Document::new("a.md", &text));
    assert_eq!(selection.parts[0].strategy, strategy);
    let best = selection.classification.unwrap().best();
    assert_eq!(serde_json::to_value(best.content_type).unwrap(), content_type);
}

#[test]
fn a_path_alone_chooses_nothing_that_would_find_nothing() {
    let text = "# Strings\n\nMost strings are borrowed, because a copy costs more than the whole parse does. The parser keeps \
                the text it was given, and what it hands out are slices of that text.\n";
    let system = ChunkingSystem::new(fine()).unwrap();
    for path in ["guide/strings.md", "howto/decisions/strings.md"] {
        let selection = system.explain(&Document::new(path, text));
        assert_eq!(selection.parts[0].strategy, SEMANTIC_BOUNDARY, "{path}");
    }
}

const KEYS: &str = "# Rotating keys\n\n## Procedure\n\n\
    1. Open the vault and take the token out.\n\
    2. Create the new key on the token.\n\
    3. Copy the public half to the server.\n\
    4. Restart the signer and check the log.\n\
    5. Delete the old key and empty the drawer.\n\
    6. Write the date into the book and sign it.\n\
    7. Tell the other captain that the new key is in use.\n\
    8. Put the token back and lock the vault.\n";

const WHY: &str = "\n## Why ninety days\n\n\
    The period is a compromise, which was found by those who had tried shorter ones. Shorter ones \
    led to scripts that kept the secret in a file, and longer ones would be of use to whoever has a \
    copy of the key that nobody knows of. Old builds remain valid, as the fingerprint of the key \
    they were signed with is a part of the build, and the list of the retired ones is kept for as \
    long as there are devices of that age.\n";

/// H5: what explains a procedure is its background, unless it is most of the document.
#[rstest]
#[case(&[KEYS, WHY], &[STEP_BASED])]
fn a_procedure_has_its_background(#[case] sections: &[&str], #[case] expected: &[&str]) {
    let text = sections.concat();
    let selection = ChunkingSystem::new(fine()).unwrap().explain(&Document::new("a.md", &text));
    let strategies: Vec<_> = selection.parts.iter().map(|part| &*part.strategy).collect();
    assert_eq!(strategies, expected);
}

/// H4: what decided is told in words of the document.
#[test]
fn what_decided_is_told() {
    let text = "# Postmortem: mail queue stuck\n\n## Timeline\n\n- 10:02 We were paged and looked at the queue.\n\
        - 10:20 We restarted the relay.\n- 10:41 The queue was empty again.\n\n## Root cause\n\nA full disk stopped the relay.\n";
    let selection = ChunkingSystem::new(fine()).unwrap().explain(&Document::new("a.md", text));
    assert_eq!(selection.parts[0].strategy, EVENT_BASED);
    assert_eq!(selection.parts[0].confidences.len(), 4);
    let signals = selection.classification.unwrap().signals;
    let told = signals.iter().filter(|evidence| evidence.strategy == EVENT_BASED && evidence.points > 0);
    let told: Vec<_> = told.map(ToString::to_string).collect();
    assert!(told.iter().any(|told| told == "word 'timeline'"), "{told:?}");
    assert!(told.iter().any(|told| told == "names of lessons and causes in the title"), "{told:?}");
}

/// H4: what a machine printed is neither a procedure nor one of decisions.
#[rstest]
#[case::image(
    "Step 1/3 : FROM alpine:3.20\n ---> 324bc02ae123\nStep 2/3 : RUN apk add curl\n ---> Running in 0c55e1d8b7f3\n ---> \
    b7e41c90d2aa\nStep 3/3 : CMD [\"sh\"]\n ---> Running in e3ab90c7f411\nSuccessfully built 7d21c0fa9b36\n"
)]
#[case::plan(
    "Terraform will perform the following actions:\n\n  # aws_instance.old will be destroyed\n  - resource \"aws_instance\" \"old\" {\n      \
    - ami           = \"ami-1\" -> null\n      - id            = \"i-123\" -> null\n      - instance_type = \"t2.micro\" -> null\n    }\n\n\
    Plan: 0 to add, 0 to change, 1 to destroy.\n\n  Enter a value: yes\n\naws_instance.old: Destroying... [id=i-123]\n\
    aws_instance.old: Destruction complete after 31s\n\nApply complete! Resources: 0 added, 0 changed, 1 destroyed.\n"
)]
fn logs_of_builds_are_neither_procedures_nor_decisions(#[case] log: &str) {
    let system = ChunkingSystem::new(fine()).unwrap();
    let document = Document::new("build.log", log);
    let strategy = &system.explain(&document).parts[0].strategy;
    assert!([EVENT_BASED, SEMANTIC_BOUNDARY].contains(&&**strategy), "{strategy}");
}

/// H4.2, H4.3, H4.8: what shows that a document is of no other kind than notes.
#[rstest]
#[case::compound("a.md", "# Postmortem support\n\nDebuggers read these constants.\n")]
#[case::manual(
    "a.md",
    "# npm-stars\n\n### Synopsis\n\n    npm stars [user]\n\n### Description\n\nRun this to list what you starred.\n"
)]
#[case::few_words(
    "SUMMARY.md",
    "# Summary\n\n- [Chapter 1](a.md)\n- [Chapter 2](b.md)\n- [Chapter 3](c.md)\n"
)]
fn what_says_nothing_else_is_notes(#[case] path: &str, #[case] text: &str) {
    let selection = ChunkingSystem::new(fine()).unwrap().explain(&Document::new(path, text));
    let strategies: Vec<_> = selection.parts.iter().map(|part| &*part.strategy).collect();
    assert_eq!(strategies, [SEMANTIC_BOUNDARY]);
}

/// H4.3: a title says its kind before a mark, a number or what it is about.
#[rstest]
#[case("Postmortem: mail queue")]
#[case("Postmortem of the mail queue")]
#[case("Mail queue postmortem 12")]
fn a_title_says_what_the_document_is(#[case] title: &str) {
    let text = format!("# {title}\n\nThe queue stood still.\n");
    let selection = ChunkingSystem::new(fine()).unwrap().explain(&Document::new("a.md", &text));
    assert_eq!(selection.parts[0].strategy, EVENT_BASED);
}

/// H4.3: the path counts without deciding: it multiplies the odds of one strategy by eight.
#[rstest]
#[case("runbooks/a.md", STEP_BASED)]
#[case("2024-06-20.md", EVENT_BASED)]
#[case("CHANGELOG.md", SEMANTIC_BOUNDARY)]
fn a_path_makes_a_kind_likelier(#[case] path: &str, #[case] strategy: &str) {
    let system = ChunkingSystem::new(fine()).unwrap();
    let odds = |path: &str| {
        let parts =
            system.explain(&Document::new(path, "Some words about the harbour and its keeper.\n")).parts;
        let share = parts[0].confidences[strategy].thousandths() as f64;
        share / (1000.0 - share)
    };
    let times = odds(path) / odds("a.md");
    assert!((7.0..9.0).contains(&times), "{times}");
}

#[test]
fn a_mixed_document_is_routed_part_by_part() {
    let system = ChunkingSystem::new(fine()).unwrap();
    let document = Document::new("a.md", SHOP);
    let selection = system.explain(&document);
    assert_eq!(selection.reason, Reason::Mixed);
    let strategies: Vec<_> = selection.parts.iter().map(|part| &*part.strategy).collect();
    assert_eq!(strategies, [STEP_BASED, PREFERENCE_SIGNAL, EVENT_BASED]);
    // H5: a hint switches that off.
    let hinted = format!("---\nchunkingStrategy: event-based\n---\n{SHOP}");
    assert_eq!(system.explain(&Document::new("a.md", &hinted)).parts.len(), 1);
    let forced = system.chunk_with_strategy(&document, EVENT_BASED).unwrap();
    assert!(forced.chunks.iter().all(|chunk| chunk.strategy_type == EVENT_BASED));
}

/// H9.2: a part without steps of a document of steps is of a topic.
#[test]
fn a_part_without_steps_is_of_a_topic() {
    let text = "# Week 47\n\nThe heating was repaired on Monday, and the hall was cold until then. Nobody came to the course.\n\n\
        ## Decision log\n\n- We chose oak over pine for the new table in the hall, because it does not bend.\n\
        - We chose tea over coffee for the break, since most of us sleep badly.\n\n\
        ## Instructions\n\n1. Open the front door with the long key and switch off the alarm within thirty seconds.\n\
        2. Turn on the heating in the hall and in the kitchen, and wait until the lamp is green.\n\
        3. Put the chairs in rows of eight, and leave the door to the yard free.\n\
        4. Fill the water boiler, and put cups, tea and sugar on the long table.\n\
        5. Lock the cellar, and hang the key back beside the fuse box.\n";
    let found = ChunkingSystem::new(fine()).unwrap().chunk(&Document::new("a.md", text)).unwrap();
    assert!(found.warnings.is_empty(), "{:?}", found.warnings);
    let shown: Vec<_> = found.chunks.iter().map(|chunk| &*chunk.strategy_type).collect();
    assert_eq!((shown[0], shown[1], shown[2]), (SEMANTIC_BOUNDARY, PREFERENCE_SIGNAL, PREFERENCE_SIGNAL));
    assert!(shown[3..].iter().all(|own| *own == STEP_BASED) && shown.len() > 3, "{shown:?}");
}

/// H5, H13, H20: parents and dependencies are found where the steps are a later part of a mixed document.
#[test]
fn steps_of_a_later_part_have_their_parents() {
    let (opening, others) = SHOP.split_at(SHOP.find("## What").unwrap());
    let (title, opening) = opening.split_at(opening.find("## Opening").unwrap());
    let substeps = "\n   1. Count the coins twice, and put those of one kind into one roll of paper.\n   \
        2. Count the notes, and put them into the bag that came from the bank.\n4.";
    let text = format!("{title}{others}\n{}", opening.replace("\n4.", substeps));
    let found = ChunkingSystem::new(fine()).unwrap().chunk(&Document::new("a.md", &text)).unwrap().chunks;
    let first = found.iter().position(|chunk| chunk.strategy_type == STEP_BASED).unwrap();
    assert!(first > 2, "decisions and the log come first");
    let steps = &found[first..];
    let parents: Vec<_> = steps
        .iter()
        .map(|chunk| {
            let mut relations = chunk.relations.iter();
            let parent = relations.find(|relation| relation.kind == RelationKind::Parent)?;
            steps.iter().position(|chunk| chunk.id == parent.id)
        })
        .collect();
    // The first step has the heading that the others stand under.
    assert_eq!(parents, [None, Some(0), Some(0), Some(2), Some(2), Some(0), Some(0), Some(0)]);
    let needs: Vec<_> = steps.iter().map(|chunk| step(chunk).dependencies.clone()).collect();
    assert_eq!(needs[3], [steps[2].id.clone()]);
    assert_eq!(needs[4], [steps[3].id.clone()]);
    assert_eq!(needs[5], [steps[2].id.clone()]);
}

#[test]
fn malformed_frontmatter_leaves_the_choice_to_the_content() {
    let text =
        "---\nchunkingStrategy: [step\n---\n1. Open the valve.\n2. Wait for water.\n3. Close the valve.\n";
    let system = ChunkingSystem::new(fine()).unwrap();
    let found = system.chunk(&Document::new("a.md", text)).unwrap();
    assert_eq!(found.warnings[0].code, "malformed-frontmatter");
    assert_eq!(found.chunks[0].strategy_type, STEP_BASED);
    assert!(found.chunks[0].content.starts_with("1. Open"));
}

#[test]
fn an_unknown_strategy_is_an_error_that_names_the_known_ones() {
    let system = ChunkingSystem::new(fine()).unwrap();
    let error = system.chunk_with_strategy(&Document::new("a.md", "Words."), "magic").unwrap_err();
    assert!(error.to_string().contains("step-based"), "{error}");
}

#[test]
fn editing_a_section_leaves_the_ids_of_the_others_alone() {
    let sections: Vec<String> = (1..6)
        .map(|number| {
            let text = "It turns left, and the pressure falls below the mark within a minute. ".repeat(6);
            format!("{number}. Open valve {number}\n   {text}\n")
        })
        .collect();
    let edited: Vec<String> =
        sections.iter().map(|section| section.replace("valve 3\n", "valve 3 slowly\n")).collect();
    let ids = |sections: &[String]| -> Vec<String> {
        chunks(STEP_BASED, &sections.concat()).iter().map(|chunk| chunk.id.clone()).collect()
    };
    let (before, after) = (ids(&sections), ids(&edited));
    let changed = before.iter().zip(&after).filter(|(a, b)| a != b).count();
    assert_eq!((before.len(), changed), (5, 1));
}

#[test]
fn a_plugin_that_drafts_what_is_no_text_is_refused() {
    struct Wrong;
    impl ChunkingPlugin for Wrong {
        fn name(&self) -> &str {
            "wrong"
        }

        fn detect(&self, _: &Analysis<'_>) -> Confidence {
            Confidence::ONE
        }

        fn chunk(&self, _: &Analysis<'_>, _: &mut ChunkContext) -> Vec<Draft> {
            vec![Draft::new(0..1_000_000, StrategyMetadata::Custom(serde_json::Map::new()))]
        }
    }
    let mut system = ChunkingSystem::new(fine()).unwrap();
    system.register_plugin(Wrong).unwrap();
    assert_eq!(system.strategies().last(), Some(&"wrong"));
    assert!(system.register_plugin(Wrong).unwrap_err().to_string().contains("\"wrong\""));
    let error = system.chunk(&Document::new("a.md", "Words.")).unwrap_err();
    assert!(error.to_string().contains("\"wrong\""), "{error}");
}

#[test]
fn statistics_count_chunks_by_strategy() {
    let system = ChunkingSystem::new(fine()).unwrap();
    system.chunk_with_strategy(&Document::new("a.md", "Words."), SEMANTIC_BOUNDARY).unwrap();
    system.chunk_with_strategy(&Document::new("a.md", "1. Open it.\n"), STEP_BASED).unwrap();
    let stats = system.stats();
    assert_eq!((stats.total_chunks, stats.total_documents), (2, 2));
    assert_eq!(stats.by_strategy.get(STEP_BASED), Some(&1));
    assert_eq!((stats.avg_processing_time, stats.p95_processing_time), (None, None));
}

/// H23.2: a percentile is at most 7% above the exact value.
#[test]
fn times_are_averages_and_percentiles() {
    let (clock, millis) = (AtomicU64::new(0), AtomicU64::new(0));
    // Of the two calls for a document, the second is later by a millisecond more than for the document before.
    let timer = move || {
        let call = millis.fetch_add(1, Ordering::Relaxed);
        let passed = if call % 2 == 1 { call.div_ceil(2) } else { 0 };
        Duration::from_millis(clock.fetch_add(passed, Ordering::Relaxed) + passed)
    };
    let system = ChunkingSystem::new(fine()).unwrap().with_timer(timer);
    (0..100).for_each(|_| drop(system.chunks("a.md", "Words.").unwrap()));
    let stats = system.stats();
    let is_near = |found: Option<f64>| (95.0..=95.0 * 1.07).contains(&found.unwrap());
    assert_eq!((stats.avg_processing_time, stats.avg_processing_time_per_chunk), (Some(50.5), Some(50.5)));
    assert!(is_near(stats.p95_processing_time) && is_near(stats.p95_processing_time_per_chunk), "{stats:?}");
}
