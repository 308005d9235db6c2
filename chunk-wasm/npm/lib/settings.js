// Settings between the names of JavaScript (`chunkSize`) and those of the contracts (`chunk_size`), which are accepted too.
import { ConfigError } from "./errors.js";

const snake = key => key.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
export const camel = key => key.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

/**
 * The settings as JSON for the core, the key that the caller wrote for each key of the contract, and what JSON cannot hold. `strategy` is
 * none of the contract's settings, but may be among them if it is asked for.
 */
export function readSettings(policy, settings, hasStrategy = false) {
  if (settings === null || typeof settings !== "object" || Array.isArray(settings)) {
    throw new TypeError("settings are an object");
  }
  const keys = new Map(), violations = [];
  let strategy;
  if (hasStrategy) ({ strategy, ...settings } = settings);
  const named = typeof strategy === "string" ? strategy : undefined;
  if (named === undefined && strategy !== undefined && strategy !== null) violations.push({ key: "strategy", value: String(strategy), allowed: "must be the name of a strategy" });
  const contract = policy === "hybrid" ? key => key : snake;
  const read = (object, outer, outerOwn) => {
    const read_ = Object.create(null); // in which `__proto__` is a key like others
    for (const [own, value] of Object.entries(object)) {
      if (value === undefined) continue; // as if it was not given
      const key = contract(own), path = outer + key, ownPath = outerOwn + own;
      const wrong = keys.has(path) ? `is the same setting as ${keys.get(path)}: give one of them` : noJson(value);
      keys.set(path, ownPath);
      if (wrong) violations.push({ key: ownPath, value: String(value), allowed: wrong });
      else read_[key] = value !== null && typeof value === "object" && !Array.isArray(value) ? read(value, `${path}.`, `${ownPath}.`) : value;
    }
    return read_;
  };
  return { json: JSON.stringify(read(settings, "", "")), keys, violations, strategy: named };
}

const MOST = 2 ** 32 - 1;

function noJson(value) {
  if (typeof value === "number" && !Number.isFinite(value)) return "must be a number that is finite";
  if (typeof value === "number" && value > MOST) return `must be at most ${MOST}, the greatest size that WebAssembly knows`;
  if (typeof value === "string" && /\p{Surrogate}/u.test(value)) return "must be text without half a surrogate pair";
  if (["function", "symbol", "bigint"].includes(typeof value)) return `must be a number, text, true or false, not a ${typeof value}`;
  return null;
}

/** What `make` makes, or the error with all that is wrong with the settings, by the caller's own keys. */
export function settled({ keys, violations }, make) {
  let made;
  try {
    made = make();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    violations = [...violations, ...error.violations.map(wrong => ({ ...wrong, key: keys.get(wrong.key) ?? wrong.key }))];
  }
  if (!violations.length) return made;
  const message = violations.map(({ key, value, allowed }) => !key || key === "." ? allowed : value ? `${key} = ${value}: ${allowed}` : `${key}: ${allowed}`);
  throw new ConfigError(message.join("; "), { code: "invalid-settings", violations });
}
