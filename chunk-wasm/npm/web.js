// The package in browsers and bundlers: the WebAssembly is fetched from beside this file.
import init from "./wasm/all.js";

await init({ module_or_path: new URL("./wasm/all_bg.wasm", import.meta.url) });

export * from "./lib/all.js";
