import type { Chunks, CountingOptions, LoadedEncoding, Placed } from "./policy.js";
import { Policy } from "./policy.js";
import type { BacklogChunk } from "./records/backlog.js";
import type { HybridChunk } from "./records/hybrid.js";
import type { MarkdownChunk } from "./records/markdown.js";
import type { RecorderChunk } from "./records/recorder.js";
import type { TokenChunk, TokenRecord } from "./records/tokens.js";
import type { BacklogSettings, HybridSettings, MarkdownSettings, RecorderSettings, TokensSettings } from "./settings.js";

export * from "./policy.js";
export * from "./settings.js";
export type { BacklogChunk, HybridChunk, MarkdownChunk, RecorderChunk, TokenChunk };

/** The exact number of tokens in `text`. */
export function countTokens(text: string, counter?: "cl100k_base" | "characters" | "bytes" | LoadedEncoding): number;

/**
 * Loads another encoding, by whose name a policy then counts: reads its vocabulary, 0.2 to 0.8 MB, from beside the package, or takes the
 * `file` of it that you read. Loading again does nothing.
 */
export function loadEncoding(name: LoadedEncoding, file?: Uint8Array): Promise<void>;

/** The names of what counts, the default first. */
export function counters(): string[];

/** Plain text by sentences and paragraphs, up to a number of tokens: contract `tokens.chunking.v1`. */
export class Tokens extends Policy<TokenChunk & Placed & Pick<TokenRecord, "metadata">, TokensSettings> {
  constructor(settings?: TokensSettings, options?: CountingOptions);
}

/** Markdown by sections and blocks, citable by file and lines: contract `markdown.v1`. */
export class Markdown extends Policy<MarkdownChunk & Placed, MarkdownSettings> {
  constructor(settings?: MarkdownSettings, options?: CountingOptions);
}

/** Logs, notes, decisions and procedures, each by a strategy that fits its content: contract `hybrid.chunking.v1`. */
export class Hybrid extends Policy<HybridChunk & Placed, HybridSettings> {
  /** `strategy` is that of all documents, whatever they hold. */
  constructor(settings?: HybridSettings & { strategy?: string }, options?: CountingOptions);
}

/** Work items and decision records, secrets redacted: embedding schema `0.1.0`. The path says what a document is. */
export class Backlog extends Policy<BacklogChunk, BacklogSettings> {
  constructor(settings?: BacklogSettings);
}

/** The events of a terminal recorder: contract `ft.recorder.chunking.v1`. A document is a log; a chunk's place is that of its events there. */
export class Recorder extends Policy<RecorderChunk & Partial<Placed>, RecorderSettings> {
  constructor(settings?: RecorderSettings);
  /** A stream that events are pushed to, as they come. */
  stream(): EventStream;
}

/** Chunks events as they come. */
export interface EventStream {
  /** Takes events, or whole lines of them, and returns the chunks that become final. @throws DocumentError */
  push(events: string | Uint8Array | (string | object)[]): Chunks<RecorderChunk>;
  /** Ends the stream, and returns the chunks that were still open. */
  finish(): Chunks<RecorderChunk>;
}

/** The names of the hybrid contract's strategies, and those of plugins. */
export type ChunkingStrategy = "event-based" | "semantic-boundary" | "preference-signal" | "step-based" | (string & {});

/** All of `ChunkingConfig` is optional: what is absent has the contract's default. */
export type ChunkingConfig = HybridSettings;

/** A document for `ChunkingSystem`. Its own keys are shown to plugins, too. */
export interface ParsedContent {
  text: string;
  path?: string;
  createdAtMs?: number;
  modifiedAtMs?: number;
  /** What its front matter says, if that is not in `text`: a `chunkingStrategy` is obeyed, all of it is shown to plugins. */
  frontmatter?: { chunkingStrategy?: unknown; [key: string]: unknown };
  [key: string]: unknown;
}

/** A part of a text, in units of UTF-16. */
export interface Part {
  start: number;
  end: number;
}

/** A document as a plugin sees it. `text` has LF line ends and no byte order mark; all places are in it. */
export interface PluginContent extends ParsedContent {
  /** `type` of the caller's document, else of its front matter. */
  type?: unknown;
  /** The values of the front matter, scalars as text as they are written, and those of the caller's document. */
  frontmatter: { [key: string]: unknown };
  /** The text after the front matter. */
  body: Part;
  blocks: (Part & { kind: "heading" | "paragraph" | "item" | "row" | "code" | "rule" | "definition" | "other" })[];
}

/** A chunk as a plugin gives it: its text as it stands in the document, or where it stands. They come in order. */
export type PluginChunk = string | { content: string; metadata?: object } | (Part & { metadata?: object });

/** A strategy of your own. Sizes, duplicates, ids, contexts, relations and scores are taken care of. */
export interface ChunkingPlugin {
  name: string;
  /** Whether it takes this document: `true`, or a confidence from 0.5 on. Without it, it is only asked for by name. */
  detect?(content: PluginContent): boolean | number | Promise<boolean | number>;
  /** The chunks of the part `scope`. */
  chunk(content: PluginContent, scope: Part & { config: ChunkingConfig }): PluginChunk[] | Promise<PluginChunk[]>;
}

/** A chunk's metadata, as the contract writes it. */
export type ChunkMetadata = HybridChunk;

/** A chunk, as the contract writes it. */
export interface Chunk extends Placed {
  metadata: ChunkMetadata;
  content: string;
  /** For an embedding that is made later. */
  embedding?: Float32Array;
}

/** What a system has chunked so far. Times are milliseconds for a document; `null` before the first. */
export interface ChunkingStats {
  totalChunks: number;
  byStrategy: Record<string, number>;
  avgChunkSize: number;
  avgProcessingTime: number | null;
  p95ProcessingTime: number | null;
  [key: string]: unknown;
}

/** The hybrid contract's interface. */
export class ChunkingSystem {
  constructor(config?: ChunkingConfig, options?: CountingOptions);
  readonly config: Required<ChunkingConfig>;
  /** Chunks a document by the strategy that fits it. */
  chunk(content: ParsedContent | string): Promise<Chunks<Chunk>>;
  /** Chunks a document by the strategy of this name. */
  chunkWithStrategy(content: ParsedContent | string, strategy: ChunkingStrategy): Promise<Chunks<Chunk>>;
  /** The names of all strategies. */
  getStrategies(): ChunkingStrategy[];
  /** Adds a strategy. */
  registerPlugin(plugin: ChunkingPlugin): void;
  /** What was chunked so far. */
  getStats(): ChunkingStats;
}
