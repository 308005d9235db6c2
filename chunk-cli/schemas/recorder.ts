/** Which way text went. */
export type Direction = "ingress" | "egress" | "mixed_glued";

/** The position of an event in the append log (R2). */
export interface LogOffset {
  /** The segment. */
  segment_id: number;
  /** The event's number in the segment; may skip numbers. */
  ordinal: number;
  /** The byte at which its record starts. Never compared. */
  byte_offset: number;
}

/** What a chunk repeats of the chunk before it (R9). */
export interface Overlap {
  /** The id of the chunk before. */
  from_chunk_id: string;
  /** The position of the last event of the chunk before. */
  source_end_offset: LogOffset;
  /** How many Unicode scalar values are repeated, the LF after them not counted. */
  chars: number;
}

/** The record of a chunk, keys in the contract's order (R12). */
export interface RecorderChunk {
  /**
   * SHA-256 of `{policy_version}:{pane_id}:{direction}:{start ordinal}:{end ordinal}:{content_hash}`. Pieces of one
   * event with equal text have equal ids; the span tells them apart (R13).
   */
  chunk_id: string;
  /** `ft.recorder.chunking.v1`. */
  policy_version: string;
  /** The pane all its events happened in. */
  pane_id: number;
  /** Which way its text went. */
  direction: Direction;
  /** The position of its first event. */
  start_offset: LogOffset;
  /** The position of its last event. */
  end_offset: LogOffset;
  /** The ids of its events, in order. */
  event_ids: string[];
  /** How many events it has. */
  event_count: number;
  /** The earliest time of its events, in milliseconds. */
  occurred_at_start_ms: number;
  /** The latest time of its events, in milliseconds. */
  occurred_at_end_ms: number;
  /** Unicode scalar values of `text`. */
  text_chars: number;
  /** SHA-256 of `text`. */
  content_hash: string;
  /** The text to embed: overlap, then the events' contributions, joined by LF. */
  text: string;
  /** SHA-256 of `text` without the overlap and its LF: what the span alone gives (R14). */
  source_hash: string;
  /** The byte of the first event's normalized text at which the chunk starts: 0 but for pieces of an event. */
  start_text_offset: number;
  /** The byte of the last event's normalized text after which the chunk ends. */
  end_text_offset: number;
  /** What `text` repeats of the chunk before, if it does. */
  overlap?: Overlap;
  /** The session of all its events, or `null` if they have none or differ. */
  session_id?: string | null;
}
