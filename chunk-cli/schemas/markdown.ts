/** What the body of a chunk starts with (M10). */
export type ChunkType = "header" | "paragraph" | "code" | "list";

/** A chunk of a Markdown document: a citable piece of it and where it is. */
export interface MarkdownChunk {
  /** SHA-256 of `source_file`, `start_line` in decimal and `content`, one after the other; lowercase hexadecimal. */
  chunk_id: string;
  /** The document's path, relative to the root of its corpus. */
  source_file: string;
  /** First line of `content`, 1-based. */
  start_line: number;
  /** Last line of `content`, 1-based, inclusive. */
  end_line: number;
  /** The overlap and the body, verbatim but for LF line ends; the last line's end is left out. */
  content: string;
  /**
   * How many tokens `content` is, exactly: of cl100k_base, or of another counter if the policy has one, which the policy's
   * version names and no record.
   */
  tokens: number;
  /**
   * Text of the first heading of the body's run of headings, or of the section that the body continues; empty
   * before the first heading.
   */
  section_header: string;
  /** What the body starts with. */
  chunk_type: ChunkType;
  /** Whether `content` starts with an overlap. */
  overlap_with_previous: boolean;
  /** Length of the overlap in code points: the body is what follows. */
  overlap_chars: number;
  /** First line of the body, 1-based. */
  body_start_line: number;
  /** Where `content` starts in the file as given, in bytes. */
  source_start_byte: number;
  /** Where `content` ends in the file as given, in bytes, exclusive. */
  source_end_byte: number;
  /** SHA-256 of the body alone: what stays the same when lines are inserted above. */
  chunk_hash: string;
  /** Texts of the headings that are open after the run of headings at the body's start, from the top. */
  heading_path: string[];
  /** When the document was created, or the run that chunked it began: RFC 3339, UTC, seconds. */
  created_at?: string;
  /** Whether a part of it was cut that is kept whole without a hard limit; the key is absent if not (M14). */
  cut?: boolean;
  /**
   * The text to embed: a head that says what the chunk is about, a blank line, and `content`; the key is absent if it was not asked
   * for (M15).
   */
  embed?: string;
  /** SHA-256 of `embed`: what changes when it has to be embedded again. */
  embed_hash?: string;
  /** What was to be kept of the front matter and of what the caller knows of the document; the key is absent if there is nothing (M16). */
  metadata?: Record<string, unknown>;
  /** The document's version, such as a commit id. */
  source_version?: string;
  /** Header row of the table that the body continues. */
  table_header?: string;
}
