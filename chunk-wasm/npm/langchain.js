// LangChain.js: a `TextSplitter`.
import { Document } from "@langchain/core/documents";
import { TextSplitter } from "@langchain/textsplitters";

/**
 * Splits by a policy. Sizes are the policy's settings; the path of a document is `source` of its metadata, changed if records cannot have it:
 * see `pathOf`. A document that cannot be chunked throws its `DocumentError`.
 */
export class PolicySplitter extends TextSplitter {
  static lc_name() {
    return "PolicySplitter";
  }

  #policy;

  constructor(policy) {
    super({ keepSeparator: true });
    this.#policy = policy;
  }

  /** The texts of the chunks. */
  async splitText(text) {
    return this.#policy.chunks(text).map(textOf);
  }

  /** Makes a document of each chunk, with the metadata of its text and its place there, after the headers that LangChain knows. */
  async createDocuments(texts, metadatas = [], { chunkHeader = "", chunkOverlapHeader = "(cont'd) ", appendChunkOverlapHeader = false } = {}) {
    const header = number => chunkHeader + (appendChunkOverlapHeader && number ? chunkOverlapHeader : "");
    return texts.flatMap((text, at) => {
      const metadata = metadatas[at] ?? {}, path = pathOf(metadata), line = liner(text);
      return this.#policy.chunks(text, { path }).map((chunk, number) =>
        new Document({ pageContent: header(number) + textOf(chunk), metadata: withKept({ ...metadata, ...placeOf(chunk, path, line, metadata.loc) }, chunk) }));
    });
  }

  /** The same, for documents. */
  async splitDocuments(documents, headers) {
    return this.createDocuments(documents.map(document => document.pageContent), documents.map(document => document.metadata), headers);
  }
}

/** The text to embed, with its head if the policy was asked for one. */
const textOf = chunk => chunk.embed ?? chunk.content ?? chunk.text;

/** With what `keep` kept of the document's own data. As in rows, a key has `metadata_` before it where another value has the same key. */
function withKept(metadata, chunk) {
  // What a chunk of `Backlog` has under this name are fields of its contract.
  const kept = chunk.metadata?.section_path === undefined ? Object.entries(chunk.metadata ?? {}) : [];
  for (let [key, value] of kept) {
    while (key in metadata && metadata[key] !== value) key = `metadata_${key}`;
    metadata[key] = value;
  }
  return metadata;
}

/** What to cite of a chunk, as far as its contract has it: path, id, lines (where LangChain looks for them), place, headings. */
function placeOf(chunk, path, line, loc) {
  const { start, end } = chunk, place = { path };
  if (start !== undefined) Object.assign(place, { start, end, loc: { ...loc, lines: { from: line(start), to: line(Math.max(start, end - 1)) } } });
  const id = chunk.chunk_id ?? chunk.id, headings = chunk.heading_path;
  if (id !== undefined) place.chunk_id = id;
  if (headings !== undefined) place.heading_path = headings;
  if (chunk.strategyType !== undefined) place.strategy = chunk.strategyType;
  if (chunk.metadata?.section_path !== undefined) place.section_path = chunk.metadata.section_path;
  if (chunk.pane_id !== undefined) place.pane_id = chunk.pane_id;
  return place;
}

/** Tells the line of a place in `text`, from 1. */
function liner(text) {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return place => {
    let low = 0, high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= place) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

/**
 * The path of a document: `source`, `file_path` or `path` of its metadata, else `-`. An absolute path (it begins with `/`), a URL (it has
 * `://`) and a relative path without empty, `.` and `..` parts stay as they are. No other relative path may be in a record (M11): `./` is
 * dropped, and the illegal slashes and dots are written as `%2F` and `%2E`, so that different paths remain different.
 */
export function pathOf(metadata) {
  const source = String(["source", "file_path", "path"].map(key => metadata[key]).find(Boolean) ?? "-");
  if (source.startsWith("/") || source.includes("://")) return source;
  const dropped = source.replace(/(?<![^/])\.\/+(?!$)/g, "");
  return dropped.replace(/\/(?=\/|$)|(?<![^/])\.\.?(?![^/])|%(?=2[5EF])/g,
    part => [...part].map(char => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`).join(""));
}
