//! Finds a user and a password with a colon between: in a URL (RFC 3986, section 3.2.1) and in the settings of Ruby's Bundler (B21).

use super::{Secret, expression::compile, random::is_placeholder};
use regex::bytes::Regex;
use std::sync::OnceLock;

/// A kind of place where a user and a password stand.
#[derive(Debug)]
pub(super) struct Place {
    rule: &'static str,
    /// The literal that stands in every match.
    pub(super) literal: &'static str,
    /// The user is the first group, the secret the second.
    expression: &'static str,
    regex: OnceLock<Option<Regex>>,
}

pub(super) static PLACES: [Place; 2] = [
    Place {
        rule: "url-credentials",
        literal: "://",
        expression: r#"(?i)[a-z][a-z0-9+.-]{0,30}://([^\s/?#:@"'<>`]{0,256}):([^\s/?#@"'<>`$(\[{]{3,256})@[a-z0-9\[]"#,
        regex: OnceLock::new(),
    },
    Place {
        rule: "bundler-credentials",
        literal: "bundle_",
        expression: r#"\bBUNDLE_[A-Z0-9_]+__[A-Z0-9_]+["']?[ \t]*[:=][ \t]*["']?()([^\s"':;=]+:[^\s"':;=]+)"#,
        regex: OnceLock::new(),
    },
];

impl Place {
    pub(super) fn detect(&self, text: &[u8], secrets: &mut Vec<Secret>) {
        let Some(regex) = self.regex.get_or_init(|| compile(self.expression)) else { return };
        for captures in regex.captures_iter(text) {
            let (Some(user), Some(secret)) = (captures.get(1), captures.get(2)) else { continue };
            let password = secret.as_bytes();
            // A password that is the same as the user is a default that everybody knows.
            if password != user.as_bytes() && !is_placeholder(password) && !is_one_character(password) {
                secrets.push(Secret::new(secret.range(), self.rule));
            }
        }
    }
}

fn is_one_character(value: &[u8]) -> bool {
    value.iter().all(|byte| value.first() == Some(byte))
}
