//! The part of the build that is written in Rust. `xtask/build.mjs` calls it.
//!
//! `xtask bindgen <core.wasm> <folder>` writes the JavaScript glue, its types and the bound wasm. It depends on nothing but its
//! input, so the same sources give the same bytes everywhere.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments.as_slice() {
        ["bindgen", input, folder] => bindgen(Path::new(input), Path::new(folder)),
        _ => Err("usage: xtask bindgen <core.wasm> <folder>".into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs wasm-bindgen in process, so that no separately installed tool can drift from the library.
fn bindgen(input: &Path, folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut core = fs::read(input)?;
    without_references(&mut core)?;
    let mut generator = Bindgen::new();
    generator
        .input_bytes("epitome", core)
        .out_name("epitome")
        .typescript(true)
        .omit_default_module_path(true)
        .remove_name_section(true)
        .remove_producers_section(true);
    generator.web(true)?;
    generator.generate(folder).map_err(|error| format!("{error:?}"))?;
    Ok(())
}

/// Takes back what the compiler says of reference types, so that no function of the module gives an `externref`.
///
/// V8 up to 11.3 (Node 20) ends the process when a caller that it has optimized is deoptimized while such a function runs: its
/// frame says nothing of how to go on with a reference. Objects are handed over by their number in a list of the glue's instead.
fn without_references(core: &mut [u8]) -> Result<(), Box<dyn Error>> {
    const FEATURE: &[u8] = b"+\x0freference-types";
    let found = core.windows(FEATURE.len()).rposition(|bytes| bytes == FEATURE);
    let mark = found.and_then(|at| core.get_mut(at)).ok_or("the core does not say that it has reference types")?;
    *mark = b'-';
    Ok(())
}
