// Markdown alone in Node: the WebAssembly is read from the file beside this one.
import { readFileSync } from "node:fs";
import { initSync } from "./wasm/markdown.js";

initSync({ module: readFileSync(new URL("./wasm/markdown_bg.wasm", import.meta.url)) });

export * from "./lib/markdown.js";
