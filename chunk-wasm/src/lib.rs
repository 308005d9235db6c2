//! The native half of the npm package `chunk-policies`: it takes text or bytes, and gives JSONL and places. The classes that people use are
//! in JavaScript (`npm`); only what needs Rust is here. Errors leave it as JSON, which `npm/errors.js` makes `Error`s of.
//!
//! JavaScript runs one thread, so what it hands over (functions, the drafts of plugins) is kept beside the policies, in cells of that
//! thread: they are then as shareable as the traits of the libraries want them, without a line of unsafe code.

mod counter;
mod failure;
mod outcome;
#[cfg(feature = "full")]
mod plugin;
mod policy;
#[cfg(feature = "full")]
mod stream;

use chunk_core::TokenCounter;
use wasm_bindgen::prelude::*;

/// The number of tokens of `text`, by the counter of this name.
///
/// # Errors
/// If this build has no such counter.
#[wasm_bindgen(js_name = countTokens)]
pub fn count_tokens(text: &str, counter: &str) -> Result<usize, JsValue> {
    Ok(counter::Counter::named(counter)?.count(text))
}

/// Loads another encoding of tiktoken: `file` is its vocabulary. It then counts by its name.
///
/// # Errors
/// If there is no such encoding, or `file` is not its vocabulary.
#[cfg(feature = "full")]
#[wasm_bindgen(js_name = loadEncoding)]
pub fn load_encoding(name: &str, file: &[u8]) -> Result<(), JsValue> {
    use chunk_core::counters::LoadError;
    chunk_core::counters::load_encoding(name, file).map_err(|error| {
        let code =
            if matches!(error, LoadError::Unknown(_)) { "unknown-encoding" } else { "wrong-vocabulary" };
        failure::failure(code, error)
    })
}

/// The names of the counters of this build, the default first.
#[wasm_bindgen(js_name = counterNames)]
#[must_use]
pub fn counter_names() -> Vec<String> {
    counter::Counter::names().collect()
}
