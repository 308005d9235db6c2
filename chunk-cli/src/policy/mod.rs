//! The policies as subcommands, a file each.

pub(crate) mod backlog;
pub(crate) mod hybrid;
pub(crate) mod markdown;
pub(crate) mod recorder;
pub(crate) mod tokens;
