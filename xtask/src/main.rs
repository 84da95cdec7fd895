//! The parts of the build that are written in Rust. `xtask/build.mjs` calls them.
//!
//! - `xtask bindgen <core.wasm> <folder>` writes the JavaScript glue, its types and the bound wasm.
//! - `xtask deflate <input> <output>` writes the input as a raw deflate stream.
//!
//! Both depend on nothing but their input, so the same sources give the same bytes everywhere.

use std::error::Error;
use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

/// More passes than the library's default find a slightly smaller stream in reasonable time.
const ZOPFLI_PASSES: u64 = 30;

/// Each of the core's streams has blocks of its own, so that more of them are worth their heads than the library's default.
const ZOPFLI_BLOCKS: u16 = 40;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments.as_slice() {
        ["bindgen", input, folder] => bindgen(Path::new(input), Path::new(folder)),
        ["deflate", input, output] => deflate(Path::new(input), Path::new(output)),
        _ => Err("usage: xtask bindgen <core.wasm> <folder> | xtask deflate <input> <output>".into()),
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
    let mut generator = Bindgen::new();
    generator
        .input_path(input)
        .out_name("epitome")
        .typescript(true)
        .omit_default_module_path(true)
        .remove_name_section(true)
        .remove_producers_section(true);
    generator.web(true)?;
    generator.generate(folder).map_err(|error| format!("{error:?}"))?;
    Ok(())
}

/// Writes a raw deflate stream (RFC 1951): `js/engine/inflate.ts` reads it when the package loads.
fn deflate(input: &Path, output: &Path) -> Result<(), Box<dyn Error>> {
    let bytes = fs::read(input)?;
    let options = zopfli::Options {
        iteration_count: ZOPFLI_PASSES.try_into()?,
        maximum_block_splits: ZOPFLI_BLOCKS,
        ..zopfli::Options::default()
    };
    let mut deflated = Vec::new();
    zopfli::compress(options, zopfli::Format::Deflate, io::Cursor::new(bytes), &mut deflated)?;
    fs::write(output, deflated)?;
    Ok(())
}
