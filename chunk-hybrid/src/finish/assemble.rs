//! From pieces of the right size to chunks: duplicates are dropped (H10), strategies describe what is left, and each chunk gets its id
//! (H11), its contexts (H12), its relations (H13) and its scores (H14).

use crate::{
    analysis::Analysis,
    dictionary::Dictionary,
    finish::{quality, relations, sizes::Piece},
    record::{
        chunk::{HybridChunk, Place, Relation, RelationKind},
        config::ChunkingConfig,
        identity,
        metadata::{StepType, StrategyMetadata},
        score::Score,
    },
    strategy::{
        plugin::{ChunkContext, Draft},
        step::{circle::cut_circles, links::Links},
    },
    text::{document::ParsedContent, reach::Reach},
};
use chunk_core::{ContentHash, MetadataBounds, Position, Warning, unicode};
use std::{borrow::Cow, ops::Range};

/// A piece that becomes a chunk.
struct Kept<'p> {
    piece: Piece<'p>,
    hash: ContentHash,
    /// Where else the same text stands.
    duplicates: Vec<Range<usize>>,
    /// Whether its summary is its whole text. The summary is then not stored but taken from the text.
    is_own_summary: bool,
}

/// Cuts values of metadata that many chunks may repeat down to their first characters (C1).
pub(crate) fn shorten(metadata: &mut StrategyMetadata, bounds: &mut MetadataBounds) {
    let mut cut = |value: &mut String| {
        let length = bounds.cut(value).len();
        if length < value.len() {
            value.truncate(length);
            // Else the chunk would keep the memory of the whole value.
            value.shrink_to_fit();
        }
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
/// pieces that are kept, and the dependencies between them; drafts refer to each other by bytes, and from here on by index.
fn unique<'p>(analysis: &Analysis<'_>, pieces: Vec<Piece<'p>>) -> (Vec<Kept<'p>>, Links) {
    let mut first: Dictionary<(ContentHash, &str), usize> = Dictionary::default();
    let mut kept: Vec<Kept<'_>> = Vec::new();
    // For each piece, the first byte that refers to it, and the index of the piece that is kept for it.
    let mut indices: Vec<(usize, usize)> = Vec::with_capacity(pieces.len());
    let hash = |piece: &Piece<'_>| ContentHash::of(analysis.slice(&piece.draft.span));
    for piece in pieces {
        let hash = hash(&piece);
        let index = *first.entry((hash, piece.plugin.name())).or_insert(kept.len());
        indices.push((piece.from, index));
        match kept.get_mut(index) {
            Some(known) => known.duplicates.push(piece.draft.span),
            None => kept.push(Kept { piece, hash, duplicates: Vec::new(), is_own_summary: false }),
        }
    }
    let index_of = |byte| {
        let up_to_byte = indices.partition_point(|&(from, _)| from <= byte);
        indices.get(up_to_byte.checked_sub(1)?).map(|&(_, index)| index)
    };
    let mut dependencies = Links::default();
    for (index, Kept { piece: Piece { draft, .. }, .. }) in kept.iter_mut().enumerate() {
        draft.parent = draft.parent.and_then(index_of).filter(|&parent| parent != index);
        let others = std::mem::take(&mut draft.dependencies).into_iter().filter_map(index_of);
        let mut others: Vec<usize> = others.filter(|&other| other != index).collect();
        others.sort_unstable();
        others.dedup();
        dependencies.push(others);
    }
    // The text's own circles are cut already. But where steps became one chunk, there can be new ones.
    let (dependencies, _) = cut_circles(dependencies);
    (kept, dependencies)
}

/// A warning for each chunk that is above `maxChunkSize`, since it is kept whole (H6).
fn oversized(content: &ParsedContent<'_>, context: &ChunkContext<'_>, pieces: &[Kept<'_>]) -> Vec<Warning> {
    let max = context.config().max_chunk_size;
    let warning = |piece: &Piece<'_>| {
        let message = format!("a part that is kept whole has {} tokens, maxChunkSize is {max}", piece.tokens);
        let line = content.lines.line(piece.draft.span.start);
        Warning::new("oversized-block", message).at(Position::Line(line))
    };
    pieces.iter().map(|kept| &kept.piece).filter(|piece| piece.tokens > max).map(warning).collect()
}

/// Lets strategies complete the metadata of all pieces; gives their warnings.
fn describe(
    analysis: &Analysis<'_>,
    context: &ChunkContext<'_>,
    pieces: &mut [Kept<'_>],
    mut bounds: MetadataBounds,
) -> Vec<Warning> {
    for Kept { piece: Piece { draft, plugin, .. }, is_own_summary, .. } in pieces {
        let (span, drafted) = (draft.span.clone(), draft.metadata.clone());
        draft.metadata = plugin.describe(analysis, context, span, drafted);
        *is_own_summary = take_own_summary(analysis.slice(&draft.span), &mut draft.metadata);
        shorten(&mut draft.metadata, &mut bounds);
    }
    let mut warnings = context.warnings.take();
    warnings.extend(bounds.warning());
    warnings
}

/// Removes a summary that is the whole text, so that this is not stored twice; gives whether it was.
fn take_own_summary(text: &str, metadata: &mut StrategyMetadata) -> bool {
    match metadata {
        StrategyMetadata::Semantic(topic) if topic.summary == unicode::trim(text) => {
            topic.summary = String::new();
            true
        }
        _ => false,
    }
}

/// Hands the warnings and all chunks, which are made one by one, to `take`.
pub(crate) fn chunks<'d>(
    content: &ParsedContent<'d>,
    analysis: &Analysis<'_>,
    context: &ChunkContext<'_>,
    pieces: Vec<Piece<'_>>,
    bounds: MetadataBounds,
    take: impl FnOnce(Vec<Warning>, &mut dyn Iterator<Item = HybridChunk<'d>>),
) {
    let (mut all, dependencies) = unique(analysis, pieces);
    let mut warnings = oversized(content, context, &all);
    warnings.extend(describe(analysis, context, &mut all, bounds));
    analysis.forget_findings();
    let config = context.config();
    let (source, version) = (content.document().path, analysis.version());
    let id = |kept: &Kept<'_>| identity::id(&version, source, kept.piece.plugin.name(), kept.hash);
    let ids: Vec<String> = all.iter().map(id).collect();
    let drafts: Vec<&Draft> = all.iter().map(|kept| &kept.piece.draft).collect();
    let threshold = Score::of_setting(config.semantic_boundary.similarity_threshold).thousandths();
    let relations = if config.enable_relationship_linking {
        relations::relations(analysis, &drafts, threshold)
    } else {
        vec![Vec::new(); drafts.len()]
    };
    let spans: Vec<Range<usize>> = drafts.iter().map(|draft| draft.span.clone()).collect();
    let steps = config.enable_relationship_linking.then(|| (dependencies.reversed(), dependencies));
    let mut others = Others::new(ids, &drafts, steps);
    let make = |(chunk_index, ((kept, relations), measured)): (usize, ((Kept<'_>, Vec<_>), Measured))| {
        let mut chunk = HybridChunk { chunk_index, ..chunk(content, context, kept, measured) };
        others.link(&mut chunk, relations);
        chunk
    };
    let measured = spans.iter().map(|span| measure(analysis, config, span));
    take(warnings, &mut all.into_iter().zip(relations).zip(measured).enumerate().map(make));
}

/// What chunks are told of the other chunks (H13), all by index.
struct Others {
    ids: Vec<String>,
    /// The topics of chunks that have one.
    topics: Vec<Option<String>>,
    /// The followups and the dependencies of steps, if these are to be linked.
    steps: Option<(Links, Links)>,
    /// For each chunk, the last one that lists it among its related chunks.
    listed_by: Vec<usize>,
}

impl Others {
    fn new(ids: Vec<String>, drafts: &[&Draft], steps: Option<(Links, Links)>) -> Self {
        let topic = |draft: &&Draft| match &draft.metadata {
            StrategyMetadata::Semantic(semantic) => Some(semantic.topic.clone()),
            _ => None,
        };
        let topics = drafts.iter().map(topic).collect();
        Self { ids, topics, steps, listed_by: vec![usize::MAX; drafts.len()] }
    }

    /// Gives a chunk its id, its relations, and what its metadata say of other chunks.
    fn link(&mut self, chunk: &mut HybridChunk<'_>, relations: Vec<(RelationKind, usize)>) {
        let index = chunk.chunk_index;
        let id = |other: usize| self.ids.get(other).cloned();
        let of_kinds = |kinds: &'static [RelationKind]| {
            relations.iter().filter(|(kind, _)| kinds.contains(kind)).map(|&(_, other)| other)
        };
        chunk.id = id(index).unwrap_or_default();
        match (&mut chunk.strategy_metadata, &self.steps) {
            (StrategyMetadata::Episodic(event), _) => {
                let in_time = of_kinds(&[RelationKind::Previous, RelationKind::Next]);
                event.related_chunks = in_time.filter_map(id).collect();
            }
            (StrategyMetadata::Semantic(semantic), _) => {
                semantic.related_topics.clear();
                let similar = of_kinds(&[RelationKind::Similar]);
                for topic in similar.filter_map(|other| self.topics.get(other)?.as_ref()) {
                    if *topic != semantic.topic && !semantic.related_topics.contains(topic) {
                        semantic.related_topics.push(topic.clone());
                    }
                }
            }
            (StrategyMetadata::Procedural(step), Some((followups, dependencies))) => {
                step.dependencies = dependencies.of(index).filter_map(id).collect();
                step.followups = followups.of(index).filter_map(id).collect();
            }
            _ => {}
        }
        chunk.related_chunks.reserve_exact(relations.len());
        chunk.relations.reserve_exact(relations.len());
        for (kind, other) in relations {
            let (Some(id), Some(last)) = (self.ids.get(other), self.listed_by.get_mut(other)) else {
                continue;
            };
            if *last != index {
                *last = index;
                chunk.related_chunks.push(id.clone());
            }
            chunk.relations.push(Relation { kind, id: id.clone() });
        }
    }
}

/// What is measured of a chunk by its bytes alone.
struct Measured {
    context_before: Range<usize>,
    context_after: Range<usize>,
    coherence_score: Option<Score>,
    completeness: Option<Score>,
    /// How many headings it stands under, its own included.
    headings: usize,
}

fn measure(analysis: &Analysis<'_>, config: &ChunkingConfig, span: &Range<usize>) -> Measured {
    // Contexts are the longest runs of whole words before and after a chunk (H12).
    let limit = if config.enable_context_extraction { config.context_window_size } else { 0 };
    let reach = Reach { text: analysis.text(), tokens: analysis.tokens(), limit };
    let (body, scoring) = (analysis.body(), config.enable_quality_scoring);
    Measured {
        context_before: reach.words_before(body.start..span.start),
        context_after: reach.words_after(span.end..body.end),
        coherence_score: scoring.then(|| quality::coherence(analysis, span)),
        completeness: scoring.then(|| quality::completeness(analysis, span)),
        headings: analysis.section_at(span.start).map_or(0, |section| section.depth()),
    }
}

/// A chunk by itself: its index is still missing, and what [`Others::link`] adds.
fn chunk<'d>(
    content: &ParsedContent<'d>,
    context: &ChunkContext<'_>,
    Kept { piece: Piece { mut draft, tokens, plugin, .. }, hash, duplicates, is_own_summary }: Kept<'_>,
    measured: Measured,
) -> HybridChunk<'d> {
    let document = content.document();
    let Measured { coherence_score, completeness, .. } = measured;
    let least = Score::of_setting(context.config().semantic_boundary.min_topic_coherence);
    let is_incoherent = coherence_score.is_some_and(|coherence| coherence < least);
    if let StrategyMetadata::Semantic(topic) = &mut draft.metadata {
        topic.coherence_score = coherence_score;
        if is_own_summary {
            unicode::trim(content.slice(&draft.span)).clone_into(&mut topic.summary);
        }
    }
    let is_substep =
        matches!(&draft.metadata, StrategyMetadata::Procedural(step) if step.step_type == StepType::Substep);
    HybridChunk {
        id: String::new(),
        source_file: Cow::Borrowed(document.path),
        chunk_index: 0,
        content: content.normalized.part(draft.span.clone()),
        token_count: tokens,
        context_before: content.normalized.part(measured.context_before),
        context_after: content.normalized.part(measured.context_after),
        strategy_type: plugin.name().to_owned(),
        strategy_metadata: draft.metadata,
        created_at: document.created_at_ms.or(document.modified_at_ms),
        source_modified_at: document.modified_at_ms,
        related_chunks: Vec::new(),
        hierarchy_level: measured.headings + usize::from(is_substep),
        coherence_score,
        completeness,
        complete: completeness.map(|completeness| completeness >= quality::COMPLETE),
        flags: is_incoherent.then(|| "low-coherence".into()).into_iter().collect(),
        relations: Vec::new(),
        duplicates: duplicates.into_iter().map(|span| place(content, span)).collect(),
        overlap_tokens: context.tokens(draft.span.start..draft.span.start + draft.overlap),
        content_hash: hash,
        place: place(content, draft.span),
    }
}

/// The place of a span in the file as given (H2).
fn place(content: &ParsedContent<'_>, span: Range<usize>) -> Place {
    let (start_line, end_line) = content.lines_of(&span);
    let source = content.normalized.source_range(span);
    Place { start_byte: source.start, end_byte: source.end, start_line, end_line }
}
