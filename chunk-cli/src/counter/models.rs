//! Hosted models, by whose names an encoding is chosen.

/// A model that a provider names, and whose encoding it has made public.
pub(super) struct Model {
    pub(super) name: &'static str,
    /// The encoding, as tiktoken's `model.py` has it: <https://github.com/openai/tiktoken/blob/main/tiktoken/model.py>.
    pub(super) encoding: &'static str,
    /// The most tokens of a text that it takes.
    pub(super) limit: usize,
    /// Where the provider says so.
    #[cfg_attr(not(test), expect(dead_code, reason = "for those who check the table"))]
    pub(super) source: &'static str,
}

const EMBEDDINGS: &str = "https://platform.openai.com/docs/guides/embeddings";

const fn model(name: &'static str, encoding: &'static str, limit: usize, source: &'static str) -> Model {
    Model { name, encoding, limit, source }
}

/// Every model that is known. One with a date behind its name, such as `gpt-4o-2024-08-06`, is the same.
pub(super) const MODELS: &[Model] = &[
    model("text-embedding-3-small", "cl100k_base", 8_192, EMBEDDINGS),
    model("text-embedding-3-large", "cl100k_base", 8_192, EMBEDDINGS),
    model("text-embedding-ada-002", "cl100k_base", 8_192, EMBEDDINGS),
    model("gpt-4o", "o200k_base", 128_000, "https://platform.openai.com/docs/models/gpt-4o"),
    model("gpt-4o-mini", "o200k_base", 128_000, "https://platform.openai.com/docs/models/gpt-4o-mini"),
    model("gpt-4.1", "o200k_base", 1_047_576, "https://platform.openai.com/docs/models/gpt-4.1"),
    model("gpt-4.1-mini", "o200k_base", 1_047_576, "https://platform.openai.com/docs/models/gpt-4.1-mini"),
    model("gpt-4.1-nano", "o200k_base", 1_047_576, "https://platform.openai.com/docs/models/gpt-4.1-nano"),
    model("o1", "o200k_base", 200_000, "https://platform.openai.com/docs/models/o1"),
    model("o3", "o200k_base", 200_000, "https://platform.openai.com/docs/models/o3"),
    model("o3-mini", "o200k_base", 200_000, "https://platform.openai.com/docs/models/o3-mini"),
    model("o4-mini", "o200k_base", 200_000, "https://platform.openai.com/docs/models/o4-mini"),
    model("gpt-4-turbo", "cl100k_base", 128_000, "https://platform.openai.com/docs/models/gpt-4-turbo"),
    model("gpt-4", "cl100k_base", 8_192, "https://platform.openai.com/docs/models/gpt-4"),
    model("gpt-3.5-turbo", "cl100k_base", 16_385, "https://platform.openai.com/docs/models/gpt-3.5-turbo"),
];

/// The model of this name.
pub(super) fn model_named(name: &str) -> Option<&'static Model> {
    let undated = name.len().checked_sub("-2024-08-06".len()).and_then(|at| name.split_at_checked(at));
    let is_date = |date: &str| {
        date.bytes().enumerate().all(|(at, byte)| match at {
            0 | 5 | 8 => byte == b'-',
            _ => byte.is_ascii_digit(),
        })
    };
    let undated = undated.filter(|(_, date)| is_date(date)).map_or(name, |(name, _)| name);
    MODELS.iter().find(|model| model.name == name || model.name == undated)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Counter;

    #[test]
    fn models_are_found_by_their_names() {
        for model in MODELS {
            assert!(Counter::encoding_named(model.encoding).is_some(), "{}", model.name);
            assert!(model.source.starts_with("https://platform.openai.com/docs/"), "{}", model.name);
            let bpe = tiktoken_rs::bpe_for_model(model.name).unwrap();
            let text = "Größenordnung 漢字, HTTPServer's";
            let ours = Counter::encoding_named(model.encoding).unwrap();
            assert_eq!(
                chunk_core::TokenCounter::count(&ours, text),
                bpe.count_ordinary(text),
                "{}",
                model.name
            );
        }
        let name = |name: &str| model_named(name).map(|model| model.name);
        assert_eq!(name("gpt-4o-2024-08-06"), Some("gpt-4o"));
        assert_eq!(name("gpt-4o-2024-08-0x"), None);
        assert_eq!(name("gpt-4o-mini"), Some("gpt-4o-mini"));
        assert_eq!(name("é"), None);
    }
}
