/** A turn of which a chunk holds all or a part (T15). What the conversation's format does not say is absent. */
export interface ChunkTurn {
  /** Its place among the turns of the interaction, 0-based. */
  index: number;
  /** Where the whole turn starts in the normalized text, in code points. */
  start_pos: number;
  /** Where it ends there, exclusive. */
  end_pos: number;
  /** When. */
  at?: string | null;
  /** The byte of that file, 0-based. */
  byte?: number | null;
  /** The message's id. */
  id?: string | null;
  /** The line of the file that the conversation was read from, 1-based. */
  line?: number | null;
  /** The value of that file, as a JSON Pointer. */
  pointer?: string | null;
  /** Who speaks. */
  speaker?: string | null;
}

/**
 * A chunk, with the contract's keys in the contract's order (T8).
 *
 * The text is borrowed from the interaction unless that has CRLF line ends.
 */
export interface TokenChunk {
  /** Its place among the chunks of the interaction, 0-based. */
  chunk_index: number;
  /** Its text, with LF line ends. */
  text: string;
  /** Where it starts in the normalized text, in code points, 0-based (T6). */
  start_pos: number;
  /** Where it ends in the normalized text, in code points, exclusive (T6). */
  end_pos: number;
  /** How many tokens `text` is, exactly (T4). */
  token_count: number;
  /** Where it starts in the text as given, in bytes (T1). */
  source_start_byte: number;
  /** Where it ends in the text as given, in bytes, exclusive (T1). */
  source_end_byte: number;
  /** Whether a part of it was cut that is kept whole without a hard limit, such as a sentence; the key is absent if not (T11). */
  cut?: boolean;
  /**
   * The text to embed: a head that says what the text is about, a blank line, and `text`; the key is absent if it was not asked for
   * (T13).
   */
  embed?: string;
  /** SHA-256 of `embed`: what changes when it has to be embedded again. */
  embed_hash?: string;
  /** The turns of which it holds all or a part, if the text is a conversation (T15). */
  turns?: ChunkTurn[];
}

/** What becomes of an interaction: one line of output, with the contract's keys in the contract's order (T8). */
export interface TokenRecord {
  /** The interaction's id. */
  interaction_id: string;
  /** The normalized text, which the chunks partition (T1, T6). */
  original_text: string;
  /** The chunks, in order. */
  chunks: TokenChunk[];
  /**
   * What was to be kept of the front matter and of what the caller knows of the interaction; the key is absent if there is nothing
   * (T14).
   */
  metadata?: Record<string, unknown>;
}
