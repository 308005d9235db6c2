//! Hosted models, by whose names an encoding is chosen.

use jiff::civil::Date;

/// The name of a model, its encoding as tiktoken's `model.py` has it, and the most tokens of a text that it takes, by the pages of
/// <https://platform.openai.com/docs/guides/embeddings> and <https://platform.openai.com/docs/models>.
pub(super) type Model = (&'static str, &'static str, usize);

/// Every model that is known. One with a date after its name, such as `gpt-4o-2024-08-06`, is the same.
pub(super) const MODELS: &[Model] = &[
    ("text-embedding-3-small", "cl100k_base", 8_192),
    ("text-embedding-3-large", "cl100k_base", 8_192),
    ("text-embedding-ada-002", "cl100k_base", 8_192),
    ("gpt-4o", "o200k_base", 128_000),
    ("gpt-4o-mini", "o200k_base", 128_000),
    ("gpt-4.1", "o200k_base", 1_047_576),
    ("gpt-4.1-mini", "o200k_base", 1_047_576),
    ("gpt-4.1-nano", "o200k_base", 1_047_576),
    ("o1", "o200k_base", 200_000),
    ("o3", "o200k_base", 200_000),
    ("o3-mini", "o200k_base", 200_000),
    ("o4-mini", "o200k_base", 200_000),
    ("gpt-4-turbo", "cl100k_base", 128_000),
    ("gpt-4", "cl100k_base", 8_192),
    ("gpt-3.5-turbo", "cl100k_base", 16_385),
];

/// The model of this name.
pub(super) fn model_named(name: &str) -> Option<Model> {
    let undated = name.len().checked_sub("-2024-08-06".len()).and_then(|at| name.split_at_checked(at));
    let is_date = |date: &str| date.strip_prefix('-').is_some_and(|date| date.parse::<Date>().is_ok());
    let undated = undated.filter(|(_, date)| is_date(date)).map_or(name, |(name, _)| name);
    MODELS.iter().copied().find(|(known, ..)| *known == name || *known == undated)
}
