/** What is known of a document besides its text; it goes into the records where the contract has a field for it. */
export interface About {
  /** Its path relative to the root of its corpus, or its id. It goes into ids. Default `-`. */
  path?: string;
  /** Its version, such as a commit id. */
  revision?: string;
  /** When it was created, in milliseconds since 1970-01-01 UTC. */
  createdAtMs?: number;
  /** When it was last modified, in milliseconds since 1970-01-01 UTC. */
  modifiedAtMs?: number;
  /** The turns, if it is a conversation, in order. */
  turns?: Turn[];
}

/** A turn of a conversation. `start` and `end` are its place in the document: in UTF-16 units of a string, in bytes of a `Uint8Array`. */
export interface Turn {
  start: number;
  end: number;
  speaker?: string;
  /** When it was said. */
  at?: string;
  /** The message's id. */
  id?: string;
  /** Where it is in the file that the conversation was read from: a line, a JSON Pointer, or a byte. */
  line?: number;
  pointer?: string;
  byte?: number;
}

/** A warning about a result, which is valid nevertheless. */
export interface Warning {
  /** The kind of warning, such as `empty-text`. */
  code: string;
  message: string;
}

/** Where a chunk stands in its document: `text.slice(start, end)` is the chunk, with the line ends as given. */
export interface Placed {
  start: number;
  end: number;
}

/** The chunks of a document, in order. */
export type Chunks<C> = C[] & { readonly warnings: Warning[] };

/** A function that counts. Its name becomes part of the version. It must not count much less for a text than for its parts. */
export interface CountingFunction {
  name: string;
  count(text: string): number;
}

/** Encodings that are files of their own: `loadEncoding` comes first. */
export type LoadedEncoding = "o200k_base" | "p50k_base" | "r50k_base";

/** What a policy takes besides its settings. */
export interface CountingOptions<Name extends string = "cl100k_base" | "characters" | "bytes" | LoadedEncoding> {
  /** What counts sizes. */
  counter?: Name | CountingFunction;
}

/** A setting that cannot be used. */
export interface Violation {
  /** The setting, with dots if it is nested. */
  key: string;
  /** Its value, as JSON. */
  value: string;
  /** Which values it may have. */
  allowed: string;
}

import type { Row } from "./records/rows.js";
export type { Row };

/** What `chunk inspect` shows of a document. */
export interface Inspected {
  view: {
    title: string;
    /** What sizes are counted in. */
    unit: string;
    pieces: { between: string; overlap: string; text: string; size: number; lines: [number, number] | null; id: string; reason: string }[];
    /** The text after the last chunk. */
    rest: string;
  };
  /** The whole records of the chunks. */
  records: unknown[];
  warnings: Warning[];
  /** Why the document, or a part of a log, was refused. */
  error?: string;
}

/** The base of all errors of this package. */
export class ChunkError extends Error {
  /** What kind of error it is. */
  readonly code: "invalid-settings" | "invalid-document" | "unknown-counter" | "encoding-not-loaded" | "unknown-encoding" | "wrong-vocabulary" | "vocabulary-not-read" | "unknown-strategy" | "invalid-count" | "invalid-plugin" | "strategy-exists" | "stream-finished" | "out-of-memory" | (string & {});
  /** The document's path; `null` if the error is about none. */
  readonly path: string | null;
  /** All that is wrong with settings; empty for other errors. */
  readonly violations: Violation[];
}

/** Settings that cannot be used. */
export class ConfigError extends ChunkError {}

/** A document that cannot be chunked. */
export class DocumentError<C = unknown> extends ChunkError {
  /** The chunks that are valid nevertheless: of a recorder's log with a bad record, those of all other records (R17). */
  readonly chunks: C[];
  /** The same chunks, as records. */
  readonly jsonl: string;
}

/** A contract with its settings. */
export abstract class Policy<C, Settings> {
  /** All settings in force. */
  readonly config: Required<Settings>;
  /** The contract's version, followed by `+` and what counts if that is not `cl100k_base`. */
  readonly version: string;
  /** What is legal but unusual about the settings. */
  readonly warnings: Warning[];
  /** The chunks of a document. @throws DocumentError */
  chunks(text: string | Uint8Array, about?: About): Chunks<C>;
  /** The chunks of a document as rows, with the same keys for every policy, as `chunk --format rows` writes them. @throws DocumentError */
  rows(text: string | Uint8Array, about?: About): Chunks<Row>;
  /** What `chunk inspect` shows of a document, under this title. */
  inspect(text: string | Uint8Array, about?: About, title?: string): Inspected;
  /** The records of a document, exactly the text that the command `chunk` writes. @throws DocumentError */
  jsonl(text: string | Uint8Array, about?: About): string;
}
