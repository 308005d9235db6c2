//! Finds secrets and replaces them before anything else sees a text (B21).
//!
//! A [`Detector`] finds them. The built-in one is [`BuiltIn`]; [`BacklogPolicy::with_detector`](crate::BacklogPolicy::with_detector)
//! adds others; the setting [`redact`](crate::BacklogConfig::redact) turns the built-in one off.
//!
//! What the built-in one finds:
//!
//! | what | rule | by |
//! |---|---|---|
//! | tokens and keys of some 130 providers, JSON web tokens | the provider, such as `github-token`; `jwt` | their form, wherever it is |
//! | private keys: PEM, PGP, SSH2, PuTTY, JWK, XML, DER in base64 | `private-key` | their marks, also in a diff, a quotation or a log |
//! | passwords after a name: `password`, `DB_PASS`, `rootpw`, `Kennwort`, `пароль`, `密码` | `password` | all values count but those below |
//! | tokens and keys after a name: `token`, `client_secret`, `api_key` | `assigned-secret` | values that look generated or chosen |
//! | passwords without a name: options of commands (`mysql -p…`), SQL, `.netrc`, `.pgpass` | `password` | the command or the order of the line |
//! | passwords in URLs, and tokens in their place | `url-credentials` | `user:password@host` |
//! | `Authorization` of any scheme, session cookies | `authorization-header`, `session-cookie` | their names |
//! | values of Kubernetes secrets, settings of Bundler | `kubernetes-secret`, `bundler-credentials` | `kind: Secret`, `BUNDLE_…` |
//!
//! Between a name and its value there may be an operator, a type, quotes, emphasis, tags, the bar of a table, a line end, or a few words
//! (`the password is …`); the form says where the value ends.
//!
//! No secrets, whatever their name: what is shorter than four characters; placeholders (`changeme`, `<password>`, `****`,
//! `…EXAMPLE`); references (`${VAR}`, `{{ x }}`, `process.env.X`, `op://…`); paths and ARNs; dates and times; names of types and
//! algorithms; code; words without digits; versions and quantities; publishable keys, public keys and fingerprints. Names that are not
//! meant: `tokenizer`, `public_key`, `site_key`, `Idempotency-Key`, `password_length`.
//!
//! ```
//! use chunk_backlog::{BacklogConfig, BacklogPolicy, Document, redact::{Detector, Secret}};
//! use chunk_backlog::chunk_core::Policy;
//!
//! /// Our badge numbers.
//! #[derive(Debug)]
//! struct Badges;
//!
//! impl Detector for Badges {
//!     fn detect(&self, text: &str, secrets: &mut Vec<Secret>) {
//!         secrets.extend(text.match_indices("BADGE-").map(|(at, _)| Secret::new(at..at + 10, "badge")));
//!     }
//! }
//!
//! let policy = BacklogPolicy::new(BacklogConfig::default())?.with_detector(Badges);
//! let chunks = policy.collect(Document::new("products/a/items/b.md", "Opened with BADGE-1234."))?.chunks;
//! assert_eq!(chunks[1].text, "Opened with [REDACTED:badge].");
//! assert_eq!(chunks[1].metadata.redaction, "redacted:badge");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod assignment;
mod built_in;
mod commands;
mod condensed;
mod forms;
mod harmless;
mod headers;
mod keys;
mod kubernetes;
mod names;
mod pattern;
mod places;
mod rows;
mod shape;
mod tables;
mod userinfo;
mod value;

pub use built_in::BuiltIn;

use chunk_core::slice;
use std::{borrow::Cow, collections::BTreeSet, fmt, ops::Range, sync::Arc};

/// Finds secrets.
///
/// A detector is given whole texts: a title, a tag, a body with its lines joined by LF. It should take linear time.
pub trait Detector: fmt::Debug + Send + Sync {
    /// Adds the secrets in `text` to `secrets`, in any order. They may overlap.
    fn detect(&self, text: &str, secrets: &mut Vec<Secret>);
}

/// A secret that was found: where, and by which rule. It does not hold the secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Secret {
    bytes: Range<usize>,
    rule: Cow<'static, str>,
}

/// The longest name of a rule.
const MAX_NAME: usize = 64;

impl Secret {
    /// A secret at `bytes` of the text, found by the rule of this name. A name other than 1 to 64 of `[a-z0-9-]` is
    /// replaced by `secret`.
    #[must_use]
    pub fn new(bytes: Range<usize>, rule: impl Into<Cow<'static, str>>) -> Self {
        let rule = rule.into();
        let is_name = (1..=MAX_NAME).contains(&rule.len()) && rule.bytes().all(is_name_byte);
        Self { bytes, rule: if is_name { rule } else { "secret".into() } }
    }
}

/// All detectors of a policy.
#[derive(Debug, Clone)]
pub(crate) struct Redactor(Vec<Arc<dyn Detector>>);

impl Redactor {
    pub(crate) fn new(built_in: bool) -> Self {
        Self(if built_in { vec![Arc::new(BuiltIn)] } else { Vec::new() })
    }

    pub(crate) fn add(&mut self, detector: Arc<dyn Detector>) {
        self.0.push(detector);
    }

    /// `text` with each secret replaced by its marker; overlapping secrets are replaced by the marker of the first.
    pub(crate) fn redact<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut secrets = Vec::new();
        for detector in &self.0 {
            detector.detect(text, &mut secrets);
        }
        replaced(text, secrets, |_, rule, redacted| {
            redacted.push_str(MARKER);
            redacted.push_str(rule);
            redacted.push(']');
        })
    }
}

/// `text` with each secret that [`BuiltIn`] finds written over with X, as many bytes and characters as it had; line ends stay. Offsets
/// and lines of the result are therefore those of `text`, so any policy can chunk the result and cite the source.
///
/// ```
/// use chunk_backlog::redact::masked;
///
/// assert_eq!(masked("password: hunter2-Q9\nport: 80"), "password: XXXXXXXXXX\nport: 80");
/// ```
#[must_use]
pub fn masked(text: &str) -> Cow<'_, str> {
    let mut secrets = Vec::new();
    BuiltIn.detect(text, &mut secrets);
    replaced(text, secrets, |secret, _, masked| masked.extend(secret.chars().map(illegible)))
}

/// An X of as many bytes; Latin, Greek, full-width and mathematical. Line ends stay.
const fn illegible(character: char) -> char {
    match character {
        '\n' | '\r' => character,
        _ => match character.len_utf8() {
            1 => 'X',
            2 => 'Χ',
            3 => 'Ｘ',
            _ => '𝚇',
        },
    }
}

/// `text` with other text in the place of each secret, written by `replace`, which is given the secret, its rule and where to write. Secrets
/// that overlap are one, of the rule of the first.
fn replaced(text: &str, mut secrets: Vec<Secret>, replace: impl Fn(&str, &str, &mut String)) -> Cow<'_, str> {
    for secret in &mut secrets {
        secret.bytes = whole_characters(text, &secret.bytes);
    }
    secrets.retain(|secret| !secret.bytes.is_empty());
    if secrets.is_empty() {
        return Cow::Borrowed(text);
    }
    secrets.sort_by_key(|secret| (secret.bytes.start, usize::MAX - secret.bytes.end));
    secrets.dedup_by(|next, first| {
        let overlaps = next.bytes.start < first.bytes.end;
        first.bytes.end = if overlaps { first.bytes.end.max(next.bytes.end) } else { first.bytes.end };
        overlaps
    });
    let mut written = String::with_capacity(text.len());
    let mut copied = 0;
    for Secret { bytes, rule } in secrets {
        written.push_str(slice(text, copied..bytes.start));
        copied = bytes.end;
        replace(slice(text, bytes), &rule, &mut written);
    }
    written.push_str(slice(text, copied..text.len()));
    Cow::Owned(written)
}

/// The part of `bytes` that lies in the text, widened to whole characters.
fn whole_characters(text: &str, bytes: &Range<usize>) -> Range<usize> {
    let is_boundary = |at: &usize| text.is_char_boundary(*at);
    let start = (0..=bytes.start.min(text.len())).rev().find(is_boundary).unwrap_or_default();
    let end = (bytes.end.min(text.len())..=text.len()).find(is_boundary).unwrap_or(text.len());
    start..end
}

/// How a marker starts; the rule's name and `]` follow.
const MARKER: &str = "[REDACTED:";

/// The redaction markers in `text`, in order, with the names of their rules. Those that the document had before
/// count as well: what was redacted stays redacted.
pub(crate) fn markers(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    memchr::memmem::find_iter(text.as_bytes(), MARKER).filter_map(move |start| {
        let rest = slice(text, start + MARKER.len()..text.len());
        let length = rest.bytes().take(MAX_NAME).take_while(|&byte| is_name_byte(byte)).count();
        let closed = (1..=MAX_NAME).contains(&length) && rest.as_bytes().get(length) == Some(&b']');
        closed.then(|| (start..start + MARKER.len() + length + 1, slice(rest, 0..length)))
    })
}

/// The start of the marker that a cut at `byte` would cut in two.
pub(crate) fn marker_start(text: &str, byte: usize) -> Option<usize> {
    markers(text)
        .map(|(marker, _)| marker)
        .find(|marker| marker.start < byte && byte < marker.end)
        .map(|marker| marker.start)
}

/// The field `redaction` of a record with these texts.
pub(crate) fn summary<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    let names: BTreeSet<&str> = texts.flat_map(markers).map(|(_, name)| name).collect();
    if names.is_empty() {
        return "none".to_owned();
    }
    let names: Vec<&str> = names.into_iter().collect();
    format!("redacted:{}", names.join(","))
}

const fn is_name_byte(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-')
}
