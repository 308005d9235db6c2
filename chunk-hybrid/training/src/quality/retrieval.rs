//! PΩ, the precision of a perfect retriever (Smith and Troynikov 2024). The answers to a question are ranges of code points; its
//! precision is the share of answers in the text of all chunks that touch one. PΩ is the mean over all questions. It falls as
//! chunks grow, so only chunkings with equal sizes can be compared.

use chunk_core::CodePointIndex;
use chunk_hybrid::{ChunkingConfig, ChunkingSystem, Document};
use serde::Deserialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
    fs,
    ops::Range,
    path::Path,
};

/// Texts, and questions whose answers are in them.
pub struct Questions {
    texts: BTreeMap<String, String>,
    questions: Vec<Question>,
}

/// A line of `questions.jsonl`.
#[derive(Deserialize)]
struct Question {
    /// The text's file name, without `.md`.
    corpus: String,
    /// The answers: start and end in code points of the text.
    references: Vec<[usize; 2]>,
}

/// The result for the chunks of some settings.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub struct Reached {
    pub chunks: usize,
    /// The mean size of a chunk, in tokens.
    pub tokens: f64,
    /// PΩ, from 0 to 1.
    pub precision: f64,
}

impl Questions {
    /// Reads a folder's `questions.jsonl` and the Markdown files that it refers to.
    pub fn read(folder: &Path) -> Result<Self, Box<dyn Error>> {
        let path = folder.join("questions.jsonl");
        let lines = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let questions: Vec<Question> = lines
            .lines()
            .enumerate()
            .map(|(index, line)| {
                serde_json::from_str(line)
                    .map_err(|error| format!("{}:{}: {error}", path.display(), index + 1))
            })
            .collect::<Result<_, _>>()?;
        let mut texts = BTreeMap::new();
        for name in questions.iter().map(|question| &question.corpus).collect::<BTreeSet<_>>() {
            let path = folder.join(name).with_extension("md");
            let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            texts.insert(name.clone(), text);
        }
        Ok(Self { texts, questions })
    }

    /// Measures the chunks of the semantic strategy with these settings.
    pub fn ask(&self, config: ChunkingConfig) -> Result<Reached, Box<dyn Error>> {
        let system = ChunkingSystem::new(config)?;
        let mut spans: BTreeMap<&str, Vec<Range<usize>>> = BTreeMap::new();
        let (mut chunks, mut tokens) = (0, 0);
        for (name, text) in &self.texts {
            let path = format!("{name}.md");
            let document = Document::new(&path, text.as_str());
            let found = system.chunk_with_strategy(&document, "semantic-boundary")?.chunks;
            chunks += found.len();
            tokens += found.iter().map(|chunk| chunk.token_count).sum::<usize>();
            let points = CodePointIndex::new(text);
            let place = |byte| points.code_point(byte);
            let places = found.iter().map(|chunk| place(chunk.place.start_byte)..place(chunk.place.end_byte));
            spans.insert(name, places.collect());
        }
        let precisions = self.questions.iter().map(|question| {
            precision(&question.references, spans.get(question.corpus.as_str()).map_or(&[], Vec::as_slice))
        });
        Ok(Reached {
            chunks,
            tokens: tokens as f64 / chunks.max(1) as f64,
            precision: precisions.sum::<f64>() / self.questions.len().max(1) as f64,
        })
    }
}

/// The share of answers in the text of all chunks that touch one.
fn precision(answers: &[[usize; 2]], chunks: &[Range<usize>]) -> f64 {
    let touched: Vec<&Range<usize>> = chunks
        .iter()
        .filter(|chunk| answers.iter().any(|&[start, end]| chunk.start < end && start < chunk.end))
        .collect();
    let wanted: BTreeSet<usize> = answers.iter().flat_map(|&[start, end]| start..end).collect();
    let covered = wanted.iter().filter(|place| touched.iter().any(|chunk| chunk.contains(place))).count();
    let taken: usize = touched.iter().map(|chunk| chunk.len()).sum();
    covered as f64 / taken.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    // Chunks of ten; the answers 8..12 and 10..14 touch the first two, of whose 20 they are 6.
    #[test]
    fn answers_that_overlap_count_once_and_chunks_that_touch_one_count_whole() {
        let chunks = [0..10, 10..20, 20..30];
        assert!((precision(&[[8, 12], [10, 14]], &chunks) - 6.0 / 20.0).abs() < 1e-9);
        assert!((precision(&[[20, 30]], &chunks) - 1.0).abs() < 1e-9);
    }

    // Text between chunks is in no chunk, so an answer there is not found.
    #[test]
    fn an_answer_outside_all_chunks_is_not_found() {
        assert!((precision(&[[10, 12]], &[0..10, 12..20])).abs() < 1e-9);
    }

    // One chunk; its 8 code points are 11 bytes, of which the answer would be another part.
    #[test]
    fn answers_are_in_code_points_not_bytes() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.md"), "äöü abc.").unwrap();
        fs::write(folder.path().join("questions.jsonl"), "{\"corpus\":\"a\",\"references\":[[0,4]]}\n")
            .unwrap();
        let reached = Questions::read(folder.path()).unwrap().ask(ChunkingConfig::default()).unwrap();
        assert_eq!(reached.chunks, 1);
        assert!((reached.precision - 4.0 / 8.0).abs() < 1e-9, "{reached:?}");
    }

    #[test]
    fn a_folder_without_questions_or_text_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let message = |folder: &Path| Questions::read(folder).err().unwrap().to_string();
        assert!(message(folder.path()).contains("questions.jsonl"));
        fs::write(folder.path().join("questions.jsonl"), "{\"corpus\":\"gone\",\"references\":[[0,1]]}\n")
            .unwrap();
        assert!(message(folder.path()).contains("gone.md"));
    }
}
