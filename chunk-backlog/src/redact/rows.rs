//! Tables as plain text (B21): `tables/*.tsv`.

/// The rows of a table: a line each, with a tab between fields; lines that start with `# ` are for the reader. Missing fields are empty.
pub(super) fn rows<const N: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    table.lines().filter(|line| !line.starts_with("# ")).map(|line| {
        let mut fields = line.split('\t');
        std::array::from_fn(|_| fields.next().unwrap_or_default())
    })
}
