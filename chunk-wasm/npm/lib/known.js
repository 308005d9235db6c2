// What the caller knows of a document besides its text, and what else is given by name: each key is known and of its kind, or an error.
import { wellFormed } from "./errors.js";

/** What the core takes of it. It has to be freed. */
export function knownOf(core, { path = "-", revision, createdAtMs, modifiedAtMs }) {
  wellFormed(path, path, "a path");
  if (revision !== undefined) wellFormed(revision, path, "a revision");
  for (const [key, time] of Object.entries({ createdAtMs, modifiedAtMs })) {
    if (time !== undefined && !Number.isSafeInteger(time)) throw new TypeError(`${key} is a whole number of milliseconds, not ${String(time)}`);
  }
  return new core.Known(path, revision, createdAtMs, modifiedAtMs);
}

/** Throws if `given` has other keys than these; one that is undefined is not given. */
export function only(given, keys, what) {
  if (given === null || typeof given !== "object") throw new TypeError(`${what} must be an object`);
  const other = Object.keys(given).find(key => given[key] !== undefined && !keys.includes(key));
  if (other !== undefined) throw new TypeError(`${what}: ${JSON.stringify(other)} is not known; ${keys.length ? `known are ${keys.join(", ")}` : "there are none"}`);
}
