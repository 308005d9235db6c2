//! From findings to drafts of chunks: the four strategies of the contract, and the trait that they and plugins implement.

pub(crate) mod event;
pub(crate) mod plugin;
pub(crate) mod preference;
pub(crate) mod semantic;
pub(crate) mod step;
pub(crate) mod windows;
