//! Which lines of a paragraph were meant to end where they do, and which are only wrapped.

use chunk_core::{SentenceRules, sentences, slice, unicode};
use std::ops::Range;

/// A line of fewer bytes is not wrapped.
const SHORT_LINE: usize = 50;

/// How much shorter than the widest line a line and the next word must be for its end to be meant.
const SLACK: usize = 6;

/// The sentences of a block. A line that was begun anew starts one too: a verdict under its title, a list of remarks.
pub(crate) fn lines_and_sentences(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    lines(text).flat_map(move |line| {
        let start = line.start;
        sentences(slice(text, line), SentenceRules::Standard)
            .map(move |sentence| start + sentence.start..start + sentence.end)
    })
}

/// The lines of a block that were meant to be lines, each with those that only go on with it. A line that starts with a
/// capital is begun anew if it is indented, or the line before is short or ends a sentence.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Range<usize>> + use<> {
    // Most texts are one line.
    let breaks = if memchr::memchr(b'\n', text.as_bytes()).is_some() { breaks(text) } else { Vec::new() };
    let mut start = 0;
    breaks.into_iter().chain([text.len()]).map(move |end| std::mem::replace(&mut start, end)..end)
}

/// Where lines are begun anew.
fn breaks(text: &str) -> Vec<usize> {
    let closed = text.strip_suffix('\n').unwrap_or(text);
    let ends = memchr::memchr_iter(b'\n', closed.as_bytes()).chain([closed.len()]);
    let mut start = 0;
    let lines = ends.map(|end| slice(text, std::mem::replace(&mut start, end + 1)..end));
    let lines: Vec<&str> = lines.map(|line| line.strip_suffix('\r').unwrap_or(line)).collect();
    let width = lines.iter().map(|line| line.len()).max().unwrap_or_default();
    let starts = memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
    if is_list(&lines, width) {
        return starts.collect();
    }
    let starts_sentence = |at: usize| {
        let behind = slice(text, at..text.len());
        let rest = behind.trim_start_matches([' ', '\t']);
        let before = unicode::trim_end(slice(text, 0..at));
        let line = before.len() - memchr::memrchr(b'\n', before.as_bytes()).map_or(0, |at| at + 1);
        let first = memchr::memchr2(b' ', b'\n', rest.as_bytes()).unwrap_or(rest.len());
        // A line that ends though the next word would have fitted was meant to end.
        let meant = line + first + SLACK < width;
        let closed = before.ends_with(|c: char| {
            !unicode::is_alphanumeric(c)
                && !matches!(c, ',' | '-' | '–' | '—' | '(' | '"' | '`' | '*' | '/' | '&')
        });
        let upper = rest.starts_with(|c: char| unicode::is_uppercase(c) || c == '`');
        upper && (rest.len() < behind.len() || meant || line < SHORT_LINE || closed)
            || meant && closed
            || starts_with_title(rest)
    };
    starts.filter(|&at| starts_sentence(at)).collect()
}

/// Whether at least half of the lines of a text were meant to end where they do.
fn is_list(lines: &[&str], width: usize) -> bool {
    let (mut all, mut meant) = (0, 0);
    for (line, next) in lines.iter().zip(lines.iter().skip(1)) {
        let next = unicode::trim_start(next);
        let first = memchr::memchr(b' ', next.as_bytes()).unwrap_or(next.len());
        all += 1;
        meant +=
            usize::from(unicode::trim_end(line).len() + first + SLACK < width || starts_with_title(next));
    }
    all > 1 && meant * 2 >= all
}

/// Whether a line starts with a few words and a colon: `group size: …`.
fn starts_with_title(line: &str) -> bool {
    let opening = line.as_bytes().get(..40).unwrap_or(line.as_bytes());
    let mut colons = memchr::memchr_iter(b':', opening);
    let Some(colon) = colons.find(|at| opening.get(at + 1) == Some(&b' ')) else { return false };
    let title = slice(line, 0..colon);
    !title.contains('\n')
        && title.split(' ').count() <= 6
        && !title.contains([',', '.', ';', '?', '!', '"', '('])
}
