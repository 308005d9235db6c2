// The package in browsers and bundlers: WebAssembly and vocabularies are fetched from beside this file.
import { makeLoading } from "./lib/load.js";
import init from "./wasm/all.js";

await init({ module_or_path: new URL("./wasm/all_bg.wasm", import.meta.url) });

export * from "./lib/all.js";

async function fetched(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Loads another encoding, by whose name a policy then counts. */
export const loadEncoding = makeLoading(fetched, {
  o200k_base: new URL("./encodings/o200k_base.tokens", import.meta.url),
  p50k_base: new URL("./encodings/p50k_base.tokens", import.meta.url),
  r50k_base: new URL("./encodings/p50k_base.tokens", import.meta.url),
});
