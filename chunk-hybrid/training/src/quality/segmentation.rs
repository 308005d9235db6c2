//! Measures semantic boundaries on text joined from several places, so that it is known where topics change: Pk (Beeferman,
//! Berger and Lafferty 1999) and WindowDiff (Pevzner and Hearst 2002), both in words, both 0 at best.

use chunk_core::{SentenceRules, paragraphs, sentences, slice};
use fastrand::Rng;
use std::{error::Error, fs, ops::Range, path::Path};

/// Where the next topic of a joined text comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topics {
    /// Another file: a different subject and author.
    OtherFile,
    /// The same file, at least a tenth of it away: the same author on another subject.
    SameFile,
}

/// Joined texts of each kind.
const TEXTS: usize = 30;
/// Topics in each text.
const TOPICS: usize = 12;
/// The least words of a topic, drawn from this range; it ends with the paragraph that reaches them: about 150 to 500 tokens.
const TOPIC_WORDS: Range<usize> = 120..380;
/// Longer paragraphs are divided, so that a topic is not one paragraph.
const PARAGRAPH_WORDS: usize = 120;

/// A text whose topic boundaries are known.
pub struct Joined {
    pub text: String,
    /// The byte offsets at which topics begin, without the first.
    topics: Vec<usize>,
    /// The byte offsets at which paragraphs begin, without the first.
    paragraphs: Vec<usize>,
}

/// Pk and WindowDiff.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub struct Errors {
    pub pk: f64,
    pub window_diff: f64,
}

/// The texts joined from the files of `folder`: the same ones each time.
pub fn join(folder: &Path, topics: Topics) -> Result<Vec<Joined>, Box<dyn Error>> {
    let mut paths: Vec<_> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    paths.retain(|path| path.is_file());
    paths.sort();
    let files: Vec<Vec<String>> =
        paths.iter().map(|path| Ok(pieces(&fs::read_to_string(path)?))).collect::<std::io::Result<_>>()?;
    let enough = |file: &Vec<String>| file.len() >= 10 * TOPICS;
    let files: Vec<&Vec<String>> = files.iter().filter(|file| enough(file)).collect();
    if files.len() < 2 {
        return Err(format!(
            "{}: joined text needs two files of {} paragraphs",
            folder.display(),
            10 * TOPICS
        )
        .into());
    }
    let mut random = Rng::with_seed(1);
    Ok((0..TEXTS).map(|text| Joined::new(&files, text % files.len(), topics, &mut random)).collect())
}

/// The paragraphs of a text, long ones divided at sentence ends.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces = Vec::new();
    for paragraph in paragraphs(text) {
        let mut piece = String::new();
        for sentence in sentences(slice(text, paragraph.clone()), SentenceRules::Standard) {
            piece.push_str(slice(slice(text, paragraph.clone()), sentence));
            if words(&piece) >= PARAGRAPH_WORDS {
                pieces.push(std::mem::take(&mut piece));
            }
        }
        pieces.push(piece);
    }
    let trimmed = pieces.iter().map(|piece| piece.trim_matches('\n').trim_end());
    trimmed.filter(|piece| !piece.is_empty()).map(str::to_owned).collect()
}

impl Joined {
    fn new(files: &[&Vec<String>], first: usize, topics: Topics, random: &mut Rng) -> Self {
        let mut joined = Self { text: String::new(), topics: Vec::new(), paragraphs: Vec::new() };
        let (mut file, mut place) = (first, usize::MAX);
        for topic in 0..TOPICS {
            if topic > 0 && topics == Topics::OtherFile {
                file = (file + random.usize(1..files.len())) % files.len();
            }
            let pieces = files.get(file).map_or(&[][..], |pieces| pieces.as_slice());
            place = loop {
                let next = random.usize(0..pieces.len() - pieces.len() / 10);
                if place.abs_diff(next) >= pieces.len() / 10 {
                    break next;
                }
            };
            let wanted = random.usize(TOPIC_WORDS);
            let mut taken = 0;
            for (index, piece) in pieces.iter().skip(place).enumerate() {
                if taken >= wanted {
                    break;
                }
                taken += words(piece);
                joined.paragraph(piece, index == 0);
            }
        }
        joined
    }

    fn paragraph(&mut self, piece: &str, begins_topic: bool) {
        if !self.text.is_empty() {
            self.text.push_str("\n\n");
            self.paragraphs.push(self.text.len());
            if begins_topic {
                self.topics.push(self.text.len());
            }
        }
        self.text.push_str(piece);
    }

    /// The errors of cuts at these byte offsets.
    pub fn errors(&self, cuts: &[usize]) -> Errors {
        let (reference, found) = (self.in_words(&self.topics), self.in_words(cuts));
        let length = words(&self.text);
        let window = (length / (2 * TOPICS)).max(1);
        let between = |cuts: &[usize], from: usize| {
            cuts.partition_point(|cut| *cut <= from + window) - cuts.partition_point(|cut| *cut <= from)
        };
        let (mut pk, mut window_diff, mut windows) = (0, 0, 0);
        for from in 0..length.saturating_sub(window) {
            let (wanted, given) = (between(&reference, from), between(&found, from));
            pk += usize::from((wanted == 0) != (given == 0));
            window_diff += usize::from(wanted != given);
            windows += 1;
        }
        let share = |errors: usize| errors as f64 / f64::from(windows.max(1));
        Errors { pk: share(pk), window_diff: share(window_diff) }
    }

    /// How many words there are before each of `cuts`.
    fn in_words(&self, cuts: &[usize]) -> Vec<usize> {
        let mut at = 0;
        let mut before = 0;
        let in_words = cuts.iter().map(|cut| {
            before += words(slice(&self.text, at..*cut));
            at = *cut;
            before
        });
        in_words.collect()
    }

    /// Cuts into as many pieces as there are topics, at random paragraphs.
    pub fn random(&self, random: &mut Rng) -> Vec<usize> {
        let mut cuts = random.choose_multiple(self.paragraphs.iter().copied(), self.topics.len());
        cuts.sort_unstable();
        cuts
    }

    /// Cuts into as many pieces as there are topics, of equal length.
    pub fn even(&self) -> Vec<usize> {
        let share =
            |topic| (self.text.len() * topic / TOPICS..).find(|byte| self.text.is_char_boundary(*byte));
        (1..TOPICS).filter_map(share).collect()
    }

    /// Cuts between all paragraphs.
    pub fn every_paragraph(&self) -> Vec<usize> {
        self.paragraphs.clone()
    }
}

/// The mean of several texts' errors.
pub fn mean(errors: impl IntoIterator<Item = Errors>) -> Errors {
    let (mut sum, mut of) = (Errors::default(), 0.0);
    for errors in errors {
        sum.pk += errors.pk;
        sum.window_diff += errors.window_diff;
        of += 1.0;
    }
    Errors { pk: sum.pk / of, window_diff: sum.window_diff / of }
}

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Twelve topics of ten words, a paragraph each.
    fn joined() -> Joined {
        let mut joined = Joined { text: String::new(), topics: Vec::new(), paragraphs: Vec::new() };
        for _ in 0..TOPICS {
            joined.paragraph("a b c d e f g h i j", true);
        }
        joined
    }

    #[test]
    fn the_reference_itself_has_no_errors() {
        let joined = joined();
        assert_eq!(joined.errors(&joined.topics), Errors::default());
        assert_eq!(joined.errors(&joined.every_paragraph()), Errors::default());
    }

    // 120 words, a window of 5: 115 windows, of which each of the 11 cuts lies in 5.
    #[test]
    fn a_missing_cut_costs_the_windows_it_lies_in() {
        let joined = joined();
        let nothing = joined.errors(&[]);
        assert!((nothing.pk - 55.0 / 115.0).abs() < 1e-9);
        assert!((nothing.window_diff - 55.0 / 115.0).abs() < 1e-9);
        let one_missing = joined.errors(&joined.topics[1..]);
        assert!((one_missing.pk - 5.0 / 115.0).abs() < 1e-9);
    }

    // A cut one word off: one window sees only the reference's cut, one only the other.
    #[test]
    fn a_near_miss_costs_less_than_a_missing_cut() {
        let joined = joined();
        let mut cuts = joined.topics.clone();
        cuts[4] += "a ".len();
        let errors = joined.errors(&cuts);
        assert!((errors.pk - 2.0 / 115.0).abs() < 1e-9);
    }

    // Two cuts close together, which are one to Pk; WindowDiff counts them.
    #[test]
    fn window_diff_sees_a_doubled_cut() {
        let joined = joined();
        let mut cuts = joined.topics.clone();
        cuts.insert(5, cuts[4] + "a ".len());
        let errors = joined.errors(&cuts);
        assert!((errors.pk - 1.0 / 115.0).abs() < 1e-9);
        assert!((errors.window_diff - 5.0 / 115.0).abs() < 1e-9);
    }

    #[test]
    fn joined_text_is_the_same_each_time_and_cut_where_it_was_joined() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["one", "two"] {
            let paragraphs: Vec<_> = (0..200).map(|n| format!("{name} {n} ").repeat(20)).collect();
            fs::write(folder.path().join(name), paragraphs.join("\n\n")).unwrap();
        }
        for topics in [Topics::OtherFile, Topics::SameFile] {
            let texts = join(folder.path(), topics).unwrap();
            assert_eq!(texts.len(), TEXTS);
            for (one, other) in texts.iter().zip(join(folder.path(), topics).unwrap()) {
                assert_eq!(one.text, other.text);
                assert_eq!(one.topics.len(), TOPICS - 1);
                for cut in &one.topics {
                    let name = |text: &str| text.split_whitespace().next().map(str::to_owned);
                    let (before, after) = one.text.split_at(*cut);
                    let before = name(before.trim_end().rsplit("\n\n").next().unwrap());
                    assert_eq!(before != name(after), topics == Topics::OtherFile);
                }
            }
        }
    }
}
