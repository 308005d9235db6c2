// The package's own interface. What the policies give is held by the conformance cases (`cases.test.js`).
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { Backlog, ChunkError, ChunkingSystem, ConfigError, countTokens, counters, DocumentError, Hybrid, loadEncoding, Markdown, Recorder, Tokens } from "chunk-policies";
import { getEncoding } from "js-tiktoken";

const EVENT = { schema_version: "ft.recorder.event.v1", pane_id: 1, event_type: "ingress_text" };
const event = (event_id, occurred_at_ms, text = "ls\n") => ({ ...EVENT, event_id, occurred_at_ms, text });

/** The error that `work` throws. */
function thrown(work) {
  try {
    work();
  } catch (error) {
    return error;
  }
  assert.fail("nothing was thrown");
}

test("a chunk is the slice of its text, in JavaScript's own units", () => {
  // 😀 is two units, one code point, four bytes; é is two bytes; CRLF is one line end.
  const text = "\uFEFF# 😀 é\r\n\r\nOne 😀.\r\n\r\n## Two\r\n\r\n漢字 😀😀.\r\n";
  const chunks = new Markdown({ chunkOverlap: 0 }).chunks(text, { path: "a.md" });
  assert.deepEqual(chunks.map(({ start, end }) => text.slice(start, end)), ["# 😀 é\r\n\r\nOne 😀.", "## Two\r\n\r\n漢字 😀😀."]);
  assert.deepEqual(chunks.map(chunk => [chunk.content, chunk.start_line, chunk.heading_path]), [
    ["# 😀 é\n\nOne 😀.", 1, ["😀 é"]],
    ["## Two\n\n漢字 😀😀.", 5, ["😀 é", "Two"]],
  ]);
  for (const policy of [new Tokens({ maxTokens: 4 }), new Hybrid({ maxChunkSize: 100 })]) {
    const chunks = policy.chunks(text);
    for (const { start, end, content, text: own } of chunks) {
      assert.equal(text.slice(start, end).replaceAll("\r\n", "\n"), content ?? own);
    }
    assert.ok(chunks.length);
  }
});

test("bytes and text give the same", () => {
  const text = "# Tea\n\nGreen 🍵 tea.\n", bytes = new TextEncoder().encode(text);
  const policy = new Markdown();
  assert.deepEqual(policy.chunks(bytes, { path: "tea.md" }), policy.chunks(text, { path: "tea.md" }));
  assert.equal(policy.jsonl(bytes), policy.jsonl(text));
});

test("records are lines of JSON, with what is known of the document", () => {
  assert.equal(
    new Tokens().jsonl("Two words.", { path: "a.txt" }),
    '{"interaction_id":"a.txt","original_text":"Two words.","chunks":[{"chunk_index":0,"text":"Two words.","start_pos":0,"end_pos":10,"token_count":3,"source_start_byte":0,"source_end_byte":10}]}\n',
  );
  const [record] = new Markdown().chunks("Hi.", { path: "a.md", revision: "abc", createdAtMs: 1714554000000 });
  assert.deepEqual([record.source_version, record.created_at], ["abc", "2024-05-01T09:00:00Z"]);
  const text = "# Context\n\nNothing exists yet. We start.\n";
  const chunks = new Backlog().chunks(text, { path: "products/demo/items/task/DEMO-TSK-0001_start.md" });
  assert.deepEqual([chunks[1].metadata.section_path, chunks[1].text, chunks[1].start], ["item/context", "# Context\n\nNothing exists yet. We start.", undefined]);
});

test("turns of a conversation are not cut, and chunks say whose they hold", () => {
  const question = `Ann: ${"How deep is it? 😀 ".repeat(12)}\n\n`, answer = `Bob: ${"Forty metres. ".repeat(12)}\n\n`;
  const turns = [{ start: 0, end: question.length, speaker: "Ann", line: 1 }, { start: question.length, end: question.length + answer.length, speaker: "Bob", line: 2 }];
  const tokens = new Tokens({ maxTokens: 100 });
  const chunks = tokens.chunks(question + answer, { turns });
  assert.deepEqual(chunks.map(chunk => [chunk.text, chunk.turns.map(turn => turn.speaker)]), [[question, ["Ann"]], [answer, ["Bob"]]]);
  const bytes = Buffer.from(question + answer), middle = Buffer.from(question).length;
  const inBytes = [{ ...turns[0], end: middle }, { ...turns[1], start: middle, end: bytes.length }];
  assert.deepEqual(tokens.chunks(bytes, { turns: inBytes }).map(chunk => chunk.text), [question, answer]);
  for (const [start, end] of [[5, 2], [0, 9e9], [0, question.indexOf("😀") + 1], [0.5, 1]]) {
    assert.match(thrown(() => tokens.chunks(question, { turns: [{ start, end }] })).message, /^turns: turn 0 is not in order, or not in the text$/);
  }
});

test("an overlap that is not given is below the size, and what is kept is in rows of tokens", () => {
  const text = "Pumps hum. They are oiled.\n\n".repeat(60);
  const rows = settings => new Markdown({ chunkSize: 64, ...settings }).rows(text);
  assert.deepEqual(rows({}), rows({ chunkOverlap: 8 }));
  assert.throws(() => rows({ chunkOverlap: 64 }));
  assert.equal(new Tokens({ keep: ["title"] }).rows("---\ntitle: T\n---\nx\n")[0].metadata.title, "T");
});

test("rows have the same keys for every policy", () => {
  const about = { path: "products/demo/items/task/DEMO-TSK-0001_a.md" }, text = "# Context\n\nWe start. 😀\n";
  const rows = [new Markdown(), new Hybrid(), new Tokens(), new Backlog()].map(policy => policy.rows(text, about).at(-1));
  const [markdown] = rows;
  assert.ok(rows.every(row => Object.keys(row).join() === Object.keys(markdown).join()));
  // A character is one code point, two units, four bytes.
  const { id, hash, embed_hash, settings, metadata, ...rest } = markdown;
  assert.deepEqual(rest, {
    text: "# Context\n\nWe start. 😀", embed: null, tokens: 7, source: about.path, start_byte: 0, end_byte: 25, start_char: 0, end_char: 22,
    start_line: 1, end_line: 3, headings: ["Context"], kind: "header", contract: "markdown.v1",
  });
  assert.match(settings, /^[0-9a-f]{16}$/);
  assert.notEqual(new Hybrid({ strategy: "step-based" }).rows(text)[0].settings, new Hybrid().rows(text)[0].settings);
  assert.deepEqual(rows.map(row => row.contract), ["markdown.v1", "hybrid.chunking.v1", "tokens.chunking.v1", "0.1.0"]);
  assert.deepEqual(new Recorder().rows(JSON.stringify(event("a", 0))).map(row => [row.source, row.start_byte]), [["1", null]]);
});

test("a view shows every chunk, with its lines and why it begins there", () => {
  const text = "---\na: b\n---\n\n# Tea\n\nHot.\n\n## Use\n\nTwice.\n\n";
  const { view, records, warnings, error } = new Markdown().inspect(text, { path: "a.md" }, "markdown");
  assert.deepEqual([view.title, view.unit, records.length, warnings, error], ["markdown", "tokens", 2, [], undefined]);
  assert.deepEqual(view.pieces.map(piece => [piece.lines, piece.reason]), [[[5, 7], "heading: Tea"], [[5, 11], "heading: Use"]]);
  assert.equal(view.pieces.map(piece => piece.between + piece.text).join("") + view.rest, text);
  assert.equal(new Markdown().inspect(Uint8Array.of(0xff)).error, "byte 0 is not valid UTF-8; convert the file to UTF-8");
});

test("warnings come with the chunks", () => {
  assert.deepEqual(new Tokens().chunks("").warnings.map(warning => warning.code), ["empty-text"]);
  assert.deepEqual([...new Tokens().chunks("")], []);
});

test("settings have JavaScript's names, or the contract's", () => {
  assert.equal(new Markdown({ chunkSize: 500 }).config.chunkSize, 500);
  assert.equal(new Markdown({ chunk_size: 500 }).config.chunkSize, 500);
  assert.equal(new Hybrid({ eventBased: { minPhaseDuration: 5 } }).config.eventBased.minPhaseDuration, 5);
  assert.equal(new Markdown({ chunkSize: undefined }).config.chunkSize, 800);
  assert.equal(new Markdown().version, "markdown.v1");
});

test("an error names all settings that are wrong, as the caller wrote them", () => {
  const error = thrown(() => new Tokens({ maxTokens: 0, sentenceRules: "loose", max: 1, maxTokens2: NaN }));
  assert.ok(error instanceof ConfigError && error instanceof ChunkError && error instanceof Error);
  assert.equal(error.code, "invalid-settings");
  assert.equal(error.path, null);
  assert.deepEqual(error.violations.map(wrong => wrong.key).sort(), ["max", "maxTokens", "maxTokens2", "sentenceRules"]);
  assert.match(error.message, /maxTokens = 0: must be at least 1/);
  assert.match(error.message, /sentenceRules = "loose": must be `standard` or `literal`/);
  const nested = thrown(() => new Hybrid({ eventBased: { minPhaseDuration: -1 }, maxChunkSize: 7000 }));
  assert.deepEqual(nested.violations.map(wrong => wrong.key).sort(), ["eventBased.minPhaseDuration", "maxChunkSize"]);
  assert.equal(thrown(() => new Hybrid({ strategy: "none" })).code, "unknown-strategy");
  assert.throws(() => new Markdown([]), TypeError);
});

test("a setting is given once, by either name", () => {
  const error = thrown(() => new Markdown({ chunkSize: 600, chunk_size: 500 }));
  assert.deepEqual(error.violations, [{ key: "chunk_size", value: "500", allowed: "is the same setting as chunkSize: give one of them" }]);
});

test("an error names the document and the place in it", () => {
  const error = thrown(() => new Tokens().chunks(Uint8Array.of(0x63, 0x61, 0x66, 0xe9), { path: "menu.txt" }));
  assert.ok(error instanceof DocumentError);
  assert.deepEqual([error.code, error.path, error.message], ["invalid-document", "menu.txt", "menu.txt: byte 3 is not valid UTF-8; convert the file to UTF-8"]);
  const half = thrown(() => new Markdown().chunks("ab\ud800c", { path: "half.md" }));
  assert.deepEqual([half.code, half.path], ["invalid-document", "half.md"]);
  assert.match(half.message, /at 2 of the string/);
  assert.match(thrown(() => new Markdown().chunks("a", { path: "../a.md" })).message, /^\.\.\/a\.md: /);
  assert.throws(() => new Markdown().chunks(7), TypeError);
  assert.throws(() => new Markdown().chunks(), TypeError);
});

test("tokens, characters, bytes, and whatever a function counts", () => {
  assert.deepEqual(counters(), ["cl100k_base", "characters", "bytes"]);
  assert.deepEqual(["Count once. Ask often.", "漢字"].map(text => countTokens(text)), [6, 3]);
  assert.deepEqual([countTokens("añb", "characters"), countTokens("añb", "bytes")], [3, 4]);
  assert.equal(thrown(() => countTokens("a", "none")).code, "unknown-counter");

  const [chunk] = new Markdown({}, { counter: "characters" }).chunks("# Tea\n\nHot.");
  assert.equal(chunk.tokens, 11);
  const words = { name: "words", count: text => text.split(/\s+/).filter(Boolean).length };
  const policy = new Tokens({ maxTokens: 100 }, { counter: words });
  assert.equal(policy.version, "tokens.chunking.v1+words");
  const chunks = policy.chunks("It hums. It was oiled.\n\n".repeat(50));
  assert.deepEqual([chunks.length, chunks[0].token_count], [3, 100]);

  const broken = new Tokens({}, { counter: { name: "broken", count: () => { throw new RangeError("no") } } });
  assert.throws(() => broken.chunks("One. Two."), RangeError);
  assert.equal(thrown(() => new Tokens({}, { counter: { name: "half", count: () => 0.5 } }).chunks("One.")).code, "invalid-count");
  assert.equal(new Tokens().chunks("One.").length, 1, "an error of one counter is not thrown again");
});

test("the recorder streams", () => {
  const log = [event("a", 0), event("b", 10), event("c", 99_000)].map(line => JSON.stringify(line) + "\n").join("");
  const whole = new Recorder().chunks(log);
  assert.deepEqual(whole.map(chunk => chunk.text), ["[IN] ls\n[IN] ls", "[IN] ls"]);
  const stream = new Recorder().stream();
  const found = [event("a", 0), event("b", 10), event("c", 99_000)].flatMap(one => [...stream.push([one])]);
  assert.equal(found.length, 1, "the jump in time ends the first chunk");
  // Of a whole log it is known where the events stand in it; of pushed events, it is not.
  assert.deepEqual(whole.map(({ start, end }) => log.slice(start, end).split("\n").length), [2, 1]);
  assert.deepEqual([...found, ...stream.finish()], whole.map(({ start, end, ...record }) => record));
  assert.equal(thrown(() => stream.push([])).code, "stream-finished");

  const again = new Recorder().stream();
  again.push(JSON.stringify(event("a", 0)));
  const error = thrown(() => again.push("no event\n"));
  assert.equal(error.path, "stream");
  assert.deepEqual(error.chunks.map(chunk => chunk.text), ["[IN] ls"]);
  assert.deepEqual([...again.finish()], []);
  assert.equal(thrown(() => new Recorder().jsonl(`${JSON.stringify(event("a", 0))}\nno event\n`)).jsonl.split("\n").length, 2);
});

test("the hybrid contract's interface, as the contract writes it", async () => {
  const chunker = new ChunkingSystem({ maxChunkSize: 200 });
  const text = "# Descaling\n\n1. Switch the machine off.\n2. Empty the tray.\n3. Rinse the tank.\n";
  const chunks = await chunker.chunk({ path: "descaling.md", text });
  assert.equal(chunks[0].metadata.strategyType, "step-based");
  assert.deepEqual(chunks.map(chunk => chunk.metadata), new Hybrid({ maxChunkSize: 200 }).chunks(text, { path: "descaling.md" }).map(({ start, end, ...record }) => record));
  assert.ok(chunks.every(({ content, start, end }) => text.slice(start, end) === content));

  const forced = await chunker.chunkWithStrategy({ path: "descaling.md", text }, "event-based");
  assert.ok(forced.every(chunk => chunk.metadata.strategyType === "event-based"));
  await assert.rejects(chunker.chunkWithStrategy({ text }, "none"), DocumentError);

  chunker.registerPlugin({
    name: "custom-chunker",
    detect: content => content.type === "custom",
    chunk: async content => content.blocks.map(({ start, end, kind }) => ({ content: content.text.slice(start, end), metadata: { kind } })),
  });
  assert.deepEqual(chunker.getStrategies(), ["event-based", "semantic-boundary", "preference-signal", "step-based", "custom-chunker"]);
  const poem = `---\ntype: custom\n---\n${"So much depends 😀 upon a red wheel barrow. ".repeat(8)}\r\n\r\n${"Glazed with rain water. ".repeat(12)}\r\n`;
  const custom = await chunker.chunk({ path: "barrow.md", text: poem });
  assert.deepEqual(custom.map(chunk => [chunk.metadata.strategyType, chunk.metadata.strategyMetadata]), [
    ["custom-chunker", { type: "custom", kind: "paragraph" }],
    ["custom-chunker", { type: "custom", kind: "paragraph" }],
  ]);
  assert.ok(custom.every(({ content, start, end }) => poem.slice(start, end) === content));
  assert.equal((await chunker.chunk({ path: "descaling.md", text })).length, chunks.length, "a document that it does not detect");
  assert.equal((await chunker.chunkWithStrategy({ text: "One. Two." }, "custom-chunker"))[0].metadata.strategyType, "custom-chunker");

  assert.throws(() => chunker.registerPlugin({ name: "custom-chunker", chunk: () => [] }), { code: "strategy-exists" });
  assert.throws(() => chunker.registerPlugin({ name: "x" }), TypeError);
  chunker.registerPlugin({ name: "liar", chunk: () => ["not in the text"] });
  await assert.rejects(chunker.chunkWithStrategy("One.", "liar"), { code: "invalid-plugin" });

  const stats = chunker.getStats();
  assert.ok(stats.totalChunks > 0 && stats.byStrategy["custom-chunker"] > 0 && stats.avgProcessingTime >= 0, JSON.stringify(stats));
});

test("front matter that the caller has parsed is front matter", async () => {
  const text = "1. Boil the water.\n2. Steep the leaves.\n", chunker = new ChunkingSystem();
  const [chunk] = await chunker.chunk({ text, frontmatter: { chunkingStrategy: "event-based" } });
  assert.equal(chunk.metadata.strategyType, "event-based");
  const other = await chunker.chunk({ text, frontmatter: { chunkingStrategy: "none" } });
  assert.deepEqual([other[0].metadata.strategyType, other.warnings.map(({ code }) => code)], ["step-based", ["unknown-strategy"]]);
  assert.equal((await chunker.chunkWithStrategy({ text, frontmatter: { chunkingStrategy: "event-based" } }, "step-based"))[0].metadata.strategyType, "step-based");
  chunker.registerPlugin({ name: "own", detect: ({ frontmatter, type }) => frontmatter.kept === "1" && frontmatter.mine === 2 && type === "custom", chunk: ({ body }) => [body] });
  const [own] = await chunker.chunk({ text: `---\nkept: 1\n---\n${text}`, frontmatter: { mine: 2, type: "custom" } });
  assert.equal(own.metadata.strategyType, "own");
});

test("other encodings are loaded when they are asked for", async () => {
  const text = "Größenordnung: 漢字 😀!\n\n    if (x) {}\n";
  const early = thrown(() => new Markdown({}, { counter: "o200k_base" }));
  assert.deepEqual([early.code, early.message], ["encoding-not-loaded", 'o200k_base is not loaded: call `await loadEncoding("o200k_base")` first']);
  for (const name of ["cl100k_base", "o200k_base", "p50k_base", "r50k_base"]) {
    const oracle = getEncoding(name), count = oracle.encode(text, [], []).length;
    await Promise.all([loadEncoding(name), loadEncoding(name)]);
    assert.equal(countTokens(text, name), count, name);
    const policy = new Markdown({}, { counter: name });
    assert.equal(policy.version, name === "cl100k_base" ? "markdown.v1" : `markdown.v1+${name}`);
    const [chunk] = policy.chunks(text);
    assert.equal(chunk.tokens, oracle.encode(chunk.content, [], []).length);
  }
  assert.deepEqual(counters(), ["cl100k_base", "characters", "bytes", "o200k_base", "p50k_base", "r50k_base"]);
  // p50k_base added runs of spaces to r50k_base.
  assert.ok(countTokens("    if", "p50k_base") < countTokens("    if", "r50k_base"));
  await assert.rejects(loadEncoding("o300k_base"), { code: "unknown-encoding" });
});

test("a file that is not the vocabulary is refused", () => {
  const code = `import { loadEncoding } from "chunk-policies";
    for (const file of [new TextEncoder().encode("<!doctype html>"), new Uint8Array()]) await loadEncoding("o200k_base", file).catch(error => console.log(error.code));
    await loadEncoding("o200k_base", "text").catch(error => console.log(error.name));`;
  const said = execFileSync(process.execPath, ["--input-type=module", "--eval", code], { encoding: "utf8", cwd: import.meta.dirname });
  assert.equal(said, "wrong-vocabulary\nwrong-vocabulary\nTypeError\n");
});

test("what is no argument is refused, and never guessed", async () => {
  const wrong = (work, message) => assert.throws(work, { name: "TypeError", message });
  wrong(() => new Markdown().chunks("a", { file: "a.md" }), /"file" is not known; known are path, revision, createdAtMs, modifiedAtMs/);
  wrong(() => new Markdown().chunks("a", { createdAtMs: NaN }), "createdAtMs is a whole number of milliseconds, not NaN");
  wrong(() => new Markdown().chunks("a", { createdAtMs: 1.5 }), /whole number/);
  wrong(() => new Markdown().chunks("a", { path: null }), "a path is a string, not null");
  wrong(() => new Markdown().chunks("a", null), "what is known of a document must be an object");
  wrong(() => new Markdown({}, { conter: "bytes" }), 'options of markdown: "conter" is not known; known are counter');
  wrong(() => new Markdown({}, { counter: () => 1 }), /a counter is a name, or has a `name` and a function `count`/);
  wrong(() => new Markdown({}, { counter: { name: "cl100k_base", count: () => 1 } }), /cl100k_base is the name of a counter of this package/);
  for (const name of ["", "a+b\n"]) wrong(() => new Markdown({}, { counter: { name, count: () => 1 } }), /is no name of a counter/);
  wrong(() => new Recorder({}, { counter: "bytes" }), /options of recorder/);
  assert.equal(new Recorder({}, { counter: undefined }).chunks("", { path: undefined, file: undefined }).length, 0, "what is undefined is not given");
  wrong(() => countTokens("a", 5), /the name of a counter is a string/);
  assert.equal(thrown(() => new Markdown().chunks("a", { revision: "\ud800" })).code, "invalid-document");
  for (const settings of [null, [], 5, "abc"]) {
    for (const policy of [Markdown, Hybrid, Recorder, ChunkingSystem]) wrong(() => new policy(settings), "settings are an object");
  }
  assert.deepEqual(thrown(() => new Hybrid({ strategy: 5, maxChunkSize: 2 ** 32 })).violations.map(({ key }) => key), ["strategy", "maxChunkSize"]);
  assert.match(thrown(() => new Markdown({ chunkSize: 2 ** 32 })).message, /must be at most 4294967295/);
  assert.match(thrown(() => new Markdown(JSON.parse('{ "__proto__": 5 }'))).message, /unknown field `__proto__`/);

  const stream = new Recorder().stream();
  for (const events of [undefined, null, 5, {}, [undefined]]) wrong(() => stream.push(events), /^(events|an event)/);
  assert.match(thrown(() => stream.push("\ud800\n")).message, /half of a surrogate pair/);
  stream.finish();
  assert.equal(thrown(() => stream.finish()).code, "stream-finished");
});

test("a plugin that is wrong is named, and harms nothing else", async () => {
  const text = `${"One two 😀 three. ".repeat(30)}\n`, system = plugin => {
    const system = new ChunkingSystem();
    system.registerPlugin({ name: "__proto__", detect: () => true, chunk: ({ body }) => [body], ...plugin });
    return system;
  };
  assert.equal((await system({}).chunk(text))[0].metadata.strategyType, "__proto__");
  await assert.rejects(system({ detect: () => { throw new RangeError("no") } }).chunk(text), RangeError);
  await assert.rejects(system({ chunk: async () => { throw new RangeError("no") } }).chunk(text), RangeError);
  for (const detected of [NaN, "yes", {}, Infinity]) {
    await assert.rejects(system({ detect: () => detected }).chunk(text), { code: "invalid-plugin", message: /`detect` must return/ });
  }
  const at = text.indexOf("😀");
  for (const drafts of [undefined, "x", [null], [{}], [{ start: 0, end: 1e9 }], [{ start: 0, end: 9 }, { start: 5, end: 12 }], [{ start: at + 1, end: at + 9 }],
    [{ start: 0, end: 3, metadata: 5 }], [{ start: 0, end: 3, metadata: { half: "\ud800" } }], ["not in it"]]) {
    await assert.rejects(system({ chunk: () => drafts }).chunk(text), { code: "invalid-plugin" });
  }
  await assert.rejects(new ChunkingSystem().chunkWithStrategy(text), TypeError);
  await assert.rejects(new ChunkingSystem().chunk(null), TypeError);
  // Two documents at a time, one of which asks the system for a third.
  const nested = system({ chunk: async ({ body }) => (await nested.chunkWithStrategy("In. Ner.", "step-based"), [body]) });
  const all = await Promise.all([nested.chunk(text), nested.chunk(text), new ChunkingSystem().chunk(text)]);
  assert.deepEqual(all.map(([chunk]) => chunk.metadata.strategyType), ["__proto__", "__proto__", "semantic-boundary"]);
});

test("a worker has the package for itself", async () => {
  const code = `import("chunk-policies").then(({ Markdown }) => require("node:worker_threads").parentPort.postMessage(new Markdown().jsonl("# Tea")))`;
  const told = await new Promise((done, failed) => new Worker(code, { eval: true }).on("message", done).on("error", failed));
  assert.equal(told, new Markdown().jsonl("# Tea"));
});
