//! `chunk-wasm-bindgen MODULE.wasm FOLDER`: the module as browsers and Node load it, and its JavaScript. As `wasm-bindgen --target web --no-typescript`
//! does, whose program compiles twice as many crates, for servers and tests.

use std::{env, error::Error};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args_os().skip(1);
    let module = arguments.next().ok_or("which module?")?;
    let folder = arguments.next().ok_or("into which folder?")?;
    Ok(Bindgen::new().input_path(module).web(true)?.typescript(false).generate(folder)?)
}
