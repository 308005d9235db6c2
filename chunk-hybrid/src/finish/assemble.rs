//! From drafts to chunks: sizes, duplicates, ids, context, relations, scores.

use crate::{
    analysis::Analysis,
    dictionary::Dictionary,
    finish::{
        quality, relations,
        sizes::{Piece, Pieces},
    },
    record::{
        chunk::{HybridChunk, Place, Relation, RelationKind},
        identity,
        metadata::{PreferenceMetadata, StepType, StrategyMetadata},
        score::Score,
    },
    strategy::{
        plugin::{ChunkContext, Draft},
        step::{circle::cut_circles, links::Links},
    },
    text::{document::ParsedContent, reach::Reach},
};
use chunk_core::{ContentHash, MetadataBounds, unicode};
use std::{borrow::Cow, ops::Range};

/// A piece as it will be a chunk: described, with the hash of its text and where else it stands.
struct Described<'p> {
    piece: Piece<'p>,
    hash: ContentHash,
    duplicates: Vec<Range<usize>>,
    /// Whether its text is its summary, too.
    is_own_summary: bool,
}

/// Leaves of what may stand in many chunks the first characters (C1).
pub(crate) fn bound(metadata: &mut StrategyMetadata, repeated: &mut MetadataBounds) {
    let mut cut = |value: &mut String| {
        let length = repeated.cut(value).len();
        if length < value.len() {
            value.truncate(length);
            // A chunk would hold on to the room of the whole value.
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
            let PreferenceMetadata { preferred_option, rejected_options, rationale, user_id, .. } = decision;
            [preferred_option, rationale].into_iter().chain(user_id).chain(rejected_options).for_each(cut);
        }
        StrategyMetadata::Procedural(step) => cut(&mut step.step_title),
        StrategyMetadata::Custom(_) => {}
    }
}

/// Describes all pieces, leaves of those with the same text and strategy the first, and notes in it where the others stood (H10); and what
/// each depends on.
fn unique<'p>(
    analysis: &Analysis<'_>,
    context: &ChunkContext<'_>,
    Pieces(pieces): Pieces<'p>,
    repeated: &mut MetadataBounds,
) -> (Vec<Described<'p>>, Links) {
    let mut first: Dictionary<(ContentHash, &str), usize> = Dictionary::default();
    let mut kept: Vec<Described<'_>> = Vec::new();
    // From where on links lead to each piece, and its place among those kept.
    let mut places: Vec<(usize, usize)> = Vec::with_capacity(pieces.len());
    // One by one: of a text that repeats itself few are kept.
    for Piece { mut draft, tokens, plugin, from } in pieces {
        draft.metadata = plugin.describe(analysis, context, draft.span.clone(), draft.metadata);
        bound(&mut draft.metadata, repeated);
        let hash = ContentHash::of(analysis.slice(&draft.span));
        let place = *first.entry((hash, plugin.name())).or_insert(kept.len());
        places.push((from, place));
        match kept.get_mut(place) {
            Some(known) => known.duplicates.push(draft.span),
            None => {
                let is_own_summary = takes_summary(analysis.slice(&draft.span), &mut draft.metadata);
                let piece = Piece { draft, tokens, plugin, from };
                kept.push(Described { piece, hash, duplicates: Vec::new(), is_own_summary });
            }
        }
    }
    // Links are to bytes yet. Steps that became one chunk can close a circle that their text does not hold.
    let place = |byte| {
        let behind = places.partition_point(|&(from, _)| from <= byte);
        places.get(behind.checked_sub(1)?).map(|&(_, place)| place)
    };
    let mut dependencies = Links::default();
    for (index, Described { piece: Piece { draft, .. }, .. }) in kept.iter_mut().enumerate() {
        draft.parent = draft.parent.and_then(place).filter(|&parent| parent != index);
        let linked = std::mem::take(&mut draft.dependencies).into_iter().filter_map(place);
        let mut linked: Vec<usize> = linked.filter(|&other| other != index).collect();
        linked.sort_unstable();
        linked.dedup();
        dependencies.push(linked);
    }
    let (dependencies, _) = cut_circles(dependencies);
    (kept, dependencies)
}

/// Whether a text is its summary, too, which then does not stand twice: a document can be such texts.
fn takes_summary(text: &str, metadata: &mut StrategyMetadata) -> bool {
    match metadata {
        StrategyMetadata::Semantic(topic) if topic.summary == unicode::trim(text) => {
            topic.summary = String::new();
            true
        }
        _ => false,
    }
}

/// Makes the chunks one by one, and notes in each what it is to others (H13). All that is to be warned of is known before the first.
pub(crate) fn chunks<'d>(
    content: &ParsedContent<'d>,
    analysis: &Analysis<'_>,
    context: &ChunkContext<'_>,
    pieces: Pieces<'_>,
    mut repeated: MetadataBounds,
) -> impl Iterator<Item = HybridChunk<'d>> {
    let config = context.config();
    let (all, dependencies) = unique(analysis, context, pieces, &mut repeated);
    analysis.forget_findings();
    repeated.warning().into_iter().for_each(|warning| context.warn(warning));
    let (source, version) = (content.document().path, analysis.version());
    let id = |own: &Described<'_>| identity::id(&version, source, own.piece.plugin.name(), own.hash);
    let ids: Vec<String> = all.iter().map(id).collect();
    let drafts: Vec<&Draft> = all.iter().map(|own| &own.piece.draft).collect();
    let threshold = Score::of_setting(config.semantic_boundary.similarity_threshold).thousandths();
    let relations = if config.enable_relationship_linking {
        relations::relations(analysis, &drafts, threshold)
    } else {
        vec![Vec::new(); drafts.len()]
    };
    let topic = |draft: &&Draft| match &draft.metadata {
        StrategyMetadata::Semantic(semantic) => Some(semantic.topic.clone()),
        _ => None,
    };
    let topics: Vec<Option<String>> = drafts.iter().map(topic).collect();
    let followups = dependencies.reversed();
    // The chunk that each was last named as related by.
    let mut named_by = vec![usize::MAX; drafts.len()];
    let linked =
        move |(chunk_index, (own, relations)): (usize, (Described<'_>, Vec<(RelationKind, usize)>))| {
            let name = |other: &usize| ids.get(*other).cloned();
            let mut chunk = HybridChunk {
                id: name(&chunk_index).unwrap_or_default(),
                chunk_index,
                related_chunks: Vec::with_capacity(relations.len()),
                relations: Vec::with_capacity(relations.len()),
                ..chunk(content, analysis, context, own)
            };
            let of_kinds = |kinds: &'static [RelationKind]| {
                relations.iter().filter(|(kind, _)| kinds.contains(kind)).map(|(_, other)| other)
            };
            match &mut chunk.strategy_metadata {
                StrategyMetadata::Episodic(event) => {
                    let in_time = of_kinds(&[RelationKind::Previous, RelationKind::Next]);
                    event.related_chunks = in_time.filter_map(name).collect();
                }
                StrategyMetadata::Semantic(semantic) => {
                    semantic.related_topics.clear();
                    let similar = of_kinds(&[RelationKind::Similar]);
                    for topic in similar.filter_map(|other| topics.get(*other)?.as_ref()) {
                        if *topic != semantic.topic && !semantic.related_topics.contains(topic) {
                            semantic.related_topics.push(topic.clone());
                        }
                    }
                }
                StrategyMetadata::Procedural(step) if config.enable_relationship_linking => {
                    let names =
                        |links: &Links| links.of(chunk_index).filter_map(|other| name(&other)).collect();
                    (step.dependencies, step.followups) = (names(&dependencies), names(&followups));
                }
                _ => {}
            }
            for (kind, other) in relations {
                let (Some(id), Some(last)) = (ids.get(other), named_by.get_mut(other)) else { continue };
                if *last != chunk_index {
                    *last = chunk_index;
                    chunk.related_chunks.push(id.clone());
                }
                chunk.relations.push(Relation { kind, id: id.clone() });
            }
            chunk
        };
    all.into_iter().zip(relations).enumerate().map(linked)
}

/// A chunk by itself: all but its place among the others, its id and what it says of them.
fn chunk<'d>(
    content: &ParsedContent<'d>,
    analysis: &Analysis<'_>,
    context: &ChunkContext<'_>,
    Described { piece, hash, duplicates, is_own_summary }: Described<'_>,
) -> HybridChunk<'d> {
    let Piece { mut draft, tokens, plugin, .. } = piece;
    let (config, body, document) = (context.config(), content.body(), content.document());
    // Contexts are the longest runs of whole words before and behind a chunk (H12).
    let limit = if config.enable_context_extraction { config.context_window_size } else { 0 };
    let reach = Reach { text: content.text(), tokens: context.tokens, limit };
    let scoring = config.enable_quality_scoring;
    let coherence_score = scoring.then(|| quality::coherence(analysis, &draft.span));
    let completeness = scoring.then(|| quality::completeness(analysis, &draft.span));
    let least = Score::of_setting(config.semantic_boundary.min_topic_coherence);
    let is_incoherent = coherence_score.is_some_and(|coherence| coherence < least);
    let sections_above = content.section_at(draft.span.start).map_or(0, |section| section.depth());
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
        context_before: content.normalized.part(reach.words_before(body.start..draft.span.start)),
        context_after: content.normalized.part(reach.words_behind(draft.span.end..body.end)),
        strategy_type: plugin.name().to_owned(),
        strategy_metadata: draft.metadata,
        created_at: document.created_at_ms.or(document.modified_at_ms),
        source_modified_at: document.modified_at_ms,
        related_chunks: Vec::new(),
        hierarchy_level: sections_above + usize::from(is_substep),
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

/// Where bytes of the text are in the file as given (H2).
fn place(content: &ParsedContent<'_>, span: Range<usize>) -> Place {
    let (start_line, end_line) = content.lines_of(&span);
    let source = content.normalized.source_range(span);
    Place { start_byte: source.start, end_byte: source.end, start_line, end_line }
}
