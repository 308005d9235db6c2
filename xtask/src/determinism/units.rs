//! Generates units for every policy, the same ones on every machine.

use chunk_testkit::generate::{Alphabet, Rng, text};
use serde_json::json;

/// Units for one policy.
pub(super) struct Batch {
    pub(super) policy: &'static str,
    pub(super) arguments: Vec<&'static str>,
    /// Each is a line, or a stream of its own.
    units: Vec<String>,
    are_streams: bool,
}

impl Batch {
    pub(super) fn len(&self) -> usize {
        self.units.len()
    }

    /// The standard input of each run.
    pub(super) fn inputs(&self, shuffled: bool) -> Vec<Vec<u8>> {
        if self.are_streams {
            return self.units.iter().map(|unit| unit.clone().into_bytes()).collect();
        }
        let mut units: Vec<&str> = self.units.iter().map(String::as_str).collect();
        if shuffled {
            Rng::with_seed(units.len() as u64).shuffle(&mut units);
        }
        vec![units.concat().into_bytes()]
    }
}

/// Generates the id and the text of the document with this number.
type Document = fn(&mut Rng, usize) -> (String, String);

/// Events per stream.
const EVENTS: usize = 200;

/// `count` units, a quarter for each policy but the recorder's, which has a few long streams.
pub(super) fn generate(count: usize) -> Vec<Batch> {
    let mut random = Rng::with_seed(12);
    let documents: [(&str, Document); 4] =
        [("backlog", backlog), ("hybrid", hybrid), ("markdown", markdown), ("tokens", tokens)];
    let mut batches: Vec<Batch> = documents
        .into_iter()
        .map(|(policy, document)| Batch {
            policy,
            arguments: vec!["--quiet", "--input", "jsonl", "--id-field", "id", "--text-field", "text", "-"],
            units: (0..count.div_ceil(4))
                .map(|number| {
                    let (id, text) = document(&mut random, number);
                    json!({"id": id, "text": text}).to_string() + "\n"
                })
                .collect(),
            are_streams: false,
        })
        .collect();
    batches.push(Batch {
        policy: "recorder",
        arguments: vec!["--quiet", "-"],
        units: (0..count.div_ceil(500)).map(|_| stream(&mut random)).collect(),
        are_streams: true,
    });
    batches
}

fn one_of<T: Default>(
    random: &mut Rng,
    items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
) -> T {
    random.choice(items).unwrap_or_default()
}

fn any_text(random: &mut Rng) -> String {
    const ALPHABETS: [Alphabet; 4] = [Alphabet::Prose, Alphabet::Mixed, Alphabet::Cjk, Alphabet::Unicode];
    let alphabet = random.choice(ALPHABETS).unwrap_or(Alphabet::Prose);
    let bytes = random.usize(..2_000);
    text(random, alphabet, bytes)
}

fn tokens(random: &mut Rng, number: usize) -> (String, String) {
    let mut text = any_text(random);
    // Some are so long that they have to be split.
    if random.u8(..8) == 0 {
        text = text.repeat(6);
    }
    (number.to_string(), text)
}

/// Blocks of every kind, with any text in them.
fn markdown(random: &mut Rng, number: usize) -> (String, String) {
    const BLOCKS: [&str; 12] = [
        "# Heading\n\n",
        "## Part\n\n",
        "### Detail\n\n",
        "- item\n- item\n  - inner\n\n",
        "1. first\n2. second\n\n",
        "```rust\nfn main() {}\n```\n\n",
        "| a | b |\n|---|---|\n| 1 | 2 |\n\n",
        "> quoted\n\n",
        "---\n\n",
        "<div>\nhtml\n</div>\n\n",
        "[^1]: a note\n\n",
        "Setext\n===\n\n",
    ];
    let mut document = String::new();
    for _ in 0..random.usize(1..12) {
        document += one_of(random, BLOCKS);
        document += &any_text(random);
        document += "\n\n";
    }
    (format!("docs/{number}.md"), document)
}

fn hybrid(random: &mut Rng, number: usize) -> (String, String) {
    const LINES: [&str; 8] = [
        "1. First, install the package.\n",
        "2. Then run `make`.\n",
        "## Setup\n\n",
        "I prefer tabs over spaces.\n",
        "2026-03-01 10:00 the build failed.\n",
        "- [ ] write tests\n",
        "We decided to use SQLite because it is small.\n",
        "Step 3: check the result.\n\n",
    ];
    let mut document = String::new();
    for _ in 0..random.usize(1..20) {
        document += one_of(random, LINES);
        if random.u8(..4) == 0 {
            document += &any_text(random);
            document += "\n\n";
        }
    }
    (format!("notes/{number}.md"), document)
}

fn backlog(random: &mut Rng, number: usize) -> (String, String) {
    const SECTIONS: [&str; 6] = [
        "# Context\n\n",
        "# Goal\n\n",
        "# Approach\n\n",
        "# Acceptance Criteria\n\n",
        "# Links\n\n",
        "# Something else\n\n",
    ];
    let mut document = format!("---\nid: DEMO-TSK-{number:04}\ntitle: Item {number}\ntags: [A, b]\n---\n");
    for _ in 0..random.usize(1..6) {
        document += one_of(random, SECTIONS);
        document += &any_text(random);
        document += "\n\n";
    }
    document += "# Worklog\n\n";
    for day in 1..random.usize(2..9) {
        document += &format!("2026-02-0{day} 10:00 [agent=a] did part {day}.\n");
    }
    let path = format!("_kano/backlog/products/demo/items/task/0000/DEMO-TSK-{number:04}_item.md");
    (path, document)
}

fn stream(random: &mut Rng) -> String {
    let mut stream = String::new();
    let mut now = 1_700_000_000_000_i64;
    for number in 0..EVENTS {
        let most = one_of(random, [30, 300, 40_000]);
        now += random.i64(0..most);
        let most = one_of(random, [10, 100, 3_000]);
        let bytes = random.usize(..most);
        let text = text(random, Alphabet::Mixed, bytes);
        let kind = if random.u8(..4) == 0 { "ingress_text" } else { "egress_output" };
        let event = json!({
            "schema_version": "ft.recorder.event.v1", "event_id": format!("e{number}"), "pane_id": random.u8(1..3),
            "occurred_at_ms": now, "event_type": kind, "text": text,
        });
        stream += &event.to_string();
        stream.push('\n');
    }
    stream
}
