//! From pieces to records: H2, H10 to H15.

use super::{
    Known, SEMANTIC, Settings,
    blocks::{Block, Kind},
    count,
    cuts::Piece,
    document::Document,
    topics::{self, Gaps},
};
use chunk_core::{
    SentenceRules, sentences,
    unicode::{is_white_space, trim},
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::{cmp::Reverse, fmt::Write, ops::Range};

struct Chunk {
    span: Range<usize>,
    overlap: usize,
    strategy: String,
    hash: String,
    id: String,
    duplicates: Vec<Range<usize>>,
}

pub(super) fn lines(
    document: &Document,
    known: &Known<'_>,
    settings: &Settings,
    strategy: &str,
    pieces: Vec<Piece>,
) -> String {
    let chunks = unique(document, known, strategy, pieces);
    let gaps = Gaps::of_body(document, settings);
    let relations = relations(document, settings, &chunks, &gaps);
    let topics: Vec<String> = chunks.iter().map(|chunk| topic(document, &chunk.span)).collect();
    let mut lines = String::new();
    for (index, chunk) in chunks.iter().enumerate() {
        let related: Vec<(&str, usize)> = relations[index].clone();
        let coherence = settings.with_scores.then(|| gaps.coherence(&chunk.span));
        let completeness = settings.with_scores.then(|| completeness(document, &chunk.span));
        let low = coherence.is_some_and(|coherence| coherence < settings.least_coherence);
        let of_kinds = |kinds: &[&str]| {
            let others = related.iter().filter(|(kind, _)| kinds.contains(kind));
            others.map(|&(_, other)| other).collect::<Vec<_>>()
        };
        let ids = |others: Vec<usize>| {
            json!(others.into_iter().map(|other| &*chunks[other].id).collect::<Vec<_>>())
        };
        let metadata = if chunk.strategy == SEMANTIC {
            let keywords = topics::keywords(document, &chunk.span);
            let mut beside: Vec<&str> = Vec::new();
            for other in of_kinds(&["similar"]) {
                if topics[other] != topics[index] && !beside.contains(&&*topics[other]) {
                    beside.push(&topics[other]);
                }
            }
            object(&[
                ("type", json!("semantic").to_string()),
                ("topic", json!(topics[index]).to_string()),
                ("summary", json!(topics::summary(document, &chunk.span)).to_string()),
                ("keywords", json!(topics::written(document, &keywords)).to_string()),
                ("relatedTopics", json!(beside).to_string()),
                ("coherenceScore", score(coherence)),
            ])
        } else {
            empty(known, document, &chunk.strategy, &ids(of_kinds(&["previous", "next"])))
        };
        let mut others: Vec<usize> = Vec::new();
        for &(_, other) in &related {
            if !others.contains(&other) {
                others.push(other);
            }
        }
        let named = related.iter().map(|&(kind, other)| {
            object(&[("kind", json!(kind).to_string()), ("id", json!(chunks[other].id).to_string())])
        });
        let named: Vec<String> = named.collect();
        let (before, behind) = contexts(document, settings, &chunk.span);
        let duplicates: Vec<String> =
            chunk.duplicates.iter().map(|span| object(&place(document, span))).collect();
        let level = document.block_at(chunk.span.start).map_or(0, |block| block.headings.len());
        let mut fields = vec![
            ("id", json!(chunk.id).to_string()),
            ("sourceFile", json!(known.path).to_string()),
            ("chunkIndex", index.to_string()),
            ("content", json!(document.text[chunk.span.clone()]).to_string()),
            ("tokenCount", count(&document.text[chunk.span.clone()]).to_string()),
            ("contextBefore", json!(before).to_string()),
            ("contextAfter", json!(behind).to_string()),
            ("strategyType", json!(chunk.strategy).to_string()),
            ("strategyMetadata", metadata),
            ("createdAt", json!(known.created_at.or(known.modified_at)).to_string()),
            ("sourceModifiedAt", json!(known.modified_at).to_string()),
            ("relatedChunks", ids(others).to_string()),
            ("hierarchyLevel", level.to_string()),
            ("coherenceScore", score(coherence)),
            ("completeness", score(completeness)),
            ("complete", json!(completeness.map(|completeness| completeness >= 700)).to_string()),
            ("flags", if low { json!(["low-coherence"]) } else { json!([]) }.to_string()),
            ("relations", format!("[{}]", named.join(","))),
            ("duplicates", format!("[{}]", duplicates.join(","))),
            (
                "overlapTokens",
                count(&document.text[chunk.span.start..chunk.span.start + chunk.overlap]).to_string(),
            ),
            ("contentHash", json!(chunk.hash).to_string()),
        ];
        fields.extend(place(document, &chunk.span));
        writeln!(lines, "{}", object(&fields)).unwrap();
    }
    lines
}

fn object(fields: &[(&str, String)]) -> String {
    let fields: Vec<String> = fields.iter().map(|(key, value)| format!("\"{key}\":{value}")).collect();
    format!("{{{}}}", fields.join(","))
}

/// H15: thousandths, with three decimals.
fn score(thousandths: Option<u64>) -> String {
    thousandths.map_or("null".to_owned(), |score| format!("{}.{:03}", score / 1000, score % 1000))
}

/// H7: the metadata of a strategy that found nothing.
fn empty(known: &Known<'_>, document: &Document, strategy: &str, in_time: &Value) -> String {
    if strategy == "event-based" {
        let task = document.fields.iter().find(|(key, _)| key == "taskId").map(|(_, task)| task.clone());
        let name = known.path.rsplit('/').next().unwrap();
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let task = json!(task.unwrap_or_else(|| stem.to_owned()));
        return format!(
            r#"{{"type":"episodic","phase":"execution","taskId":{task},"timestamp":null,"duration":null,"outcome":null,"relatedChunks":{in_time}}}"#
        );
    }
    assert_eq!(strategy, "preference-signal", "not read: what H20 says of a text");
    r#"{"type":"preference","decisionType":"selection","preferredOption":"","rejectedOptions":[],"rationale":"","confidence":0.000,"userId":null,"timestamp":null}"#.to_owned()
}

/// H10, H11: of pieces with the same text the first, with its id.
fn unique(document: &Document, known: &Known<'_>, strategy: &str, pieces: Vec<Piece>) -> Vec<Chunk> {
    let mut chunks: Vec<Chunk> = Vec::new();
    for Piece { span, overlap } in pieces {
        let hash = sha256(&document.text[span.clone()]);
        if let Some(first) = chunks.iter_mut().find(|chunk| chunk.hash == hash) {
            first.duplicates.push(span);
            continue;
        }
        let digest = sha256(&["hybrid.chunking.v1", known.path, strategy, &hash].join("\n"));
        let variant =
            char::from_digit(digest[16..17].chars().next().unwrap().to_digit(16).unwrap() & 3 | 8, 16)
                .unwrap();
        let id = format!(
            "{}-{}-8{}-{variant}{}-{}",
            &digest[..8],
            &digest[8..12],
            &digest[13..16],
            &digest[17..20],
            &digest[20..32]
        );
        chunks.push(Chunk { span, overlap, strategy: strategy.to_owned(), hash, id, duplicates: Vec::new() });
    }
    chunks
}

fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

/// H2: in the file as given, and its lines.
fn place(document: &Document, span: &Range<usize>) -> [(&'static str, String); 4] {
    [
        ("startByte", document.source[span.start].to_string()),
        ("endByte", document.source[span.end].to_string()),
        ("startLine", document.line(span.start).to_string()),
        ("endLine", document.line(span.end - 1).to_string()),
    ]
}

/// H12: the longest runs of whole words right before and after that have at most this many tokens.
fn contexts(document: &Document, settings: &Settings, span: &Range<usize>) -> (String, String) {
    let size = if settings.with_context { settings.window } else { 0 };
    let starts_word = |text: &str, at: usize| {
        !text[at..].starts_with(is_white_space) && (at == 0 || text[..at].ends_with(is_white_space))
    };
    let before = document.text[document.body..span.start].trim_end_matches(is_white_space);
    let starts = (0..before.len()).rev().filter(|&at| before.is_char_boundary(at) && starts_word(before, at));
    let sizes = starts.map(|at| (at, count(&before[at..])));
    let near = sizes.take_while(|&(_, tokens)| tokens <= size + 20).filter(|&(_, tokens)| tokens <= size);
    let start = near.last().map(|(at, _)| at);
    let behind = document.text[span.end..].trim_matches(is_white_space);
    let ends = (1..=behind.len()).filter(|&at| {
        behind.is_char_boundary(at)
            && !behind[..at].ends_with(is_white_space)
            && behind[at..].chars().next().is_none_or(is_white_space)
    });
    let sizes = ends.map(|at| (at, count(&behind[..at])));
    let near = sizes.take_while(|&(_, tokens)| tokens <= size + 20).filter(|&(_, tokens)| tokens <= size);
    let end = near.last().map(|(at, _)| at);
    let [before, behind] = [start.map_or("", |at| &before[at..]), end.map_or("", |at| &behind[..at])];
    (before.to_owned(), behind.to_owned())
}

/// H13, in the order of kinds, then of chunks.
fn relations(
    document: &Document,
    settings: &Settings,
    chunks: &[Chunk],
    gaps: &Gaps,
) -> Vec<Vec<(&'static str, usize)>> {
    const KINDS: [&str; 5] = ["previous", "next", "parent", "child", "similar"];
    let mut all: Vec<Vec<(usize, usize)>> = vec![Vec::new(); chunks.len()];
    if !settings.with_relations {
        return vec![Vec::new(); chunks.len()];
    }
    for index in 1..chunks.len() {
        all[index].push((0, index - 1));
        all[index - 1].push((1, index));
    }
    for (child, chunk) in chunks.iter().enumerate() {
        // The heading it stands under, or the nearest above, that an earlier chunk holds.
        let above = document.block_at(chunk.span.start).map_or(&[][..], |block| &block.headings);
        let holder = |heading: &usize| {
            let at = document.blocks[*heading].span.start;
            let holder = chunks.iter().position(|other| other.span.end > at)?;
            (chunks[holder].span.start <= at && holder < child).then_some(holder)
        };
        if let Some(parent) = above.iter().rev().find_map(holder) {
            all[child].push((2, parent));
            all[parent].push((3, child));
        }
    }
    let keywords: Vec<Vec<&str>> = chunks
        .iter()
        .map(|chunk| topics::keywords(document, &chunk.span).into_iter().map(|term| term.term).collect())
        .collect();
    for (index, chunk) in chunks.iter().enumerate() {
        let shared = |other: usize| {
            let holds = |term: &&&str| keywords[other].contains(*term);
            let is_rare = |term: &&&str| keywords.iter().filter(|own| own.contains(*term)).count() <= 24;
            keywords[index].iter().filter(holds).filter(is_rare).count()
        };
        let mut candidates: Vec<(Reverse<usize>, usize)> = (0..chunks.len())
            .filter(|&other| other != index && shared(other) > 0)
            .map(|other| (Reverse(shared(other)), other))
            .collect();
        candidates.sort_unstable();
        let mut like: Vec<(Reverse<u64>, usize)> = candidates
            .into_iter()
            .take(6)
            .map(|(_, other)| (Reverse(gaps.likeness(document, &chunk.span, &chunks[other].span)), other))
            .filter(|&(Reverse(likeness), _)| likeness > 0 && gaps.similarity(likeness) >= settings.threshold)
            .collect();
        like.sort_unstable();
        all[index].extend(like.into_iter().take(3).map(|(_, other)| (4, other)));
    }
    let named = |mut own: Vec<(usize, usize)>| {
        own.sort_unstable();
        own.dedup();
        own.into_iter().map(|(kind, other)| (KINDS[kind], other)).collect()
    };
    all.into_iter().map(named).collect()
}

/// H18: the heading above, else the top phrase.
fn topic(document: &Document, span: &Range<usize>) -> String {
    let heading = document.block_at(span.start).and_then(|block| block.headings.last());
    let title = heading.map_or("", |&heading| {
        let heading = &document.blocks[heading];
        let line = document.text[heading.text..heading.span.end].lines().next().unwrap_or("");
        let line = line.trim_end_matches(['#', '*', '_', '=', '-', ' ']).trim_end();
        line.strip_suffix(':').unwrap_or(line).trim_end_matches(['*', '_'])
    });
    if title.is_empty() { topics::phrase(document, span) } else { without_marks(title) }
}

/// H14
fn completeness(document: &Document, span: &Range<usize>) -> u64 {
    let text = &document.text;
    let holder =
        |at: usize| document.blocks.iter().find(|block| block.span.start <= at && at < block.span.end);
    let begun = holder(span.start).filter(|block| !trim(&text[block.span.start..span.start]).is_empty());
    let left = holder(span.end - 1)
        .filter(|block| span.end < block.span.end && !trim(&text[span.end..block.span.end]).is_empty());
    let is_code = |block: Option<&Block>| block.is_some_and(|block| block.kind == Kind::Code);
    let cut = |block: Option<&Block>, at: usize| {
        block.is_some_and(|block| block.kind != Kind::Code && !ends_sentence(&text[block.text.min(at)..at]))
    };
    let mut missing = 0;
    if refers_back(document, span) {
        missing += 250;
    }
    if cut(begun, span.start) || cut(left, span.end) {
        missing += 350;
    }
    if is_code(begun) || is_code(left) || holder(span.end - 1).is_some_and(|block| block.open) {
        missing += 350;
    }
    let above = document.block_at(span.start).is_some_and(|block| !block.headings.is_empty());
    let inside = document
        .blocks
        .iter()
        .any(|block| matches!(block.kind, Kind::Heading(_)) && span.contains(&block.span.start));
    if !above && !inside {
        missing += 100;
    }
    1000 - missing
}

fn ends_sentence(text: &str) -> bool {
    let text = text.trim_end_matches(is_white_space);
    let line = text.rsplit('\n').next().unwrap_or("");
    let probe = format!("{line} x");
    text.is_empty()
        || sentences(&probe, SentenceRules::Standard).last().is_some_and(|last| trim(&probe[last]) == "x")
}

/// Of the pronouns and connectives those that need what stands before whatever follows.
fn refers_back(document: &Document, span: &Range<usize>) -> bool {
    let Some(first) = document.words_in(span).next() else { return false };
    let is_heading =
        matches!(document.block_at(first.span.start), Some(Block { kind: Kind::Heading(_), .. }));
    let word = document.text[first.span.clone()].to_ascii_lowercase();
    !is_heading && ["it", "they", "he", "she", "however", "therefore"].contains(&&*word)
}

/// A title's links as what they are written as.
fn without_marks(title: &str) -> String {
    assert!(!title.contains(['*', '`', '\\', '&']), "not read: other marks than links, in {title:?}");
    let mut parts = title.split_inclusive(['<', '>', '[', ']', '(', ')']).peekable();
    let mut text = String::new();
    while let Some(part) = parts.next() {
        match part.strip_suffix(']') {
            Some(written) if parts.peek() == Some(&"(") => {
                text += written;
                parts.nth(1);
            }
            _ => text += part.trim_end_matches(['<', '>', '[']),
        }
    }
    text
}
