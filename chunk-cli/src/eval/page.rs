//! The report as one page of HTML: a plot of the recall of each setting, and the tables. It loads nothing.

use super::{
    plot::{self, Bar},
    tried::{Report, Tried},
};

const HEAD: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>chunk eval</title>
<style>
:root { color-scheme: light dark; background: #fff; color: #1c1f24 }
@media (prefers-color-scheme: dark) { :root { background: #15181c; color: #e6e8eb } }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
div { overflow-x: auto } table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums }
th, td { padding: .2rem .5rem; text-align: right; border-bottom: 1px solid #8884; white-space: nowrap; font-weight: normal }
th:first-child { text-align: left; white-space: normal; min-width: 9rem } tr:first-child th { font-weight: bold }
svg { display: block; width: 100%; max-width: 34rem; height: auto }
</style>
";

pub(super) fn render(report: &Report<'_>) -> String {
    let has_answers = report.questions > 0;
    let title = if has_answers { "Which settings hold the answers" } else { "What the settings cut" };
    let mut html = format!("{HEAD}<h1>{title}</h1>\n");
    if has_answers {
        html += &format!(
            "<p>The part of the answers to {} that the best {} tokens of chunks hold. The line over the end of a bar is the 95% interval of its \
             difference to the first setting.</p>\n{}",
            report.asked(),
            report.eval.budget,
            plot(report.tried)
        );
    }
    for table in report.tables() {
        html += &table.html(report.tried.iter().map(|one| one.setting.name()));
    }
    html + "</html>\n"
}

/// The recall of each setting as SVG.
pub(super) fn plot(tried: &[Tried]) -> String {
    let found = |one: &Tried| one.answers.as_ref().map_or(0.0, |answers| answers.mean.budget_recall);
    let base = tried.first().map_or(0.0, found);
    let bars: Vec<Bar> = tried
        .iter()
        .enumerate()
        .map(|(index, one)| Bar {
            name: one.setting.name().to_owned(),
            value: found(one),
            label: format!("{:.3}", found(one)),
            range: one
                .answers
                .as_ref()
                .filter(|_| index > 0)
                .map(|answers| (base + answers.difference.low, base + answers.difference.high)),
            is_marked: true,
        })
        .collect();
    plot::bars(
        "Recall of each setting, with the interval of its difference to the first",
        &bars,
        &[0.0, 0.25, 0.5, 0.75, 1.0].map(|tick| (tick, tick)),
    )
}
