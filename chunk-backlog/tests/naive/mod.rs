//! The clauses read word by word, over characters and lines, with no thought for speed: what the crate is compared
//! with. It understands a small Markdown: headings of `#`, paragraphs, lists of `-` and `*`, tables of `|`, fences of three
//! backticks, each apart from the next by a blank line or starting on a line that no paragraph can go on with. Dates
//! are UTC days, with minutes or not. It shares no code with the crate.
#![allow(clippy::disallowed_methods, reason = "tests and readings ask the standard library")]

mod document;

pub use document::{Document, records};

use std::fmt::Write;

pub struct Record {
    pub path: String,
    pub kind: &'static str,
    pub text: String,
    pub span: Option<(String, String)>,
}

pub struct Settings {
    pub header_chunk: bool,
    pub repeat_heading: bool,
}

/// The chunks of a body (B9 to B20).
pub fn chunks(title: &str, body: &str, adr: bool, settings: &Settings) -> Vec<Record> {
    let lines = lines(body);
    let prefix = if adr { "adr" } else { "item" };
    let mut records = Vec::new();
    let mut worklogs = Vec::new();
    let mut context = None;
    for section in sections(&lines, adr) {
        let path = format!("{prefix}/{}", section.path);
        if section.path == "worklog" {
            worklogs.push(section);
            continue;
        }
        if section.path == "context" && context.is_none() {
            context = first_sentence(&lines[section.first..section.end]);
        }
        if !section.is_chunk {
            continue;
        }
        let kind = if path == "adr/decision" { "decision" } else { "section" };
        for text in pieces(&lines[section.first..section.end], section.heading, settings.repeat_heading) {
            records.push(Record { path: path.clone(), kind, text, span: None });
        }
    }
    if settings.header_chunk {
        let text = context.map_or_else(|| title.to_owned(), |sentence| format!("{title}\n{sentence}"));
        let text: Vec<char> = text.chars().collect();
        let ends_word =
            |end: &usize| !text[end - 1].is_whitespace() && text.get(*end).is_none_or(|c| c.is_whitespace());
        let cut = || (1..=1_200).rev().find(ends_word).unwrap_or(1_200);
        let end = if text.len() > 1_200 { cut() } else { text.len() };
        let text = text[..end].iter().collect();
        records.insert(0, Record { path: format!("{prefix}/header"), kind: "header", text, span: None });
    }
    for (text, span) in worklog(&lines, &worklogs) {
        records.push(Record { path: format!("{prefix}/worklog"), kind: "worklog", text, span });
    }
    records
}

/// The text of the first heading that has some.
pub fn heading_title(body: &str) -> Option<String> {
    let lines = lines(body);
    let mut names =
        lines.iter().filter(|line| matches!(line.what, What::Heading(_))).map(|line| name(line.text));
    names.find(|name| !name.is_empty())
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum What {
    Blank,
    Heading(usize),
    /// A paragraph line, or a line that goes on a list item.
    Text,
    Item,
    Table,
    Rule,
    /// A line of a Setext heading after its first.
    Setext,
    Quote,
    /// The first line of a fence, a line in it, the last one.
    FenceStart,
    Fenced,
    FenceEnd,
}

struct Line<'t> {
    text: &'t str,
    what: What,
}

fn lines(body: &str) -> Vec<Line<'_>> {
    let mut fenced = false;
    let mut lines = Vec::new();
    for text in body.strip_suffix('\n').unwrap_or(body).split('\n') {
        let hashes = text.chars().take_while(|&c| c == '#').count();
        let what = if text.trim_start().starts_with("```") {
            fenced = !fenced;
            if fenced { What::FenceStart } else { What::FenceEnd }
        } else if fenced {
            What::Fenced
        } else if text.trim_matches([' ', '\t']).is_empty() {
            What::Blank
        } else if (1..=6).contains(&hashes) && (text.len() == hashes || text[hashes..].starts_with(' ')) {
            What::Heading(hashes)
        } else if text.len() > 2 && text.trim_end_matches(' ').chars().all(|c| c == '-') {
            What::Rule
        } else if text.trim_start().starts_with(['-', '*']) && text.trim_start()[1..].starts_with(' ') {
            What::Item
        } else if text.starts_with('|') {
            What::Table
        } else if text.starts_with('>') {
            What::Quote
        } else {
            What::Text
        };
        lines.push(Line { text, what });
    }
    // A paragraph above a line of `=` or `-` is a heading.
    for at in 1..lines.len() {
        let level = match lines[at].text.trim_end() {
            "" => continue,
            text if text.chars().all(|c| c == '=') => 1,
            text if text.chars().all(|c| c == '-') => 2,
            _ => continue,
        };
        let first = (0..at).rev().take_while(|&before| lines[before].what == What::Text).last();
        let in_item = |first: usize| first > 0 && matches!(lines[first - 1].what, What::Item | What::Quote);
        if let Some(first) =
            first.filter(|&first| matches!(lines[at].what, What::Text | What::Rule) && !in_item(first))
        {
            lines[first].what = What::Heading(level);
            lines[first + 1..=at].iter_mut().for_each(|line| line.what = What::Setext);
        }
    }
    lines
}

struct Section {
    path: String,
    first: usize,
    end: usize,
    heading: bool,
    is_chunk: bool,
}

fn sections(lines: &[Line<'_>], adr: bool) -> Vec<Section> {
    let headings: Vec<(usize, usize)> = lines
        .iter()
        .enumerate()
        .filter_map(|(at, line)| if let What::Heading(level) = line.what { Some((at, level)) } else { None })
        .collect();
    let title = headings.first().filter(|&&(at, level)| level == 1 && !known(&key(lines[at].text), adr));
    let title = title.map(|&(at, _)| at);
    let mut tops = Vec::new();
    let mut ones = 0;
    for &(at, level) in &headings {
        ones += usize::from(level == 1);
        let key = key(lines[at].text);
        let decisions_or_links = !adr && (key == "decisions" || key == "links");
        if level == 1 || level == 2 && (title.is_some() && ones == 1 || decisions_or_links) {
            tops.push(at);
        }
    }
    let mut sections = Vec::new();
    let blank = |range: std::ops::Range<usize>| lines[range].iter().all(|line| line.text.trim().is_empty());
    let trimmed = |mut first: usize, mut end: usize| {
        while first < end && lines[first].text.trim().is_empty() {
            first += 1;
        }
        while first < end && lines[end - 1].text.trim().is_empty() {
            end -= 1;
        }
        (first, end)
    };
    let before = tops.first().copied().unwrap_or(lines.len());
    if !blank(0..before) {
        let (first, end) = trimmed(0, before);
        sections.push(Section { path: "other".into(), first, end, heading: false, is_chunk: true });
    }
    for (index, &top) in tops.iter().enumerate() {
        let next = tops.get(index + 1).copied().unwrap_or(lines.len());
        let key = key(lines[top].text);
        let is_title = title == Some(top);
        let below = (top + 1..next).find(|&at| lines[at].what != What::Setext).unwrap_or(next);
        let empty = blank(below..next);
        let path = if is_title { "other".to_owned() } else { path(&key, adr) };
        let is_chunk = !empty || !(is_title || known(&key, adr) || key.is_empty());
        let (_, end) = trimmed(top, next);
        sections.push(Section { path, first: top, end, heading: true, is_chunk });
    }
    sections
}

/// A heading without its marks.
fn name(line: &str) -> String {
    let name = line.trim_start_matches('#').trim();
    let open = name.trim_end_matches('#');
    let name = if open.is_empty() || open.ends_with(' ') { open } else { name };
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn key(line: &str) -> String {
    let name = line.trim_start_matches('#').trim();
    let name = name.trim_end_matches(|c: char| c == '#' || c == ':' || c.is_whitespace());
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

fn known(key: &str, adr: bool) -> bool {
    let of_both = "context|goal|goals|approach|acceptance criteria|risks / dependencies|risks|dependencies|non-goals|\
                   decision|decisions|links|worklog";
    let of_items = "alternatives";
    let of_adrs = "context and problem statement|decision outcome|status|consequences|rationale|references|\
                   options considered|alternatives considered|pros / cons|follow-ups";
    of_both.split('|').chain(if adr { of_adrs } else { of_items }.split('|')).any(|name| name == key)
}

fn path(key: &str, adr: bool) -> String {
    if adr {
        return match key {
            "context" | "context and problem statement" => "context".into(),
            "decision" | "decision outcome" => "decision".into(),
            _ => {
                let mut slug = String::new();
                for c in key.chars() {
                    if c.is_ascii_lowercase() || c.is_ascii_digit() {
                        slug.push(c);
                    } else if !slug.ends_with('_') {
                        slug.push('_');
                    }
                }
                let slug = slug.trim_matches('_');
                if slug.is_empty() || slug.len() > 40 || slug == "header" {
                    "other".into()
                } else {
                    slug.into()
                }
            }
        };
    }
    match key {
        "context" | "approach" | "links" | "worklog" => key.into(),
        "goal" | "goals" => "goal".into(),
        "acceptance criteria" => "acceptance_criteria".into(),
        "risks / dependencies" | "risks" | "dependencies" => "risks".into(),
        "non-goals" => "non_goals".into(),
        "decision" | "decisions" => "decisions".into(),
        _ => "other".into(),
    }
}

/// The first sentence of the first paragraph: up to a stop followed by white space, or a full-width one. (The texts have no
/// abbreviations.)
fn first_sentence(lines: &[Line<'_>]) -> Option<String> {
    let unquoted = |line: &Line<'_>| line.text.trim_start_matches(['>', ' ']).to_owned();
    let is_start = |line: &Line<'_>| match line.what {
        What::Text => !line.text.trim().is_empty(),
        What::Item => true,
        What::Quote => !unquoted(line).trim().is_empty() && !unquoted(line).starts_with('#'),
        _ => false,
    };
    let start = lines.iter().position(is_start)?;
    let mut paragraph = String::new();
    for (index, line) in lines[start..].iter().enumerate() {
        let goes_on = match line.what {
            What::Text => true,
            What::Quote => lines[start].what == What::Quote && !unquoted(line).trim().is_empty(),
            _ => false,
        };
        if index > 0 && !goes_on {
            break;
        }
        let text = unquoted(line);
        let text = if index == 0 && line.what == What::Item {
            text.trim_start_matches(['-', '*']).trim_start()
        } else {
            &text
        };
        let text = ["[ ] ", "[x] "].iter().find_map(|task| text.strip_prefix(task)).unwrap_or(text);
        let _ = write!(paragraph, "{text} ");
    }
    let words: Vec<&str> = paragraph.split_whitespace().collect();
    let last = words
        .iter()
        .position(|word| word.trim_end_matches([')', '"']).ends_with(['.', '!', '?']))
        .unwrap_or(words.len() - 1);
    let sentence = words[..=last].join(" ");
    Some(sentence.split_once('。').map_or(sentence.clone(), |(first, _)| format!("{first}。")))
}

/// A text that may have to be cut.
struct Text {
    chars: Vec<char>,
    /// For each place between two characters: whether a cut of this kind (1 to 4) stands there.
    kinds: Vec<[bool; 5]>,
    /// Places right after a heading line.
    forbidden: Vec<bool>,
    /// First and last place of each fence.
    fences: Vec<(usize, usize)>,
    /// First and last place of each marker.
    markers: Vec<(usize, usize)>,
}

impl Text {
    fn new(lines: &[Line<'_>]) -> Self {
        let joined = lines.iter().map(|line| line.text).collect::<Vec<_>>().join("\n");
        let chars: Vec<char> = joined.chars().collect();
        let places = chars.len() + 1;
        let (mut kinds, mut forbidden) = (vec![[false; 5]; places], vec![false; places]);
        let mut fences: Vec<(usize, usize)> = Vec::new();
        let mut at = 0;
        let mut last_text: Option<usize> = None;
        for (index, line) in lines.iter().enumerate() {
            let end = at + line.text.chars().count();
            let starts_block = match line.what {
                What::Heading(_) | What::Item | What::FenceStart | What::Rule => true,
                What::Table => index == 0 || lines[index - 1].what != What::Table,
                What::Text => {
                    index == 0
                        || matches!(
                            lines[index - 1].what,
                            What::Blank | What::Heading(_) | What::FenceEnd | What::Rule
                        )
                }
                _ => false,
            };
            let is_blank = line.text.trim().is_empty() && line.what != What::Fenced;
            if let Some(last) = last_text.filter(|_| starts_block || is_blank) {
                kinds[last][1] = true;
            }
            if !line.text.trim().is_empty() {
                last_text = Some(end);
                kinds[end][2] = true;
            }
            match line.what {
                What::FenceStart => fences.push((at, chars.len())),
                What::FenceEnd => {
                    fences.last_mut().unwrap().1 = end;
                    kinds[end][1] = true;
                }
                What::Heading(_) | What::Setext => {
                    let text = line.text.trim_end().chars().count();
                    let mut behind = end + 1;
                    while chars.get(behind).is_some_and(|c| c.is_whitespace()) {
                        behind += 1;
                    }
                    (at + text..=behind.min(chars.len())).for_each(|place| forbidden[place] = true);
                }
                _ => {}
            }
            at = end + 1;
        }
        kinds[chars.len()][1] = true;
        for place in 1..chars.len() {
            let (before, behind) = (chars[place - 1], chars[place]);
            let closed_before = {
                let mut last = place;
                while last > 0 && ")\"]".contains(chars[last - 1]) {
                    last -= 1;
                }
                last > 0 && chars[last - 1] == '.'
            };
            kinds[place][3] = closed_before && (behind == ' ' || behind == '\n');
            kinds[place][4] = !before.is_whitespace() && behind.is_whitespace();
        }
        let markers = joined
            .match_indices("[REDACTED:")
            .map(|(byte, _)| {
                let start = joined[..byte].chars().count();
                (start, start + joined[byte..].chars().position(|c| c == ']').unwrap() + 1)
            })
            .collect();
        Self { chars, kinds, forbidden, fences, markers }
    }

    fn is_cut(&self, place: usize, kind: usize, fits: &dyn Fn((usize, usize)) -> bool) -> bool {
        if place == self.chars.len() {
            return true;
        }
        (kind == 5 || self.kinds[place][kind])
            && !self.forbidden[place]
            && !self.markers.iter().any(|&(start, end)| start < place && place < end)
            && !self.fences.iter().any(|&(start, end)| start < place && place < end && fits((start, end)))
    }

    fn block_cut_before(&self, limit: usize, above: usize) -> Option<usize> {
        (above + 1..=limit).rev().find(|&place| self.kinds[place][1] && !self.forbidden[place])
    }

    fn string(&self, from: usize, to: usize) -> String {
        self.chars[from..to].iter().collect()
    }
}

/// B13 to B15.
fn pieces(lines: &[Line<'_>], heading: bool, repeat_heading: bool) -> Vec<String> {
    let text = Text::new(lines);
    let end = text.chars.len();
    if end <= 1_200 {
        return vec![text.string(0, end)];
    }
    let heading = Some(lines[0].text).filter(|line| heading && repeat_heading && line.chars().count() <= 150);
    let repeated = heading.map_or_else(String::new, |heading| format!("{heading}\n\n"));
    let before = repeated.chars().count();
    let start_behind = |cut: usize| {
        let start = cut.saturating_sub(150);
        let marker = text.markers.iter().find(|(from, to)| *from < start && start < *to);
        marker.map_or(start, |marker| marker.1)
    };
    let fits = |(start, end): (usize, usize)| match text.block_cut_before(start, 0) {
        Some(cut) => before + end - start_behind(cut) <= 1_200,
        None => end <= 1_200,
    };
    let mut pieces = Vec::new();
    let (mut start, mut cut, mut prefix) = (0, 0, 0);
    loop {
        let length = |place: usize| prefix + place - start;
        let next = if length(end) <= 1_100 {
            end
        } else {
            let mut found = None;
            for kind in 1..=5 {
                let cuts = |low: usize, high: usize| {
                    (cut + 1..=end)
                        .filter(move |&place| (low..=high).contains(&(prefix + place - start)))
                        .filter(|&place| text.is_cut(place, kind, &fits))
                        .collect::<Vec<_>>()
                };
                let distance = |place: &usize| match length(*place) {
                    short @ ..900 => 900 - short,
                    long => long.saturating_sub(1_100),
                };
                let best = cuts(900, 1_100).last().copied();
                let best = best.or_else(|| {
                    let cuts = cuts(600, 1_200);
                    let nearest = cuts.iter().map(distance).min()?;
                    cuts.into_iter().rev().find(|place| distance(place) == nearest)
                });
                if best.is_some() {
                    found = best;
                    break;
                }
            }
            let below = || {
                (cut + 1..end)
                    .rev()
                    .find(|&place| length(place) < 600 && text.kinds[place][1] && !text.forbidden[place])
            };
            found.or_else(below).unwrap()
        };
        let heading = if pieces.is_empty() { "" } else { &*repeated };
        pieces.push(format!("{heading}{}", text.string(start, next)));
        if next == end {
            return pieces;
        }
        (start, cut, prefix) = (start_behind(next), next, before);
    }
}

/// B17 for what is above 1,000.
fn parts(lines: &[Line<'_>]) -> Vec<String> {
    let text = Text::new(lines);
    let end = text.chars.len();
    let start_behind = |cut: usize| {
        let mut start = cut;
        while start < end && text.chars[start].is_whitespace() {
            start += 1;
        }
        let line_start = (cut..start).rev().find(|&at| text.chars[at] == '\n').map_or(start, |at| at + 1);
        if start == end { end } else { line_start }
    };
    let fits =
        |(start, end): (usize, usize)| end - text.block_cut_before(start, 0).map_or(0, start_behind) <= 1_000;
    let mut parts = Vec::new();
    let mut start = 0;
    while start < end {
        if end - start <= 1_000 {
            parts.push(text.string(start, end));
            break;
        }
        let at_kind =
            |kind| (start + 500..=start + 1_000).rev().find(|&place| text.is_cut(place, kind, &fits));
        let below = || text.block_cut_before(start + 499, start);
        let cut = (1..=5).find_map(at_kind).or_else(below).unwrap();
        parts.push(text.string(start, cut).trim_end().to_owned());
        start = start_behind(cut);
    }
    parts
}

struct Entry {
    /// `YYYY-MM-DDTHH:MM:00Z`, which sorts as time does.
    at: String,
    first: usize,
    end: usize,
}

/// B16 to B18.
fn worklog(lines: &[Line<'_>], sections: &[Section]) -> Vec<(String, Option<(String, String)>)> {
    let mut chunks = Vec::new();
    let mut entries: Vec<Entry> = Vec::new();
    let without_blank = |mut first: usize, mut end: usize| {
        while first < end && lines[first].text.trim().is_empty() {
            first += 1;
        }
        while first < end && lines[end - 1].text.trim().is_empty() {
            end -= 1;
        }
        (first, end)
    };
    for section in sections {
        let mut starts = Vec::new();
        for (at, line) in lines.iter().enumerate().take(section.end).skip(section.first + 1) {
            let fenced = matches!(line.what, What::Fenced | What::FenceEnd);
            if let Some(stamp) = stamp(line.text).filter(|_| !fenced) {
                starts.push((at, stamp));
            }
        }
        let (first, end) =
            without_blank(section.first + 1, starts.first().map_or(section.end, |start| start.0));
        if first < end {
            chunks.extend(parts(&lines[first..end]).into_iter().map(|part| (part, None)));
        }
        for (index, (first, at)) in starts.iter().enumerate() {
            let next = starts.get(index + 1).map_or(section.end, |start| start.0);
            let (first, end) = without_blank(*first, next);
            entries.push(Entry { at: at.clone(), first, end });
        }
    }
    entries.sort_by(|a, b| a.at.cmp(&b.at));
    let text = |entry: &Entry| {
        lines[entry.first..entry.end].iter().map(|line| line.text).collect::<Vec<_>>().join("\n")
    };
    let fits = |group: &[usize]| {
        let joined: Vec<String> = group.iter().map(|&at| text(&entries[at])).collect();
        group.len() <= 5 && joined.join("\n").chars().count() <= 1_000
    };
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        let long = |at: usize| text(&entries[at]).chars().count() > 1_000;
        let open = groups.last().filter(|group| {
            let last = group[group.len() - 1];
            entries[last].at[..10] == entry.at[..10] && !long(last) && !long(at)
        });
        let Some(open) = open else {
            groups.push(vec![at]);
            continue;
        };
        let mut joined = open.clone();
        joined.push(at);
        let overlapping = vec![open[open.len() - 1], at];
        if fits(&joined) {
            *groups.last_mut().unwrap() = joined;
        } else if fits(&overlapping) {
            groups.push(overlapping);
        } else {
            groups.push(vec![at]);
        }
    }
    for group in groups {
        let (first, last) = (&entries[group[0]], &entries[group[group.len() - 1]]);
        let span = Some((first.at.clone(), last.at.clone()));
        if group.len() == 1 {
            chunks.extend(parts(&lines[first.first..first.end]).into_iter().map(|part| (part, span.clone())));
        } else {
            let joined: Vec<String> = group.iter().map(|&at| text(&entries[at])).collect();
            chunks.push((joined.join("\n"), span));
        }
    }
    chunks
}

/// The stamp of an entry: a day, or a day and minutes, then the end, a space, `:` or `[`.
fn stamp(line: &str) -> Option<String> {
    let text = line.strip_prefix("- ").unwrap_or(line);
    let has_form = |form: &str| {
        text.len() >= form.len()
            && text.is_char_boundary(form.len())
            && form
                .chars()
                .zip(text.chars())
                .all(|(form, c)| if form == '0' { c.is_ascii_digit() } else { form == c })
            && text[form.len()..].chars().next().is_none_or(|c| " \t:[".contains(c))
    };
    if has_form("0000-00-00 00:00") {
        Some(format!("{}T{}:00Z", &text[..10], &text[11..16]))
    } else {
        has_form("0000-00-00").then(|| format!("{}T00:00:00Z", &text[..10]))
    }
}
