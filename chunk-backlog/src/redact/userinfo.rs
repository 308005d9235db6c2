//! Finds a user and a password with a colon between: in a URL (RFC 3986, section 3.2.1), in the data source names of Go, and in the
//! settings of Ruby's Bundler (B21).

use super::{Secret, harmless, pattern::Pattern, rows::rows, shape};

/// A kind of place where a user and a password are.
#[derive(Debug)]
pub(super) struct Place {
    rule: &'static str,
    /// Whether nothing but an `@` says so: the password must look like one.
    is_bare: bool,
    /// The user is the first group, the secret the second.
    expression: Pattern,
}

/// The places of `tables/userinfo.tsv`, each with a literal that is in every match.
pub(super) fn places() -> impl Iterator<Item = (Place, &'static str)> {
    rows(include_str!("tables/userinfo.tsv")).map(|[rule, literal, _, expression]| {
        (Place { rule, is_bare: literal == "@", expression: Pattern::new(expression) }, literal)
    })
}

impl Place {
    pub(super) fn detect(&self, text: &[u8], secrets: &mut Vec<Secret>) {
        for captures in self.expression.all(text) {
            let (Some(user), Some(secret)) = (captures.get(1), captures.get(2)) else { continue };
            let password = String::from_utf8_lossy(secret.as_bytes());
            // A password that is the same as the user is a default that everybody knows.
            let is_certain =
                !self.is_bare || shape::is_chosen(&password) || shape::is_generated(&password, 8);
            let is_default = user.as_bytes() == secret.as_bytes();
            if is_certain && !is_default && !is_port(&password) && !is_stand_in(&password) {
                secrets.push(Secret::new(secret.range(), self.rule));
            }
        }
    }
}

/// Whether the text after the colon is a port, and the `@` one of a path.
fn is_port(password: &str) -> bool {
    let digits = password.bytes().take_while(u8::is_ascii_digit).count();
    (1..=5).contains(&digits) && password.as_bytes().get(digits).is_some_and(|byte| b"/?#".contains(byte))
}

/// In a URL, a word is a password, too, unless it is a word for one.
fn is_stand_in(password: &str) -> bool {
    let is_one_character = password.chars().all(|letter| password.starts_with(letter));
    harmless::is_stand_in(password) || harmless::is_reference(password) || is_one_character
}
