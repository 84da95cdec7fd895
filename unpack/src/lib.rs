//! Unpacks the core: what the package holds of it is packed by a model of WebAssembly. What packs it (`xtask/build/pack.mjs`) runs
//! the same code, so that both foresee alike.
//!
//! `module` goes through the module and says what is known before each symbol; `known` makes contexts of that; `model` foresees by
//! them. The two programs in `bin/` are what is built of it: `unpack` is inside the package, and `pack` is its twin that is asked
//! at each fork which way to go.

#![cfg_attr(target_arch = "wasm32", no_std)]

mod known;
pub mod model;
pub mod module;
mod opcodes;
