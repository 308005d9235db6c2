// The adapter, with the real LangChain.js.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Document } from "@langchain/core/documents";
import { TextSplitter } from "@langchain/textsplitters";
import { Backlog, Hybrid, Markdown, Tokens } from "chunk-policies";
import { pathOf, PolicySplitter } from "chunk-policies/langchain";

const TEXT = "# Guide\n\nRead it. 😀\n\n## Use\n\nTwice.\n";

test("documents are split, with what to cite", async () => {
  const splitter = new PolicySplitter(new Markdown({ chunkOverlap: 0 }));
  assert.ok(splitter instanceof TextSplitter);
  const documents = await splitter.splitDocuments([new Document({ pageContent: TEXT, metadata: { source: "guide.md", kept: 1 } })]);
  assert.deepEqual(documents.map(document => [document.pageContent, document.metadata.loc.lines, document.metadata.heading_path]), [
    ["# Guide\n\nRead it. 😀", { from: 1, to: 3 }, ["Guide"]],
    ["## Use\n\nTwice.", { from: 5, to: 7 }, ["Guide", "Use"]],
  ]);
  assert.ok(documents.every(({ pageContent, metadata }) => TEXT.slice(metadata.start, metadata.end) === pageContent));
  assert.ok(documents.every(({ metadata }) => metadata.kept === 1 && metadata.path === "guide.md" && metadata.chunk_id));
  assert.deepEqual(await splitter.splitText(TEXT), documents.map(document => document.pageContent));
  // As a step of a chain, which is what LangChain calls a document transformer.
  assert.deepEqual(await splitter.invoke([new Document({ pageContent: TEXT, metadata: { source: "guide.md", kept: 1 } })]), documents);
});

test("headers that LangChain puts before chunks", async () => {
  const splitter = new PolicySplitter(new Markdown({ chunkOverlap: 0 }));
  const documents = await splitter.createDocuments([TEXT], [], { chunkHeader: "GUIDE\n", appendChunkOverlapHeader: true });
  assert.deepEqual(documents.map(document => document.pageContent), ["GUIDE\n# Guide\n\nRead it. 😀", "GUIDE\n(cont'd) ## Use\n\nTwice."]);
});

test("the page that a loader wrote stays", async () => {
  const pdf = new Document({ pageContent: "Hello there.", metadata: { source: "a.pdf", loc: { pageNumber: 3 } } });
  const [{ metadata }] = await new PolicySplitter(new Tokens()).splitDocuments([pdf]);
  assert.deepEqual(metadata.loc, { pageNumber: 3, lines: { from: 1, to: 1 } });
});

test("the text is that to embed, and what is kept is in the metadata", async () => {
  const text = "---\ntitle: Mill\nby: Ada\nsource: its own\n---\nIt hums.\n", settings = { embed: ["title"], keep: ["by", "source"] };
  for (const policy of [new Tokens(settings), new Markdown(settings), new Hybrid(settings)]) {
    const [{ pageContent, metadata }] = await new PolicySplitter(policy).createDocuments([text], [{ source: "a.md" }]);
    assert.ok(pageContent.startsWith("Mill\n\n"), pageContent);
    assert.deepEqual([metadata.source, metadata.by, metadata.metadata_source], ["a.md", "Ada", "its own"]);
  }
});

test("every policy", async () => {
  for (const policy of [new Tokens(), new Hybrid()]) {
    const [document] = await new PolicySplitter(policy).createDocuments(["One.\n\nTwo."], [{ source: "a.txt" }]);
    assert.deepEqual([document.pageContent, document.metadata.loc], ["One.\n\nTwo.", { lines: { from: 1, to: 3 } }]);
  }
  const item = { pageContent: "# Context\n\nWe start.\n", metadata: { source: "products/demo/items/task/DEMO-TSK-0001_a.md" } };
  const documents = await new PolicySplitter(new Backlog()).splitDocuments([new Document(item)]);
  assert.equal(documents.at(-1).metadata.section_path, "item/context");
});

test("a relative path that no record can have is written otherwise", async () => {
  for (const [source, path] of [["docs/a.md", "docs/a.md"], ["./docs/a.md", "docs/a.md"], ["../a.md", "%2E%2E/a.md"], ["docs//a.md", "docs%2F/a.md"], ["/abs/a.md", "/abs/a.md"], ["https://example.org/a.md", "https://example.org/a.md"]]) {
    assert.equal(pathOf({ source }), path);
    const [document] = await new PolicySplitter(new Markdown()).createDocuments(["Hi."], [{ source }]);
    assert.deepEqual([document.metadata.source, document.metadata.path], [source, path]);
  }
  assert.equal(pathOf({}), "-");
});
