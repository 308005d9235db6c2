import type { CountingOptions, Placed } from "./policy.js";
import { Policy } from "./policy.js";
import type { MarkdownChunk } from "./records/markdown.js";
import type { MarkdownSettings } from "./settings.js";

export * from "./policy.js";
export type { MarkdownChunk, MarkdownSettings };

/** The number of characters, or bytes, in `text`. */
export function countTokens(text: string, counter?: "characters" | "bytes"): number;

/** The names of what counts, the default first. */
export function counters(): string[];

/** Markdown by sections and blocks, citable by file and lines: contract `markdown.v1`, but sizes are counted in characters. */
export class Markdown extends Policy<MarkdownChunk & Placed, MarkdownSettings> {
  constructor(settings?: MarkdownSettings, options?: CountingOptions<"characters" | "bytes">);
}
