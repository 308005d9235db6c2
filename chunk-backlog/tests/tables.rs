//! The tables that redaction goes by (B21): what each row shows is found, or stays.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use chunk_backlog::BacklogPolicy;
use regex::{Regex, bytes};
use std::collections::BTreeMap;

const SECRET: &str = "kT9#vWq2xLm4";

/// The rows of a table; lines that start with `# ` are for the reader. Missing fields are empty.
fn rows<const N: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    table.lines().filter(|line| !line.starts_with("# ")).map(|line| {
        let mut fields = line.split('\t');
        std::array::from_fn(|_| fields.next().unwrap_or_default())
    })
}

fn redact(text: &str) -> String {
    BacklogPolicy::default().redact(text).into_owned()
}

/// An example with its line ends and tabs, and a secret in the place of `V`.
fn written_out(example: &str, secret: &str) -> String {
    example.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t").replace('V', secret)
}

#[test]
fn every_place_is_found() {
    for [_, _, _, example, _] in rows(include_str!("../src/redact/tables/places.tsv")) {
        let example = example.replace("name", "db_password");
        let expected = written_out(&example, "[REDACTED:password]");
        assert_eq!(redact(&written_out(&example, SECRET)), expected);
    }
}

#[test]
fn every_value_before_a_name_is_found() {
    for [_, example, _] in rows(include_str!("../src/redact/tables/before.tsv")) {
        let redacted = redact(&written_out(example, SECRET));
        assert!(redacted.contains("[REDACTED:password]") && !redacted.contains("kT9"), "{redacted}");
    }
}

#[test]
fn every_command_is_found() {
    for [_, example, ..] in rows::<5>(include_str!("../src/redact/tables/commands.tsv")) {
        let redacted = redact(&written_out(example, SECRET));
        assert!(redacted.contains("[REDACTED:") && !redacted.contains("kT9"), "{redacted}");
    }
}

#[test]
fn every_user_and_password_is_found() {
    for [rule, _, example, _] in rows(include_str!("../src/redact/tables/userinfo.tsv")) {
        let redacted = redact(&example.replace('V', "kT9-vWq2xLm4pQ7zR5"));
        assert!(!redacted.contains("kT9") && redacted.contains(rule), "{example}: {redacted}");
    }
}

#[test]
fn every_harmless_value_stays() {
    for [why, expression, example] in rows(include_str!("../src/redact/tables/harmless.tsv")) {
        let row = bytes::Regex::new(&format!("(?s-u)^(?:{expression})$")).unwrap();
        assert!(row.is_match(example.as_bytes()), "{why}: {example}");
        let text = format!("password: \"{example}\"");
        assert_eq!(redact(&text), text, "{why}");
    }
}

/// A credential of this form, drawn at random, and where the secret of it starts.
fn drawn(form: &str, alphabets: &BTreeMap<&str, Vec<char>>, random: &mut fastrand::Rng) -> (String, usize) {
    // The parts: characters of an alphabet, one of several texts, borders, text. The one `\` is before a bar that is text.
    let part = Regex::new(r"\{(\S+) (\d+)(\.\.)?(\d*)\}|\(([^)]*)\)|([<>])|[^{(<>]+").unwrap();
    let form = form.replace("\\|", "\u{1}");
    let (mut text, mut start) = (String::new(), 0);
    for part in part.captures_iter(&form) {
        if let Some(alphabet) = part.get(1) {
            let least: usize = part[2].parse().unwrap();
            let most = if part.get(3).is_some() { part[4].parse().unwrap_or(least + 40) } else { least };
            let letters = &alphabets[alphabet.as_str()];
            text.extend((0..random.usize(least..=most)).map(|_| *random.choice(letters).unwrap()));
        } else if let Some(choice) = part.get(5) {
            text += random.choice(choice.as_str().split('|').collect::<Vec<_>>()).unwrap();
        } else if &part[0] == "<" {
            start = text.len();
        } else if &part[0] != ">" {
            text += &part[0];
        }
    }
    (text.replace('\u{1}', "|"), start)
}

/// Whatever the form of a provider allows is found, in each place. In 1,000 of them, a few may look like words.
#[test]
fn forms_are_found_wherever_they_are_valid() {
    const PLACES: [&str; 9] =
        ["V", "It printed `V`.", "a=V&b", "V-was-leaked", "V….", "\"V\\n\"", "old_V", "密V码", "V</td>"];
    let alphabets = rows(include_str!("../src/redact/tables/alphabets.tsv")).map(|[name, class]| {
        let class = Regex::new(&format!("[{class}]")).unwrap();
        (name, ('!'..='~').filter(|letter| class.is_match(&letter.to_string())).collect())
    });
    let alphabets: BTreeMap<_, Vec<char>> = alphabets.collect();
    let marker = Regex::new(r"\[REDACTED:[a-z0-9-]+\]").unwrap();
    let mut random = fastrand::Rng::with_seed(44);
    let (mut count, mut missed) = (0, Vec::new());
    for [rule, form, source] in rows(include_str!("../src/redact/tables/forms.tsv")) {
        assert!(source.len() > 8, "{rule}: {form}");
        for place in PLACES.into_iter().cycle().take(27) {
            let (credential, start) = drawn(form, &alphabets, &mut random);
            let text = place.replace('V', &credential);
            // All of the secret but its last character is gone.
            let left = marker.replace_all(&redact(&text), "").len();
            count += 1;
            if left + (credential.len() - start) > text.len() + 1 {
                missed.push(text);
            }
        }
    }
    assert!(missed.len() * 250 <= count, "{} of {count}: {missed:#?}", missed.len());
}
