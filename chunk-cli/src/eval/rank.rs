//! Which chunks a question finds first: by BM25, or by vectors that somebody else made.

use super::rows::Row;
use chunk_core::unicode;
use std::collections::BTreeMap;

// The usual constants of BM25. It is written here because the one maintained crate of it depends on a hash function that is not (fxhash).
const K1: f64 = 1.2;
const B: f64 = 0.75;

/// For each question, the numbers of the chunks that have a word of it, the best first; of equals the first.
pub(super) fn by_words(questions: &[&str], rows: &[Row]) -> Vec<Vec<usize>> {
    let words: Vec<Vec<String>> = rows.iter().map(|row| words(row.embedded())).collect();
    let mean = words.iter().map(Vec::len).sum::<usize>() as f64 / words.len().max(1) as f64;
    let mut places: BTreeMap<&str, BTreeMap<usize, usize>> = BTreeMap::new();
    for (row, words) in words.iter().enumerate() {
        for word in words {
            *places.entry(word).or_default().entry(row).or_default() += 1;
        }
    }
    let score = |asked: &[String]| -> BTreeMap<usize, f64> {
        let mut scores = BTreeMap::new();
        for word in asked {
            let Some(rows) = places.get(word.as_str()) else { continue };
            let rare =
                (1.0 + (words.len() as f64 - rows.len() as f64 + 0.5) / (rows.len() as f64 + 0.5)).ln();
            for (&row, &times) in rows {
                let length = words.get(row).map_or(0, Vec::len) as f64;
                let times = times as f64;
                let weight = times * (K1 + 1.0) / (times + K1 * (1.0 - B + B * length / mean));
                *scores.entry(row).or_insert(0.0) += rare * weight;
            }
        }
        scores
    };
    questions.iter().map(|question| best_first(score(&self::words(question)))).collect()
}

/// The same by the cosine of vectors: of all chunks, as each has one.
pub(super) fn by_vectors(questions: &[&[f32]], rows: &[&[f32]]) -> Vec<Vec<usize>> {
    let length = |vector: &[f32]| vector.iter().map(|&x| f64::from(x) * f64::from(x)).sum::<f64>().sqrt();
    let lengths: Vec<f64> = rows.iter().map(|row| length(row)).collect();
    let ranked = |question: &&[f32]| {
        let scores = rows.iter().zip(&lengths).enumerate().map(|(number, (row, length))| {
            let product: f64 = question.iter().zip(*row).map(|(&x, &y)| f64::from(x) * f64::from(y)).sum();
            (number, if *length > 0.0 { product / length } else { 0.0 })
        });
        best_first(scores.collect())
    };
    questions.iter().map(ranked).collect()
}

fn best_first(scores: BTreeMap<usize, f64>) -> Vec<usize> {
    let mut ranked: Vec<(usize, f64)> = scores.into_iter().collect();
    ranked.sort_by(|(row, score), (other, others)| others.total_cmp(score).then(row.cmp(other)));
    ranked.into_iter().map(|(row, _)| row).collect()
}

/// The words of a text, in lower case. A character of a script without spaces between words is one by itself.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    for c in text.chars() {
        if !unicode::is_alphanumeric(c) {
            words.push(String::new());
        } else if matches!(c, '\u{0E00}'..='\u{0EFF}' | '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{20000}'..='\u{3FFFF}')
        {
            words.extend([c.to_string(), String::new()]);
        } else if let Some(word) = words.last_mut() {
            word.extend(unicode::to_lowercase(c));
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(texts: &[&str]) -> Vec<Row> {
        texts.iter().map(|text| Row { text: (*text).to_owned(), ..Row::default() }).collect()
    }

    #[test]
    fn rare_words_and_short_chunks_come_first() {
        let rows = rows(&[
            "the mill and the river",
            "the river",
            "the mill by the road to the town hall",
            "漢字の本",
        ]);
        assert_eq!(
            by_words(&["the Mill?", "river", "nothing", "字"], &rows),
            [vec![0, 2, 1], vec![1, 0], vec![], vec![3]]
        );
    }

    #[test]
    fn vectors_of_the_same_direction_come_first() {
        let rows: [&[f32]; 4] = [&[1.0, 0.0], &[10.0, 10.0], &[0.0, 0.0], &[0.0, 3.0]];
        assert_eq!(by_vectors(&[&[0.1, 0.2]], &rows), [[1, 3, 0, 2]]);
    }
}
