//! Other splitters: the records of `python -m chunk_policies.bench --record` and of `chunk eval --format jsonl`, as tables and plots.

use super::{
    axis::{linear, logarithmic},
    plot::Bar,
};
use crate::workspace::root;
use serde::{Deserialize, de::DeserializeOwned};
use std::{error::Error, fmt::Write, fs};

type Answer<T> = Result<T, Box<dyn Error>>;

/// A run of the Python bench.
#[derive(Deserialize)]
struct Run {
    command: String,
    tokenizer: String,
    limit: usize,
    rounds: usize,
    documents: usize,
    megabytes: f64,
    /// What has to be known of the run besides.
    #[serde(default)]
    note: String,
    results: Vec<Splitter>,
}

#[derive(Deserialize)]
struct Splitter {
    splitter: String,
    docs_per_second: u64,
    megabytes_per_second: f64,
    chunks: u64,
    failed: u64,
    lost: u64,
    /// `None` if it gives no offsets.
    wrong_offsets: Option<u64>,
    above: u64,
    /// The share of all tokens that a model with this limit cuts off; `None` in a record that does not have it.
    cut: Option<f64>,
}

/// A line of `chunk eval`.
#[derive(Deserialize)]
struct Setting {
    setting: String,
    chunks: u64,
    edit: f64,
}

fn read<T: DeserializeOwned>(name: &str) -> Answer<Vec<T>> {
    let path = root().join("xtask/record/beside").join(name);
    let text = fs::read_to_string(&path)?;
    let values = serde_json::Deserializer::from_str(&text).into_iter().collect::<Result<_, _>>();
    values.map_err(|error| format!("{}: {error}", path.display()).into())
}

/// The part of the page about other splitters, and its plots by name.
pub fn page() -> Answer<(String, Vec<(&'static str, String)>)> {
    let runs: Vec<Run> = ["cl100k_base.json", "o200k_base.json", "huggingface.json"]
        .into_iter()
        .map(read)
        .collect::<Answer<Vec<Vec<Run>>>>()?
        .into_iter()
        .flatten()
        .collect();
    let [cl100k, o200k, model] = runs.as_slice() else {
        return Err("a record of a run for each of three tokenizers is needed".into());
    };
    let edits: Vec<Setting> = read("edits.jsonl")?;
    let plots = vec![
        ("speed", speed("Speed with cl100k_base, MB/s", cl100k)),
        ("speed-o200k", speed("Speed with o200k_base, MB/s", o200k)),
        ("speed-model", speed("Speed with a model's tokenizer, MB/s", model)),
        ("above", above(model)),
        ("lost", counts("Characters lost", cl100k, |one| Some(one.lost))),
        ("offsets", counts("Chunks with wrong offsets", cl100k, |one| one.wrong_offsets)),
        ("edits", edited(&edits)),
    ];
    let mut out = String::from("\n## Speed\n");
    for (run, name) in [(cl100k, "speed"), (o200k, "speed-o200k"), (model, "speed-model")] {
        write!(
            out,
            "\nIn tokens of `{}`, MB/s of CPU time, on a logarithmic scale:\n\n![Speed with {0}](benchmarks/{name}.svg)\n",
            run.tokenizer
        )?;
    }
    write!(
        out,
        "\n## Text above a model's limit\n\n\
         The share of all tokens that a model of {} tokens (`{}`) does not see, because a chunk is above its limit:\n\n\
         ![Share of tokens that a model does not see](benchmarks/above.svg)\n\n\
         ## Text lost\n\n\
         Characters other than white space that are in no chunk, of {:.2} MB; a document at which a splitter fails is not counted:\n\n\
         ![Characters lost](benchmarks/lost.svg)\n\n\
         ## Wrong offsets\n\n\
         Chunks whose offsets do not give their text:\n\n\
         ![Chunks with wrong offsets](benchmarks/offsets.svg)\n\n\
         ## What an edit costs\n\n\
         Chunks to embed again after a sentence was added to the middle of a page of `docs`, on average over the pages:\n\n\
         ![Chunks to embed again after an edit](benchmarks/edits.svg)\n\n\
         ## The tables of the other splitters\n",
        model.limit, model.tokenizer, cl100k.megabytes
    )?;
    for run in &runs {
        table(&mut out, run)?;
    }
    writeln!(out, "\n| `chunk eval docs` | chunks | to embed again after an edit |\n|---|---:|---:|")?;
    for Setting { setting, chunks, edit } in &edits {
        writeln!(out, "| `{setting}` | {chunks} | {edit:.2} |")?;
    }
    writeln!(out)?;
    Ok((out, plots))
}

fn table(out: &mut String, run: &Run) -> std::fmt::Result {
    let Run { command, tokenizer, limit, rounds, documents, megabytes, note, .. } = run;
    let rounds = if *rounds == 1 { "1 round".to_owned() } else { format!("{rounds} rounds") };
    writeln!(
        out,
        "\n`{tokenizer}`: {documents} documents, {megabytes:.2} MB, at most {limit} tokens, {rounds}; `{command}`. {note}\n\n\
         | splitter | docs/s | MB/s | chunks | failed | lost | wrong offsets | above | cut off |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|"
    )?;
    for one in &run.results {
        let offsets = one.wrong_offsets.map_or("-".to_owned(), |count| count.to_string());
        writeln!(
            out,
            "| {} | {} | {:.2} | {} | {} | {} | {offsets} | {} | {} |",
            one.splitter,
            one.docs_per_second,
            one.megabytes_per_second,
            one.chunks,
            one.failed,
            one.lost,
            one.above,
            percent(one.cut)
        )?;
    }
    Ok(())
}

/// Whether it is one of ours, which the plots mark.
fn is_ours(name: &str) -> bool {
    ["chunk-policies", "cl100k_base", "Markdown", "markdown", "tokens", "hybrid"]
        .iter()
        .any(|ours| name.starts_with(ours))
}

fn bar(name: &str, value: f64, label: String) -> Bar {
    Bar { name: name.to_owned(), value, label, range: None, is_marked: is_ours(name) }
}

fn percent(share: Option<f64>) -> String {
    share.map_or("-".to_owned(), |share| format!("{:.1}%", share * 100.0))
}

fn speed(title: &str, run: &Run) -> String {
    let bars: Vec<Bar> = run
        .results
        .iter()
        .map(|one| bar(&one.splitter, one.megabytes_per_second, format!("{:.2}", one.megabytes_per_second)))
        .collect();
    logarithmic(title, bars, 0.1, 100.0)
}

fn above(run: &Run) -> String {
    let bars: Vec<Bar> = run
        .results
        .iter()
        .map(|one| bar(&one.splitter, one.cut.unwrap_or_default() * 100.0, percent(one.cut)))
        .collect();
    linear("Share of tokens that a model does not see, in percent", bars, 40.0)
}

fn counts(title: &str, run: &Run, count: impl Fn(&Splitter) -> Option<u64>) -> String {
    let bars: Vec<Bar> = run
        .results
        .iter()
        .map(|one| match count(one) {
            Some(count) => bar(&one.splitter, count as f64, count.to_string()),
            None => bar(&one.splitter, 0.0, "gives none".to_owned()),
        })
        .collect();
    let most = bars.iter().map(|bar| bar.value).fold(1.0, f64::max);
    let step = 10_f64.powf(most.log10().floor());
    linear(title, bars, (most / step).ceil() * step)
}

fn edited(edits: &[Setting]) -> String {
    let bars: Vec<Bar> =
        edits.iter().map(|one| bar(name_of(&one.setting), one.edit, format!("{:.2}", one.edit))).collect();
    let most = bars.iter().map(|bar| bar.value).fold(1.0, f64::max);
    linear("Chunks to embed again after an edit", bars, most.ceil())
}

/// A setting of a policy, or the splitter of a program: what follows `--rows`.
fn name_of(setting: &str) -> &str {
    setting.split_once("--rows ").map_or(setting, |(_, rest)| rest.split(' ').next().unwrap_or(rest))
}
