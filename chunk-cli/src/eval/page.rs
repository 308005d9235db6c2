//! The report as one page of HTML: a plot of the recall of each setting, and the tables. It loads nothing.

use super::{
    plot::{self, Bar},
    tried::{Report, Tried},
};

const HEAD: &str = include_str!("head.html");

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
