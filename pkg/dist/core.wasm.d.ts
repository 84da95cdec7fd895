/** The core as a compiled WebAssembly module, where the runtime or the bundler can import one. */
declare const module: WebAssembly.Module;
export default module;
