#![allow(dead_code)]
#![allow(missing_docs)]
mod block; mod config; mod cue; mod document; mod line; mod stem; mod stop; mod time; mod word;
pub use config::*;
pub const SEMANTIC_BOUNDARY: &str = "semantic-boundary";
pub const STRATEGIES: [&str; 4] = ["event-based","semantic-boundary","preference-signal","step-based"];
