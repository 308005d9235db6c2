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

/** What the core takes of the option `counter`: a name, or a name with the function that counts. */
export function counterOf(counter) {
  if (counter === undefined || typeof counter === "string") return [counter, undefined];
  if (typeof counter?.name !== "string" || typeof counter.count !== "function") {
    throw new TypeError("a counter is a name, or has a `name` and a function `count`");
  }
  return [counter.name, text => counter.count(text)];
}
