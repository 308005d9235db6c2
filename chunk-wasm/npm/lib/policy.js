// A contract with its settings: what the classes of all policies have in common.
import { counterOf } from "./count.js";
import { DocumentError, attempt, wellFormed } from "./errors.js";
import { knownOf, only } from "./known.js";
import { camel, readSettings, settled } from "./settings.js";

export class Policy {
  #core;
  #native;
  #name;

  constructor(core, name, settings = {}, options = {}) {
    only(options, ["backlog", "recorder"].includes(name) ? [] : ["counter"], `options of ${name}`);
    const read = readSettings(name, settings, name === "hybrid");
    this.#core = core;
    this.#name = name;
    this.#native = settled(read, () => attempt(() => new core.Policy(name, read.json, ...counterOf(options.counter), read.strategy)));
  }

  /** All settings in force. */
  get config() {
    const named = config => Object.fromEntries(Object.entries(config).map(([key, value]) =>
      [this.#name === "hybrid" ? key : camel(key), value !== null && typeof value === "object" ? named(value) : value]));
    return named(JSON.parse(this.#native.config()));
  }

  /** The contract's version, followed by the name of the counter if that is not the contract's. */
  get version() {
    return this.#native.version();
  }

  /** What is legal but unusual about the settings. */
  get warnings() {
    return JSON.parse(this.#native.warnings());
  }

  /** The chunks of a document: `text.slice(chunk.start, chunk.end)` is the chunk, where its contract gives it a place. */
  chunks(text, about = {}) {
    const [lines, places, warnings, error] = this.#run("chunks", text, about);
    const chunks = chunksOf(lines, places, JSON.parse(warnings));
    if (error !== undefined) throw refused(error, about, { chunks });
    return chunks;
  }

  /** The records of a document, exactly the text that the command `chunk` writes. */
  jsonl(text, about = {}) {
    const [lines, , , error] = this.#run("records", text, about);
    if (error !== undefined) throw refused(error, about, { jsonl: lines });
    return lines;
  }

  /** The chunks of a document as rows, with the same keys for every policy, as `chunk --format rows` writes them. */
  rows(text, about = {}) {
    const [lines, , warnings, error] = this.#run("rows", text, about);
    const rows = chunksOf(lines, [], JSON.parse(warnings));
    if (error !== undefined) throw refused(error, about, { chunks: rows });
    return rows;
  }

  /** What `chunk inspect` shows of a document: `view`, and the whole `records` of its chunks. */
  inspect(text, about = {}, title = this.version) {
    const [lines, , warnings, error] = this.#run("view", text, about, title);
    const [view, records] = lines.split("\n").map(line => JSON.parse(line));
    return { view, records, warnings: JSON.parse(warnings), error };
  }

  #run(what, text, about, ...more) {
    only(about, ["path", "revision", "createdAtMs", "modifiedAtMs", "turns"], "what is known of a document");
    const isText = typeof text === "string";
    if (!isText && !(text instanceof Uint8Array)) throw new TypeError("a document is a string or a Uint8Array");
    if (isText) wellFormed(text, about.path ?? "-");
    const bytes = isText && what !== "chunks" && what !== "records" ? new TextEncoder().encode(text) : text;
    const known = knownOf(this.#core, about, text);
    const told = attempt(() => this.#native[typeof bytes === "string" ? `${what}OfText` : what](bytes, known, ...more));
    known.free();
    return told;
  }
}

/** The place of a chunk that stands in no one place. */
const NOWHERE = 2 ** 32 - 1;

export function refused(message, { path = "-" }, rest) {
  return new DocumentError(`${path}: ${message}`, { path, ...rest });
}

/** Lines of JSON as an array of chunks, with the warnings as its `warnings`. */
export function chunksOf(lines, places = [], warnings = []) {
  const chunks = JSON.parse(`[${lines.trimEnd().replaceAll("\n", ",")}]`);
  for (let at = 0; at < chunks.length && places.length; at++) {
    if (places[2 * at] === NOWHERE) continue;
    chunks[at].start = places[2 * at];
    chunks[at].end = places[2 * at + 1];
  }
  return Object.defineProperty(chunks, "warnings", { value: warnings });
}
