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
        config::ChunkingConfig,
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
use chunk_core::{ContentHash, MetadataBounds, Warning, unicode};
use std::{borrow::Cow, ops::Range};

/// A piece that will be a chunk, with the hash of its text and where else it stands.
struct Kept<'p> {
    piece: Piece<'p>,
    hash: ContentHash,
    duplicates: Vec<Range<usize>>,
    /// Whether its text is its summary, too.
    is_own_summary: bool,
}

/// Leaves of what may stand in many chunks the first characters (C1).
pub(crate) fn shorten(metadata: &mut StrategyMetadata, repeated: &mut MetadataBounds) {
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

/// Leaves of pieces with the same text and strategy the first, and notes in it where the others stood (H10); and what each depends on.
fn unique<'p>(analysis: &Analysis<'_>, Pieces(pieces): Pieces<'p>) -> (Vec<Kept<'p>>, Links) {
    let mut first: Dictionary<(ContentHash, &str), usize> = Dictionary::default();
    let mut kept: Vec<Kept<'_>> = Vec::new();
    // From where on links lead to each piece, and its place among those kept.
    let mut places: Vec<(usize, usize)> = Vec::with_capacity(pieces.len());
    let hash = |piece: &Piece<'_>| ContentHash::of(analysis.slice(&piece.draft.span));
    let hashes = analysis
        .in_halves(pieces.len(), &|range| pieces.get(range).unwrap_or_default().iter().map(hash).collect());
    // One by one: of a text that repeats itself few are kept.
    for (Piece { draft, tokens, plugin, from }, hash) in pieces.into_iter().zip(hashes) {
        let place = *first.entry((hash, plugin.name())).or_insert(kept.len());
        places.push((from, place));
        match kept.get_mut(place) {
            Some(known) => known.duplicates.push(draft.span),
            None => {
                let piece = Piece { draft, tokens, plugin, from };
                kept.push(Kept { piece, hash, duplicates: Vec::new(), is_own_summary: false });
            }
        }
    }
    // Links are to bytes yet. Steps that became one chunk can close a circle that their text does not hold.
    let place = |byte| {
        let behind = places.partition_point(|&(from, _)| from <= byte);
        places.get(behind.checked_sub(1)?).map(|&(_, place)| place)
    };
    let mut dependencies = Links::default();
    for (index, Kept { piece: Piece { draft, .. }, .. }) in kept.iter_mut().enumerate() {
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

/// So many pieces are described at once: what is said of them stands twice until then.
const BATCH: usize = 1 << 11;

/// Has strategies say what there is to say of each piece. A context is for one thread.
fn describe<'c>(
    analysis: &Analysis<'_>,
    context: &(impl Fn() -> ChunkContext<'c> + Sync),
    pieces: &mut [Kept<'_>],
    mut repeated: MetadataBounds,
) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for batch in pieces.chunks_mut(BATCH) {
        let described = analysis.in_halves(batch.len(), &|range| {
            let context = context();
            let describe = |Kept { piece: Piece { draft, plugin, .. }, .. }: &Kept<'_>| {
                let (span, drafted) = (draft.span.clone(), draft.metadata.clone());
                let mut metadata = plugin.describe(analysis, &context, span, drafted);
                let is_own_summary = takes_summary(analysis.slice(&draft.span), &mut metadata);
                (metadata, is_own_summary, context.warnings.take())
            };
            batch.get(range).unwrap_or_default().iter().map(describe).collect()
        });
        for (own, (metadata, is_own_summary, said)) in batch.iter_mut().zip(described) {
            own.piece.draft.metadata = metadata;
            own.is_own_summary = is_own_summary;
            shorten(&mut own.piece.draft.metadata, &mut repeated);
            warnings.extend(said);
        }
    }
    warnings.extend(repeated.warning());
    warnings
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

/// Hands what is to be warned of and all chunks to `take`, which are made one by one; in each is noted what it is to others (H13).
pub(crate) fn chunks<'c, 'd>(
    content: &ParsedContent<'d>,
    analysis: &Analysis<'_>,
    context: &(impl Fn() -> ChunkContext<'c> + Sync),
    pieces: Pieces<'_>,
    repeated: MetadataBounds,
    take: impl FnOnce(Vec<Warning>, &mut dyn Iterator<Item = HybridChunk<'d>>),
) {
    let (mut all, dependencies) = unique(analysis, pieces);
    let warnings = describe(analysis, context, &mut all, repeated);
    analysis.forget_findings();
    let context = context();
    let config = context.config();
    let (source, version) = (content.document().path, analysis.version());
    let id = |own: &Kept<'_>| identity::id(&version, source, own.piece.plugin.name(), own.hash);
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
    let spans: Vec<Range<usize>> = drafts.iter().map(|draft| draft.span.clone()).collect();
    let topics: Vec<Option<String>> = drafts.iter().map(topic).collect();
    let followups = dependencies.reversed();
    // The chunk that each was last named as related by.
    let mut named_by = vec![usize::MAX; drafts.len()];
    let linked = |(chunk_index, ((own, relations), measured)): (usize, ((Kept<'_>, Vec<_>), Measured))| {
        let name = |other: &usize| ids.get(*other).cloned();
        let mut chunk = HybridChunk {
            id: name(&chunk_index).unwrap_or_default(),
            chunk_index,
            related_chunks: Vec::with_capacity(relations.len()),
            relations: Vec::with_capacity(relations.len()),
            ..chunk(content, &context, own, measured)
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
                let names = |links: &Links| links.of(chunk_index).filter_map(|other| name(&other)).collect();
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
    // What is measured holds no memory: of what one thread asks for and another one gives back, each would wait for the other.
    let measured = || spans.iter().map(|span| measure(analysis, config, span));
    analysis.ahead(&measured, |measured| {
        take(warnings, &mut all.into_iter().zip(relations).zip(measured).enumerate().map(linked));
    });
}

/// What is measured of a chunk by its bytes alone.
struct Measured {
    before: Range<usize>,
    behind: Range<usize>,
    coherence_score: Option<Score>,
    completeness: Option<Score>,
    sections_above: usize,
}

fn measure(analysis: &Analysis<'_>, config: &ChunkingConfig, span: &Range<usize>) -> Measured {
    // Contexts are the longest runs of whole words before and behind a chunk (H12).
    let limit = if config.enable_context_extraction { config.context_window_size } else { 0 };
    let reach = Reach { text: analysis.text(), tokens: analysis.tokens(), limit };
    let (body, scoring) = (analysis.body(), config.enable_quality_scoring);
    Measured {
        before: reach.words_before(body.start..span.start),
        behind: reach.words_behind(span.end..body.end),
        coherence_score: scoring.then(|| quality::coherence(analysis, span)),
        completeness: scoring.then(|| quality::completeness(analysis, span)),
        sections_above: analysis.section_at(span.start).map_or(0, |section| section.depth()),
    }
}

/// A chunk by itself: all but its place among the others, its id and what it says of them.
fn chunk<'d>(
    content: &ParsedContent<'d>,
    context: &ChunkContext<'_>,
    Kept { piece: Piece { mut draft, tokens, plugin, .. }, hash, duplicates, is_own_summary }: Kept<'_>,
    Measured { before, behind, coherence_score, completeness, sections_above }: Measured,
) -> HybridChunk<'d> {
    let document = content.document();
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
        context_before: content.normalized.part(before),
        context_after: content.normalized.part(behind),
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
