// Counting tokens, and the names of what counts.
import { attempt, wellFormed } from "./errors.js";

export function makeCounting(core) {
  const counters = () => core.counterNames();
  /** The exact number of tokens in `text`, by the counter of this name. */
  const countTokens = (text, counter = counters()[0]) => {
    wellFormed(text, "-");
    wellFormed(counter, "-", "the name of a counter");
    return attempt(() => core.countTokens(text, counter));
  };
  return { counters, countTokens };
}

/** Names that mean one counter wherever a version has them. */
const OURS = ["cl100k_base", "o200k_base", "o200k_harmony", "p50k_base", "p50k_edit", "r50k_base", "characters", "bytes"];

/** What the core takes of the option `counter`: a name, or a name with the function that counts. */
export function counterOf(counter) {
  if (counter === undefined || typeof counter === "string") return [counter, undefined];
  if (typeof counter?.name !== "string" || typeof counter.count !== "function") {
    throw new TypeError("a counter is a name, or has a `name` and a function `count`");
  }
  if (!/^[A-Za-z0-9][\w.:-]*$/.test(counter.name)) throw new TypeError(`${JSON.stringify(counter.name)} is no name of a counter: letters, digits and . : _ - make one`);
  if (OURS.includes(counter.name)) throw new TypeError(`${counter.name} is the name of a counter of this package: call yours otherwise, since the version names it`);
  return [counter.name, text => counter.count(text)];
}
