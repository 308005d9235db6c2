//! Where a tokenizer of Hugging Face certainly divides every text, so that the parts can be counted, and remembered, one by one.
//!
//! What is certain is read from its file. What is not known here, such as a pattern of a model's own, makes no seams: then texts are
//! counted whole.

use super::pattern::Pattern;
use serde_json::Value;

/// Where texts are divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Seams {
    /// Nowhere.
    None,
    /// Before a letter or digit at the start of a line: the caller's promise.
    Lines,
    /// After white space, which has no tokens, and on both sides of ASCII punctuation; around CJK ideographs if they are `apart`. So does
    /// BERT.
    Words { apart: bool },
    /// Before a single space between two characters that nothing joins with it, and a single line end that is the same to the tokenizer
    /// (`or_line_ends`). If the tokenizer puts a space of its own before every text, a part after the first is counted without the space
    /// (`is_added`).
    Spaces { is_added: bool, or_line_ends: bool },
}

/// The seams of this `tokenizer.json`.
pub(super) fn seams(file: &Value) -> Seams {
    let Some(normalizer) = Normalizer::of(file.get("normalizer").unwrap_or(&Value::Null)) else {
        return Seams::None;
    };
    let model = file.get("model").unwrap_or(&Value::Null);
    let (special, others): (Vec<_>, Vec<_>) = added(file).partition(|token| is_special(token));
    let mut added = others.iter().copied().peekable();
    let steps = steps(file.get("pre_tokenizer").unwrap_or(&Value::Null), "pretokenizers");
    // After a token that was found in a text, the tokenizer puts a space again.
    let puts_spaces_between = normalizer.adds_space && !others.is_empty();
    // What follows the space that was put before a text is also the first of it to the scheme `first`.
    let is_put_again = normalizer.adds_space && steps.iter().any(|step| kind(step) == "Metaspace");
    if !counts_everything(model) || puts_spaces_between || is_put_again || hides_another(&special, &others) {
        return Seams::None;
    }
    if let [step] = &*steps
        && kind(step) == "BertPreTokenizer"
        && normalizer.is_by_character
        && added.peek().is_none()
    {
        return Seams::Words { apart: normalizer.sets_ideographs_apart };
    }
    let leaves_out_spaces = steps
        .first()
        .is_some_and(|step| matches!(kind(step), "BertPreTokenizer" | "Whitespace" | "WhitespaceSplit"));
    if normalizer.sets_ideographs_apart && !leaves_out_spaces {
        // It puts spaces beside those of the text.
        return Seams::None;
    }
    // Each of these writes spaces as something else, which the steps after it do not take for spaces.
    if steps.iter().filter(|step| writes_spaces(step)).nth(1).is_some() {
        return Seams::None;
    }
    let first = steps.iter().find(|step| divides_at_spaces(step) || writes_spaces(step));
    let divides = first.is_some_and(|step| {
        divides_at_spaces(step) && (!normalizer.marks_spaces || kind(step) == "Metaspace")
    }) || steps.iter().all(|step| !is_changed_by(step))
        && !merges_across_spaces(&normalizer, &steps, model);
    match divides && added.all(stays_in_a_part) && steps.iter().all(|step| is_local(step)) {
        true => Seams::Spaces { is_added: normalizer.adds_space, or_line_ends: false },
        false => Seams::None,
    }
}

/// What of a normalizer matters.
#[derive(Default)]
struct Normalizer {
    /// Whether it looks at one character at a time, and so would never join punctuation with what follows.
    is_by_character: bool,
    sets_ideographs_apart: bool,
    /// Whether it puts a space before every text.
    adds_space: bool,
    /// Whether it writes spaces as U+2581.
    marks_spaces: bool,
    /// Whether it does nothing but the last two.
    only_marks_spaces: bool,
}

impl Normalizer {
    /// `None` if it may change what is around a single space, or the ends of a text.
    fn of(value: &Value) -> Option<Self> {
        let mut found = Self { is_by_character: true, only_marks_spaces: true, ..Self::default() };
        for step in steps(value, "normalizers") {
            let marks = step.pointer("/pattern/String").and_then(Value::as_str) == Some(" ");
            found.only_marks_spaces &= marks || kind(step) == "Prepend";
            match kind(step) {
                "BertNormalizer" => found.sets_ideographs_apart |= is(step, "handle_chinese_chars", true),
                "Lowercase" | "StripAccents" => {}
                // These look at neighbours, but never at a space: it joins nothing, and nothing joins it.
                "NFC" | "NFD" | "NFKC" | "NFKD" | "Nmt" | "Precompiled" => found.is_by_character = false,
                "Prepend" if step.get("prepend")?.as_str()? == MARK && !found.adds_space => {
                    found.is_by_character = false;
                    found.adds_space = true;
                }
                "Replace" => {
                    found.is_by_character = false;
                    match (step.pointer("/pattern/String"), step.pointer("/pattern/Regex")) {
                        (Some(Value::String(pattern)), None) if pattern == " " => {
                            found.marks_spaces = true;
                            (step.get("content")?.as_str()? == MARK).then_some(())?;
                        }
                        (Some(Value::String(pattern)), None)
                            if leaves_spaces(pattern, step.get("content")?.as_str()?) => {}
                        // Runs of spaces.
                        (None, Some(Value::String(pattern))) if pattern == " {2,}" => {}
                        _ => return None,
                    }
                }
                _ => return None,
            }
        }
        // Where a space is added to every part, no other step may take it for one of the text.
        (!found.adds_space || found.only_marks_spaces && found.marks_spaces).then_some(found)
    }
}

/// Whether replacing `pattern` makes no more spaces of a run of them, nor brings two runs together, where a seam is.
fn leaves_spaces(pattern: &str, content: &str) -> bool {
    let may_be_white = content.is_empty() || content.contains(|c| !is_plain(c));
    let is_of_spaces = pattern.is_empty() || pattern.contains([' ', '\u{2581}']);
    !(is_of_spaces || may_be_white && pattern.contains(is_plain))
}

/// What stands for a space.
pub(super) const MARK: &str = "\u{2581}";

/// Whether this step of a pre-tokenizer parts texts before every single space.
pub(super) fn divides_at_spaces(step: &Value) -> bool {
    match kind(step) {
        "ByteLevel" => !is(step, "use_regex", false),
        "Metaspace" => {
            !is(step, "split", false) && step.get("replacement").and_then(Value::as_str) == Some(MARK)
        }
        "BertPreTokenizer" | "Whitespace" | "WhitespaceSplit" => true,
        "Split" => {
            let pattern = step.pointer("/pattern/Regex").and_then(Value::as_str).unwrap_or_default();
            let kept = step.get("behavior").and_then(Value::as_str);
            Pattern::of(pattern).is_some()
                && (kept == Some("Isolated") || kept == Some("Removed") && is(step, "invert", true))
        }
        _ => false,
    }
}

/// Whether this step writes spaces as something else.
fn writes_spaces(step: &Value) -> bool {
    matches!(kind(step), "ByteLevel" | "Metaspace")
}

/// Whether what this step of a pre-tokenizer does at a place follows from the characters around it, up to the next seam.
fn is_local(step: &Value) -> bool {
    let is_split_at = |string: &str| step.pointer("/pattern/String").and_then(Value::as_str) == Some(string);
    match kind(step) {
        "ByteLevel" | "Metaspace" | "BertPreTokenizer" | "Whitespace" | "WhitespaceSplit" | "Digits"
        | "Punctuation" => true,
        "Split" => is_split_at(" ") || divides_at_spaces(step),
        _ => false,
    }
}

/// Whether this step divides texts elsewhere, so that it has to be known better than that spaces are not merged with what is before them.
fn is_changed_by(step: &Value) -> bool {
    // A pattern that takes the mark for a sign may join it with the signs before it.
    kind(step) != "Metaspace" && (kind(step) != "Split" || divides_at_spaces(step))
}

/// Whether merging may cross the place before a space: if no token of the vocabulary does, none can.
fn merges_across_spaces(normalizer: &Normalizer, steps: &[&Value], model: &Value) -> bool {
    let is_mark = |step: &&Value| step.get("replacement").and_then(Value::as_str) == Some(MARK);
    let mut metaspaces = steps.iter().filter(|step| kind(step) == "Metaspace").peekable();
    let marks_spaces = (normalizer.marks_spaces || metaspaces.peek().is_some()) && metaspaces.all(is_mark);
    let Some(vocabulary) = model.get("vocab").and_then(Value::as_object) else { return true };
    let is_plain = |key: &str| model.get(key).and_then(Value::as_str).is_none_or(str::is_empty);
    kind(model) != "BPE"
        || is(model, "ignore_merges", true)
        || !marks_spaces
        || !is_plain("end_of_word_suffix")
        || !is_plain("continuing_subword_prefix")
        || !vocabulary.contains_key(MARK)
        || vocabulary.keys().any(|token| token.trim_start_matches(MARK).contains(MARK))
}

/// Whether the model has tokens for every text, so that it never refuses one.
fn counts_everything(model: &Value) -> bool {
    let unknown = model.get("unk_token").and_then(Value::as_str);
    let is_token = |token: &str| model.get("vocab").is_some_and(|vocabulary| vocabulary.get(token).is_some());
    match kind(model) {
        "BPE" => unknown.is_none_or(is_token),
        "WordPiece" | "WordLevel" => unknown.is_some_and(is_token),
        "Unigram" => model.get("unk_id").is_some_and(Value::is_u64),
        _ => false,
    }
}

/// The added tokens, which are found in any text before it is divided.
pub(super) fn added(file: &Value) -> impl Iterator<Item = &Value> {
    file.get("added_tokens").and_then(Value::as_array).into_iter().flatten()
}

/// Whether the string of an added token is ordinary text (T4).
pub(super) fn is_special(token: &Value) -> bool {
    is(token, "special", true)
}

/// Whether an added token, which is found anywhere in a text, always lies between two seams.
fn stays_in_a_part(token: &Value) -> bool {
    let content = token.get("content").and_then(Value::as_str).unwrap_or_default();
    let is_free = ["single_word", "lstrip", "rstrip"].iter().all(|key| !is(token, key, true));
    let crosses = content.trim_start_matches([' ', '\u{2581}']).contains([' ', '\u{2581}']);
    // A normalizer may make a space of a control character.
    let is_as_it_is = is(token, "normalized", false)
        || content.trim_start_matches(' ').bytes().all(|byte| byte.is_ascii_graphic());
    is_free && !crosses && !content.is_empty() && is_as_it_is
}

/// Whether finding one of these special tokens, which are then left as text, keeps another token from being found.
fn hides_another(special: &[&Value], others: &[&Value]) -> bool {
    let content = |token: &&Value| {
        token.get("content").and_then(Value::as_str).unwrap_or_default().to_ascii_lowercase()
    };
    let others: Vec<String> = others.iter().map(content).collect();
    special.iter().map(content).any(|special| {
        let ends = || special.char_indices().filter_map(|(at, _)| special.get(at..));
        others
            .iter()
            .any(|other| special.contains(other.as_str()) || ends().any(|end| other.starts_with(end)))
    })
}

pub(super) fn is(value: &Value, key: &str, expected: bool) -> bool {
    value.get(key).and_then(Value::as_bool) == Some(expected)
}

/// The kind of a model, normalizer or pre-tokenizer. Old files do not name that of a model.
pub(super) fn kind(value: &Value) -> &str {
    match value.get("type").and_then(Value::as_str) {
        Some(kind) => kind,
        None if value.get("merges").is_some() => "BPE",
        None if value.get("continuing_subword_prefix").is_some() => "WordPiece",
        None => "",
    }
}

/// The steps of a normalizer or pre-tokenizer: those of a sequence, or itself.
pub(super) fn steps<'v>(value: &'v Value, key: &str) -> Vec<&'v Value> {
    match (value, kind(value)) {
        (Value::Null, _) => Vec::new(),
        (_, "Sequence") => {
            let inner = value.get(key).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
            inner.iter().flat_map(|step| steps(step, key)).collect()
        }
        _ => vec![value],
    }
}

impl Seams {
    /// The seams of `text`, ascending.
    pub(super) fn of(self, text: &str) -> Box<dyn Iterator<Item = usize> + '_> {
        match self {
            Self::None => Box::new(std::iter::empty()),
            Self::Lines => Box::new(crate::parts::line_seams(text)),
            Self::Words { apart } => Box::new(words(text, apart)),
            Self::Spaces { or_line_ends, .. } => {
                let other = if or_line_ends { b'\n' } else { b' ' };
                let found = memchr::memchr2_iter(b' ', other, text.as_bytes());
                Box::new(found.filter(|&at| is_between_plain_characters(text, at)))
            }
        }
    }

    /// How many bytes before and after a seam make it one.
    pub(super) const fn context(self) -> (usize, usize) {
        match self {
            Self::None | Self::Lines | Self::Words { .. } => (0, 0),
            // A whole character; the space, and at least a byte of the next character, which is then in the range as a whole.
            Self::Spaces { .. } => (1, 2),
        }
    }
}

/// Where words, ideographs and punctuation start.
fn words(text: &str, apart: bool) -> impl Iterator<Item = usize> {
    let is_sign = move |c: char| match c {
        '\0'..='\x7F' => c.is_ascii_punctuation(),
        _ => apart && is_ideograph(c),
    };
    let mut is_parted = false;
    text.char_indices().filter_map(move |(at, c)| {
        let (is_sign, is_white) = (is_sign(c), WHITE.contains(&c));
        let is_seam = is_sign || is_parted && !is_white;
        is_parted = is_sign || is_white;
        is_seam.then_some(at)
    })
}

/// The white space that is left out by all tokenizers that leave out any.
pub(super) const WHITE: [char; 4] = [' ', '\t', '\n', '\r'];

/// What BERT calls a Chinese character, less those for compatibility.
const fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{4E00}'..='\u{9FFF}' | '\u{3400}'..='\u{4DBF}')
}

/// Whether the space at `at` stands alone between two characters that are the beginning and the end of what they are shown with: no
/// normalizer looks from one to the other.
fn is_between_plain_characters(text: &str, at: usize) -> bool {
    let before = text.get(..at).and_then(|before| before.chars().next_back());
    let after = text.get(at + 1..).and_then(|after| after.chars().next());
    before.is_some_and(is_plain) && after.is_some_and(is_plain)
}

/// Whether a character is of one of these blocks, less their marks, white space, signs that join what follows, and accents alone, such as
/// `´`, which are a space with a mark to some normalizers.
const fn is_plain(c: char) -> bool {
    matches!(
        c,
        '!'..='~'
            | '\u{A1}'..='\u{2D7}'
            | '\u{391}'..='\u{3A1}'
            | '\u{3A3}'..='\u{482}'
            | '\u{48A}'..='\u{52F}'
            | '\u{3041}'..='\u{3096}'
            | '\u{30A1}'..='\u{30FA}'
            | '\u{4E00}'..='\u{9FFF}'
            | '\u{AC00}'..='\u{D7A3}'
    ) && !matches!(c, '\u{A8}' | '\u{AD}' | '\u{AF}' | '\u{B4}' | '\u{B8}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_certain_is_read_from_the_file() {
        let bert = json!({"type": "BertNormalizer", "handle_chinese_chars": true});
        let word_piece = json!({"type": "WordPiece", "unk_token": "?", "vocab": {"?": 0}});
        let pairs = json!({"type": "BPE", "vocab": {"▁": 0, "▁a": 1}, "merges": []});
        let of = |normalizer: &Value, pre_tokenizer: Value, model: &Value| {
            seams(&json!({"normalizer": normalizer, "pre_tokenizer": pre_tokenizer, "model": model}))
        };
        let kind = |kind: &str| json!({"type": kind});
        let metaspace = json!({"type": "Metaspace", "replacement": "▁", "split": false});
        let regex =
            |pattern: &str| json!({"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated"});
        let spaces = Seams::Spaces { is_added: false, or_line_ends: false };
        let words = Seams::Words { apart: true };
        assert_eq!(of(&bert, kind("BertPreTokenizer"), &word_piece), words);
        assert_eq!(of(&kind("NFC"), kind("BertPreTokenizer"), &word_piece), spaces);
        assert_eq!(of(&Value::Null, kind("ByteLevel"), &pairs), spaces);
        assert_eq!(of(&Value::Null, regex(super::super::pattern::GPT2), &pairs), spaces);
        assert_eq!(of(&Value::Null, metaspace.clone(), &pairs), spaces);
        let unknown = [
            of(&bert, kind("ByteLevel"), &pairs),
            of(&kind("Strip"), kind("ByteLevel"), &pairs),
            of(&Value::Null, regex(r"\w+ \w+"), &pairs),
            of(&Value::Null, metaspace, &json!({"type": "BPE", "vocab": {"▁": 0, "a▁": 1}, "merges": []})),
            of(&bert, kind("BertPreTokenizer"), &json!({"type": "WordPiece", "unk_token": "?", "vocab": {}})),
            of(&Value::Null, Value::Null, &pairs),
        ];
        assert_eq!(unknown, [Seams::None; 6]);
        let file = |token: &str| {
            let added = json!([{"content": token, "special": false, "normalized": false}]);
            seams(&json!({"added_tokens": added, "pre_tokenizer": {"type": "ByteLevel"}, "model": pairs}))
        };
        assert_eq!((file("<tool>"), file("a b")), (spaces, Seams::None));
    }
}
