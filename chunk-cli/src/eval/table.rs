//! Tables for a terminal and for a page: a row for each setting, by its number.

use super::plot::escaped;
use crate::shown::columns;
use std::iter;

pub(super) struct Table {
    /// What the columns are.
    caption: String,
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table of what `cells` gives for each of `all`, which is as many cells as `head` has.
    pub(super) fn new<T>(
        caption: String,
        head: &[&str],
        all: &[T],
        cells: impl Fn(&T) -> Vec<String>,
    ) -> Self {
        Self {
            caption,
            head: head.iter().map(|&name| name.to_owned()).collect(),
            rows: all.iter().map(cells).collect(),
        }
    }

    /// Columns of one width, the number of each row before it.
    pub(super) fn text(&self) -> String {
        let numbers = iter::once(String::new()).chain((1..).map(|number: usize| number.to_string()));
        let rows = numbers.zip(iter::once(&self.head).chain(&self.rows));
        let rows: Vec<Vec<String>> =
            rows.map(|(number, row)| [&[number][..], row.as_slice()].concat()).collect();
        let lines = columns(&rows).into_iter().map(|line| line.trim_end_matches(' ').to_owned() + "\n");
        format!("{}\n\n{}", self.caption, lines.collect::<String>())
    }

    /// The same with the names of the settings.
    pub(super) fn html<'n>(&self, names: impl Iterator<Item = &'n str>) -> String {
        let row = |first: &str, cells: &[String], of: &str| {
            // A column without a name is a picture for a terminal.
            let named = cells.iter().zip(&self.head).filter(|(_, name)| !name.is_empty());
            let cells: String = named.map(|(cell, _)| format!("<{of}>{}</{of}>", escaped(cell))).collect();
            format!("<tr><th>{}</th>{cells}</tr>\n", escaped(first))
        };
        let rows: String = names.zip(&self.rows).map(|(name, cells)| row(name, cells, "td")).collect();
        let caption = escaped(&self.caption);
        format!("<p>{caption}</p>\n<div><table>\n{}{rows}</table></div>\n", row("setting", &self.head, "th"))
    }
}

/// A share as a bar of ten characters.
pub(super) fn bar(share: f64) -> String {
    let eighths = (share.clamp(0.0, 1.0) * 80.0).round() as usize;
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"].get(eighths % 8).copied().unwrap_or_default();
    let bar = "█".repeat(eighths / 8) + part;
    format!("{bar:<10}")
}
