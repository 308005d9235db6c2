// Errors. Each has a `code` that stays the same, the `path` of the document where there is one, and all `violations` where settings are wrong.

export class ChunkError extends Error {
  constructor(message, { code, path = null, violations = [], cause } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.code = code;
    this.path = path;
    this.violations = violations;
  }
}

/** Settings that cannot be used; `violations` has the key, the value and what is allowed of each. */
export class ConfigError extends ChunkError {}

/** A document that cannot be chunked. Of a recorder's log with a bad record, `chunks` and `jsonl` have those of all others (R17). */
export class DocumentError extends ChunkError {
  constructor(message, { chunks = [], jsonl = "", ...about } = {}) {
    super(message, { code: "invalid-document", ...about });
    this.chunks = chunks;
    this.jsonl = jsonl;
  }
}

/** The result of `work` in the core, whose errors are thrown as an `Error`. */
export function attempt(work) {
  try {
    return work();
  } catch (thrown) {
    if (typeof thrown === "string") throw errorOf(JSON.parse(thrown));
    if (!(thrown instanceof WebAssembly.RuntimeError)) throw thrown;
    const message = `WebAssembly stopped (${thrown.message}); a text that is too long for its memory of 4 GB does that`;
    throw new ChunkError(message, { code: "out-of-memory", cause: thrown });
  }
}

function errorOf({ message, ...about }) {
  return about.code === "invalid-settings" ? new ConfigError(message, about) : new ChunkError(message, about);
}

/** Throws if `text` is no text: half of a surrogate pair is no character, and is never replaced by another one. */
export function wellFormed(text, path, what = "a text") {
  if (typeof text !== "string") throw new TypeError(`${what} is a string, not ${text === null ? "null" : typeof text}`);
  if (text.isWellFormed ? text.isWellFormed() : !/\p{Surrogate}/u.test(text)) return;
  const at = text.search(/\p{Surrogate}/u);
  throw new DocumentError(`${path}: at ${at} of the string is half of a surrogate pair, which is no character`, { path });
}
