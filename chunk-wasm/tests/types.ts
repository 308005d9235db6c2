// Compiled with `tsc --noEmit --strict`: what the types allow, and what not.
import { Backlog, ChunkingSystem, type Chunk, ConfigError, countTokens, DocumentError, Hybrid, loadEncoding, Markdown, Recorder, Tokens } from "chunk-policies";
import { Markdown as Small } from "chunk-policies/markdown";

const chunks = new Markdown({ chunkSize: 500, packing: "sections" }).chunks("# A", { path: "a.md" });
const line: number = chunks[0].start_line + chunks[0].start;
const codes: string[] = chunks.warnings.map(warning => warning.code);
const size: number | undefined = new Markdown().config.chunkSize;
const count: number = countTokens("a") + new Tokens({ maxTokens: 9 }).chunks("a")[0].token_count;
const text: string = new Backlog({ product: null }).jsonl("a") + new Recorder().stream().finish()[0].text;
const hybrid: string = new Hybrid({ strategy: "step-based", eventBased: { minPhaseDuration: 1 } }).chunks("a")[0].strategyType;
new Small({}, { counter: "characters" });
new Tokens({}, { counter: { name: "words", count: text => text.split(" ").length } });
new Markdown({}, { counter: "o200k_base" });
const loaded: Promise<void> = loadEncoding("o200k_base", new Uint8Array());
const system = new ChunkingSystem({});
system.registerPlugin({ name: "custom-chunker", detect: content => content.type === "custom", chunk: async content => [content.text] });
const made: Promise<Chunk[]> = system.chunkWithStrategy({ text: "a", path: "a.md" }, "event-based");
try {
} catch (error) {
  if (error instanceof ConfigError) error.violations[0].key satisfies string;
  if (error instanceof DocumentError) error.path satisfies string | null;
}

// @ts-expect-error: no such setting
new Markdown({ chunkSise: 500 });
// @ts-expect-error: no such value
new Markdown({ packing: "loose" });
// @ts-expect-error: backlog counts nothing
new Backlog({}, { counter: "characters" });
// @ts-expect-error: no such key
chunks[0].start_lines;
// @ts-expect-error: this build has no tokens
new Small({}, { counter: "cl100k_base" });
// @ts-expect-error: it is not a file of its own
loadEncoding("cl100k_base");

export { codes, count, hybrid, loaded, line, made, size, text };
