//! The policies as subcommands, a file each.

mod backlog;
mod hybrid;
mod markdown;
mod recorder;
mod tokens;
