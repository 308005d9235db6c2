// All policies, and tokens of cl100k_base.
import * as core from "../wasm/all.js";
import { makeCounting } from "./count.js";
import { Policy } from "./policy.js";
import { EventStream } from "./stream.js";
import { makeSystem } from "./system.js";

export { ChunkError, ConfigError, DocumentError } from "./errors.js";
export { Policy };

export const { countTokens, counters } = makeCounting(core);
export const ChunkingSystem = makeSystem(core);

/** Plain text by sentences and paragraphs, up to a number of tokens: contract `tokens.chunking.v1`. */
export class Tokens extends Policy {
  constructor(settings, options) {
    super(core, "tokens", settings, options);
  }
}

/** Markdown by sections and blocks, citable by file and lines: contract `markdown.v1`. */
export class Markdown extends Policy {
  constructor(settings, options) {
    super(core, "markdown", settings, options);
  }
}

/** Logs, notes, decisions and procedures, each by a strategy that fits its content: contract `hybrid.chunking.v1`. */
export class Hybrid extends Policy {
  constructor(settings, options) {
    super(core, "hybrid", settings, options);
  }
}

/** Work items and decision records, secrets redacted: embedding schema `0.1.0`. The path says what a document is. */
export class Backlog extends Policy {
  constructor(settings, options) {
    super(core, "backlog", settings, options);
  }
}

/** The events of a terminal recorder: contract `ft.recorder.chunking.v1`. A document is a log. */
export class Recorder extends Policy {
  #settings;

  constructor(settings, options) {
    super(core, "recorder", settings, options);
    this.#settings = settings;
  }

  /** A stream that events are pushed to, as they come. */
  stream() {
    return new EventStream(core, this.#settings);
  }
}
