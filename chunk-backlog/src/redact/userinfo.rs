//! Finds a user and a password with a colon between: in a URL (RFC 3986, section 3.2.1), in the data source names of Go, and in the
//! settings of Ruby's Bundler (B21).

use super::{Secret, harmless, pattern::Pattern, shape};

/// A kind of place where a user and a password stand.
#[derive(Debug)]
pub(super) struct Place {
    rule: &'static str,
    /// The literal that stands in every match.
    pub(super) literal: &'static str,
    /// The user is the first group, the secret the second.
    expression: Pattern,
}

const fn place(rule: &'static str, literal: &'static str, expression: &'static str) -> Place {
    Place { rule, literal, expression: Pattern::new(expression) }
}

/// A password in a URL may have any sign, though it should be percent-encoded: it ends at the first `@` that a host follows.
pub(super) static PLACES: [Place; 5] = [
    place(
        "url-credentials",
        "://",
        r#"(?i)[a-z][a-z0-9+.-]*://([^\s/?#:@"'<>`]*):([^\s"'<>`]{3,}?)@(?:[a-z0-9](?:[a-z0-9._-]|%2f)*|\[[0-9a-f:.]+\])(?::[0-9$]|[/?#,;\s"'`)\]}>&|\\*]|\.[^a-z0-9]|[\x80-\xff]|$)"#,
    ),
    // A token instead of a user.
    place("url-credentials", "://", r#"(?i)https?://()([a-z0-9_.~-]{16,})(?::x-oauth-basic)?@[a-z0-9]"#),
    // Without a scheme.
    place(
        "url-credentials",
        "@",
        r#"\b()[a-zA-Z][a-zA-Z0-9._-]*:([^\s:/"'`@<>]{8,})@[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::[0-9]|[/>\s]|$)"#,
    ),
    place("url-credentials", "@tcp(", r#"([^\s:/"'`@=]+):([^\s"'`]{3,}?)@tcp\("#),
    place(
        "bundler-credentials",
        "bundle_",
        r#"\bBUNDLE_[A-Z0-9_]+__[A-Z0-9_]+["']?[ \t]*[:=][ \t]*["']?()([^\s"':;=]+:[^\s"':;=]+)"#,
    ),
];

impl Place {
    pub(super) fn detect(&self, text: &[u8], secrets: &mut Vec<Secret>) {
        for captures in self.expression.all(text) {
            let (Some(user), Some(secret)) = (captures.get(1), captures.get(2)) else { continue };
            let password = String::from_utf8_lossy(secret.as_bytes());
            // A password that is the same as the user is a default that everybody knows.
            let is_certain =
                self.literal != "@" || shape::is_chosen(&password) || shape::is_generated(&password, 8);
            let is_default = user.as_bytes() == secret.as_bytes();
            if is_certain && !is_default && !is_port(&password) && !is_stand_in(&password) {
                secrets.push(Secret::new(secret.range(), self.rule));
            }
        }
    }
}

/// Whether the text behind the colon is a port, and the `@` one of a path.
fn is_port(password: &str) -> bool {
    let digits = password.bytes().take_while(u8::is_ascii_digit).count();
    (1..=5).contains(&digits) && password.as_bytes().get(digits).is_some_and(|byte| b"/?#".contains(byte))
}

/// In a URL, a word is a password, too, unless it is a word for one.
fn is_stand_in(password: &str) -> bool {
    let is_one_character = password.chars().all(|letter| password.starts_with(letter));
    harmless::is_stand_in(password) || harmless::is_reference(password) || is_one_character
}
