/** A row of `--format rows`: the same keys in the same order for all policies. What a policy does not know is null. */
export interface Row {
  /** The chunk's id: the contract's own, or, where the contract has none, the source, `#` and the chunk's number in it, from 0. */
  id: string;
  /** The text to show and to cite, as the contract has it. */
  text: string;
  /** The text to embed, if that is another one than `text`. */
  embed: string | null;
  /** How many tokens `text` has, if the policy counts them. */
  tokens: number | null;
  /** The document's name: its path, or its id; of recorder, the pane. */
  source: string;
  /** Where `text` starts in the document as given, in bytes, if it is at one place there. */
  start_byte: number | null;
  /** Where it ends, in bytes, exclusive. */
  end_byte: number | null;
  /** Where it starts, in Unicode code points, from 0. */
  start_char: number | null;
  /** Where it ends, in code points, exclusive. */
  end_char: number | null;
  /** The line that it starts in, from 1. */
  start_line: number | null;
  /** The line that it ends in, inclusive. */
  end_line: number | null;
  /** The headings above it, from the top, if the policy knows them. */
  headings: string[] | null;
  /** What kind of chunk it is, in the contract's words, if the contract has kinds. */
  kind: string | null;
  /** SHA-256 of `text`; lowercase hexadecimal. */
  hash: string;
  /** SHA-256 of the text to embed; where it is the same as before, there is nothing to embed again. */
  embed_hash: string;
  /** The contract's version, followed by `+` and what counts tokens if that is not cl100k_base. */
  contract: string;
  /** A digest of all settings in force: 16 hexadecimal digits. */
  settings: string;
  /**
   * What else the record holds, flat: the keys of nested objects joined by `_`; no null, no empty string, no empty list. A key that was
   * kept of the document and is one of the record's own, too, has `metadata_` before it.
   */
  metadata: Record<string, unknown>;
}
