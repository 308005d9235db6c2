// Other encodings of tiktoken than cl100k_base, each of which is a file of its own.
import * as core from "../wasm/all.js";
import { ChunkError, attempt } from "./errors.js";

/** Makes `loadEncoding`; `read` returns the bytes of the file that is passed for a name. */
export function makeLoading(read, files) {
  return async function loadEncoding(name, file) {
    if (core.counterNames().includes(name)) return;
    if (file === undefined && Object.hasOwn(files, name)) {
      try {
        file = await read(files[name]);
      } catch (cause) {
        throw new ChunkError(`the vocabulary of ${name} cannot be read: ${cause.message}`, { code: "vocabulary-not-read", cause });
      }
    }
    // Of a name without a file it says which names there are.
    file ??= new Uint8Array();
    if (!(file instanceof Uint8Array)) throw new TypeError("the file of an encoding is a Uint8Array");
    attempt(() => core.loadEncoding(String(name), file));
  };
}
