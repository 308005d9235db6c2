import type { Document } from "@langchain/core/documents";
import { TextSplitter, type TextSplitterChunkHeaderOptions } from "@langchain/textsplitters";
import type { Policy } from "./policy.js";

/**
 * Splits by a policy. Sizes are the policy's settings; the path of a document is `source` of its metadata, changed if records cannot have it:
 * see `pathOf`. A document that cannot be chunked throws its `DocumentError`.
 */
export class PolicySplitter extends TextSplitter {
  constructor(policy: Policy<any, any>);
  splitText(text: string): Promise<string[]>;
  createDocuments(texts: string[], metadatas?: Record<string, any>[], headers?: TextSplitterChunkHeaderOptions): Promise<Document[]>;
  splitDocuments(documents: Document[], headers?: TextSplitterChunkHeaderOptions): Promise<Document[]>;
}

/** The path of a document by its metadata: `source`, `file_path` or `path`, made legal for records. */
export function pathOf(metadata: Record<string, unknown>): string;
