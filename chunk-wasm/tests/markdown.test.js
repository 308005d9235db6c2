// The small build: Markdown alone.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import * as all from "chunk-policies";
import { countTokens, counters, Markdown } from "chunk-policies/markdown";

test("it gives what the whole package gives", () => {
  const text = "# Tea\n\nGreen tea is steeped.\n\n".repeat(60);
  assert.equal(
    new Markdown({ chunkSize: 300 }).jsonl(text, { path: "tea.md" }),
    new all.Markdown({ chunkSize: 300 }, { counter: "characters" }).jsonl(text, { path: "tea.md" }),
  );
  assert.deepEqual(counters(), ["characters", "bytes"]);
  assert.equal(countTokens("añb"), 3);
});

// The tests' builds are not optimized; what is published is smaller.
test("the first load of each build is small", () => {
  const load = (build, main) => [`wasm/${build}_bg.wasm`, `wasm/${build}.js`, main, ...readdirSync(path("lib")).map(file => `lib/${file}`)]
    .reduce((sum, file) => sum + gzipSync(readFileSync(path(file))).length, 0);
  assert.ok(load("all", "web.js") < 3.4e6, `${load("all", "web.js")} bytes`);
  assert.ok(load("markdown", "markdown-web.js") < 520e3, `${load("markdown", "markdown-web.js")} bytes`);
});

const path = file => new URL(`node_modules/chunk-policies/${file}`, import.meta.url);
