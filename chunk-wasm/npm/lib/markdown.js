// Markdown alone, counted in characters, bytes or by a function: a tenth of the bytes of the whole package.
import * as core from "../wasm/markdown.js";
import { makeCounting } from "./count.js";
import { Policy } from "./policy.js";

export { ChunkError, ConfigError, DocumentError } from "./errors.js";
export { Policy };

export const { countTokens, counters } = makeCounting(core);

/** Markdown by sections and blocks, citable by file and lines: contract `markdown.v1`, but sizes are counted in characters. */
export class Markdown extends Policy {
  constructor(settings, options) {
    super(core, "markdown", settings, options);
  }
}
