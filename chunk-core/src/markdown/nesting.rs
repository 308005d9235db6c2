//! Bounds how deep a line may nest, for the parser goes through all open blocks at each line: a line of a million `>`, followed by a
//! million lines, takes it hours; 2 MiB of lists that nest by two columns each, followed by 2 MiB of blank lines, 4 s.

/// How many markers of quotes, list items and footnotes at the start of a line count.
const DEEPEST_LINE: usize = 100;

/// How many blanks may stand before a marker that counts: a hundred markers need no more. Lists that nest by indentation, line by line,
/// are so no deeper than that.
const MOST_BLANKS: usize = 500;

/// The longest label of a footnote, in bytes.
const LONGEST_LABEL: usize = 4_000;

/// The bytes that have to become letters, ascending, so that no line opens more than [`DEEPEST_LINE`] nested blocks: the first marker of
/// a line that would open one more, or that is behind more than [`MOST_BLANKS`] blanks. The rest of the line is then text.
pub(super) fn surplus_markers(markdown: &str) -> Vec<(usize, char)> {
    let markdown = markdown.as_bytes();
    let mut found = Vec::new();
    let mut line = 0;
    // A marker has at least one byte, so only lines of more than so many bytes can have too many.
    while let Some(near) = markdown.get(line..line + DEEPEST_LINE + 1) {
        if let Some(end) = memchr::memrchr(b'\n', near) {
            line += end + 1;
            continue;
        }
        let rest = markdown.get(line..).unwrap_or_default();
        let rest = rest.get(..memchr::memchr(b'\n', rest).unwrap_or(rest.len())).unwrap_or_default();
        found.extend(surplus(rest).map(|at| (line + at, 'x')));
        line += rest.len() + 1;
    }
    found
}

/// Where the first marker stands that is one too many.
fn surplus(line: &[u8]) -> Option<usize> {
    let mut at = blank_end(line, 0);
    let (mut markers, mut blanks) = (0, at);
    while markers < DEEPEST_LINE && blanks <= MOST_BLANKS {
        let end = at + line.get(at..).and_then(marker)?;
        at = blank_end(line, end);
        markers += 1;
        blanks += at - end;
    }
    let rest = line.get(at..)?;
    marker(rest)?;
    // Nothing but stars or hyphens up to the end is a thematic break, which opens nothing.
    let first = rest.first().filter(|first| matches!(first, b'-' | b'*'));
    let is_break = first.is_some_and(|first| rest.iter().all(|byte| byte == first || is_blank(*byte)));
    (!is_break).then_some(at)
}

/// Where the text of a line starts: after all of its markers.
pub(super) fn text_start(line: &[u8]) -> usize {
    let mut at = blank_end(line, 0);
    while let Some(length) = line.get(at..).and_then(marker) {
        at = blank_end(line, at + length);
    }
    at
}

/// The length of the marker that a line, or what is left of it, starts with.
fn marker(line: &[u8]) -> Option<usize> {
    let length = match line.first()? {
        b'>' => return Some(1),
        b'-' | b'+' | b'*' => 1,
        b'0'..=b'9' => {
            let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
            line.get(digits).filter(|byte| matches!(byte, b'.' | b')'))?;
            digits + 1
        }
        b'[' if line.get(1) == Some(&b'^') => {
            let end = line.iter().take(LONGEST_LABEL).position(|&byte| byte == b']')?;
            return (line.get(end + 1) == Some(&b':')).then_some(end + 2);
        }
        _ => return None,
    };
    line.get(length).is_none_or(|&byte| is_blank(byte)).then_some(length)
}

/// Where the blanks end that start at `at`.
fn blank_end(line: &[u8], at: usize) -> usize {
    line.iter().skip(at).position(|&byte| !is_blank(byte)).map_or(line.len(), |blanks| at + blanks)
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}
