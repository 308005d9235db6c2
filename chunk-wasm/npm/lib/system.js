// The hybrid contract's `ChunkingSystem`, with the names that the contract has in TypeScript, and plugins written in JavaScript.
import { counterOf } from "./count.js";
import { ChunkError, attempt, wellFormed } from "./errors.js";
import { knownOf, only } from "./known.js";
import { chunksOf, refused } from "./policy.js";
import { readSettings, settled } from "./settings.js";

export function makeSystem(core) {
  return class ChunkingSystem {
    #native;
    #plugins = new Map();

    constructor(config = {}, options = {}) {
      only(options, ["counter"], "options of ChunkingSystem");
      const read = readSettings("hybrid", config);
      this.#native = settled(read, () => attempt(() => new core.System(read.json, ...counterOf(options.counter))));
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
      wellFormed(strategy, "-", "the name of a strategy");
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
      wellFormed(plugin.name, "-", "the name of a plugin");
      attempt(() => this.#native.register(plugin.name));
      this.#plugins.set(plugin.name, plugin);
    }

    /** What was chunked so far. Times are milliseconds. */
    getStats() {
      return JSON.parse(this.#native.stats());
    }

    async #chunk(given, strategy) {
      const content = typeof given === "string" ? { text: given } : given;
      if (content === null || typeof content !== "object") throw new TypeError("a document is a string, or an object with its `text`");
      const { path = "-", text, createdAtMs, modifiedAtMs } = content;
      wellFormed(text, path);
      const known = knownOf(core, { path, createdAtMs, modifiedAtMs });
      // What a caller has parsed from front matter that is not in the text.
      const asked = content.frontmatter?.chunkingStrategy, unknown = asked !== undefined && !this.getStrategies().includes(asked);
      if (!unknown) strategy ??= asked;
      const answers = this.#plugins.size ? await this.#answers(content, text, known, strategy) : {};
      const told = attempt(() => this.#native.chunk(text, known, JSON.stringify(answers), strategy));
      known.free();
      const [lines, places, warnings, error] = told;
      if (error !== undefined) throw refused(error, { path }, {});
      const records = chunksOf(lines, places, JSON.parse(warnings));
      const chunks = records.map(({ start, end, ...metadata }) => ({ metadata, content: metadata.content, start, end }));
      const message = `the frontmatter asks for the unknown strategy ${JSON.stringify(asked)}; there are ${this.getStrategies().join(", ")}`;
      return Object.defineProperty(chunks, "warnings", { value: unknown ? [{ code: "unknown-strategy", message }, ...records.warnings] : records.warnings });
    }

    /** What the plugins say of a document: first all whether they take it, then those that do how. */
    async #answers(content, text, known, strategy) {
      const read = JSON.parse(this.#native.read(text, known));
      const frontmatter = { ...read.frontmatter, ...content.frontmatter };
      const document = { type: frontmatter.type, ...content, ...read, frontmatter };
      const answers = Object.create(null); // in which `__proto__` is a name like others
      for (const [name, plugin] of this.#plugins) {
        const detected = strategy === undefined ? await plugin.detect?.(document) ?? false : false;
        if (typeof detected !== "boolean" && !Number.isFinite(detected)) throw wrong(name, `\`detect\` must return true, false or a number, not ${String(detected)}`);
        answers[name] = { confidence: Number(detected) };
      }
      const parts = strategy !== undefined
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

const wrong = (name, why) => new ChunkError(`${name}: ${why}`, { code: "invalid-plugin" });

/** Where the chunks of a plugin stand: it gives `start` and `end`, or the text of each in their order. */
function placed(name, drafts, text, from, to) {
  if (!Array.isArray(drafts)) throw wrong(name, "`chunk` must return an array");
  return drafts.map((draft, at) => {
    let { start, end, content, metadata = {} } = typeof draft === "string" ? { content: draft } : draft ?? {};
    if (start === undefined && typeof content === "string") {
      start = text.indexOf(content, from);
      if (start < 0) throw wrong(name, `its chunk ${at} is not in the text after the chunk before`);
      end = start + content.length;
    }
    if (!(Number.isInteger(start) && Number.isInteger(end) && from <= start && start < end && end <= to)) {
      throw wrong(name, `its chunk ${at} needs a \`content\` of the text, or a \`start\` and \`end\` between ${from} and ${to}, in order`);
    }
    if (metadata === null || typeof metadata !== "object" || Array.isArray(metadata)) throw wrong(name, `the metadata of its chunk ${at} must be an object`);
    from = end;
    return { start, end, metadata };
  });
}
