//! From pieces of the right size to chunks: duplicates are dropped (H10), strategies describe what is left, and each chunk gets its id
//! (H11), its contexts (H12), its relations (H13) and its scores (H14).

use crate::Dictionary;
use crate::analysis::Analysis;
use crate::finish::heads::Heads;
use crate::finish::sizes::Piece;
use crate::finish::{quality, relations};
use crate::record::{
    HybridChunk, HybridTurn, Place, Relation, RelationKind, Score, StepType, StrategyMetadata, identity,
};
use crate::strategy::Draft;
use crate::strategy::step::circle::{cut_circles, reversed};
use crate::text::{ParsedContent, Reach};
use chunk_core::{
    ContentHash, MetadataBounds, Warning, long_head,
    types::{Metadata, Position},
};
use std::{borrow::Cow, collections::BTreeSet, ops::Range};

/// A piece that becomes a chunk.
struct Kept<'p> {
    piece: Piece<'p>,
    hash: ContentHash,
    /// Where else the same text stands.
    duplicates: Vec<Range<usize>>,
}

/// Cuts values of metadata that many chunks may repeat down to their first characters (C1).
fn shorten(metadata: &mut StrategyMetadata, bounds: &mut MetadataBounds) {
    let mut cut = |value: &mut String| {
        value.truncate(bounds.cut(value).len());
    };
    match metadata {
        StrategyMetadata::Episodic(event) => cut(&mut event.task_id),
        StrategyMetadata::Semantic(semantic) => {
            cut(&mut semantic.topic);
            semantic.keywords.iter_mut().for_each(cut);
        }
        StrategyMetadata::Preference(decision) => {
            let mut signals = std::mem::take(&mut decision.signals);
            for own in signals.iter_mut().chain([&mut *decision]) {
                let values =
                    [&mut own.preferred_option, &mut own.rationale].into_iter().chain(&mut own.user_id);
                values.chain(&mut own.rejected_options).for_each(&mut cut);
            }
            decision.signals = signals;
        }
        StrategyMetadata::Procedural(step) => {
            cut(&mut step.step_title);
            step.steps.iter_mut().for_each(|step| cut(&mut step.step_title));
        }
        StrategyMetadata::Custom(_) => {}
    }
}

/// Drops duplicates: of pieces with the same text and strategy, keeps the first, and notes in it where the others stood (H10). Gives the
/// pieces that are kept, and what each depends on; drafts refer to each other by bytes, and from here on by index.
fn unique<'p>(analysis: &Analysis<'_>, pieces: Vec<Piece<'p>>) -> (Vec<Kept<'p>>, Vec<Vec<usize>>) {
    let mut first: Dictionary<(ContentHash, &str), usize> = Dictionary::default();
    let mut kept: Vec<Kept<'_>> = Vec::new();
    // For each piece, the first byte that refers to it, and the index of the piece that is kept for it.
    let mut indices: Vec<(usize, usize)> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let hash = ContentHash::of(analysis.slice(&piece.draft.span));
        let index = *first.entry((hash, piece.plugin.name())).or_insert(kept.len());
        indices.push((piece.from, index));
        match kept.get_mut(index) {
            Some(known) => known.duplicates.push(piece.draft.span),
            None => kept.push(Kept { piece, hash, duplicates: Vec::new() }),
        }
    }
    let index_of = |byte| {
        let up_to_byte = indices.partition_point(|&(from, _)| from <= byte);
        indices.get(up_to_byte.checked_sub(1)?).map(|&(_, index)| index)
    };
    let mut dependencies = Vec::with_capacity(kept.len());
    for (index, Kept { piece: Piece { draft, .. }, .. }) in kept.iter_mut().enumerate() {
        draft.parent = draft.parent.and_then(index_of).filter(|&parent| parent != index);
        let others = std::mem::take(&mut draft.dependencies).into_iter().filter_map(index_of);
        let mut others: Vec<usize> = others.filter(|&other| other != index).collect();
        others.sort_unstable();
        others.dedup();
        dependencies.push(others);
    }
    (kept, dependencies)
}

/// All chunks of a document.
pub(crate) fn chunks<'d>(
    content: &ParsedContent<'d>,
    analysis: &Analysis<'_>,
    pieces: Vec<Piece<'_>>,
    heads: Option<&Heads<'_>>,
    warnings: &mut Vec<Warning>,
) -> Vec<HybridChunk<'d>> {
    let (mut all, mut dependencies) = unique(analysis, pieces);
    let line = |kept: &Kept<'_>| Position::Line(content.lines.line(kept.piece.draft.span.start));
    for cut in cut_circles(&mut dependencies).into_iter().filter_map(|index| all.get(index)) {
        let message = "steps depend on each other in a circle; it is cut at this step";
        warnings.push(Warning::new("dependency-cycle", message).at(line(cut)));
    }
    let (config, max) = (analysis.config, analysis.config.max_chunk_size);
    for kept in all.iter().filter(|kept| kept.piece.tokens > max) {
        // It is kept whole (H6).
        let (tokens, remedy) =
            (kept.piece.tokens, if config.hard_limit { "" } else { "; hardLimit = true would cut it" });
        let message = format!("a part that is kept whole has {tokens} tokens, maxChunkSize is {max}{remedy}");
        warnings.push(Warning::new("oversized-block", message).at(line(kept)));
    }
    let mut bounds = MetadataBounds::default();
    for Kept { piece: Piece { draft, plugin, .. }, .. } in &mut all {
        plugin.describe(analysis, &draft.span, &mut draft.metadata);
        shorten(&mut draft.metadata, &mut bounds);
    }
    let metadata = content.kept(&config.keep, &mut bounds);
    let turns = HybridTurn::all(content.document().turns, &mut bounds);
    warnings.extend(bounds.warning());
    let drafts: Vec<&Draft> = all.iter().map(|kept| &kept.piece.draft).collect();
    let threshold = Score::of_setting(config.semantic_boundary.similarity_threshold).thousandths();
    let relations =
        config.enable_relationship_linking.then(|| relations::relations(analysis, &drafts, threshold));
    let mut cut_head = None;
    let chunk = |(chunk_index, kept): (usize, Kept<'_>)| {
        let span = kept.piece.draft.span.clone();
        let mut chunk =
            HybridChunk { chunk_index, metadata: metadata.clone(), ..chunk(content, analysis, kept) };
        chunk.turns = HybridTurn::within(&turns, &(chunk.place.start_byte..chunk.place.end_byte));
        if let Some(heads) = heads {
            let embed = heads.embed(&span, &chunk.content, &chunk.strategy_metadata);
            if embed.is_cut {
                cut_head.get_or_insert(chunk.place.start_line);
            }
            (chunk.embed, chunk.embed_hash) = (Some(embed.text), Some(embed.hash));
        }
        chunk
    };
    let mut chunks: Vec<HybridChunk<'d>> = all.into_iter().enumerate().map(chunk).collect();
    warnings.extend(cut_head.map(|line| long_head().at(Position::Line(line))));
    if let Some(relations) = relations {
        link(&mut chunks, relations, &dependencies);
    }
    chunks
}

/// Writes into chunks what they say of each other (H13): their `relations`, and on which others each depends, all by index.
fn link(
    chunks: &mut [HybridChunk<'_>],
    relations: Vec<Vec<(RelationKind, usize)>>,
    dependencies: &[Vec<usize>],
) {
    let ids: Vec<String> = chunks.iter().map(|chunk| chunk.id.clone()).collect();
    let topic = |chunk: &HybridChunk<'_>| match &chunk.strategy_metadata {
        StrategyMetadata::Semantic(semantic) => Some(semantic.topic.clone()),
        _ => None,
    };
    let topics: Vec<Option<String>> = chunks.iter().map(topic).collect();
    let followups = reversed(dependencies);
    let id = |other: usize| ids.get(other).cloned();
    for (index, (chunk, relations)) in chunks.iter_mut().zip(relations).enumerate() {
        let linked = |links: &[Vec<usize>]| {
            links.get(index).into_iter().flatten().filter_map(|&other| id(other)).collect()
        };
        if let StrategyMetadata::Procedural(step) = &mut chunk.strategy_metadata {
            (step.dependencies, step.followups) = (linked(dependencies), linked(&followups));
        }
        let mut listed = BTreeSet::new();
        for (kind, other) in relations {
            let Some(id) = id(other) else { continue };
            match (&mut chunk.strategy_metadata, kind) {
                (StrategyMetadata::Episodic(event), RelationKind::Previous | RelationKind::Next) => {
                    event.related_chunks.push(id.clone());
                }
                (StrategyMetadata::Semantic(semantic), RelationKind::Similar) => {
                    let topic = topics.get(other).and_then(Option::as_ref);
                    let is_new = |topic: &&String| {
                        **topic != semantic.topic && !semantic.related_topics.contains(topic)
                    };
                    semantic.related_topics.extend(topic.filter(is_new).cloned());
                }
                _ => {}
            }
            if listed.insert(other) {
                chunk.related_chunks.push(id.clone());
            }
            chunk.relations.push(Relation { kind, id });
        }
    }
}

/// A chunk by itself: its index is still missing, and what it shares with the document or says of other chunks.
fn chunk<'d>(
    content: &ParsedContent<'d>,
    analysis: &Analysis<'_>,
    Kept { piece: Piece { mut draft, tokens, plugin, cut, .. }, hash, duplicates }: Kept<'_>,
) -> HybridChunk<'d> {
    let (document, config, body) = (content.document(), analysis.config, content.body());
    // Contexts are the longest runs of whole words before and after a chunk (H12).
    let limit = if config.enable_context_extraction { config.context_window_size } else { 0 };
    // Under a hard limit both fit beside the chunk.
    let room = if config.hard_limit { config.max_chunk_size.saturating_sub(tokens) / 2 } else { usize::MAX };
    let limit = limit.min(room);
    let reach = Reach { text: content.text(), tokens: &*analysis.tokens, limit };
    let scored = config.enable_quality_scoring.then_some(&draft.span);
    let coherence_score = scored.map(|span| quality::coherence(analysis, span));
    let completeness = scored.map(|span| quality::completeness(analysis, span));
    let least = Score::of_setting(config.semantic_boundary.min_topic_coherence);
    let is_incoherent = coherence_score.is_some_and(|coherence| coherence < least);
    if let StrategyMetadata::Semantic(topic) = &mut draft.metadata {
        topic.coherence_score = coherence_score;
    }
    let headings = content.section_at(draft.span.start).map_or(0, |section| section.depth);
    let is_substep =
        matches!(&draft.metadata, StrategyMetadata::Procedural(step) if step.step_type == StepType::Substep);
    HybridChunk {
        id: identity::id(&analysis.version, document.path, plugin.name(), hash),
        source_file: Cow::Borrowed(document.path),
        chunk_index: 0,
        content: content.normalized.part(draft.span.clone()),
        token_count: tokens,
        context_before: content.normalized.part(reach.words_before(body.start..draft.span.start)),
        context_after: content.normalized.part(reach.words_after(draft.span.end..body.end)),
        strategy_type: plugin.name().to_owned(),
        strategy_metadata: draft.metadata,
        created_at: document.created_at_ms.or(document.modified_at_ms),
        source_modified_at: document.modified_at_ms,
        related_chunks: Vec::new(),
        hierarchy_level: headings + usize::from(is_substep),
        coherence_score,
        completeness,
        complete: completeness.map(|completeness| completeness >= quality::COMPLETE),
        flags: is_incoherent.then(|| "low-coherence".into()).into_iter().collect(),
        relations: Vec::new(),
        duplicates: duplicates.into_iter().map(|span| place(content, span)).collect(),
        overlap_tokens: analysis.token_count(draft.span.start..draft.span.start + draft.overlap),
        content_hash: hash,
        place: place(content, draft.span),
        cut,
        embed: None,
        embed_hash: None,
        metadata: Metadata::new(),
        turns: Vec::new(),
    }
}

/// The place of a span in the file as given (H2).
fn place(content: &ParsedContent<'_>, span: Range<usize>) -> Place {
    let (start_line, end_line) = content.lines_of(&span);
    let source = content.normalized.source_range(span);
    Place { start_byte: source.start, end_byte: source.end, start_line, end_line }
}
