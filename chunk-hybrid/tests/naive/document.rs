//! H1, H2: the text, where its bytes stand in the file, its frontmatter, its words and blocks.

use super::blocks::{self, Block};
use chunk_core::unicode::{is_alphanumeric, is_white_space, lowercase};
use std::ops::Range;

pub(super) struct Document {
    /// Without byte order mark, its line ends LF.
    pub(super) text: String,
    /// For each byte of the text, and its end, the byte of the file.
    pub(super) source: Vec<usize>,
    /// The first byte after the frontmatter.
    pub(super) body: usize,
    pub(super) fields: Vec<(String, String)>,
    pub(super) is_malformed: bool,
    pub(super) blocks: Vec<Block>,
    pub(super) words: Vec<Word>,
}

pub(super) struct Word {
    pub(super) span: Range<usize>,
    /// Its stem, unless it says nothing about a topic.
    pub(super) term: Option<String>,
}

impl Document {
    pub(super) fn new(file: &str) -> Self {
        let bare = file.strip_prefix('\u{FEFF}').unwrap_or(file);
        let (mut text, mut source) = (String::new(), Vec::new());
        let mut chars = bare.char_indices().peekable();
        while let Some((byte, c)) = chars.next() {
            let at = file.len() - bare.len() + byte;
            if c == '\r' && chars.next_if(|&(_, next)| next == '\n').is_some() {
                text.push('\n');
                source.push(at);
            } else {
                text.push(c);
                source.extend(at..at + c.len_utf8());
            }
        }
        source.push(file.len());
        let (body, fields, is_malformed) = frontmatter(&text);
        let blocks = blocks::blocks(&text, body);
        let words = words(&text, body);
        Self { text, source, body, fields, is_malformed, blocks, words }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.text[self.body..].chars().all(is_white_space)
    }

    pub(super) fn line(&self, byte: usize) -> usize {
        1 + self.text.as_bytes()[..byte].iter().filter(|&&byte| byte == b'\n').count()
    }

    /// The words that lie in the bytes `span`.
    pub(super) fn words_in(&self, span: &Range<usize>) -> impl Iterator<Item = &Word> {
        let (start, end) = (span.start, span.end);
        self.words.iter().filter(move |word| word.span.start >= start && word.span.end <= end)
    }

    pub(super) fn terms_in(&self, span: &Range<usize>) -> Vec<&str> {
        self.words_in(span).filter_map(|word| word.term.as_deref()).collect()
    }

    /// The block that holds the byte `at`, else the last one before it.
    pub(super) fn block_at(&self, at: usize) -> Option<&Block> {
        self.blocks.iter().rfind(|block| block.span.start <= at)
    }
}

/// Simple keys and values; anything else is malformed.
fn frontmatter(text: &str) -> (usize, Vec<(String, String)>, bool) {
    let mut fields = Vec::new();
    let mut is_malformed = false;
    let mut at = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        at += line.len();
        match (index, line.trim_end()) {
            (0, "---") => {}
            (0, _) => break,
            (_, "---" | "...") => return (at, if is_malformed { Vec::new() } else { fields }, is_malformed),
            (_, line) => match line.split_once(": ") {
                Some((key, value)) if !value.starts_with(['[', '{', '"', '&', '*']) => {
                    fields.push((key.to_owned(), value.trim().to_owned()));
                }
                _ => is_malformed = true,
            },
        }
    }
    (0, Vec::new(), false)
}

/// Runs of letters and digits, with an apostrophe inside.
fn words(text: &str, body: usize) -> Vec<Word> {
    let chars: Vec<(usize, char)> = text[body..].char_indices().map(|(at, c)| (body + at, c)).collect();
    let is_letter = |index: usize| chars.get(index).is_some_and(|&(_, c)| is_alphanumeric(c));
    let mut words = Vec::new();
    let mut index = 0;
    while index < chars.len() {
        if !is_letter(index) {
            index += 1;
            continue;
        }
        let start = chars[index].0;
        while is_letter(index) || matches!(chars.get(index), Some((_, '\'' | '’'))) && is_letter(index + 1)
        {
            index += 1;
        }
        let end = chars.get(index).map_or(text.len(), |&(at, _)| at);
        words.push(Word { span: start..end, term: term(&text[start..end]) });
    }
    words
}

/// The stem of a word: lowercase, `'s` stripped, at least two characters, no stop word, Porter2. What is no word of at most 48 ASCII
/// letters is its own stem.
fn term(word: &str) -> Option<String> {
    let word = lowercase(word).replace('’', "'");
    let base = word.strip_suffix("'s").unwrap_or(&word);
    let is_stop = include_str!("stop-words.txt").split_ascii_whitespace().any(|stop| stop == base);
    if base.chars().count() < 2 || is_stop {
        return None;
    }
    let has_stem = base.len() <= 48 && base.chars().all(|c| c.is_ascii_lowercase() || c == '\'');
    if !has_stem {
        return Some(base.to_owned());
    }
    let stemmer = rust_stemmers::Stemmer::create(rust_stemmers::Algorithm::English);
    Some(stemmer.stem(base).into_owned())
}
