//! Builds the tables in which characters and tokens are looked up, so that a program parses nothing when it starts.

#[cfg(feature = "cl100k")]
#[path = "../src/bpe/class.rs"]
#[allow(dead_code, reason = "the library reads what is written here")]
mod class;
#[cfg(feature = "cl100k")]
mod classes;
#[cfg(feature = "cl100k")]
#[path = "../src/bpe/key.rs"]
#[allow(dead_code, reason = "the library reads what is written here")]
mod key;
mod properties;
#[path = "../src/unicode/property.rs"]
mod property;
mod table;
#[cfg(feature = "cl100k")]
#[path = "../src/bpe/tables.rs"]
mod tables;
mod unicode;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

#[allow(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]
fn main() -> Result<()> {
    for path in
        ["build", "src/bpe/class.rs", "src/bpe/key.rs", "src/bpe/tables.rs", "src/unicode/property.rs"]
    {
        println!("cargo::rerun-if-changed={path}");
    }
    properties::write()?;
    #[cfg(feature = "cl100k")]
    {
        classes::write()?;
        vocabulary("cl100k", include_bytes!("cl100k_base.tokens"))?;
        #[cfg(feature = "encodings")]
        {
            vocabulary("o200k", include_bytes!("o200k_base.tokens"))?;
            vocabulary("p50k", include_bytes!("p50k_base.tokens"))?;
        }
    }
    Ok(())
}

/// Writes the tables of the encoding `name`, whose tokens are in `file`.
#[cfg(feature = "cl100k")]
fn vocabulary(name: &str, file: &[u8]) -> Result<()> {
    let tables = tables::Tables::of(file)?;
    write_file(&format!("{name}_slots.bin"), tables.slots.as_flattened())?;
    write_file(&format!("{name}_displacements.bin"), &tables.displacements)?;
    write_file(&format!("{name}_long_slots.bin"), tables.long_slots.as_flattened())?;
    write_file(&format!("{name}_long_tokens.bin"), &tables.long_tokens)?;
    write_file(&format!("{name}_pairs.bin"), tables.pairs.as_flattened())?;
    write_file(&format!("{name}_crossings.bin"), &*tables.crossings)
}

/// Writes a file for `include_bytes!`.
fn write_file(name: &str, bytes: &[u8]) -> Result<()> {
    #[allow(clippy::disallowed_methods, reason = "cargo tells a build script its folder by the environment")]
    let folder = std::env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?;
    std::fs::write(std::path::Path::new(&folder).join(name), bytes)?;
    Ok(())
}
