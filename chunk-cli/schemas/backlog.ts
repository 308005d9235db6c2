/** What kind of chunk it is (B20). */
export type ChunkKind = "header" | "section" | "worklog" | "decision";

/** What kind of document it is. */
export type Doctype = "item" | "adr";

/** The metadata of a chunk, in the order of the contract's table (B6). */
export interface Metadata {
  /** `0.1.0`. */
  schema_version: string;
  /** The item's or ADR's id; not unique. */
  doc_id: string;
  /** What kind of document it is. */
  doctype: Doctype;
  /** The document's title, secrets redacted. */
  title: string;
  /** The tags in lowercase, secrets redacted. */
  tags: string[];
  /** The product, from the path or as configured. */
  product: string;
  /** The document's path, relative to the backlog's root. */
  source_path: string;
  /** SHA-256 of `source_path`. */
  path_hash: string;
  /** Where in the document the chunk belongs, such as `item/context`. */
  section_path: string;
  /** What kind of chunk it is. */
  chunk_kind: ChunkKind;
  /** Its place among the document's chunks, from 0. */
  chunk_index: number;
  /** How many chunks the document has. */
  chunk_count: number;
  /** Unicode scalar values of the text. */
  chunk_char_len: number;
  /** SHA-256 of the text. */
  chunk_hash: string;
  /** `en`. */
  language: string;
  /** `none`, or `redacted:` and the rules whose markers are in text, title or tags. */
  redaction: string;
  /** When the document was created, in RFC 3339 and UTC. */
  created_at?: string | null;
  /** The item's type, as written; ADRs have none. */
  item_type?: string | null;
  /** The item's parent; ADRs have none. */
  parent?: string | null;
  /** When the document was last updated, in RFC 3339 and UTC. */
  source_updated?: string | null;
  /** The state, as written. */
  state?: string | null;
  /** Its ULID or UUID. */
  uid?: string | null;
  /** When the last entry of a worklog chunk was made. */
  worklog_span_end?: string | null;
  /** When the first entry of a worklog chunk was made. */
  worklog_span_start?: string | null;
}

/**
 * A chunk: the record of the contract.
 *
 * It knows where in the document its text comes from, so that [`replay`](chunk_core::Policy::replay) can rebuild it. That is
 * no part of the record: one that was read from JSON does not know.
 */
export interface BacklogChunk {
  /** The text, secrets redacted. */
  text: string;
  /** What is known of it. */
  metadata: Metadata;
  /**
   * The text to embed: a head that says what the chunk is about, a blank line, and `text`; the key is absent if it was not asked
   * for (B23).
   */
  embed?: string;
  /** SHA-256 of `embed`: what changes when it has to be embedded again. */
  embed_hash?: string;
}
