//! The patterns by which byte-level tokenizers divide texts, as their files write them.

/// A pattern, by where it divides ASCII. In all of them only a single space, or one before signs or a word, is joined with what follows
/// it, and nothing with a space after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pattern {
    Cl100k,
    O200k,
    Gpt2,
}

const CL100K: [&str; 5] = [
    // Llama 3, and Qwen with single digits.
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+",
    // tiktoken's, as it is written since 2024 and as it was.
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s",
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+",
];

const O200K: [&str; 2] = [
    // tiktoken's, and one with single digits.
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
];

pub(super) const GPT2: &str = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+";

impl Pattern {
    /// The pattern that is written so, if it is known.
    pub(super) fn of(regex: &str) -> Option<Self> {
        match regex {
            _ if CL100K.contains(&regex) => Some(Self::Cl100k),
            _ if O200K.contains(&regex) => Some(Self::O200k),
            GPT2 => Some(Self::Gpt2),
            _ => None,
        }
    }

    /// Whether a pre-token always ends between these two, and those before depend on nothing after it.
    pub(super) fn divides(self, a: u8, b: u8) -> bool {
        enum Kind {
            Letter,
            Digit,
            Blank,
            LineEnd,
            Sign,
        }
        let kind = |byte: u8| match byte {
            b'a'..=b'z' | b'A'..=b'Z' => Kind::Letter,
            b'0'..=b'9' => Kind::Digit,
            b' ' | b'\t' | b'\x0B' | b'\x0C' => Kind::Blank,
            b'\n' | b'\r' => Kind::LineEnd,
            _ => Kind::Sign,
        };
        match (kind(a), kind(b)) {
            // A word may take the contraction after it.
            (Kind::Letter, Kind::Sign) => b != b'\'' || self != Self::O200k,
            (Kind::Letter, Kind::Digit | Kind::Blank | Kind::LineEnd)
            | (Kind::Digit, Kind::Letter | Kind::Blank | Kind::LineEnd | Kind::Sign)
            | (Kind::Sign, Kind::Digit | Kind::Blank) => true,
            (Kind::Sign, Kind::LineEnd) => self == Self::Gpt2,
            (Kind::Sign, Kind::Letter) => self == Self::Gpt2 && a != b'\'',
            // Signs may take the slash after their line ends. The last of several white characters may be apart from the others.
            (Kind::LineEnd, Kind::Letter | Kind::Digit | Kind::Sign) => self != Self::Gpt2 && b != b'/',
            _ => false,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use tokenizers::{
        OffsetReferential, OffsetType, PreTokenizedString, PreTokenizer, SplitDelimiterBehavior,
        pre_tokenizers::split::{Split, SplitPattern},
    };

    /// Where the library divides `text` by each of the patterns, and where it is certain that it does.
    #[test]
    fn what_is_certain_is_so_in_the_library() {
        const CHARACTERS: [char; 15] =
            ['a', 'Z', 's', 'L', '1', '9', ' ', ' ', '\t', '\n', '\r', '.', '\'', '/', '<'];
        let mut random = fastrand::Rng::with_seed(51);
        let kinds = [(Pattern::Cl100k, &CL100K[..]), (Pattern::O200k, &O200K), (Pattern::Gpt2, &[GPT2])];
        for (kind, regex) in kinds.into_iter().flat_map(|(kind, all)| all.iter().map(move |one| (kind, *one)))
        {
            assert_eq!(Pattern::of(regex), Some(kind));
            let regex = SplitPattern::Regex(regex.to_owned());
            let split = Split::new(regex, SplitDelimiterBehavior::Isolated, false).unwrap();
            let mut certain = 0;
            for _ in 0..2000 {
                let text: String = (0..12).map(|_| random.choice(CHARACTERS).unwrap()).collect();
                let mut divided = PreTokenizedString::from(&*text);
                split.pre_tokenize(&mut divided).unwrap();
                let pieces = divided.get_splits(OffsetReferential::Original, OffsetType::Byte);
                let starts: Vec<usize> = pieces.iter().map(|(_, (start, _), _)| *start).collect();
                for (at, pair) in (1..).zip(text.as_bytes().windows(2)) {
                    let is_certain = kind.divides(pair[0], pair[1]);
                    certain += usize::from(is_certain);
                    assert!(!is_certain || starts.contains(&at), "{text:?} at {at}: {kind:?}");
                }
            }
            assert!(certain > 2000, "{certain}");
        }
        assert_eq!(Pattern::of("\\w+"), None);
    }
}
