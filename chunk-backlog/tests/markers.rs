//! Markers stay whole (B21), and `masked` moves nothing.
#![allow(clippy::unwrap_used, missing_docs)]

use chunk_backlog::{BacklogPolicy, redact::masked};

/// A title that is cut, and a header that is, end before a marker or after it, never inside (B9, C1).
#[test]
fn no_cut_goes_through_a_marker() {
    let policy = BacklogPolicy::default();
    let mut seen = [0, 0];
    for length in 1_000..1_030 {
        let title = format!("{}[REDACTED:jwt]b", "a".repeat(length));
        let text = format!("---\ntitle: \"{title}\"\n---\n# Context\n\n{}\n", "c".repeat(300));
        let chunks = policy.chunks("products/a/items/b.md", &text).unwrap().chunks;
        let title = &chunks[0].metadata.title;
        let whole = title.contains("[REDACTED:jwt]");
        assert!(whole || title.len() == length.min(1_024), "{title}");
        seen[usize::from(whole)] += 1;
        let header = format!("{}[REDACTED:jwt]b", "a".repeat(length + 180));
        let text = format!("# Context\n\n{header}.\n");
        let chunks = policy.chunks("products/a/items/b.md", &text).unwrap().chunks;
        let header = chunks[0].text.strip_prefix("Context").unwrap();
        assert!(!header.contains('[') || header.contains("[REDACTED:jwt]"), "{header}");
    }
    assert!(seen.iter().all(|count| *count > 0), "{seen:?}");
}

/// A marker that the document had before counts if its rule has a name of 1 to 64 characters.
#[test]
fn names_of_rules_have_one_to_64_characters() {
    for length in [0, 1, 64, 65] {
        let rule = "a".repeat(length);
        let text = format!("# Context\n\n[REDACTED:{rule}]\n");
        let chunks = BacklogPolicy::default().chunks("products/a/items/b.md", &text).unwrap().chunks;
        let known = if (1..=64).contains(&length) { format!("redacted:{rule}") } else { "none".to_owned() };
        assert_eq!(chunks[1].metadata.redaction, known);
    }
}

/// A known form counts right after a word that cannot be a part of it; after a color's code, too.
#[test]
fn a_form_may_follow_a_word() {
    let token = format!("ghp_{}", "x7Q9z2K4m8W1p5R3t6Y0a1B2c3D4e5F6g7H8");
    for before in ["team", "token", "TEAM", "\u{1B}[0;32m", "\\n"] {
        let redacted = BacklogPolicy::default().redact(&format!("{before}{token}")).into_owned();
        assert_eq!(redacted, format!("{before}[REDACTED:github-token]"));
    }
    let longer = format!("Team7{token}");
    assert_eq!(BacklogPolicy::default().redact(&longer), longer);
}

/// The secret is gone, and each other character is where it was.
#[test]
fn places_stay() {
    let text = "Ж a\r\npasswort: größe-漢😀7Q!\nend\n-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq\n-----END PRIVATE KEY-----\nafter";
    let masked = masked(text);
    assert!(!masked.contains("größe") && !masked.contains("MIIE"), "{masked}");
    assert_eq!(masked.len(), text.len());
    for ((at, before), (other, after)) in text.char_indices().zip(masked.char_indices()) {
        assert_eq!(at, other);
        assert_eq!(before == '\n' || before == '\r', after == '\n' || after == '\r');
    }
    assert!(masked.starts_with("Ж a\r\npasswort: ") && masked.ends_with("\nafter"));
}

#[test]
fn a_text_without_secrets_is_not_copied() {
    assert!(matches!(masked("# Plan\n\nBuy tea.\n"), std::borrow::Cow::Borrowed(_)));
}

/// Characters that nobody sees are looked through; those outside of the secret stay.
#[test]
fn what_nobody_sees_stays_in_its_place() {
    let text = "a\u{200B}b\u{AD} pass\u{200B}word: kT9\u{AD}#vWq2xLm4 \u{FEFF}c\u{200B}";
    let redacted = BacklogPolicy::default().redact(text).into_owned();
    assert_eq!(redacted, "a\u{200B}b\u{AD} pass\u{200B}word: [REDACTED:password] \u{FEFF}c\u{200B}");
}

/// One directly before the secret stays, too.
#[test]
fn what_nobody_sees_stays_before_a_secret() {
    let redacted = BacklogPolicy::default().redact("password: \u{200B}kT9#vWq2xLm4 c").into_owned();
    assert_eq!(redacted, "password: \u{200B}[REDACTED:password] c");
}

/// The words of a list are a command, in brackets and in YAML.
#[test]
fn lists_of_words_are_commands() {
    for text in ["[\"curl\", \"-u\", \"bob:V\"]", "command:\n  - curl\n  - -u\n  - bob:V\n"] {
        let redacted = BacklogPolicy::default().redact(&text.replace('V', "kT9#vWq2xLm4")).into_owned();
        assert_eq!(redacted, text.replace('V', "[REDACTED:password]"));
    }
}
