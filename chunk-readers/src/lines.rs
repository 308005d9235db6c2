//! The lines of a text with their numbers.

/// The lines of `text` without their line ends, and their numbers, 1-based. CR alone ends lines where there is no LF.
pub(crate) fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let end = if text.contains('\n') { '\n' } else { '\r' };
    text.split(end).map(|line| line.strip_suffix('\r').unwrap_or(line)).zip(1..).map(|(line, n)| (n, line))
}

/// `text` without a byte order mark.
pub(crate) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{FEFF}').unwrap_or(text)
}
