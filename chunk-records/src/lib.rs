#![doc = include_str!("../README.md")]

mod document;
mod keys;
mod reason;
mod rows;
mod view;

pub use chunk_core;
pub use document::{Written, chunks, placed, records};
pub use keys::{BACKLOG, HYBRID, Keys, MARKDOWN, RECORDER, TOKENS};
pub use rows::{OTHER_STAMP, Piece, ROWS, Row, Rows, Stamp, flatten, row_violations};
pub use view::{Part, View};
