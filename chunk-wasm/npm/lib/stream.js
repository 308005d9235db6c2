// Chunks of a recorder's events, as they are pushed.
import { DocumentError, attempt, wellFormed } from "./errors.js";
import { chunksOf } from "./policy.js";
import { readSettings, settled } from "./settings.js";

export class EventStream {
  #native;

  constructor(core, settings = {}) {
    const read = readSettings("recorder", settings);
    this.#native = settled(read, () => attempt(() => new core.EventStream(read.json)));
  }

  /**
   * Takes events, or whole lines of them as a string or bytes, and returns the chunks that become final. Throws a `DocumentError`, whose
   * `chunks` are those that are final, if an event cannot be read. The stream then goes on after that event (R17); but if events are out of
   * order (R3), it ends, and `chunks` has all that were open.
   */
  push(events) {
    const bytes = events instanceof Uint8Array ? events : new TextEncoder().encode(linesOf(events));
    const [lines, ...errors] = attempt(() => this.#native.push(bytes));
    const chunks = chunksOf(lines);
    if (errors.length) throw new DocumentError(`stream: ${errors.join("; ")}`, { path: "stream", chunks });
    return chunks;
  }

  /** Ends the stream, and returns the chunks that were still open. */
  finish() {
    return chunksOf(attempt(() => this.#native.finish()));
  }
}

function linesOf(events) {
  if (typeof events !== "string" && !Array.isArray(events)) throw new TypeError("events are an array, or lines of JSON as a string or Uint8Array");
  const lines = typeof events === "string" ? events : events.map(line).join("");
  wellFormed(lines, "stream");
  return lines;
}

function line(event) {
  const json = typeof event === "string" ? event : JSON.stringify(event);
  if (json === undefined) throw new TypeError(`an event is an object or a line of JSON, not ${typeof event}`);
  return json.endsWith("\n") ? json : `${json}\n`;
}
