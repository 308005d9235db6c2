//! The report as one page of HTML: a plot of the recall of each setting, and the tables. It loads nothing.

use super::{
    Eval,
    tried::{Tried, answers, tables},
};
use std::fmt::Write as _;

const HEAD: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>chunk eval</title>
<style>
:root { color-scheme: light dark; background: #fff; color: #1c1f24 }
@media (prefers-color-scheme: dark) { :root { background: #15181c; color: #e6e8eb } }
body { margin: 2rem auto; max-width: 70rem; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
pre { overflow-x: auto; padding: .8rem; border: 1px solid #8888; border-radius: .4rem; font-size: .85rem }
svg { width: 100%; height: auto }
</style>
<h1>Which settings hold the answers</h1>
";

pub(super) fn render(tried: &[Tried], questions: usize, eval: &Eval) -> String {
    let mut html = HEAD.to_owned();
    if questions > 0 {
        let _ = write!(
            html,
            "<p>The part of the answers to {questions} questions that the best {} tokens of chunks hold. The line at the end of a bar is the 95% \
             interval of its difference to the first setting.</p>\n{}",
            eval.budget,
            plot(tried, eval.seed)
        );
    }
    let _ = writeln!(html, "<pre>{}</pre></html>", escaped(&tables(tried, questions, eval)));
    html
}

/// Light and dark, so that the plot can be used without the page.
const STYLE: &str = "<style>text { font: 14px system-ui, sans-serif; fill: #1c1f24 } .bar { fill: #2f6f9f }
.range { stroke: #b3541e; stroke-width: 2 } .grid { stroke: #8888 }
@media (prefers-color-scheme: dark) { text { fill: #e6e8eb } .bar { fill: #6aa9d8 } .range { stroke: #f0975a } }</style>
";

/// Bars from 0 to 1, from left to right, as SVG.
pub(super) fn plot(tried: &[Tried], seed: u64) -> String {
    let (left, width, row) = (10.0, 700.0, 46.0);
    let x = |share: f64| left + share.clamp(0.0, 1.0) * width;
    let height = tried.len() as f64 * row + 30.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 780 {height}\" role=\"img\" aria-label=\"Recall of each setting\">{STYLE}"
    );
    for tick in 0..=4 {
        let share = f64::from(tick) / 4.0;
        let at = x(share);
        let _ =
            write!(svg, "<line class=\"grid\" x1=\"{at}\" x2=\"{at}\" y1=\"0\" y2=\"{}\"/>", height - 24.0);
        let _ = write!(svg, "<text x=\"{at}\" y=\"{}\" text-anchor=\"middle\">{share}</text>", height - 6.0);
    }
    let Some(first) = tried.first() else { return svg + "</svg>" };
    let base = answers(first, first, seed).map_or(0.0, |answers| answers.budget_recall);
    for (index, one) in tried.iter().enumerate() {
        let Some(answers) = answers(one, first, seed) else { continue };
        let top = index as f64 * row;
        let recall = answers.budget_recall;
        let name = escaped(one.setting.name());
        let _ = write!(svg, "<text x=\"{left}\" y=\"{}\">{name} · {recall:.3}</text>", top + 15.0);
        let _ = write!(
            svg,
            "<rect class=\"bar\" x=\"{left}\" y=\"{}\" width=\"{}\" height=\"14\"/>",
            top + 22.0,
            x(recall) - left
        );
        if index > 0 {
            let (low, high, middle) =
                (x(base + answers.difference_low), x(base + answers.difference_high), top + 29.0);
            let _ = write!(
                svg,
                "<line class=\"range\" x1=\"{low}\" x2=\"{high}\" y1=\"{middle}\" y2=\"{middle}\"/>"
            );
        }
    }
    svg + "</svg>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
