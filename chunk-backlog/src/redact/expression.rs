//! Regular expressions over ASCII bytes (B21).

use regex::bytes::{Regex, RegexBuilder};

/// Compiles an expression over ASCII bytes. The built-in ones all compile, as a test checks.
pub(super) fn compile(expression: &str) -> Option<Regex> {
    RegexBuilder::new(expression).unicode(false).build().ok()
}
