//! Unpacks the core: what the package holds of it is packed by a model of WebAssembly. What packs it runs the same code, so that
//! both foresee alike.

#![cfg_attr(target_arch = "wasm32", no_std)]

pub mod known;
pub mod model;
pub mod module;
pub mod opcodes;
