//! Exports that are damaged at each hundredth of their bytes: nothing is lost without an error that says where, and what stands before the damage is
//! read as it was.

use chunk_readers::{
    Format,
    conversation::{Conversation, Conversations, Options},
};
use rstest::rstest;

const TURNS: usize = 60;

/// An export of sixty turns, in which no two say the same: six conversations in those formats that have several.
fn export(format: Format) -> String {
    let said =
        |turn: usize| format!("Turn {turn}. \\\"The well\\\" is {turn} metres deep \\u00e9 [see {{it}}].");
    let role = |turn: usize| ["user", "assistant"][turn % 2];
    let of = |number: usize, message: &dyn Fn(usize) -> String, between: &str| {
        (number * 10..number * 10 + 10).map(message).collect::<Vec<_>>().join(between)
    };
    let list =
        |one: &dyn Fn(usize) -> String| format!("[{}]", (0..6).map(one).collect::<Vec<_>>().join(", "));
    let lines = |line: &dyn Fn(usize) -> String| (0..TURNS).map(line).collect::<Vec<_>>().join("\n") + "\n";
    match format {
        Format::Claude => {
            let message = |turn| format!(r#"{{"uuid":"m{turn}","sender":"human","text":"{}"}}"#, said(turn));
            list(&|n| {
                format!(r#"{{"uuid":"c{n}","name":"Wells","chat_messages":[{}]}}"#, of(n, &message, ","))
            })
        }
        Format::Chatgpt => {
            let node = |turn: usize| {
                let parent =
                    if turn.is_multiple_of(10) { "null".into() } else { format!("\"n{}\"", turn - 1) };
                format!(
                    r#""n{turn}":{{"parent":{parent},"message":{{"id":"m{turn}","author":{{"role":"{}"}},"content":{{"content_type":"text","parts":["{}"]}}}}}}"#,
                    role(turn),
                    said(turn)
                )
            };
            list(&|n| {
                format!(
                    r#"{{"id":"c{n}","mapping":{{{}}},"current_node":"n{}"}}"#,
                    of(n, &node, ","),
                    n * 10 + 9
                )
            })
        }
        Format::Messages => {
            let message = |turn| format!(r#"{{"role":"{}","content":"{}"}}"#, role(turn), said(turn));
            (0..6).map(|n| format!("{{\"messages\":[{}]}}\r\n", of(n, &message, ","))).collect()
        }
        Format::Slack => {
            let post = |turn| {
                format!(
                    r#"{{"type":"message","user":"U{turn}","ts":"1772355601.{turn}","text":"{}"}}"#,
                    said(turn)
                )
            };
            format!("[\n{}\n]\n", (0..TURNS).map(post).collect::<Vec<_>>().join(",\n"))
        }
        Format::ClaudeCode => lines(&|turn| {
            let role = role(turn);
            format!(
                r#"{{"type":"{role}","uuid":"u{turn}","sessionId":"s","message":{{"role":"{role}","content":"{}"}}}}"#,
                said(turn)
            )
        }),
        _ => lines(&|turn| {
            format!(
                r#"{{"timestamp":"t","type":"response_item","payload":{{"type":"message","role":"{}","content":[{{"type":"input_text","text":"{}"}}]}}}}"#,
                role(turn),
                said(turn)
            )
        }),
    }
}

/// Whether the file is JSON, or lines of JSON: then nobody can tell that it was another one.
fn is_json(format: Format, file: &[u8]) -> bool {
    let is_value = |json: &[u8]| serde_json::from_slice::<serde_json::Value>(json).is_ok();
    match format {
        Format::Claude | Format::Chatgpt | Format::Slack => is_value(file),
        _ => file.split(|byte| *byte == b'\n').all(|line| line.trim_ascii().is_empty() || is_value(line)),
    }
}

/// The texts of all turns, and the errors.
fn read(format: Format, file: &[u8]) -> (Vec<String>, Vec<String>) {
    let (mut said, mut errors) = (Vec::new(), Vec::new());
    for read in Conversations::new(format, file, Options::default()) {
        match read {
            Ok(Conversation { text, turns, .. }) => {
                said.extend(turns.into_iter().map(|turn| text[turn.bytes].to_owned()));
            }
            Err(error) => errors.push(error.to_string()),
        }
    }
    (said, errors)
}

#[rstest]
fn nothing_is_lost_in_silence(
    #[values(
        Format::Claude,
        Format::Chatgpt,
        Format::Messages,
        Format::Slack,
        Format::ClaudeCode,
        Format::Codex
    )]
    format: Format,
) {
    let export = export(format).into_bytes();
    let (whole, errors) = read(format, &export);
    assert_eq!((whole.len(), errors.len()), (TURNS, 0), "{errors:?}");
    for hundredth in 1..100 {
        let at = export.len() * hundredth / 100;
        let (before, after) = export.split_at(at);
        let mut damages =
            vec![("cut short", before.to_vec()), ("a byte less", [before, &after[1..]].concat())];
        damages.push(("a piece less", [before, &after[after.len().min(200)..]].concat()));
        damages.push(("a piece twice", [before, &after[..after.len().min(200)], after].concat()));
        for byte in *b"\"\\{}[],:\n\r\0x7 \xFF\xC3" {
            damages.push(("another byte", [before, &[byte], &after[1..]].concat()));
            damages.push(("a byte more", [before, &[byte], after].concat()));
        }
        for (what, file) in damages {
            let (said, errors) = read(format, &file);
            let place = format!(
                "{what} at byte {at}: {:?}",
                String::from_utf8_lossy(&file[at.saturating_sub(30)..file.len().min(at + 30)])
            );
            let is_seen = said.len() >= TURNS || !errors.is_empty() || is_json(format, &file);
            assert!(is_seen, "{place}: {} turns and no error", said.len());
            assert!(
                errors.iter().all(|error| error.starts_with("byte ")
                    || error.starts_with("line ")
                    || error.starts_with('/')),
                "{place}: {errors:?}"
            );
            // What was read before the conversation, or the line, in which the damage is.
            let share =
                if matches!(format, Format::Claude | Format::Chatgpt | Format::Messages) { 10 } else { 1 };
            let sound = (TURNS * at / export.len() / share).saturating_sub(1) * share;
            assert!(
                said.len() >= sound && said[..sound] == whole[..sound],
                "{place}: {sound} turns are before it"
            );
        }
    }
}
