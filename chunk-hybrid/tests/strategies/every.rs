//! The tables of edge cases, for every strategy.

use super::common::{fine, run};
use chunk_core::{TokenCounter, counters::Cl100k};
use chunk_hybrid::*;
use rstest::rstest;

#[rstest]
fn empty_documents_have_no_chunks_but_a_warning(
    #[values(EVENT_BASED, SEMANTIC_BOUNDARY, PREFERENCE_SIGNAL, STEP_BASED)] strategy: &str,
    #[values("", " \n\t\n", "\u{FEFF}", "---\ntitle: x\n---\n\n")] text: &str,
) {
    let found = run(fine(), strategy, text);
    assert_eq!(found.chunks, []);
    assert_eq!(found.warnings[0].code, "empty-document");
}

#[rstest]
fn a_single_sentence_is_one_chunk_with_full_metadata(
    #[values(EVENT_BASED, SEMANTIC_BOUNDARY, PREFERENCE_SIGNAL, STEP_BASED)] strategy: &str,
) {
    let found = run(fine(), strategy, "The pump in the cellar hums.");
    let [chunk] = found.chunks.as_slice() else { panic!("{found:?}") };
    assert_eq!(chunk.content, "The pump in the cellar hums.");
    assert_eq!((chunk.chunk_index, chunk.token_count), (0, Cl100k::default().count(&chunk.content)));
    assert!(chunk.coherence_score.is_some() && chunk.completeness.is_some() && chunk.complete == Some(true));
    assert!(
        chunk.related_chunks.is_empty() && chunk.context_before.is_empty() && chunk.context_after.is_empty()
    );
}

#[rstest]
fn without_boundaries_there_are_windows_that_overlap(
    #[values(EVENT_BASED, SEMANTIC_BOUNDARY, PREFERENCE_SIGNAL, STEP_BASED)] strategy: &str,
) {
    let text: String = (0..900).map(|number| format!("stone{number} ")).collect();
    let found = run(ChunkingConfig::default(), strategy, text.trim_end()).chunks;
    assert!(found.len() >= 4, "{}", found.len());
    assert!(found.iter().all(|chunk| chunk.token_count <= 500));
    // The window before the last is full; each but the first starts with the end of the one before.
    for pair in found.windows(2) {
        assert!((45..=50).contains(&pair[1].overlap_tokens), "{}", pair[1].overlap_tokens);
        let shared = pair[0].place.end_byte - pair[1].place.start_byte;
        assert_eq!(Cl100k::default().count(&pair[1].content[..shared]), pair[1].overlap_tokens);
        assert!(pair[0].token_count >= 490);
    }
}

#[rstest]
fn windows_end_with_a_sentence_in_their_last_fifth(
    #[values(EVENT_BASED, SEMANTIC_BOUNDARY, STEP_BASED)] strategy: &str,
) {
    let text = "The same water flows over the same stone today. ".repeat(200);
    let found = run(ChunkingConfig::default(), strategy, text.trim_end()).chunks;
    let inner = &found[..found.len() - 1];
    assert!(!inner.is_empty() && inner.iter().all(|chunk| chunk.content.trim_end().ends_with("today.")));
    assert!(inner.iter().all(|chunk| (400..=500).contains(&chunk.token_count)));
}

/// H7.3, H7.6: where no white space is, windows end with sentences, too.
#[rstest]
#[case("同じ水が同じ石の上を流れています。", '。')]
#[case("今天的水还是流过同一块石头！", '！')]
fn windows_of_text_without_spaces_end_with_a_sentence(
    #[case] sentence: &str,
    #[case] mark: char,
    #[values(EVENT_BASED, PREFERENCE_SIGNAL, STEP_BASED)] strategy: &str,
) {
    let text = sentence.repeat(150);
    let found = run(ChunkingConfig::default(), strategy, &text).chunks;
    let inner = &found[..found.len() - 1];
    assert!(!inner.is_empty() && inner.iter().all(|chunk| chunk.content.ends_with(mark)));
    assert!(inner.iter().all(|chunk| (400..=500).contains(&chunk.token_count)));
}

#[rstest]
fn what_is_too_large_is_cut_at_paragraphs_then_sentences(
    #[values(EVENT_BASED, SEMANTIC_BOUNDARY, STEP_BASED)] strategy: &str,
) {
    let paragraph =
        |number: usize| format!("Part {number} tells of pumps. It has two sentences about valve {number}. ");
    let text: Vec<String> = (0..60).map(paragraph).collect();
    let text = format!("## Step 1: Pumps\n\n{}", text.join("\n\n"));
    let found = run(ChunkingConfig::default(), strategy, &text).chunks;
    assert!(found.len() > 1);
    for chunk in &found {
        assert!(chunk.token_count <= 500 && chunk.content.trim_end().ends_with('.'), "{:?}", chunk.content);
    }
}

#[rstest]
fn what_is_too_small_joins_its_neighbour(
    #[values(EVENT_BASED, SEMANTIC_BOUNDARY, STEP_BASED)] strategy: &str,
) {
    let text =
        "# Plan\n\n1. Will open.\n\n# Execution\n\n2. Opened it.\n\n# Verification\n\n3. Checked it.\n";
    let found = run(ChunkingConfig::default(), strategy, text).chunks;
    assert_eq!(found.len(), 1, "all of it is below fifty tokens");
}

#[rstest]
fn fences_rows_and_items_are_kept_whole(
    #[values(EVENT_BASED, SEMANTIC_BOUNDARY, STEP_BASED)] strategy: &str,
) {
    let code: String = (0..100).map(|line| format!("let value_{line} = compute({line});\n")).collect();
    let text = format!("Before it.\n\n```rust\n{code}```\n\nAfter it.\n");
    let found = run(ChunkingConfig::default(), strategy, &text).chunks;
    let holding: Vec<_> = found.iter().filter(|chunk| chunk.content.contains("value_")).collect();
    assert_eq!(holding.len(), 1);
    assert!(holding[0].token_count > 500 && holding[0].content.contains("value_99"));
}

#[rstest]
fn duplicates_are_listed_at_the_first(#[values(EVENT_BASED, SEMANTIC_BOUNDARY)] strategy: &str) {
    let part =
        format!("# Execution\n\n{}", "The pump was opened and the valve was cleaned by hand. ".repeat(30));
    let other = format!(
        "# Verification\n\n{}",
        "Nobody found a single leak in the whole cellar that day. ".repeat(30)
    );
    let text = format!("{part}\n\n{other}\n\n{part}\n");
    let found = run(ChunkingConfig::default(), strategy, &text).chunks;
    let kept: Vec<_> = found.iter().filter(|chunk| chunk.content.contains("# Execution")).collect();
    assert_eq!(kept.len(), 1);
    assert_eq!(kept[0].duplicates.len(), 1);
    assert!(kept[0].duplicates[0].start_line > kept[0].place.end_line);
}

#[test]
fn a_chunk_without_context_has_none() {
    let text = "# One\n\nFirst words about apples.\n\n# Two\n\nOther words about engines.\n";
    let mut config = fine();
    config.enable_context_extraction = false;
    config.enable_quality_scoring = false;
    config.enable_relationship_linking = false;
    let found = run(config, EVENT_BASED, text).chunks;
    for chunk in &found {
        assert_eq!((&*chunk.context_before, &*chunk.context_after), ("", ""));
        assert_eq!((chunk.coherence_score, chunk.completeness, chunk.complete), (None, None, None));
        assert!(chunk.relations.is_empty() && chunk.related_chunks.is_empty());
    }
}

#[test]
fn low_coherence_is_flagged() {
    let likes =
        "The pump moves water. The pump needs water and oil.\n\nThe pump gets water from the well.\n\n";
    let odd = "Jazz began in New Orleans.\n\nGlaciers carve valleys slowly.\n\n";
    let text = format!("{}{}", likes.repeat(6), odd);
    let found = run(ChunkingConfig::default(), EVENT_BASED, &text).chunks;
    let sure = |chunk: &&HybridChunk<'_>| chunk.coherence_score.unwrap() >= Score::from_thousandths(500);
    for chunk in &found {
        assert_eq!(sure(&chunk), chunk.flags.is_empty(), "{chunk:?}");
    }
}

#[rstest]
#[case::whole("# A\n\nThe pump runs.\n", 1000, true)]
#[case::no_heading("The pump runs.\n", 900, true)]
#[case::pronoun("# A\n\n", 1000, true)]
#[case::opening_pronoun("It runs well now.\n", 650, false)]
#[case::connective("However, the pump runs.\n", 650, false)]
#[case::named_pronoun("This pump runs.\n", 900, true)]
#[case::open_fence("# A\n\n```\nmake\n", 650, false)]
fn completeness(#[case] text: &str, #[case] thousandths: u64, #[case] complete: bool) {
    let found = run(fine(), SEMANTIC_BOUNDARY, text).chunks;
    assert_eq!(found[0].completeness.unwrap().thousandths(), thousandths);
    assert_eq!(found[0].complete, Some(complete));
}
