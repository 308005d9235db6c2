//! A sample of each format, written by hand in the shape its page in docs/formats names, and what is read from it.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    clippy::disallowed_methods
)]

mod conversations;
mod damage;
mod elements;
mod hostile;
mod items;
mod recognition;
mod recordings;

use chunk_readers::{
    Format,
    conversation::{Conversations, Options},
};
use std::{fs, io::BufReader};

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/formats");

fn sample(name: &str) -> Vec<u8> {
    fs::read(format!("{SAMPLES}/{name}")).unwrap()
}

/// The conversations of a sample: `# id, title, at`, then for each turn `origin, speaker, at, id` and its text; `! error`.
fn dump(format: Format, file: &[u8], options: Options) -> Vec<String> {
    let mut lines = Vec::new();
    // A small buffer, so that values lie across its end.
    for read in Conversations::new(format, BufReader::with_capacity(7, file), options) {
        let conversation = match read {
            Ok(conversation) => conversation,
            Err(error) => {
                lines.push(format!("! {error}"));
                continue;
            }
        };
        let shown = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
        let (id, title, at) = (shown(&conversation.id), shown(&conversation.title), shown(&conversation.at));
        lines.push(format!("# {id}, {title}, {at}"));
        let mut end = 0;
        for turn in &conversation.turns {
            assert_eq!(turn.bytes.start, end, "turns tile the text");
            end = turn.bytes.end;
            let text = &conversation.text[turn.bytes.clone()];
            let (speaker, at, id) = (shown(&turn.speaker), shown(&turn.at), shown(&turn.id));
            let place = turn.origin.as_ref().unwrap();
            lines.push(format!("{place}, {speaker}, {at}, {id}: {text:?}"));
        }
        assert_eq!(end, conversation.text.len());
    }
    lines
}
