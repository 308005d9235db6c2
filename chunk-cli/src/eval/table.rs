//! Tables for a terminal: columns of one width, numbers to the right.

pub(super) struct Table {
    pub(super) head: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

impl Table {
    pub(super) fn new(head: &[&str]) -> Self {
        Self { head: head.iter().map(|&name| name.to_owned()).collect(), rows: Vec::new() }
    }

    pub(super) fn render(&self) -> String {
        let all = || [&self.head].into_iter().chain(&self.rows);
        let widths: Vec<usize> = (0..self.head.len())
            .map(|column| {
                all().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
            })
            .collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column {
                0 => format!("{cell:width$}"),
                _ => format!("{cell:>width$}"),
            });
            cells.collect::<Vec<_>>().join("  ").trim_end_matches(' ').to_owned() + "\n"
        };
        all().map(line).collect()
    }
}

/// A share as a bar of ten characters.
pub(super) fn bar(share: f64) -> String {
    let eighths = (share.clamp(0.0, 1.0) * 80.0).round() as usize;
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"].get(eighths % 8).copied().unwrap_or_default();
    let bar = "█".repeat(eighths / 8) + part;
    format!("{bar:<10}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let mut table = Table::new(&["setting", "n"]);
        table.rows.push(vec!["a".into(), "10".into()]);
        assert_eq!(table.render(), "setting   n\na        10\n");
        assert_eq!(
            (bar(0.0), bar(0.55), bar(1.0)),
            ("          ".into(), "█████▌    ".into(), "██████████".into())
        );
    }
}
