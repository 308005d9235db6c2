//! Bounds how many columns a table has, for the parser fills rows up with empty cells: rows of one letter below hundreds of columns, in
//! tables of a few kilobytes, took 3,000 bytes of memory a byte of text.

use super::nesting::text_start;
use memchr::{memchr, memrchr};
use std::ops::{Range, RangeInclusive};

/// How many pipes stay in the head of a table: those that show whether a row starts and ends with one, and one between cells.
const KEPT: usize = 3;

/// The pipes that have to become other characters so that tables have at most four columns, ascending, each with that character. The head
/// and the delimiter row below it lose the same number of pipes, so that their numbers of columns still agree if they did before. The
/// rows below are not changed, as they may have any number of cells.
pub(super) fn surplus_pipes(markdown: &str) -> Vec<(usize, char)> {
    let markdown = markdown.as_bytes();
    let mut found = Vec::new();
    // Lines without a pipe are skipped. `row` is the delimiter row narrowed last, which cannot be the head of another table.
    let (mut at, mut row) = (0, 0..0);
    while let Some(pipe) = memchr(b'|', part(markdown, &(at..markdown.len()))).map(|pipe| at + pipe) {
        let rest = part(markdown, &(pipe..markdown.len()));
        let line = line_start(markdown, pipe)..pipe + memchr(b'\n', rest).unwrap_or(rest.len());
        at = line.end;
        if !is_delimiter_row(part(markdown, &line)) {
            continue;
        }
        let Some(end) = line.start.checked_sub(1) else { continue };
        let above = line_start(markdown, end)..end;
        let head = part(markdown, &above);
        let surplus = surplus(head, part(markdown, &line)).filter(|_| above != row && !is_heading(head));
        let Some(surplus) = surplus else { continue };
        for (line, mask) in [(&above, ','), (&line, '-')] {
            let masked = pipes(part(markdown, line)).skip(1).take(surplus);
            found.extend(masked.map(|pipe| (line.start + pipe, mask)));
        }
        row = line;
    }
    found
}

/// The start of the line that holds the byte `at`, or ends there.
fn line_start(bytes: &[u8], at: usize) -> usize {
    memrchr(b'\n', part(bytes, &(0..at))).map_or(0, |end| end + 1)
}

/// How many pipes the two lines have too many, if they may be the head of a table and the delimiter row below it.
fn surplus(head: &[u8], row: &[u8]) -> Option<usize> {
    let [head_columns, row_columns] = [head, row].map(columns);
    let may_match = head_columns.start() <= row_columns.end() && row_columns.start() <= head_columns.end();
    let [head_pipes, row_pipes] = [head, row].map(|line| pipes(line).count());
    head_pipes.min(row_pipes).checked_sub(KEPT).filter(|&surplus| may_match && surplus > 0)
}

/// How many columns a line may have. A pipe at its start or end makes no column; where the line starts is uncertain, as it may have the
/// markers of blocks before it.
fn columns(line: &[u8]) -> RangeInclusive<usize> {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\x0B' | b'\x0C' | b'\r' | b'>');
    let first = pipes(line).next().unwrap_or(line.len());
    let (before, rest) = line.split_at_checked(first).unwrap_or_default();
    let after = rest.rsplit(|&byte| byte == b'|').next().unwrap_or_default();
    let inner = (pipes(line).count() + 1).saturating_sub(usize::from(after.iter().all(is_blank)));
    let starts_with_pipe = before.iter().all(is_blank);
    let may_start_with_pipe = before.last().is_none_or(|last| is_blank(last) || *last == b':');
    inner.saturating_sub(usize::from(may_start_with_pipe))
        ..=inner.saturating_sub(usize::from(starts_with_pipe))
}

/// Whether a line may be the delimiter row of a table. A line with an empty column is none, and must not become one by losing pipes.
fn is_delimiter_row(line: &[u8]) -> bool {
    let is_mark = |byte: &u8| matches!(byte, b'-' | b'|' | b':' | b' ' | b'\t' | b'>' | b'\r');
    if !line.iter().all(is_mark) {
        return false;
    }
    let last = line.iter().rposition(|&byte| byte == b'|').unwrap_or_default();
    let columns = line.get(..last).unwrap_or_default().split(|&byte| byte == b'|');
    columns.skip(1).all(|column| column.contains(&b'-'))
}

/// Whether a line is an ATX heading, of whose title every byte matters. It heads no table.
fn is_heading(line: &[u8]) -> bool {
    let text = line.get(text_start(line)..).unwrap_or_default();
    let signs = text.iter().take_while(|&&byte| byte == b'#').count();
    (1..=6).contains(&signs) && text.get(signs).is_none_or(u8::is_ascii_whitespace)
}

/// The positions of the pipes of a line that are not escaped.
fn pipes(line: &[u8]) -> impl Iterator<Item = usize> {
    let mut is_escaped = false;
    line.iter().enumerate().filter_map(move |(at, &byte)| {
        let is_plain = !std::mem::take(&mut is_escaped);
        is_escaped = is_plain && byte == b'\\';
        (is_plain && byte == b'|').then_some(at)
    })
}

fn part<'b>(bytes: &'b [u8], range: &Range<usize>) -> &'b [u8] {
    bytes.get(range.clone()).unwrap_or_default()
}
