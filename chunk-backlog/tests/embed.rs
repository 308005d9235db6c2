//! B23: the text to embed.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::disallowed_methods, missing_docs)]

use chunk_backlog::{
    BacklogConfig, BacklogPolicy,
    chunk_core::{ContentHash, types::EmbedPart},
};

const PATH: &str = "products/farm/items/FARM-7_well.md";
const TEXT: &str = "---\ntitle: Drill a well\nupdated: 2026-03-01\n---\n# Context\n\nThe old one is dry.\n\n# Worklog\n\n- 2026-03-04 Found water.\n";

/// Title and date above each text; the date of a worklog is its own. Without the option, and in all else, the record is as before.
#[test]
fn the_head_says_what_is_known() {
    let plain = BacklogPolicy::default().chunks(PATH, TEXT).unwrap();
    let config = BacklogConfig::default().with_embed([EmbedPart::Date, EmbedPart::Title, EmbedPart::Speaker]);
    let chunks = BacklogPolicy::new(config).unwrap().chunks(PATH, TEXT).unwrap();
    let heads = [
        "Drill a well\n2026-03-01T00:00:00Z",
        "Drill a well\n2026-03-01T00:00:00Z",
        "Drill a well\n2026-03-04T00:00:00Z",
    ];
    assert_eq!(chunks.len(), heads.len());
    for ((chunk, head), plain) in chunks.iter().zip(heads).zip(&plain) {
        let embed = format!("{head}\n\n{}", chunk.text);
        assert_eq!(chunk.embed_hash, Some(ContentHash::of(&embed)));
        assert_eq!(chunk.embed.as_deref(), Some(&*embed));
        assert_eq!((&chunk.text, &chunk.metadata), (&plain.text, &plain.metadata));
        assert_eq!(plain.embed, None);
    }
}

/// A long title is cut after the last word that fits into 300 characters, and that is said once.
#[test]
fn a_long_head_is_cut() {
    let title = "word ".repeat(100);
    let text = format!("---\ntitle: {title}\n---\n# Context\n\nSee.\n");
    let policy = BacklogPolicy::new(BacklogConfig::default().with_embed([EmbedPart::Title])).unwrap();
    let chunks = policy.chunks(PATH, &text).unwrap();
    assert_eq!(
        chunks[1].embed.as_deref(),
        Some(&*format!("{}\n\n# Context\n\nSee.", "word ".repeat(60).trim_end()))
    );
    let codes: Vec<_> = chunks.warnings.iter().map(|warning| warning.code).collect();
    assert_eq!(codes, ["long-head"]);
}

/// The date of a worklog may be what makes a head too long; without it the same title fits.
#[test]
fn a_head_that_is_long_by_its_date_is_cut() {
    let title = "word ".repeat(58);
    let policy =
        BacklogPolicy::new(BacklogConfig::default().with_embed([EmbedPart::Title, EmbedPart::Date])).unwrap();
    let warned = |body: &str| {
        let text = format!("---\ntitle: {title}\n---\n{body}");
        policy.chunks(PATH, &text).unwrap().warnings.iter().any(|warning| warning.code == "long-head")
    };
    assert!(!warned("# Context\n\nSee.\n"));
    assert!(warned("# Context\n\nSee.\n\n# Worklog\n\n- 2026-03-04 Found water.\n"));
}
