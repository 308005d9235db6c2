// The small build: Markdown alone.
import assert from "node:assert/strict";
import { test } from "node:test";
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
