//! Rewrites serde_json's errors about one line, whose "at line 1 column 5" would read as a place in the file.

/// What is wrong with a line, and in which column, if at one.
pub(crate) fn what_and_column(message: &str) -> (&str, Option<&str>) {
    match message.rsplit_once(" at line 1 column ") {
        Some((what, "0")) => (what, None),
        Some((what, column)) => (what, Some(column)),
        None => (message, None),
    }
}

/// The error as a message.
pub(crate) fn shown(error: &serde_json::Error) -> String {
    let message = error.to_string();
    match what_and_column(&message) {
        (what, Some(column)) => format!("{what} (column {column})"),
        (what, None) => what.to_owned(),
    }
}
