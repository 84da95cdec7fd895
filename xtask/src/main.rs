//! The parts of the build that are written in Rust. `xtask/build.mjs` calls them.
//!
//! - `xtask bindgen <core.wasm> <folder>` writes the JavaScript glue, its types and the bound wasm.
//! - `xtask deflate <input> <output> <length>...` writes the input, parts of these lengths, as a raw deflate stream.
//!
//! Both depend on nothing but their input, so the same sources give the same bytes everywhere.

use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

/// More passes than the library's default find a slightly smaller stream in reasonable time.
const ZOPFLI_PASSES: u64 = 30;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments.as_slice() {
        ["bindgen", input, folder] => bindgen(Path::new(input), Path::new(folder)),
        ["deflate", input, output, lengths @ ..] => deflate(Path::new(input), Path::new(output), lengths),
        _ => Err("usage: xtask bindgen <core.wasm> <folder> | xtask deflate <input> <output> <length>...".into()),
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

/// Writes a raw deflate stream (RFC 1951): `js/engine/inflate.ts` reads it when the package loads. Each part has blocks of its
/// own: where one ends is where the next kind of bytes begins.
fn deflate(input: &Path, output: &Path, lengths: &[&str]) -> Result<(), Box<dyn Error>> {
    let bytes = fs::read(input)?;
    let options = zopfli::Options { iteration_count: ZOPFLI_PASSES.try_into()?, ..zopfli::Options::default() };
    let mut deflated = Vec::new();
    let mut encoder = zopfli::DeflateEncoder::new(options, zopfli::BlockType::Dynamic, &mut deflated);
    let mut rest = bytes.as_slice();
    for length in lengths {
        let (part, behind) = rest.split_at_checked(length.parse()?).ok_or("the parts are longer than the input")?;
        encoder.write_all(part)?;
        rest = behind;
    }
    encoder.write_all(rest)?;
    encoder.finish()?;
    fs::write(output, deflated)?;
    Ok(())
}
