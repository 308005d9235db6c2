//! What holds for every document and every strategy, on generated documents and hostile ones.
// Holds: P3
#![allow(clippy::disallowed_methods, reason = "tests and readings ask the standard library")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    missing_docs
)]

use chunk_core::{ContentHash, Source, TokenCounter, counters::Cl100k, is_white_space};
use chunk_hybrid::{
    ChunkingConfig, ChunkingSystem, Document, HybridChunk, RelationKind, STRATEGIES, StrategyMetadata,
};
use chunk_testkit::{
    generate::{Alphabet, Rng, hostile, text},
    law,
};
use std::collections::{BTreeMap, BTreeSet};

/// Pieces of which documents of all kinds are made.
const PIECES: &[&str] = &[
    "# Notes\n\n",
    "## Plan\n\n",
    "## Step 2: Rinse\n\n",
    "### Results\n",
    "10:00 Started the pump.\n",
    "2024-05-01T10:05:00Z [VERIFY] all tests passed\n",
    "[PLAN] We will replace the valve tomorrow.\n",
    "We chose oak over granite because granite is cold.\n",
    "Alice: I prefer tabs to spaces.\n",
    "@bo: LGTM, merge it.\n",
    "1. Open the valve.\n",
    "2. Wait 5 minutes.\n   a. Check the gauge.\n   b. Note it.\n",
    "3. After step 2 is done, close it.\n",
    "- [x] Kafka\n- [ ] RabbitMQ\n",
    "- a point\n  - a nested one\n",
    "First, wash the beans. Then grind them. Finally, brew.\n",
    "In contrast, the second pump is quiet. It has run since May. Nobody noticed.\n",
    "Moving on to the budget: it is spent.\n",
    "```sh\nmake test\n\n# no heading\n```\n",
    "```\nnever closed\n",
    "| step | action |\n|---|---|\n| 1 | open |\n| 2 | close |\n",
    "> quoted words, and more of them\n",
    "\n",
    "\n\n",
    "---\n",
    "漢字の文。もう一つ。\n",
    "😀 emoji 👩‍👩‍👧 end.  \n",
    "\u{A0}\t\n",
    "===\n",
    "PURPOSE\n",
];

fn document(random: &mut Rng) -> String {
    let mut document = String::new();
    if random.u8(..8) == 0 {
        document.push_str(
            ["---\ntaskId: T-9\n---\n", "---\na: [\n---\n", "---\ntype: sop\n---\n"][random.usize(..3)],
        );
    }
    for _ in 0..random.usize(..40) {
        match random.u8(..6) {
            0 => document.push_str(&text(random, Alphabet::Mixed, 60)),
            1 => {
                let bytes = random.usize(100..3000);
                document.push_str(&text(random, Alphabet::Prose, bytes));
                document.push_str("\n\n");
            }
            _ => document.push_str(PIECES[random.usize(..PIECES.len())]),
        }
    }
    document
}

fn config(random: &mut Rng) -> ChunkingConfig {
    let mut config = ChunkingConfig::default();
    config.max_chunk_size = [100, 137, 500, 500, 500, 2000][random.usize(..6)];
    config.min_chunk_size = [10, 50, 50, 100][random.usize(..4)];
    config.context_window_size = [0, 1, 50, 200][random.usize(..4)];
    config.preference_signal.include_remainder = Some(true);
    config.step_based.detect_substeps = random.bool();
    config.step_based.include_optional_steps = random.bool();
    config
}

/// All laws of the contract on one document.
fn check(config: &ChunkingConfig, source: &str, chunks: &[HybridChunk<'_>]) {
    let normalized = source.strip_prefix('\u{FEFF}').unwrap_or(source).replace("\r\n", "\n");
    let body = body_of(&normalized);
    covered(body, &normalized, source, chunks);
    let ids: BTreeSet<&str> = chunks.iter().map(|chunk| &*chunk.id).collect();
    assert_eq!(ids.len(), chunks.len(), "ids are unique");
    law::unique_ids(chunks).unwrap();
    for (index, chunk) in chunks.iter().enumerate() {
        assert_eq!(chunk.chunk_index, index);
        // H2: a verbatim slice, by bytes and by lines.
        let part = &source[chunk.place.start_byte..chunk.place.end_byte];
        assert_eq!(part.replace("\r\n", "\n"), chunk.content);
        let lines: Vec<&str> = normalized.split('\n').collect();
        let cited = lines[chunk.place.start_line - 1..chunk.place.end_line].join("\n");
        assert!(
            cited.contains(&*chunk.content),
            "lines {}..{}",
            chunk.place.start_line,
            chunk.place.end_line
        );
        // H11
        assert_eq!(ContentHash::of(&*chunk.content), chunk.content_hash);
        assert_eq!((chunk.id.len(), chunk.id.as_bytes()[14], chunk.id.matches('-').count()), (36, b'8', 4));
        assert!(matches!(chunk.id.as_bytes()[19], b'8' | b'9' | b'a' | b'b'));
        // H6, H15: exact counts, and above the maximum only what is kept whole.
        assert_eq!(chunk.token_count, Cl100k::default().count(&chunk.content));
        let cap = if config.hard_limit { config.max_chunk_size } else { config.max_chunk_size.max(2000) };
        assert!(chunk.token_count <= cap, "{} tokens", chunk.token_count);
        // H25: contexts included.
        let contexts =
            [&chunk.context_before, &chunk.context_after].map(|text| Cl100k::default().count(text));
        let with_contexts = chunk.token_count + contexts.iter().sum::<usize>();
        assert!(!config.hard_limit || with_contexts <= config.max_chunk_size, "{with_contexts} tokens");
        assert!(config.hard_limit || !chunk.cut);
        // H12
        for context in [&chunk.context_before, &chunk.context_after] {
            assert!(Cl100k::default().count(context) <= config.context_window_size);
            assert!(source.replace("\r\n", "\n").contains(&**context));
        }
        // H13: known ids, none of its own, no duplicates.
        let related: BTreeSet<&str> = chunk.related_chunks.iter().map(|id| &**id).collect();
        assert_eq!(related.len(), chunk.related_chunks.len());
        assert!(related.is_subset(&ids) && !related.contains(&*chunk.id));
        let in_relations: BTreeSet<&str> = chunk.relations.iter().map(|relation| &*relation.id).collect();
        assert_eq!(related, in_relations);
        assert!(
            chunk.relations.iter().filter(|relation| relation.kind == RelationKind::Similar).count() <= 3
        );
    }
    relations_are_mutual(chunks);
    dependencies_have_no_circle(chunks);
}

/// The text after the frontmatter, by a naive reading of H1.
fn body_of(text: &str) -> &str {
    let mut at = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        at += line.len();
        match (index, line.trim_end()) {
            (0, "---") => {}
            (0, _) => return text,
            (_, "---" | "...") => return &text[at..],
            _ => {}
        }
    }
    text
}

/// H9: every non-blank byte of the body is in a chunk, or in a duplicate of one.
fn covered(body: &str, normalized: &str, source: &str, chunks: &[HybridChunk<'_>]) {
    let offset = normalized.len() - body.len();
    let mut seen = vec![false; source.len()];
    for place in chunks.iter().flat_map(|chunk| chunk.duplicates.iter().chain([&chunk.place])) {
        seen[place.start_byte..place.end_byte].fill(true);
    }
    // Byte by byte of the source; CR before LF is no text.
    let skipped = source.len() - source.strip_prefix('\u{FEFF}').unwrap_or(source).len();
    let mut in_text = 0;
    for (at, c) in source.char_indices().filter(|(at, _)| *at >= skipped) {
        let is_cr_of_crlf = c == '\r' && source[at + 1..].starts_with('\n');
        if !is_cr_of_crlf {
            if in_text >= offset && !is_white_space(c) {
                assert!(
                    seen[at],
                    "byte {at} is lost: {:?}",
                    &source[at..(at + 40).min(source.len())].chars().take(20).collect::<String>()
                );
            }
            in_text += c.len_utf8();
        }
    }
}

fn relations_are_mutual(chunks: &[HybridChunk<'_>]) {
    let all: BTreeSet<(RelationKind, &str, &str)> = chunks
        .iter()
        .flat_map(|chunk| chunk.relations.iter().map(|relation| (relation.kind, &*chunk.id, &*relation.id)))
        .collect();
    for &(kind, from, to) in &all {
        let back = match kind {
            RelationKind::Previous => RelationKind::Next,
            RelationKind::Next => RelationKind::Previous,
            RelationKind::Parent => RelationKind::Child,
            RelationKind::Child => RelationKind::Parent,
            RelationKind::Similar => continue,
            other => panic!("{other:?} is not known to be mutual"),
        };
        assert!(all.contains(&(back, to, from)), "{kind:?}");
    }
}

/// H13: taking away what depends on nothing that is left takes all away.
fn dependencies_have_no_circle(chunks: &[HybridChunk<'_>]) {
    let mut left: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for chunk in chunks {
        if let StrategyMetadata::Procedural(step) = &chunk.strategy_metadata {
            left.insert(&chunk.id, step.dependencies.iter().map(|id| &**id).collect());
            assert!(!step.dependencies.contains(&chunk.id));
        }
    }
    loop {
        let free: BTreeSet<&str> =
            left.iter().filter(|(_, needs)| needs.is_empty()).map(|(id, _)| *id).collect();
        if free.is_empty() {
            assert!(left.is_empty(), "a circle of dependencies");
            return;
        }
        left.retain(|id, _| !free.contains(id));
        for needs in left.values_mut() {
            needs.retain(|id| !free.contains(id));
        }
    }
}

#[test]
fn all_laws_hold_on_generated_documents() {
    let mut random = Rng::with_seed(61);
    for round in 0..200 {
        let config = config(&mut random);
        let hard = config.clone().with_hard_limit(true);
        let system = ChunkingSystem::new(config.clone()).unwrap();
        let limited = ChunkingSystem::new(hard.clone()).unwrap();
        let mut source = document(&mut random);
        if random.u8(..4) == 0 {
            source = format!("\u{FEFF}{}", source.replace('\n', "\r\n"));
        }
        let document = Document::new("a/b.md", &source);
        let strategy = STRATEGIES[random.usize(..4)];
        for (config, found) in [
            (&config, system.chunk(&document)),
            (&config, system.chunk_with_strategy(&document, strategy)),
            (&hard, limited.chunk(&document)),
        ] {
            let found = std::panic::catch_unwind(|| check(config, &source, &found.unwrap().chunks));
            assert!(
                found.is_ok(),
                "round {round}: {strategy} {:?}",
                &source.chars().take(600).collect::<String>()
            );
        }
    }
}

#[test]
fn runs_threads_and_line_ends_do_not_matter() {
    let system = ChunkingSystem::new(ChunkingConfig::default()).unwrap();
    let mut random = Rng::with_seed(62);
    let sources: Vec<String> = (0..60).map(|_| document(&mut random)).collect();
    let documents: Vec<Document<'_>> = sources.iter().map(|source| Document::new("x.md", source)).collect();
    let one_by_one: Vec<_> = documents.iter().map(|document| system.chunk(document).unwrap()).collect();
    let batch: Vec<_> = system.chunk_batch(&documents).into_iter().map(Result::unwrap).collect();
    assert_eq!(one_by_one, batch);
    for (source, found) in sources.iter().zip(&one_by_one) {
        law::deterministic(&system, Source::new("x.md", source.as_bytes())).unwrap();
        law::replays(&system, Source::new("x.md", source.as_bytes())).unwrap();
        let crlf = source.replace("\r\n", "\n").replace('\n', "\r\n");
        let other = system.chunk(&Document::new("x.md", &crlf)).unwrap();
        let texts = |chunks: &[HybridChunk<'_>]| -> Vec<(String, String)> {
            chunks.iter().map(|chunk| (chunk.id.clone(), chunk.content.to_string())).collect()
        };
        assert_eq!(texts(&other.chunks), texts(&found.chunks));
    }
}

/// H25: sizes may be any, and nothing is kept whole above them; a single character has 4 tokens at most.
#[test]
fn a_hard_limit_holds() {
    let mut random = Rng::with_seed(63);
    let mut cut = 0;
    for _ in 0..200 {
        let max = [1, 2, 7, 16, 64, 128, 3000][random.usize(..7)];
        let config = ChunkingConfig::default().with_max_chunk_size(max).with_hard_limit(true);
        let system = ChunkingSystem::new(config).unwrap();
        let source = document(&mut random) + "```\nlet x = 1;\nlet y = 2;\n\nlet z = 3;\n```\n";
        let strategy = STRATEGIES[random.usize(..4)];
        let found = system.chunk_with_strategy(&Document::new("a.md", &source), strategy).unwrap();
        let fits = |chunk: &HybridChunk<'_>| {
            chunk.token_count <= max || chunk.token_count <= 4 && chunk.content.chars().count() == 1
        };
        assert!(found.chunks.iter().all(fits), "{max}, {strategy}: {source:?}");
        cut += found.chunks.iter().filter(|chunk| chunk.cut).count();
    }
    assert!(cut > 100, "{cut} are too few to tell anything");
}

/// H26: the text to embed is a head, a blank line and the content, within a hard limit; what else a chunk is stays the same without one.
#[test]
fn texts_to_embed_have_heads() {
    use chunk_core::types::EmbedPart::{Date, Headings, Speaker, Table, Title};
    let mut random = Rng::with_seed(64);
    let mut headed = 0;
    for _ in 0..100 {
        let max = [4, 16, 64, 128, 500][random.usize(..5)];
        let hard = random.bool();
        let plain = ChunkingConfig::default().with_max_chunk_size(if hard { max } else { 100 + max });
        let plain = plain.with_hard_limit(hard);
        let mut config = plain.clone();
        config.embed = vec![Title, Headings, Table, Date, Speaker];
        let source = format!("---\ntitle: Plant\ndate: 2024-05-01\n---\n{}", body_of(&document(&mut random)));
        let document = Document::new("a.md", &source);
        let found = ChunkingSystem::new(config.clone()).unwrap().chunk(&document).unwrap();
        for chunk in &found.chunks {
            let embed = chunk.embed.as_deref().unwrap();
            assert_eq!(Some(ContentHash::of(embed)), chunk.embed_hash);
            let head = embed.strip_suffix(&*chunk.content).unwrap();
            assert!(head.is_empty() || head.starts_with('P') && head.ends_with("\n\n"), "{head:?}");
            let head_tokens = Cl100k::default().count(head.trim_end());
            assert!(head_tokens <= config.max_chunk_size / 4, "{head:?}");
            let tokens = Cl100k::default().count(embed);
            assert!(
                !hard || tokens <= max || chunk.content.chars().count() == 1,
                "{tokens} of {max}: {embed:?}"
            );
            headed += usize::from(!head.is_empty());
        }
        if !hard {
            let without = ChunkingSystem::new(plain).unwrap().chunk(&document).unwrap();
            let mut chunks = found.chunks;
            for chunk in &mut chunks {
                (chunk.embed, chunk.embed_hash) = (None, None);
            }
            assert_eq!(chunks, without.chunks);
        }
    }
    assert!(headed > 100, "{headed} are too few to tell anything");
}

#[test]
fn hostile_documents_keep_the_laws() {
    let config = ChunkingConfig::default();
    let system = ChunkingSystem::new(config.clone()).unwrap();
    for (name, source) in hostile(20_000) {
        for strategy in STRATEGIES {
            let found = system.chunk_with_strategy(&Document::new("h", &source), strategy).unwrap();
            if strategy != "preference-signal" {
                let held = std::panic::catch_unwind(|| check(&config, &source, &found.chunks));
                assert!(held.is_ok(), "{name} {strategy}");
            }
        }
    }
}
