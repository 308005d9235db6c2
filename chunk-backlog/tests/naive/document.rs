//! A whole document, read naively: path, frontmatter, dates, secrets, metadata, the bytes of its records (B1 to B8, B21,
//! C1). YAML is read as far as the cases have it: keys with plain or quoted scalars, lists, what is nested as neither.
#![allow(clippy::disallowed_methods, reason = "tests and readings ask the standard library")]

use super::{Settings, chunks, heading_title};
use chunk_backlog::chunk_core::ContentHash;
use std::{cell::Cell, fmt::Write};

/// What is known of a document's settings.
pub struct Document<'d> {
    pub path: &'d str,
    pub bytes: &'d [u8],
    pub product: Option<&'d str>,
    pub prefixed: bool,
    pub redact: bool,
    pub settings: Settings,
}

/// The records and the codes of the warnings; an error is a part of the message.
pub fn records(document: &Document<'_>) -> Result<(String, Vec<&'static str>), String> {
    let text =
        std::str::from_utf8(document.bytes).map_err(|error| format!("byte {}", error.valid_up_to()))?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text).replace("\r\n", "\n").replace('\r', "\n");

    // B3, B2, B4
    let mut path = document.path;
    while let Some(rest) = path.strip_prefix("./") {
        path = rest;
    }
    if path.starts_with('/') {
        return Err("absolute".into());
    }
    let segments: Vec<&str> = path.split('/').collect();
    if segments.contains(&"..") {
        return Err("leads out".into());
    }
    let (file, folders) = segments.split_last().unwrap();
    let products: Vec<Option<&str>> = (0..folders.len()).map(|at| product(&folders[..at])).collect();
    let decides = |&at: &usize| ["items", "decisions"].contains(&folders[at]);
    let all = || (0..folders.len()).filter(decides);
    let folder = all().find(|&at| products[at].is_some()).or_else(|| all().next());
    let folder = folder.ok_or("no document of a backlog")?;
    let adr = folders[folder] == "decisions";
    let stem = file.strip_suffix(".md").ok_or("no document of a backlog")?;
    if if adr { !stem.starts_with("ADR-") } else { stem == "README" || stem.ends_with(".index") } {
        return Err("no document of a backlog".into());
    }
    let product = products[folder].or(document.product).ok_or("names no product")?;

    // B2
    let mut warnings = Vec::new();
    let (fields, body) = match front_matter(&text) {
        Some((lines, body)) => (yaml(&lines)?, body),
        None => (Vec::new(), text),
    };
    let find = |key: &str| fields.iter().find(|(name, _)| name == key).map(|(_, value)| value.clone());
    let mut scalar = |key: &str| match find(key) {
        Some(Value::Scalar(scalar)) => present(&scalar),
        Some(Value::List(_) | Value::Nested) => {
            warnings.push("not-text");
            None
        }
        None => None,
    };
    let hide = |text: String| if document.redact { redact(&text) } else { text };
    let body = hide(body);
    let long = Cell::new(false);
    let cut = |text: String| {
        long.set(long.get() || text.chars().count() > 1_024);
        let marker = open_marker(&text, 1_024);
        text.chars().take(marker.unwrap_or(1_024)).collect::<String>()
    };
    let title = scalar("title").map(hide).map(cut);
    let state = if adr { scalar("status").or_else(|| scalar("state")) } else { scalar("state") };
    let state = state.map(hide).map(cut);
    let id = scalar("id").map(hide);
    let uid = scalar("uid").map(hide);
    let item_type = if adr { None } else { scalar("type").map(hide).map(cut) };
    let parent = if adr { None } else { scalar("parent").map(hide) };
    for id in [&id, &uid, &parent].into_iter().flatten() {
        if id.chars().count() > 1_024 {
            return Err("too many for an id".into());
        }
    }
    let mut tags: Vec<String> = Vec::new();
    let values = match find("tags") {
        Some(Value::List(values)) => values,
        Some(value) => vec![value],
        None => Vec::new(),
    };
    let mut room = 1_024_usize;
    for value in &values {
        let Value::Scalar(tag) = value else {
            if !warnings.contains(&"not-text-in-tags") {
                warnings.push("not-text-in-tags");
            }
            continue;
        };
        let Some(tag) = present(tag).map(hide).map(|tag| cut(lowercase(&tag))) else { continue };
        if tag.chars().count() > room {
            long.set(true);
            break;
        }
        room -= tag.chars().count();
        tags.push(tag);
    }
    let mut dates = |keys: &[&'static str]| {
        keys.iter().find_map(|key| {
            let Some(Value::Scalar(scalar)) = find(key) else { return None };
            let text = present(&scalar)?;
            let date = date(&text);
            if date.is_none() {
                warnings.push(key);
            }
            date
        })
    };
    let (updated, created): (&[&str], &[&str]) = match adr {
        true => (&["updated", "date", "decision_date"], &["created", "date", "decision_date"]),
        false => (&["updated"], &["created"]),
    };
    let (updated, created) = (dates(updated), dates(created));
    // One warning a field: the fields of dates stand for themselves so far.
    let mut codes: Vec<&'static str> = Vec::new();
    let mut seen = Vec::new();
    for warning in warnings {
        if !["not-text", "not-text-in-tags"].contains(&warning) && seen.contains(&warning) {
            continue;
        }
        seen.push(warning);
        codes.push(if warning.starts_with("not-text") { "not-text" } else { "invalid-date" });
    }

    let title = title.unwrap_or_else(|| heading_title(&body).map_or_else(|| stem.to_owned(), cut));
    if long.get() {
        codes.push("long-metadata");
    }
    let letters = |latin: bool| {
        let is_latin = |c: char| {
            c.is_ascii() || ('\u{C0}'..='\u{24F}').contains(&c) || ('\u{1E00}'..='\u{1EFF}').contains(&c)
        };
        body.chars().filter(|&c| c.is_alphabetic() && is_latin(c) == latin).count()
    };
    if letters(false) > letters(true) {
        codes.push("another-script");
    }

    let hash =
        |text: &str| format!("{}{}", if document.prefixed { "sha256:" } else { "" }, ContentHash::of(text));
    let chunks = chunks(&title, &body, adr, &document.settings);
    let mut out = String::new();
    for (index, chunk) in chunks.iter().enumerate() {
        let mut fields: Vec<(&str, String)> = vec![("schema_version", json("0.1.0"))];
        let optional = |value: &Option<String>| value.as_deref().map_or_else(String::new, json);
        fields.push(("doc_id", json(id.as_deref().unwrap_or_else(|| stem.split('_').next().unwrap()))));
        fields.push(("uid", optional(&uid)));
        fields.push(("doctype", json(if adr { "adr" } else { "item" })));
        fields.push(("item_type", optional(&item_type)));
        fields.push(("title", json(&title)));
        fields.push(("state", optional(&state)));
        fields
            .push(("tags", format!("[{}]", tags.iter().map(|tag| json(tag)).collect::<Vec<_>>().join(","))));
        fields.push(("parent", optional(&parent)));
        fields.push(("product", json(product)));
        fields.push(("source_path", json(path)));
        fields.push(("path_hash", json(&hash(path))));
        fields.push(("section_path", json(&chunk.path)));
        fields.push(("chunk_kind", json(chunk.kind)));
        fields.push(("chunk_index", index.to_string()));
        fields.push(("chunk_count", chunks.len().to_string()));
        fields.push(("chunk_char_len", chunk.text.chars().count().to_string()));
        fields.push(("chunk_hash", json(&hash(&chunk.text))));
        fields.push(("source_updated", optional(&updated)));
        fields.push(("created_at", optional(&created)));
        let span = chunk.span.clone().unzip();
        fields.push(("worklog_span_start", optional(&span.0)));
        fields.push(("worklog_span_end", optional(&span.1)));
        fields.push(("language", json("en")));
        let mut names: Vec<String> =
            [&chunk.text, &title].into_iter().chain(&tags).flat_map(|text| markers(text)).collect();
        names.sort();
        names.dedup();
        let redaction =
            if names.is_empty() { "none".into() } else { format!("redacted:{}", names.join(",")) };
        fields.push(("redaction", json(&redaction)));
        let fields = fields
            .iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(key, value)| format!("\"{key}\":{value}"));
        let metadata = fields.collect::<Vec<_>>().join(",");
        let _ = writeln!(out, "{{\"text\":{},\"metadata\":{{{metadata}}}}}", json(&chunk.text));
    }
    Ok((out, codes))
}

/// The NAME behind the last `products` that has one before the end.
fn product<'p>(folders: &[&'p str]) -> Option<&'p str> {
    let at = (0..folders.len().saturating_sub(1)).rev().find(|&at| folders[at] == "products")?;
    Some(folders[at + 1])
}

fn json(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out += "\\n",
            '\t' => out += "\\t",
            '\r' => out += "\\r",
            '\u{8}' => out += "\\b",
            '\u{C}' => out += "\\f",
            '\0'..' ' => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out + "\""
}

/// The lines between the two marks, if they begin with a key, and the text after them.
fn front_matter(text: &str) -> Option<(Vec<&str>, String)> {
    let mut lines: Vec<&str> = text.split('\n').collect();
    if lines.remove(0).trim_end() != "---" {
        return None;
    }
    let end = lines.iter().position(|line| ["---", "..."].contains(&line.trim_end()))?;
    let body = lines.split_off(end)[1..].join("\n");
    let first = lines.iter().find(|line| !line.trim().is_empty() && !line.trim().starts_with('#'))?;
    let (name, value) = first.split_once(':')?;
    let is_plain = |c: char| c.is_alphanumeric() || "_-./".contains(c);
    let is_name = name.starts_with(['"', '\'', '{']) || !name.is_empty() && name.chars().all(is_plain);
    (is_name && (value.is_empty() || value.starts_with([' ', '\t']))).then_some((lines, body))
}

#[derive(Debug, Clone)]
enum Value {
    Scalar(String),
    List(Vec<Value>),
    Nested,
}

/// The top-level keys of a frontmatter.
fn yaml(lines: &[&str]) -> Result<Vec<(String, Value)>, String> {
    let mut fields: Vec<(String, Value)> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        let number = at + 2;
        at += 1;
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let Some((key, first)) = line.split_once(':') else { return Err(format!("line {number}")) };
        if line.starts_with(['-', '[', ' ']) {
            return Err(format!("line {number}"));
        }
        if fields.iter().any(|(known, _)| known == key) {
            return Err(format!("line {number}: the frontmatter cannot be read: this key stands twice"));
        }
        // What belongs to the key: lines that are indented, list items, blank lines.
        let start = at;
        while at < lines.len() && (lines[at].trim().is_empty() || lines[at].starts_with([' ', '-'])) {
            at += 1;
        }
        let rest = &lines[start..at];
        let first = first.trim();
        if first.starts_with(['&', '*']) {
            return Err(format!("line {number}: the frontmatter cannot be read: anchors"));
        }
        if first.starts_with("[[[[[[[[[[[[[[[[") || first.contains(": ") && !first.starts_with(['\'', '"']) {
            return Err(format!("line {number}"));
        }
        let value = if let Some(flow) = first.strip_prefix('[') {
            let inner = flow.strip_suffix(']').ok_or(format!("line {number}"))?;
            Value::List(flow_items(inner).into_iter().map(|item| Value::Scalar(unquoted(&item))).collect())
        } else if !first.is_empty() {
            let mut scalar = first.to_owned();
            for line in rest {
                // A line end is a space, a blank line a line end; both are white space here.
                let _ = write!(scalar, " {}", line.trim());
            }
            Value::Scalar(unquoted(scalar.trim()))
        } else if let Some(item) = rest.iter().find(|line| !line.trim().is_empty()) {
            if item.trim_start().starts_with("- ") {
                let items =
                    rest.iter().filter_map(|line| line.trim_start().strip_prefix("- ")).map(str::trim);
                let nested = |item: &str| item.contains(": ") && !item.starts_with(['\'', '"']);
                Value::List(
                    items
                        .map(|item| if nested(item) { Value::Nested } else { Value::Scalar(unquoted(item)) })
                        .collect(),
                )
            } else {
                Value::Nested
            }
        } else {
            Value::Scalar(String::new())
        };
        fields.push((key.to_owned(), value));
    }
    Ok(fields)
}

/// The items of a flow list, apart at commas outside quotes.
fn flow_items(inner: &str) -> Vec<String> {
    let mut items = vec![String::new()];
    let mut quote = None;
    for c in inner.chars() {
        match quote {
            None if c == ',' => {
                items.push(String::new());
                continue;
            }
            None if c == '"' || c == '\'' => quote = Some(c),
            Some(open) if c == open => quote = None,
            _ => {}
        }
        items.last_mut().unwrap().push(c);
    }
    items.iter().map(|item| item.trim().to_owned()).filter(|item| !item.is_empty()).collect()
}

fn unquoted(scalar: &str) -> String {
    let inner = |quote| scalar.strip_prefix(quote).and_then(|rest: &str| rest.strip_suffix(quote));
    if let Some(inner) = inner('\'') {
        inner.replace("''", "'")
    } else {
        inner('"').map_or(scalar, |inner| inner).to_owned()
    }
}

/// B8: white space collapsed; the words for nothing are nothing.
fn present(scalar: &str) -> Option<String> {
    let text = scalar.split_whitespace().collect::<Vec<_>>().join(" ");
    (!["", "~", "null", "none"].contains(&&*text.to_ascii_lowercase())).then_some(text)
}

/// B7, by counting days.
pub fn date(text: &str) -> Option<String> {
    let chars: Vec<char> = text.chars().collect();
    let has = |form: &str, from: usize| {
        let end = from + form.len();
        end <= chars.len()
            && form.chars().zip(&chars[from..end]).all(|(form, c)| match form {
                '0' => c.is_ascii_digit(),
                '_' => *c == ' ' || *c == 'T',
                '+' => *c == '+' || *c == '-',
                form => *c == form,
            })
    };
    let number = |from: usize, length: usize| {
        chars[from..from + length].iter().collect::<String>().parse::<i64>().unwrap()
    };
    if !has("0000-00-00", 0) {
        return None;
    }
    let (year, month, day) = (number(0, 4), number(5, 2), number(8, 2));
    let leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = |year: i64, month: i64| match month {
        2 => 28 + i64::from(leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    if !(1..=12).contains(&month) || !(1..=days(year, month)).contains(&day) {
        return None;
    }
    let mut at = 10;
    let mut minutes = 0;
    let mut second = 0;
    if at < chars.len() {
        if !has("_00:00", at) {
            return None;
        }
        let (hour, minute) = (number(at + 1, 2), number(at + 4, 2));
        if hour > 23 || minute > 59 {
            return None;
        }
        minutes = hour * 60 + minute;
        at += 6;
        if has(":00", at) {
            second = number(at + 1, 2);
            at += 3;
            if second > 59 {
                return None;
            }
            if has(".0", at) {
                at += 1;
                while at < chars.len() && chars[at].is_ascii_digit() {
                    at += 1;
                }
            }
        }
        if has(" ", at) {
            at += 1;
        }
        let zone =
            ["Z", "+00:00", "+0000"].into_iter().find(|form| has(form, at) && at + form.len() == chars.len());
        match zone {
            Some("Z") => {}
            Some(form) => {
                let (hours, behind) = (number(at + 1, 2), number(at + form.len() - 2, 2));
                if hours > 23 || behind > 59 {
                    return None;
                }
                let offset = hours * 60 + behind;
                minutes += if chars[at] == '+' { -offset } else { offset };
            }
            None if at < chars.len() || has(" ", at.wrapping_sub(1)) => return None,
            None => {}
        }
    }
    let (mut year, mut month, mut day) = (year, month, day);
    while minutes < 0 {
        minutes += 24 * 60;
        day -= 1;
        if day == 0 {
            month -= 1;
            if month == 0 {
                (year, month) = (year - 1, 12);
            }
            day = days(year, month);
        }
    }
    while minutes >= 24 * 60 {
        minutes -= 24 * 60;
        day += 1;
        if day > days(year, month) {
            (month, day) = (month + 1, 1);
            if month > 12 {
                (year, month) = (year + 1, 1);
            }
        }
    }
    let (hour, minute) = (minutes / 60, minutes % 60);
    (0..=9999)
        .contains(&year)
        .then(|| format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"))
}

/// The names of the markers in a text.
fn markers(text: &str) -> Vec<String> {
    let names =
        text.split("[REDACTED:").skip(1).filter_map(|rest| rest.split_once(']')).map(|(name, _)| name);
    let is_name = |name: &&str| {
        (1..=64).contains(&name.len()) && name.chars().all(|c| matches!(c, 'a'..='z' | '0'..='9' | '-'))
    };
    names.filter(is_name).map(str::to_owned).collect()
}

/// The character at which a marker starts that a cut at `limit` would cut.
fn open_marker(text: &str, limit: usize) -> Option<usize> {
    text.match_indices("[REDACTED:").find_map(|(byte, _)| {
        let start = text[..byte].chars().count();
        let length = text[byte..].chars().position(|c| c == ']')? + 1;
        (start < limit && limit < start + length && !markers(&text[byte..]).is_empty()).then_some(start)
    })
}

/// Lowercase but for markers.
fn lowercase(tag: &str) -> String {
    let mut parts = tag.split("[REDACTED:");
    let mut out = parts.next().unwrap().to_lowercase();
    for part in parts {
        let marker = format!("[REDACTED:{part}");
        match (markers(&marker).as_slice(), part.split_once(']')) {
            ([name], Some((_, behind))) => {
                let _ = write!(out, "[REDACTED:{name}]{}", behind.to_lowercase());
            }
            _ => out += &marker.to_lowercase(),
        }
    }
    out
}

/// The secrets that stand in cases: tokens of GitHub, key ids of AWS, blocks of private keys, quoted passwords.
fn redact(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let word = rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap();
        let block = "-----END PRIVATE KEY-----";
        if let Some(key) = rest.strip_prefix("password: \"") {
            let (_, behind) = key.split_once('"').unwrap();
            out += "password: \"[REDACTED:password]\"";
            rest = behind;
        } else if rest.starts_with("-----BEGIN PRIVATE KEY-----") && rest.contains(block) {
            out += "[REDACTED:private-key]";
            rest = rest.split_once(block).unwrap().1;
        } else if word.starts_with("ghp_") && word.len() == 40 || word.starts_with("AKIA") && word.len() == 20
        {
            out += if word.len() == 40 { "[REDACTED:github-token]" } else { "[REDACTED:aws-key]" };
            rest = &rest[word.len()..];
        } else {
            let length = word.len().max(rest.chars().next().unwrap().len_utf8());
            out += &rest[..length];
            rest = &rest[length..];
        }
    }
    out
}
