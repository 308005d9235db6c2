//! The rows of features that the models are fitted to. For real documents, which are not ours to publish, the repository has one
//! compressed file of numbers and labels, without their text.

use super::{
    chain::{Node, Sequence},
    corpus::Known,
    kind, lines,
    phases::{self, ChainFeatures},
    train::{Feature, Features, Row},
};
use chunk_hybrid::training::{DECISIONS, STEPS, Vocabulary};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use std::{
    collections::BTreeMap,
    error::Error,
    fs::File,
    io::{Read, Write},
    path::Path,
};

/// The rows of each model, and its features.
#[derive(Debug, Clone, Default)]
pub struct Rows {
    pub kind: Vec<Row>,
    pub types: Vec<Row>,
    pub decisions: Vec<Row>,
    pub steps: Vec<Row>,
    pub phases: Vec<Sequence>,
    features: AllFeatures,
}

/// The features of all models.
#[derive(Debug, Clone, Default)]
struct AllFeatures {
    kind: Features,
    decisions: Features,
    steps: Features,
    phases: ChainFeatures,
}

impl AllFeatures {
    fn each(&mut self) -> [&mut Features; 5] {
        let Self { kind, decisions, steps, phases: ChainFeatures { labels, changes } } = self;
        [kind, decisions, steps, labels, changes]
    }
}

/// Numbers the repositories in the order of their names, from 1.
pub fn groups<'k>(documents: impl Iterator<Item = &'k Known>) -> BTreeMap<&'k str, u32> {
    let mut groups: BTreeMap<&str, u32> = documents.map(|known| (&*known.repository, 0)).collect();
    groups.values_mut().zip(1..).for_each(|(own, number)| *own = number);
    groups
}

impl Rows {
    /// Adds the rows of documents, each in the group of its repository, or in group 0 if it has none.
    pub fn add<'k>(
        &mut self,
        documents: impl Iterator<Item = &'k Known>,
        groups: &BTreeMap<&str, u32>,
        vocabulary: &Vocabulary,
    ) {
        let Self { kind, types, decisions, steps, phases, features } = self;
        for known in documents {
            let group = groups.get(&*known.repository).copied().unwrap_or_default();
            kind.extend(kind::rows(known, group, vocabulary, &mut features.kind));
            types.extend(kind::type_row(known, group, vocabulary, &mut features.kind));
            decisions.extend(lines::decision_rows(known, group, vocabulary, &mut features.decisions));
            steps.extend(lines::step_rows(known, group, vocabulary, &mut features.steps));
            phases.extend(phases::sequence(known, group, vocabulary, &mut features.phases));
        }
    }

    /// The sections of the weights file, fitted to the rows of the groups for which `fits` is true.
    pub fn sections(&self, fits: impl Fn(u32) -> bool) -> String {
        fn among<'r>(rows: &'r [Row], fits: &impl Fn(u32) -> bool) -> Vec<&'r Row> {
            rows.iter().filter(|row| fits(row.group)).collect()
        }
        let features = &self.features;
        let sequences: Vec<&Sequence> = self.phases.iter().filter(|sequence| fits(sequence.group)).collect();
        let mut sections = kind::fit(&among(&self.kind, &fits), &features.kind);
        sections += &kind::fit_types(&among(&self.types, &fits), &features.kind);
        sections += &lines::fit(&DECISIONS, &among(&self.decisions, &fits), &features.decisions);
        sections += &lines::fit(&STEPS, &among(&self.steps, &fits), &features.steps);
        sections + &phases::fit(&sequences, &features.phases)
    }
}

/// Writes rows, and the vocabulary that their features are numbered by.
pub fn write(path: &Path, vocabulary: &Vocabulary, rows: &Rows) -> Result<(), Box<dyn Error>> {
    let mut out = Writer(Vec::new());
    out.words((0..).map_while(|number| vocabulary.word(number)));
    for features in rows.features.clone().each() {
        out.words(features.names.iter().map(|name| &**name));
    }
    for rows in [&rows.kind, &rows.types, &rows.decisions, &rows.steps] {
        out.number(rows.len() as u64);
        for row in rows {
            out.number(row.label as u64);
            // In thousandths.
            out.number((row.weight * 1e3).round() as u64);
            out.number(u64::from(row.group));
            out.features(&row.features);
        }
    }
    out.number(rows.phases.len() as u64);
    for sequence in &rows.phases {
        out.number(u64::from(sequence.group));
        out.number(sequence.nodes.len() as u64);
        for node in &sequence.nodes {
            out.number(node.label as u64);
            out.features(&node.features);
            out.features(&node.changes);
        }
    }
    let mut file = GzEncoder::new(File::create(path)?, Compression::best());
    file.write_all(&out.0)?;
    file.finish()?;
    Ok(())
}

/// Reads what [`write()`] wrote.
pub fn read(path: &Path) -> Result<(Vocabulary, Rows), Box<dyn Error>> {
    let mut bytes = Vec::new();
    GzDecoder::new(File::open(path).map_err(|error| format!("{}: {error}", path.display()))?)
        .read_to_end(&mut bytes)?;
    let mut input = Reader(&bytes);
    let wrong = || {
        format!("{}: damaged, or written for other features: make it again with --extract", path.display())
    };
    let mut read = || -> Option<(Vocabulary, Rows)> {
        let vocabulary = Vocabulary::new(input.words()?);
        let mut rows = Rows::default();
        for features in rows.features.each() {
            for name in input.words()? {
                features.number(name.to_owned());
            }
        }
        for rows in [&mut rows.kind, &mut rows.types, &mut rows.decisions, &mut rows.steps] {
            for _ in 0..input.number()? {
                let (label, weight) = (input.number()? as usize, input.number()? as f64 / 1e3);
                let group = u32::try_from(input.number()?).ok()?;
                rows.push(Row { label, weight, group, features: input.features()? });
            }
        }
        for _ in 0..input.number()? {
            let group = u32::try_from(input.number()?).ok()?;
            let mut nodes = Vec::new();
            for _ in 0..input.number()? {
                let label = input.number()? as usize;
                nodes.push(Node { label, features: input.features()?, changes: input.features()? });
            }
            rows.phases.push(Sequence { weight: 1.0, group, nodes });
        }
        Some((vocabulary, rows))
    };
    Ok(read().ok_or_else(wrong)?)
}

/// Writes integers as LEB128: seven bits a byte, the lowest first; the highest bit is set if more follow.
struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, mut number: u64) {
        while number > 0x7F {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    fn words<'w>(&mut self, words: impl Iterator<Item = &'w str> + Clone) {
        self.number(words.clone().count() as u64);
        for word in words {
            self.number(word.len() as u64);
            self.0.extend(word.as_bytes());
        }
    }

    /// Writes the numbers as differences, since they ascend, then the values, none of which is negative.
    fn features(&mut self, features: &[Feature]) {
        self.number(features.len() as u64);
        let mut before = 0;
        for feature in features {
            self.number(u64::from(feature.number.saturating_sub(before)));
            before = feature.number;
        }
        for feature in features {
            self.number(u64::from(feature.value.unsigned_abs()));
        }
    }
}

struct Reader<'b>(&'b [u8]);

impl<'b> Reader<'b> {
    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for place in 0..10 {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 0x7F) << (7 * place);
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn word(&mut self) -> Option<&'b str> {
        let length = usize::try_from(self.number()?).ok()?;
        let (word, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        std::str::from_utf8(word).ok()
    }

    fn words(&mut self) -> Option<Vec<&'b str>> {
        (0..self.number()?).map(|_| self.word()).collect()
    }

    fn features(&mut self) -> Option<Vec<Feature>> {
        let mut number = 0;
        let distances = (0..self.number()?).map(|_| u32::try_from(self.number()?).ok());
        let distances: Vec<u32> = distances.collect::<Option<_>>()?;
        let feature = |distance| {
            number += distance;
            Some(Feature { number, value: i32::try_from(self.number()?).ok()? })
        };
        distances.into_iter().map(feature).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_as_they_were_written() {
        let feature = |number, value| Feature { number, value };
        let row =
            Row { label: 3, weight: 0.25, group: 7, features: vec![feature(2, 1), feature(900, 70_000)] };
        let node = Node { label: 1, features: vec![feature(5, 1)], changes: Vec::new() };
        let rows = Rows {
            steps: vec![row],
            phases: vec![Sequence { weight: 1.0, group: 2, nodes: vec![node] }],
            ..Rows::default()
        };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.gz");
        write(&path, &Vocabulary::new(["plan", "done"]), &rows).unwrap();
        let (vocabulary, read) = read(&path).unwrap();
        assert_eq!(vocabulary.number("done"), 1);
        assert_eq!(format!("{read:?}"), format!("{rows:?}"));
    }

    #[test]
    fn a_damaged_file_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.gz");
        let mut file = GzEncoder::new(File::create(&path).unwrap(), Compression::fast());
        file.write_all(&[5, 200]).unwrap();
        file.finish().unwrap();
        assert!(read(&path).unwrap_err().to_string().contains("--extract"));
    }
}
