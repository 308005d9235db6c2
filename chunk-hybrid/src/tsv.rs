//! Tables that the crate comes with: lines of fields, which tabs part.

use chunk_core::slice;
use memchr::memchr_iter;

/// The lines of a table. Many are short, which is why each costs one search.
pub(crate) fn lines(table: &str) -> impl Iterator<Item = &str> {
    let mut start = 0;
    let ends = memchr_iter(b'\n', table.as_bytes()).chain((!table.ends_with('\n')).then_some(table.len()));
    ends.map(move |end| {
        let line = slice(table, start..end);
        start = end + 1;
        line
    })
}

/// The fields of a line.
pub(crate) fn fields(line: &str) -> impl Iterator<Item = &str> {
    let mut start = 0;
    line.as_bytes().split(|byte| *byte == b'\t').map(move |field| {
        let own = slice(line, start..start + field.len());
        start += field.len() + 1;
        own
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_lines_of_fields() {
        let found = |table| lines(table).map(|line| fields(line).collect()).collect::<Vec<Vec<_>>>();
        assert_eq!(found("a\tb\n\nc\t\n"), [vec!["a", "b"], vec![""], vec!["c", ""]]);
        assert_eq!(found("\ta\nb"), [["", "a"].to_vec(), vec!["b"]]);
    }
}
