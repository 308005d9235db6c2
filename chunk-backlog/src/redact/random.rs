//! Whether a value looks random: the entropy test (B21), and what passes it without being a secret.

/// Shannon entropy of the bytes of `value`, in bits a byte.
pub(super) fn entropy(value: &[u8]) -> f64 {
    let mut counts = [0_u32; 256];
    for &byte in value {
        if let Some(count) = counts.get_mut(usize::from(byte)) {
            *count += 1;
        }
    }
    let length = value.len().max(1) as f64;
    let bits = |&count: &u32| {
        let share = f64::from(count) / length;
        -share * share.log2()
    };
    counts.iter().filter(|&&count| count > 0).map(bits).sum()
}

/// Whether `value` says itself that it stands for another: `EXAMPLE`, `xxxx`, `your-token-here`, `****`, `password`.
pub(super) fn is_placeholder(value: &[u8]) -> bool {
    const WHOLE: [&[u8]; 6] = [b"pass", b"passwd", b"password", b"pwd", b"secret", b"token"];
    const PARTS: [&[u8]; 13] = [
        b"xxxx",
        b"placeholder",
        b"changeme",
        b"change-me",
        b"change_me",
        b"your-",
        b"your_",
        b"dummy",
        b"sample",
        b"redacted",
        b"****",
        b"....",
        b"insert",
    ];
    let lower = value.to_ascii_lowercase();
    WHOLE.contains(&&*lower)
        || lower.ends_with(b"example")
        || PARTS.iter().any(|part| memchr::memmem::find(&lower, part).is_some())
}

/// Whether `value` is a UUID, a ULID, or the hexadecimal digest of a common hash.
pub(super) fn is_identifier(value: &[u8]) -> bool {
    is_uuid(value) || is_digest(value) || is_ulid(value)
}

/// Whether `value` is a UUID.
pub(super) fn is_uuid(value: &[u8]) -> bool {
    value.len() == 36
        && value.iter().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

fn is_digest(value: &[u8]) -> bool {
    matches!(value.len(), 32 | 40 | 56 | 64 | 96 | 128) && value.iter().all(u8::is_ascii_hexdigit)
}

fn is_ulid(value: &[u8]) -> bool {
    value.len() == 26
        && value.first().is_some_and(|byte| (b'0'..=b'7').contains(byte))
        && value
            .iter()
            .all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase() && !b"ILOU".contains(byte))
}

/// Whether `value` is made like a name, a number, a version, a date or a path: every part of it, between punctuation,
/// is a word, a number, or a word with a number at one end.
pub(super) fn is_structured(value: &[u8]) -> bool {
    value.split(|byte| !byte.is_ascii_alphanumeric()).all(|part| changes(part) <= 1)
}

/// How often letters turn into digits or the other way round.
fn changes(part: &[u8]) -> usize {
    part.windows(2).filter(|pair| matches!(pair, [a, b] if a.is_ascii_digit() != b.is_ascii_digit())).count()
}
