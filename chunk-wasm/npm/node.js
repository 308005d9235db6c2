// The package in Node: the WebAssembly is read from the file beside this one.
import { readFileSync } from "node:fs";
import { initSync } from "./wasm/all.js";

initSync({ module: readFileSync(new URL("./wasm/all_bg.wasm", import.meta.url)) });

export * from "./lib/all.js";
