//! The pages of this folder and of the root, so that `cargo test --doc` runs their Rust code. (Their `sh` code is run by
//! `chunk-cli/tests/cli/pages.rs`.)

#[cfg(doctest)]
macro_rules! pages {
    ($($name:ident = $path:literal,)+) => {
        $(#[doc = include_str!($path)] mod $name {})+
    };
}

#[cfg(doctest)]
pages! {
    readme = "../README.md",
    choosing = "choosing.md",
    updates = "updates.md",
    offsets = "offsets.md",
    sizes = "sizes.md",
    untrusted = "untrusted.md",
    stability = "stability.md",
    hostile = "hostile.md",
    storage = "storage.md",
    architecture = "architecture.md",
    recognition = "recognition.md",
    releasing = "releasing.md",
    mutants = "mutants.md",
}
