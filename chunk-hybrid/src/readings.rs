//! What a document says of itself in words that can be read with certainty: headings, labels and marks with a fixed meaning, folders and
//! names of files, headings that only a document of one kind has together. They are one table, `readings.tsv`, and count before every model.

use crate::Dictionary;
use crate::record::ContentType;
use crate::text::time;
use chunk_core::{slice, unicode};
use std::sync::LazyLock;

/// A row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// Where the phrase is: `mark`, `heading`, `label`, `folder`, `file`, `title`, or `template` for headings that belong together; `type` for the
    /// frontmatter, which is no row of the table.
    pub place: &'static str,
    /// The phrase in lower case; of a `template`, several with ` + ` between them.
    pub phrase: &'static str,
    /// What it means: the name of a meaning, a phase or a content type; after `likely`, a content type that it makes likelier alone.
    pub meaning: &'static str,
    /// The clause of the contract that names it, of a row that no labelled document has.
    pub clause: Option<&'static str>,
}

impl Row {
    /// The kind of document that it means, if it means one.
    pub(crate) fn kind(&self) -> Option<ContentType> {
        ContentType::ALL.into_iter().find(|kind| kind.name() == self.meaning)
    }

    /// The kind of document that it makes likelier, without saying it.
    pub(crate) fn likely(&self) -> Option<ContentType> {
        let likely = self.meaning.strip_prefix("likely ")?;
        ContentType::ALL.into_iter().find(|kind| kind.name() == likely)
    }

    fn strategy(&self) -> Option<&'static str> {
        self.kind().map(ContentType::strategy)
    }
}

/// The rows of the table, in order.
pub fn rows() -> impl Iterator<Item = Row> {
    static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
        let lines = include_str!("readings/readings.tsv").lines().filter(|line| !line.starts_with('#'));
        let row = |line: &'static str| {
            let mut fields = line.split('\t');
            let (place, phrase, meaning) = (fields.next()?, fields.next()?, fields.next()?);
            Some(Row { place, phrase, meaning, clause: fields.next() })
        };
        lines.filter_map(row).collect()
    });
    ROWS.iter().copied()
}

/// The rows of the table with a phrase at a `place`, such as the label `Rationale` of `**Rationale:** it is small`; mostly none. A few headings
/// mean several things, each for documents of another kind.
pub(crate) fn rows_of(place: &str, phrase: &str) -> impl Iterator<Item = Row> {
    // Looked for row by row, phrases took 3% of a run's instructions.
    static ROWS: LazyLock<Dictionary<&str, Vec<Row>>> = LazyLock::new(|| {
        let mut own: Dictionary<_, Vec<Row>> = Dictionary::default();
        rows().for_each(|row| own.entry(row.phrase).or_default().push(row));
        own
    });
    let phrase = if phrase.len() > LONGEST { String::new() } else { plain(phrase) };
    ROWS.get(&*phrase).into_iter().flatten().copied().filter(move |row| row.place == place)
}

/// What a phrase means at a `place`.
pub(crate) fn meanings(place: &str, phrase: &str) -> Vec<&'static str> {
    rows_of(place, phrase).map(|row| row.meaning).collect()
}

/// No phrase of the table has more bytes, marks and numbers before it included.
pub(crate) const LONGEST: usize = 80;

/// Whether an item, heading or sentence is marked as optional: `(optional)` anywhere in its first line, `Optional:`, `Optionally,` or
/// `If you like,` at its start, ` - optional` at its end, or nothing else.
pub(crate) fn is_optional(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default();
    let opening = line.split([',', ':']).next();
    let closing = [" - ", " – ", " — "].iter().find_map(|dash| Some(line.rsplit_once(dash)?.1));
    let mut in_brackets = line.split(['(', '[']).skip(1).filter_map(|rest| rest.split([')', ']']).next());
    opening.is_some_and(marks_optional)
        || closing.is_some_and(marks_optional)
        || in_brackets.any(marks_optional)
}

/// Whether a phrase is such a mark and nothing else: `Optional:`, `(optional)`.
pub(crate) fn marks_optional(phrase: &str) -> bool {
    meanings("mark", phrase).contains(&"optional")
}

/// A text in lower case, without the marks around it, a number before it and what closes it: `## 3. **Root cause:**` is `root cause`.
pub(crate) fn plain(text: &str) -> String {
    let is_mark = |c: char| !unicode::is_alphanumeric(c);
    let bare = text.trim_matches(is_mark);
    let behind = bare.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let is_number = behind.len() < bare.len() && behind.starts_with([' ', ')', ':']);
    let named = if is_number { behind.trim_start_matches(is_mark) } else { bare };
    unicode::lowercase(named).replace('’', "'")
}

/// Files that say what a folder is for: they are of another kind than the others in it.
const ABOUT_FOLDER: [&str; 4] = ["readme", "index", "template", "overview"];

/// The rows that name a kind, or make it likelier, by the path.
pub(crate) fn rows_of_path(path: &str) -> Vec<Row> {
    let (folders, file) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_ascii_lowercase();
    let is_folder = |name: &str| folders.split('/').any(|folder| folder.eq_ignore_ascii_case(name));
    if ABOUT_FOLDER.iter().any(|name| stem.contains(name)) {
        return Vec::new();
    }
    let is_named = |row: &Row| match row.place {
        "folder" => is_folder(row.phrase),
        "file" if row.phrase == "DATE" => time::is_day(&stem),
        "file" => stem == row.phrase,
        _ => false,
    };
    rows().filter(is_named).collect()
}

/// The rows that name a kind by headings, the first of which is the title.
pub(crate) fn rows_of_headings<'t>(titles: impl Iterator<Item = &'t str>) -> Vec<Row> {
    let titles: Vec<String> = titles.filter(|title| title.len() <= LONGEST).map(plain).collect();
    let is = |title: &str, phrase: &str| match phrase.strip_suffix('…') {
        Some(start) => {
            title.strip_prefix(start).is_some_and(|rest| !rest.starts_with(unicode::is_alphanumeric))
        }
        None => title == phrase,
    };
    let has = |phrase: &str| titles.iter().any(|title| is(title, phrase));
    let is_named = |row: &Row| match row.place {
        "template" => row.phrase.split(" + ").all(has),
        "title" => titles.first().is_some_and(|title| says_words(title, row.phrase)),
        _ => false,
    };
    rows().filter(is_named).collect()
}

/// Words that can go on after what a title is about: `Postmortem of the outage`. Before any other, it is about something else
/// (`Postmortem support`).
const ABOUT: [&str; 6] = ["about", "and", "for", "from", "of", "on"];

/// Whether a title is about these words, as they are or in the plural.
fn says_words(title: &str, words: &str) -> bool {
    title.match_indices(words).any(|(at, _)| {
        let behind = slice(title, at + words.len()..title.len());
        let behind = behind.strip_prefix('s').unwrap_or(behind);
        let next = behind.split_ascii_whitespace().next().unwrap_or_default();
        !slice(title, 0..at).ends_with(unicode::is_alphanumeric)
            && !behind.starts_with(unicode::is_alphanumeric)
            && (ABOUT.contains(&next) || !next.starts_with(unicode::is_alphabetic))
    })
}

/// The first of these rows that names a kind, if all that do name kinds of one strategy.
pub(crate) fn agreed(mut rows: Vec<Row>) -> Option<Row> {
    rows.retain(|row| row.kind().is_some());
    let first = *rows.first()?;
    rows.iter().all(|row| row.strategy() == first.strategy()).then_some(first)
}
