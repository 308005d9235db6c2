//! Finds secrets in the columns of a table whose header names them (B21): tables of Markdown, and lines with commas, semicolons or tabs.

use super::{
    Secret, assignment,
    names::{self, Kind},
    pattern::Pattern,
    places::Certainty,
    value::{self, Written},
};
use chunk_core::{
    slice,
    unicode::{is_alphanumeric, trim, trim_start},
};
use std::ops::Range;

/// The longest name of a column, in bytes.
const MAX_NAME: usize = 40;

/// The most columns that are read.
const MAX_COLUMNS: usize = 64;

pub(super) fn detect(text: &str, secrets: &mut Vec<Secret>) {
    rows_of_sql(text, secrets);
    rows_of_html(text, secrets);
    let mut lines = lines(text).peekable();
    while let Some(line) = lines.next() {
        let header = slice(text, line.clone());
        secrets.extend(user_and_password(header, line.start));
        if header.len() > MAX_NAME * MAX_COLUMNS || !assignment::has_name(header) {
            continue;
        }
        let Some(next) = lines.peek().map(|next| slice(text, next.clone())) else { break };
        let Some([of_header, of_rows]) = delimiters(header, next) else { continue };
        let columns: Vec<Option<Kind>> =
            cells(text, &line, of_header).map(|cell| kind(slice(text, cell))).collect();
        if columns.iter().all(Option::is_none) {
            continue;
        }
        let is_row =
            |row: &str| row.contains(of_rows) || of_rows.contains('|') && row.starts_with(['|', '+']);
        while let Some(row) = lines.next_if(|row| is_row(slice(text, row.clone()))) {
            secrets.extend(secrets_of_row(text, cells(text, &row, of_rows), &columns));
        }
    }
}

/// Columns that are aligned with spaces.
const ALIGNED: &str = "  ";

/// What delimits the cells of the header and of the rows of a table whose first lines are these; `None` if they are none.
fn delimiters(header: &str, next: &str) -> Option<[&'static str; 2]> {
    let is_rule = |line: &str| line.contains('-') && line.bytes().all(|byte| b"|:- \t>+".contains(&byte));
    if header.contains('|') && is_rule(next) {
        return Some(["|"; 2]);
    }
    if header.starts_with("||") {
        return Some(["||", "|"]);
    }
    if header.starts_with('!') && header.contains("!!") {
        return Some(["!!", "||"]);
    }
    let delimiters = ["\t", ";", ",", "|", ALIGNED].into_iter();
    delimiters.map(|delimiter| [delimiter; 2]).find(|[delimiter, _]| is_header(header, next, delimiter))
}

/// The password of a line that is nothing but `user:password`, if letters of both cases and digits are in it.
fn user_and_password(line: &str, at: usize) -> Option<Secret> {
    static LINE: Pattern = Pattern::at_start(r#"[ \t>*`-]*[a-z0-9._-]{3,20}:([^ \t:/="'`]+)[` ]*$"#);
    // Most lines have no colon, and that is seen sooner.
    let password = line.contains(':').then(|| LINE.captures(line.as_bytes())).flatten()?.get(1)?;
    let has = |is: fn(&u8) -> bool| password.as_bytes().iter().any(is);
    let is_mixed = has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase) && has(u8::is_ascii_digit);
    let value = slice(line, password.range());
    (is_mixed && assignment::is_secret(Kind::Password, Certainty::Beside, value, Written::Bare))
        .then(|| Secret::new(at + password.start()..at + password.end(), "password"))
}

/// `INSERT INTO t (name, password) VALUES ('bob', 'V'), (…)`.
fn rows_of_sql(text: &str, secrets: &mut Vec<Secret>) {
    static INSERT: Pattern = Pattern::new(
        r"(?i)\binsert[ ]+into[ ]+[^\s(]+[ ]*\(([^()\n]+)\)\s{0,8}values\s{0,8}((?:\([^()\n]+\)[,\s]{0,8})+)",
    );
    // Its expression takes longer to compile than most texts to read.
    let is_insert =
        |at: usize| text.as_bytes().get(at..at + 6).is_some_and(|word| word.eq_ignore_ascii_case(b"insert"));
    if !memchr::memchr2_iter(b'i', b'I', text.as_bytes()).any(is_insert) {
        return;
    }
    for captures in INSERT.all(text.as_bytes()) {
        let (Some(header), Some(rows)) = (captures.get(1), captures.get(2)) else { continue };
        let columns: Vec<Option<Kind>> =
            cells(text, &header.range(), ",").map(|cell| kind(slice(text, cell))).collect();
        let mut at = rows.start();
        for row in slice(text, rows.range()).split_inclusive(')') {
            let open = row.find('(').unwrap_or(row.len());
            let row = at + open + 1..(at + row.len()).saturating_sub(1);
            at = row.end + 1;
            if row.start < row.end {
                secrets.extend(secrets_of_row(text, cells(text, &row, ","), &columns));
            }
        }
    }
}

/// `<tr><th>User</th><th>Password</th></tr><tr><td>bob</td><td>V</td></tr>`.
fn rows_of_html(text: &str, secrets: &mut Vec<Secret>) {
    static ROW: Pattern = Pattern::new(r"(?i)<tr[^<>]*>((?:[^<]|<[^/]|</[^t]|</t[^r])*)</tr>");
    static CELL: Pattern = Pattern::new(r"(?i)<t[hd][^<>]*>\s*((?:[^<]|<[^/]|</[^t]|</t[^hd])*)</t[hd]>");
    if memchr::memmem::find(text.as_bytes(), b"<th").is_none() {
        return;
    }
    let mut columns: Vec<Option<Kind>> = Vec::new();
    for row in ROW.all(text.as_bytes()).filter_map(|captures| Some(captures.get(1)?.range())) {
        let row_text = slice(text, row.clone());
        let cells: Vec<Range<usize>> = CELL
            .all(row_text.as_bytes())
            .filter_map(|captures| captures.get(1))
            .map(|cell| row.start + cell.start()..row.start + cell.end())
            .collect();
        if row_text.contains("<th") && cells.len() > 1 {
            columns = cells.iter().map(|cell| kind(trim(slice(text, cell.clone())))).collect();
            continue;
        }
        // Tags may close after the value.
        let inside = cells.into_iter().map(|cell| {
            let value = slice(text, cell.clone()).split("</").next().unwrap_or_default();
            cell.start..cell.start + trim(value).len()
        });
        secrets.extend(secrets_of_row(text, inside, &columns));
    }
}

/// Whether a line and the next one have the same number of cells, and all those of the line are names.
fn is_header(header: &str, next: &str, delimiter: &'static str) -> bool {
    let is_name = |cell: &str| {
        let cell = cell.trim_matches('"');
        (1..=MAX_NAME).contains(&cell.len())
            && cell.chars().all(|letter| is_alphanumeric(letter) || "_-. ".contains(letter))
            && cell.split(' ').count() <= 2
    };
    // A bar at the start or the end of a line has no cell on its other side.
    let filled = |line: &str| -> Vec<Range<usize>> {
        let is_cell = |cell: &Range<usize>| delimiter != "|" || !cell.is_empty();
        cells(line, &(0..line.len()), delimiter).filter(is_cell).collect()
    };
    let names = filled(header);
    names.len() > 1
        && filled(next).len() == names.len()
        && names.into_iter().all(|cell| is_name(slice(header, cell)))
}

fn kind(cell: &str) -> Option<Kind> {
    let name = cell.trim_matches(['!', '`', '*', '_', '"', '\'', ' ']);
    let (before, name) = name.rsplit_once(' ').unwrap_or(("", name));
    if name.len() > MAX_NAME { None } else { names::kind(name, before) }
}

/// The secrets in the cells of a row whose columns have names of these kinds.
fn secrets_of_row(
    text: &str,
    cells: impl Iterator<Item = Range<usize>>,
    columns: &[Option<Kind>],
) -> impl Iterator<Item = Secret> {
    cells.zip(columns).filter_map(|(cell, kind)| secret(text, &cell, (*kind)?))
}

/// The secret of a cell, which may have the user before it: `bob / V`.
fn secret(text: &str, cell: &Range<usize>, kind: Kind) -> Option<Secret> {
    static USER: Pattern = Pattern::at_start(r"[^\s/:]{2,40}(?:[ ]/[ ]|:[ ]?|/)");
    let user = USER.find(value::window(slice(text, 0..cell.end), cell.start)).map_or(0, |user| user.len());
    [0, user].into_iter().find_map(|skipped| {
        let value = value::read(text, cell.start + skipped, None, true)?;
        let is_whole = value.bytes.end <= cell.end && cell.end - value.bytes.end <= 4;
        let inside = slice(text, value.bytes.clone());
        let found = is_whole && assignment::is_secret(kind, Certainty::Likely, inside, value.written);
        found.then(|| Secret::new(value.bytes, assignment::rule(kind)))
    })
}

/// The lines of `text`, without their ends.
fn lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        start..start + line.trim_end_matches(['\n', '\r']).len()
    })
}

/// The cells of a line, without white space around them.
fn cells<'t>(
    text: &'t str,
    line: &Range<usize>,
    delimiter: &'static str,
) -> impl Iterator<Item = Range<usize>> + use<'t> {
    let mut at = line.start;
    let cells = slice(text, line.clone()).split(delimiter).map(move |cell| {
        let start = at + cell.len() - trim_start(cell).len();
        at += cell.len() + delimiter.len();
        start..start + trim(cell).len()
    });
    // A run of spaces is one delimiter.
    cells.filter(move |cell| delimiter != ALIGNED || !cell.is_empty()).take(MAX_COLUMNS)
}
