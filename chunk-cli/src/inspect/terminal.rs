//! Renders a view for a terminal: chunks in alternating colours, their overlaps dimmed, and a line about each before it.

use super::Listed;
use crate::{
    report::counted,
    shown::{columns, message, shown_name},
};
use chunk_core::unicode;
use chunk_records::View;

const COLORS: [&str; 4] = ["\x1b[36m", "\x1b[33m", "\x1b[32m", "\x1b[35m"];
const RULE: &str = "\x1b[1;7m";
const DIM: &str = "\x1b[2m";
const PLAIN: &str = "\x1b[0m";

/// A line for each document: how many chunks, their sizes, how many warnings.
pub(super) fn list(unit: &str, documents: &[Listed]) -> String {
    let mut rows = vec![["chunks", unit, "smallest", "largest", "warnings"].map(str::to_owned).to_vec()];
    let mut names = vec!["document".to_owned()];
    for Listed { name, view, warnings, error } in documents {
        rows.push([&view.sizes()[..], &[warnings.len()]].concat().iter().map(usize::to_string).collect());
        names.push(error.as_ref().map_or_else(|| name.clone(), |error| format!("{name}: {error}")));
    }
    let lines = columns(&rows).into_iter().zip(names);
    lines.map(|(line, name)| format!("{line}  {}\n", shown_name(&name))).collect()
}

/// What ends a list: its sums.
pub(super) fn sums_of(unit: &str, documents: &[Listed]) -> String {
    let sizes = || documents.iter().map(|document| document.view.sizes());
    let chunks = counted(sizes().map(|[chunks, ..]| chunks).sum(), "chunk");
    let sum: usize = sizes().map(|[_, sum, ..]| sum).sum();
    let warnings = counted(documents.iter().map(|document| document.warnings.len()).sum(), "warning");
    format!("{}: {chunks}, {sum} {unit}, {warnings}\n", counted(documents.len(), "document"))
}

/// What ends a view: its sums, and what its marks mean.
pub(super) fn sums(view: &View, is_colored: bool) -> String {
    let [chunks, sum, least, most] = view.sizes();
    let (chunks, unit) = (counted(chunks, "chunk"), view.unit);
    let overlap = if is_colored { "dimmed" } else { "after ~" };
    format!(
        "\n{chunks}, {sum} {unit}: smallest {least}, largest {most}\n\
         above each chunk: number · lines · {unit} · id · why it begins there\n\
         {overlap}: repeated from the chunk before\n"
    )
}

pub(super) fn render(view: &View, is_colored: bool) -> String {
    let style = |code: &'static str| if is_colored { code } else { "" };
    let mut out = String::new();
    let mut add = |code: &'static str, text: &str, is_overlap: bool| {
        if unicode::trim(text).is_empty() {
            return;
        }
        // A document must not control the terminal.
        for line in message(text).trim_matches('\n').split('\n') {
            let mark = match (is_colored, is_overlap) {
                (false, true) => "~ ",
                (false, false) => "  ",
                (true, _) => "",
            };
            out += &format!("{}{mark}{line}{}\n", style(code), style(PLAIN));
        }
    };
    for (number, (piece, color)) in view.pieces.iter().zip(COLORS.iter().cycle()).enumerate() {
        add(PLAIN, &piece.between, false);
        let id = piece.id.get(..12).unwrap_or(&piece.id);
        let lines = match piece.lines {
            Some((first, last)) if first < last => format!("lines {first}-{last} · "),
            Some((line, _)) => format!("line {line} · "),
            None => String::new(),
        };
        let rule =
            format!("── {} · {lines}{} {} · {id} · {}", number + 1, piece.size, view.unit, piece.reason);
        add(RULE, &rule, false);
        add(DIM, &piece.overlap, true);
        add(color, &piece.text, false);
    }
    add(PLAIN, &view.rest, false);
    out
}
