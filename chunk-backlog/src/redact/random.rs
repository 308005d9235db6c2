//! Tells whether a value looks random (B21), and which values look random without being secrets.

/// Shannon entropy of the bytes of `value`, in bits per byte.
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

/// Whether `value` may be letters and digits drawn at random: whether it has about as many different ones, and changes about as often
/// between lowercase, uppercase and digits, as a random value does. Words, names, numbers, a repeated character and the alphabet do not.
/// `digits` says whether a value of letters of both cases is expected to have digits, too.
pub(super) fn looks_random(value: &[u8], digits: bool) -> bool {
    let characters: Vec<u8> = value.iter().copied().filter(u8::is_ascii_alphanumeric).collect();
    if characters.is_empty() {
        return value.is_empty();
    }
    if is_placeholder(value) {
        return false;
    }
    let has = |is: fn(&u8) -> bool| characters.iter().any(is);
    let is_hex = characters.iter().all(u8::is_ascii_hexdigit);
    let letters = if is_hex { 6.0 } else { 26.0 };
    let (lower, upper) = (has(u8::is_ascii_lowercase), has(u8::is_ascii_uppercase));
    // Base 32 has only the digits 2 to 7.
    let few_digits = !lower && !characters.iter().any(|byte| b"0189".contains(byte));
    let digits = has(u8::is_ascii_digit) || digits && lower && upper;
    // How many digits, lowercase and uppercase letters it is drawn from.
    let sizes = [
        if digits { if few_digits { 6.0 } else { 10.0 } } else { 0.0 },
        if lower { letters } else { 0.0 },
        if upper { letters } else { 0.0 },
    ];
    let size: f64 = sizes.iter().sum();
    let length = characters.len() as f64;
    let different = (0..=u8::MAX).filter(|byte| characters.contains(byte)).count() as f64;
    let expected = size * (1.0 - (1.0 - 1.0 / size).powf(length));
    let kinds = sizes.iter().filter(|&&size| size > 0.0).count();
    let pairs =
        || characters.windows(2).filter_map(|pair| if let [a, b] = pair { Some((*a, *b)) } else { None });
    let in_sequence = pairs().filter(|(a, b)| b.wrapping_sub(*a) == 1).count() as f64;
    let vowels = characters.iter().filter(|byte| b"aeiouAEIOU".contains(byte)).count() as f64 / length;
    let is_one_kind =
        kinds == 1 && length >= MIN_ONE_KIND && (length >= MAX_ONE_KIND || vowels > MAX_VOWELS || !upper);
    if different < MIN_DIFFERENT * expected || is_one_kind || in_sequence > length / 2.0 {
        return false;
    }
    let kind = |byte: u8| (byte.is_ascii_digit(), byte.is_ascii_uppercase());
    let changes = pairs().filter(|(a, b)| kind(*a) != kind(*b)).count() as f64;
    // The probability that two neighbours are of the same kind.
    let same: f64 = sizes.iter().map(|kind| (kind / size).powi(2)).sum();
    let mean = (length - 1.0) * (1.0 - same);
    let deviation = (mean * same).sqrt();
    changes >= mean - MAX_DEVIATIONS * deviation || changes >= MIN_CHANGES * mean
}

/// Whether the random part of a credential whose form is known is none that a provider ever made: a placeholder, a word, a sequence,
/// the same few characters again and again.
pub(super) fn is_made_up(value: &[u8]) -> bool {
    let characters: Vec<u8> = value.iter().copied().filter(u8::is_ascii_alphanumeric).collect();
    if characters.is_empty() {
        return !value.is_empty();
    }
    let length = characters.len();
    let count = |is: fn(&u8) -> bool| characters.iter().filter(|byte| is(byte)).count();
    let (digits, upper) = (count(u8::is_ascii_digit), count(u8::is_ascii_uppercase));
    let different = (0..=u8::MAX).filter(|byte| characters.contains(byte)).count();
    let pairs = |like_this: fn(u8, u8) -> bool| {
        characters.windows(2).filter(|pair| matches!(pair, [a, b] if like_this(*a, *b))).count()
    };
    let (in_sequence, repeated) = (pairs(|a, b| b.wrapping_sub(a) == 1), pairs(|a, b| a == b));
    let vowels = count(|byte| b"aeiouAEIOU".contains(byte));
    let is_one_case = upper == 0 || upper == length;
    let is_words = digits <= length / 24
        && length >= 12
        && (is_one_case && (vowels * 10 > length * 3 || length >= 24) || upper * 4 < length);
    is_placeholder(value)
        || different < length.min(16) / 3 + 1
        || in_sequence * 4 > length * 3
        || repeated * 2 > length
        || is_words
}

/// The smallest number of different characters, as a share of the expected number.
const MIN_DIFFERENT: f64 = 0.5;

/// This many characters of one kind are not drawn at random from several kinds.
const MIN_ONE_KIND: f64 = 12.0;
/// Uppercase letters of base 32, which has few digits, may be that without being words up to this length, if no more than
/// [`MAX_VOWELS`] are vowels.
const MAX_ONE_KIND: f64 = 18.0;
/// Of random letters one in five is a vowel, of English two in five.
const MAX_VOWELS: f64 = 0.3;

/// How far below the mean the changes of kind may be, in standard deviations: three in a thousand random values are further.
const MAX_DEVIATIONS: f64 = 2.75;

/// The fewest changes of kind, as a share of the mean, of a long value that is random, but not evenly so (such as JSON in base64).
const MIN_CHANGES: f64 = 0.6;

/// Whether `value` shows that it stands for another: `EXAMPLE`, `xxxx`, `your-token-here`, `****`, `password`.
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
    let word = lower.strip_suffix(b"123").or(lower.strip_suffix(b"1")).unwrap_or(&lower);
    WHOLE.contains(&word)
        || lower.len() > 2 && lower.starts_with(b"%") && lower.ends_with(b"%")
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

/// Whether `value` is built like a name, a number, a version, a date or a path: every part of it, between punctuation,
/// is a word, a number, a word with a number at one end, or words in camel case.
pub(super) fn is_structured(value: &[u8]) -> bool {
    value.split(|byte| !byte.is_ascii_alphanumeric()).all(|part| changes(part) <= 1 || is_camel_case(part))
}

/// How often a letter is followed by a digit, or a digit by a letter.
pub(super) fn changes(part: &[u8]) -> usize {
    part.windows(2).filter(|pair| matches!(pair, [a, b] if a.is_ascii_digit() != b.is_ascii_digit())).count()
}

/// Whether `part` is words of at least two letters, each but the first capitalized, with at most one number.
pub(super) fn is_camel_case(part: &[u8]) -> bool {
    let is_one_case = |part: &[u8]| !part.iter().any(u8::is_ascii_uppercase);
    if is_one_case(part) || changes(part) > 2 {
        return false;
    }
    let mut letters = 0;
    let mut small = 0;
    for &byte in part {
        if byte.is_ascii_lowercase() {
            small += 1;
        } else if small == 1 {
            return false;
        } else {
            small = 0;
        }
        letters += usize::from(byte.is_ascii_alphabetic());
    }
    // A name is mostly lowercase.
    small != 1 && part.iter().filter(|byte| byte.is_ascii_lowercase()).count() * 3 >= letters * 2
}
