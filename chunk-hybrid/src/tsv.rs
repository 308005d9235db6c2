//! The tables built into the crate: `weights.tsv`, `english.tsv`, `classes.tsv`.

use chunk_core::slice;
use memchr::memchr_iter;

/// The lines of a table. Most are short, so one search runs over all of it instead of one for each line.
pub(crate) fn lines(table: &str) -> impl Iterator<Item = &str> {
    let mut start = 0;
    let ends = memchr_iter(b'\n', table.as_bytes()).chain((!table.ends_with('\n')).then_some(table.len()));
    ends.map(move |end| {
        let line = slice(table, start..end);
        start = end + 1;
        line
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_lines() {
        let found = |table| lines(table).collect::<Vec<_>>();
        assert_eq!(found("a\tb\n\nc\t\n"), ["a\tb", "", "c\t"]);
        assert_eq!(found("\ta\nb"), ["\ta", "b"]);
    }
}
