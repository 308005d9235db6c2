//! The program `chunk`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(chunk_cli::run(std::env::args_os()))
}
