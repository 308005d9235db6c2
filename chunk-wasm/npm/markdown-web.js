// Markdown alone in browsers and bundlers: the WebAssembly is fetched from beside this file.
import init from "./wasm/markdown.js";

await init({ module_or_path: new URL("./wasm/markdown_bg.wasm", import.meta.url) });

export * from "./lib/markdown.js";
