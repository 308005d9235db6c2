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
    benchmarks = "benchmarks.md",
    choosing = "choosing.md",
    updates = "updates.md",
    offsets = "offsets.md",
    models = "models.md",
    sizes = "sizes.md",
    untrusted = "untrusted.md",
    stability = "stability.md",
    hostile = "dev/hostile.md",
    storage = "storage.md",
    architecture = "dev/architecture.md",
    recognition = "dev/recognition.md",
    releasing = "dev/releasing.md",
    mutants = "dev/mutants.md",
}
