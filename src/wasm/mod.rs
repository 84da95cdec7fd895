//! The face that JavaScript sees. It converts and drives, and decides nothing.
//!
//! Values cross inward through the staging buffer ([`crate::tape`]); settings and answers, which are small, as
//! JavaScript objects. What crosses outward is declared once, in the core, and typed for TypeScript by `tsify`.

mod convert;

mod log;
pub use log::Log;

mod drive;
pub use drive::Run;

mod pure;
pub use pure::pure;

use talc::wasm::{WasmDynamicTalc, new_wasm_dynamic_allocator};
use wasm_bindgen::prelude::*;

/// As fast as the standard library's allocator, at a third of its size.
#[global_allocator]
static ALLOCATOR: WasmDynamicTalc = new_wasm_dynamic_allocator();

/// The version of the core.
#[wasm_bindgen(js_name = coreVersion)]
pub fn core_version() -> String {
    env!("CARGO_PKG_VERSION").into()
}

/// The memory that the staging buffer lies in. Ask again after every call into the core: growing replaces it.
#[wasm_bindgen(js_name = stagingMemory, unchecked_return_type = "WebAssembly.Memory")]
pub fn staging_memory() -> JsValue {
    wasm_bindgen::memory()
}

/// Makes room for `capacity` bytes of tape and returns where the buffer starts. What it held stays.
#[wasm_bindgen]
pub fn staging(capacity: u32) -> u32 {
    convert::staging(capacity)
}
