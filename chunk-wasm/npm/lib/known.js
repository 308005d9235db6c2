// What the caller knows of a document besides its text, and what else is given by name: each key is known and of its kind, or an error.
import { wellFormed } from "./errors.js";

/** What the core takes of it. It has to be freed. */
export function knownOf(core, { path = "-", revision, createdAtMs, modifiedAtMs, turns }, text) {
  wellFormed(path, path, "a path");
  if (revision !== undefined) wellFormed(revision, path, "a revision");
  for (const [key, time] of Object.entries({ createdAtMs, modifiedAtMs })) {
    if (time !== undefined && !Number.isSafeInteger(time)) throw new TypeError(`${key} is a whole number of milliseconds, not ${String(time)}`);
  }
  if (turns === undefined) return new core.Known(path, revision, createdAtMs, modifiedAtMs);
  try {
    return new core.Known(path, revision, createdAtMs, modifiedAtMs, JSON.stringify(inBytes(turns, text)));
  } catch (error) {
    throw new TypeError(`turns: ${error.message ?? error}`);
  }
}

/** Turns with their places in bytes: those in a string are in its units. Each has to be in the text, after the one before it. */
function inBytes(turns, text) {
  const isText = typeof text === "string", bytes = part => isText ? new TextEncoder().encode(part).length : part.length;
  let at = 0, byte = 0;
  const to = (place, index) => {
    const isCut = isText && /[\uD800-\uDBFF]/.test(text.charAt(place - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(place));
    if (!Number.isSafeInteger(place) || place < at || place > text.length || isCut) throw new RangeError(`turn ${index} is not in order, or not in the text`);
    byte += bytes(text.slice(at, place));
    at = place;
    return byte;
  };
  return turns.map((turn, index) => ({ ...turn, start: to(turn.start, index), end: to(turn.end, index) }));
}

/** Throws if `given` has other keys than these; one that is undefined is not given. */
export function only(given, keys, what) {
  if (given === null || typeof given !== "object") throw new TypeError(`${what} must be an object`);
  const other = Object.keys(given).find(key => given[key] !== undefined && !keys.includes(key));
  if (other !== undefined) throw new TypeError(`${what}: ${JSON.stringify(other)} is not known; ${keys.length ? `known are ${keys.join(", ")}` : "there are none"}`);
}
