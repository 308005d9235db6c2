// The package in Node: WebAssembly and vocabularies are read from files beside this one.
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { makeLoading } from "./lib/load.js";
import { initSync } from "./wasm/all.js";

initSync({ module: readFileSync(new URL("./wasm/all_bg.wasm", import.meta.url)) });

export * from "./lib/all.js";

/** Loads another encoding, by whose name a policy then counts. */
export const loadEncoding = makeLoading(readFile, {
  o200k_base: new URL("./encodings/o200k_base.tokens", import.meta.url),
  p50k_base: new URL("./encodings/p50k_base.tokens", import.meta.url),
  r50k_base: new URL("./encodings/p50k_base.tokens", import.meta.url),
});
