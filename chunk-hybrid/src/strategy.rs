//! From findings to drafts of chunks: the four strategies of the contract (`event`, `semantic`, `preference`, `step`), and the trait that
//! they and plugins implement (`plugin`). Where a strategy finds none of its boundaries, `windows` cuts.

pub(crate) mod event;
pub(crate) mod plugin;
pub(crate) mod preference;
pub(crate) mod semantic;
pub(crate) mod step;
pub(crate) mod windows;

pub(crate) use plugin::{ChunkContext, ChunkingPlugin, DETECTED, Draft};
