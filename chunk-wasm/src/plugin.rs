//! The hybrid contract's `ChunkingSystem`, with strategies written in JavaScript (H21). These may wait for something, which Rust cannot, so
//! they are asked before a document is chunked: `read` gives the document that they see, `selected` says which of them chunk what, and `chunk`
//! takes what they answered.

use crate::{
    counter::{self, Counter, Function},
    failure::{failure, refused},
    outcome::{Outcome, utf16},
    policy::{Known, prepared},
};
use chunk_core::{
    LineEnds, Normalized,
    frontmatter::{self, Value as Yaml},
};
use chunk_hybrid::{
    Analysis, BlockKind, ChunkContext, ChunkingPlugin, ChunkingSystem, Confidence, Document, Draft,
    StrategyMetadata,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::{cell::RefCell, collections::BTreeMap, ops::Range, time::Duration};
use wasm_bindgen::prelude::*;

thread_local! {
    /// What each strategy of JavaScript says of the document that is being chunked, by its name.
    static ANSWERS: RefCell<BTreeMap<String, Answer>> = const { RefCell::new(BTreeMap::new()) };
}

#[derive(Default)]
struct Answer {
    confidence: f64,
    drafts: Vec<(Range<usize>, Map<String, Value>)>,
}

/// The system of the hybrid contract.
#[wasm_bindgen]
#[derive(Debug)]
pub struct System {
    system: ChunkingSystem,
    config: String,
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

#[wasm_bindgen]
impl System {
    /// A system with these settings, which are JSON. `count` makes `counter` the name of a function that counts.
    ///
    /// # Errors
    /// Names all that is wrong with the settings.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: &str, counter: Option<String>, count: Option<Function>) -> Result<Self, JsValue> {
        let settings = serde_json::from_str(settings).map_err(|error| failure("invalid-settings", error))?;
        let (system, config) = prepared(&settings, ChunkingSystem::new).map_err(refused)?;
        let system = system.with_counter(Counter::of(counter, count)?);
        Ok(Self { system: system.with_timer(|| Duration::from_secs_f64(now() / 1000.0)), config })
    }

    /// All settings in force, as JSON.
    #[must_use]
    pub fn config(&self) -> String {
        self.config.clone()
    }

    /// The names of all strategies: the contract's four, then those of JavaScript.
    #[must_use]
    pub fn strategies(&self) -> Vec<String> {
        self.system.strategies().into_iter().map(str::to_owned).collect()
    }

    /// What was chunked so far (H23), as JSON.
    #[must_use]
    pub fn stats(&self) -> String {
        serde_json::to_string(&self.system.stats()).unwrap_or_default()
    }

    /// Adds a strategy of JavaScript.
    ///
    /// # Errors
    /// If there already is one of this name.
    pub fn register(&mut self, name: String) -> Result<(), JsValue> {
        self.system.register_plugin(Plugin(name)).map_err(|error| failure("strategy-exists", error))
    }

    /// A document as a strategy of JavaScript sees it, as JSON. Places are in units of UTF-16 of its `text`, which has LF line ends and no
    /// byte order mark.
    #[must_use]
    pub fn read(&self, text: &str, known: &Known) -> String {
        let content = self.system.read(known.document(text));
        let spans = [content.body()].into_iter().chain(content.blocks().iter().map(|block| block.span()));
        let spans: Vec<_> = spans.map(Some).collect();
        let places = utf16(content.text().as_bytes(), &spans);
        let mut places = places.as_chunks().0.iter();
        let body = places.next().map(|[start, end]| json!({ "start": start, "end": end }));
        let blocks = content
            .blocks()
            .iter()
            .zip(places)
            .map(|(block, [start, end])| json!({ "start": start, "end": end, "kind": kind(block.kind) }));
        let blocks: Vec<_> = blocks.collect();
        let yaml = frontmatter::find(content.text()).and_then(|found| content.text().get(found.yaml));
        let fields = yaml.and_then(|yaml| frontmatter::parse(yaml).ok()).map(Yaml::Mapping);
        let fields = fields.as_ref().map_or_else(|| json!({}), value);
        json!({ "text": content.text(), "body": body, "blocks": blocks, "frontmatter": fields }).to_string()
    }

    /// Which strategy chunks which part of a document, as JSON. `answers` has a `confidence` for each strategy of JavaScript.
    ///
    /// # Errors
    /// If `answers` cannot be read, and what a counter of JavaScript throws.
    pub fn selected(&self, text: &str, known: &Known, answers: &str) -> Result<String, JsValue> {
        let document = known.document(text);
        answer(text, answers)?;
        let selection = self.system.explain(&document);
        counter::check()?;
        let spans: Vec<_> = selection.parts.iter().map(|part| Some(part.span.clone())).collect();
        let content = self.system.read(document);
        let places = utf16(content.text().as_bytes(), &spans);
        let parts = selection.parts.iter().zip(places.as_chunks().0);
        let parts: Vec<_> = parts
            .map(|(part, [start, end])| json!({ "strategy": part.strategy, "start": start, "end": end }))
            .collect();
        Ok(Value::from(parts).to_string())
    }

    /// The chunks of a document: `[lines, places, warnings, error]`. `answers` has `confidence` and `drafts` for each strategy of JavaScript.
    ///
    /// # Errors
    /// If `answers` cannot be read, and what a counter of JavaScript throws.
    pub fn chunk(
        &self,
        text: &str,
        known: &Known,
        answers: &str,
        strategy: Option<String>,
    ) -> Result<Vec<JsValue>, JsValue> {
        let document = known.document(text);
        answer(text, answers)?;
        let found = match &strategy {
            Some(strategy) => self.system.chunk_with_strategy(&document, strategy),
            None => self.system.chunk(&document),
        };
        ANSWERS.take();
        Outcome::of(text, found, |chunk| Some(chunk.place.start_byte..chunk.place.end_byte)).told()
    }
}

impl Known {
    fn document<'d>(&'d self, text: &'d str) -> Document<'d> {
        let source = self.source(text.as_bytes());
        let mut document = Document::new(source.path, text);
        document.created_at_ms = source.created_at_ms;
        document.modified_at_ms = source.modified_at_ms;
        document
    }
}

/// Keeps what strategies of JavaScript say of a text.
fn answer(text: &str, answers: &str) -> Result<(), JsValue> {
    let invalid = |message: String| failure("invalid-plugin", message);
    let told: BTreeMap<String, Told> =
        serde_json::from_str(answers).map_err(|error| invalid(error.to_string()))?;
    let normalized = Normalized::without_bom(text, LineEnds::CrLf);
    let mut kept = BTreeMap::new();
    for (name, Told { confidence, drafts }) in told {
        let units: Vec<_> = drafts.iter().flat_map(|draft| [draft.start, draft.end]).collect();
        let bytes = from_utf16(normalized.as_str(), &units).map_err(|at| {
            invalid(format!("{name}: a chunk starts or ends at {at}, where no character does"))
        })?;
        let spans = bytes.as_chunks().0.iter().map(|&[start, end]| start..end);
        let drafts = spans.zip(drafts).map(|(span, draft)| (span, draft.metadata)).collect();
        kept.insert(name, Answer { confidence, drafts });
    }
    ANSWERS.set(kept);
    Ok(())
}

/// The bytes at which these units of UTF-16 start; the first one at which no character does is the error.
fn from_utf16(text: &str, units: &[usize]) -> Result<Vec<usize>, usize> {
    let mut order: Vec<_> = units.iter().copied().enumerate().map(|(at, unit)| (unit, at)).collect();
    order.sort_unstable();
    let mut bytes = vec![0; units.len()];
    let mut characters = text.char_indices().map(|(at, character)| (at, character.len_utf16()));
    let (mut byte, mut unit, mut width) = (0, 0, 0);
    let mut is_read = false;
    for (wanted, at) in order {
        while unit < wanted && !is_read {
            unit += width;
            (byte, width) = characters.next().unwrap_or_else(|| {
                is_read = true;
                (text.len(), 0)
            });
            if width == 0 && unit < wanted {
                return Err(wanted);
            }
        }
        if unit != wanted {
            return Err(wanted);
        }
        if let Some(place) = bytes.get_mut(at) {
            *place = byte;
        }
    }
    Ok(bytes)
}

#[derive(Deserialize)]
struct Told {
    confidence: f64,
    #[serde(default)]
    drafts: Vec<Drafted>,
}

#[derive(Deserialize)]
struct Drafted {
    start: usize,
    end: usize,
    #[serde(default)]
    metadata: Map<String, Value>,
}

/// A strategy of JavaScript of this name: it says what is in [`ANSWERS`].
struct Plugin(String);

impl ChunkingPlugin for Plugin {
    fn name(&self) -> &str {
        &self.0
    }

    fn detect(&self, _: &Analysis<'_>) -> Confidence {
        let confidence =
            ANSWERS.with_borrow(|answers| answers.get(&self.0).map_or(0.0, |answer| answer.confidence));
        Confidence::from_thousandths((confidence.clamp(0.0, 1.0) * 1000.0) as _)
    }

    fn chunk(&self, _: &Analysis<'_>, context: &mut ChunkContext) -> Vec<Draft> {
        let drafts = ANSWERS.with_borrow(|answers| answers.get(&self.0).map(|answer| answer.drafts.clone()));
        let scope = &context.scope;
        let mut drafts = drafts.unwrap_or_default();
        drafts.retain(|(span, _)| scope.start <= span.start && span.end <= scope.end);
        let draft = |(span, metadata)| Draft::new(span, StrategyMetadata::Custom(metadata));
        drafts.into_iter().map(draft).collect()
    }
}

fn kind(kind: BlockKind) -> &'static str {
    match kind {
        BlockKind::Heading(_) => "heading",
        BlockKind::Paragraph => "paragraph",
        BlockKind::Item => "item",
        BlockKind::Row => "row",
        BlockKind::Code => "code",
        BlockKind::Rule => "rule",
        BlockKind::Definition => "definition",
        _ => "other",
    }
}

/// A value of the front matter; scalars are text as written.
fn value(yaml: &Yaml) -> Value {
    match yaml {
        Yaml::Scalar(scalar) => Value::from(&*scalar.text),
        Yaml::List(list) => list.iter().map(value).collect(),
        Yaml::Mapping(mapping) => mapping.iter().map(|(key, inner)| (key.to_owned(), value(inner))).collect(),
        _ => Value::Null,
    }
}
