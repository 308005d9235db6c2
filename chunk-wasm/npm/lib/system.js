// The hybrid contract's `ChunkingSystem`, with the names that the contract has in TypeScript, and plugins written in JavaScript.
import { counterOf } from "./count.js";
import { ChunkError, attempt, wellFormed } from "./errors.js";
import { chunksOf, refused } from "./policy.js";
import { readSettings, settled } from "./settings.js";

export function makeSystem(core) {
  return class ChunkingSystem {
    #native;
    #plugins = new Map();

    constructor(config = {}, { counter } = {}) {
      const read = readSettings("hybrid", config);
      this.#native = settled(read, () => attempt(() => new core.System(read.json, ...counterOf(counter))));
    }

    /** All settings in force. */
    get config() {
      return JSON.parse(this.#native.config());
    }

    /** Chunks a document by the strategy that fits it: what its front matter asks for, else a plugin that detects it, else its content. */
    async chunk(content) {
      return this.#chunk(content);
    }

    /** Chunks a document by the strategy of this name. */
    async chunkWithStrategy(content, strategy) {
      return this.#chunk(content, strategy);
    }

    /** The names of all strategies: the contract's four, then those of plugins. */
    getStrategies() {
      return this.#native.strategies();
    }

    /** Adds a strategy. Plugins are asked in the order in which they were registered, before the content is classified. */
    registerPlugin(plugin) {
      if (typeof plugin?.name !== "string" || typeof plugin.chunk !== "function") {
        throw new TypeError("a plugin has a `name` and a function `chunk`");
      }
      attempt(() => this.#native.register(plugin.name));
      this.#plugins.set(plugin.name, plugin);
    }

    /** What was chunked so far. Times are milliseconds. */
    getStats() {
      return JSON.parse(this.#native.stats());
    }

    async #chunk(given, strategy) {
      const content = typeof given === "string" ? { text: given } : given;
      const { path = "-", text, createdAtMs, modifiedAtMs } = content;
      wellFormed(text, path);
      wellFormed(path, path);
      const known = new core.Known(path, undefined, createdAtMs, modifiedAtMs);
      try {
        const answers = this.#plugins.size ? await this.#answers(content, text, known, strategy) : {};
        const told = attempt(() => this.#native.chunk(text, known, JSON.stringify(answers), strategy));
        const [lines, places, warnings, error] = told;
        if (error !== undefined) throw refused(error, { path }, {});
        const records = chunksOf(lines, places, JSON.parse(warnings));
        const chunks = records.map(({ start, end, ...metadata }) => ({ metadata, content: metadata.content, start, end }));
        return Object.defineProperty(chunks, "warnings", { value: records.warnings });
      } finally {
        known.free();
      }
    }

    /** What the plugins say of a document: first all whether they take it, then those that do how. */
    async #answers(content, text, known, strategy) {
      const read = JSON.parse(this.#native.read(text, known));
      const document = { type: read.frontmatter.type, ...content, ...read };
      const answers = {};
      for (const [name, plugin] of this.#plugins) {
        answers[name] = { confidence: strategy ? 0 : Number(await plugin.detect?.(document) ?? 0) };
      }
      const parts = strategy
        ? [{ strategy, ...read.body }]
        : JSON.parse(attempt(() => this.#native.selected(text, known, JSON.stringify(answers))));
      for (const { strategy: name, start, end } of parts) {
        const plugin = this.#plugins.get(name);
        if (!plugin) continue;
        const drafts = await plugin.chunk(document, { start, end, config: this.config });
        (answers[name].drafts ??= []).push(...placed(name, drafts, read.text, start, end));
      }
      return answers;
    }
  };
}

/** Where the chunks of a plugin stand: it gives `start` and `end`, or the text of each in their order. */
function placed(name, drafts, text, from, to) {
  const wrong = why => new ChunkError(`${name}: ${why}`, { code: "invalid-plugin" });
  if (!Array.isArray(drafts)) throw wrong("`chunk` must return an array");
  return drafts.map((draft, at) => {
    let { start, end, content, metadata = {} } = typeof draft === "string" ? { content: draft } : draft;
    if (start === undefined && typeof content === "string") {
      start = text.indexOf(content, from);
      if (start < 0) throw wrong(`its chunk ${at} is no part of the text behind the chunk before`);
      end = start + content.length;
    }
    if (!(Number.isInteger(start) && Number.isInteger(end) && from <= start && start < end && end <= to)) {
      throw wrong(`its chunk ${at} needs a \`content\` of the text, or a \`start\` and \`end\` between ${from} and ${to}, in order`);
    }
    from = end;
    return { start, end, metadata };
  });
}
