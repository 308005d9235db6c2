/** What kind of decision a signal is. */
export type DecisionType = "approval" | "rejection" | "configuration" | "selection";

/** A phase of a task (H17). */
export interface EventMetadata {
  /** Which phase. */
  phase: Phase;
  /** From frontmatter, a task or ticket id in the text, else the file's name without extension. */
  taskId: string;
  /** The ids of the chunks before and after it in time. */
  relatedChunks: string[];
  /** Milliseconds between the first and the last time stamp in the chunk; `null` without any. */
  duration?: number | null;
  /** What the markers in the chunk say; `null` without any. */
  outcome?: Outcome | null;
  /**
   * The first time stamp in the chunk, in epoch milliseconds, else the start of the first day that a heading or entry of it names;
   * `null` without any that has a date.
   */
  timestamp?: number | null;
}

/** A turn of which a chunk holds all or a part (H28). What the conversation's format does not say is absent. */
export interface HybridTurn {
  /** Its place among the turns of the document, 0-based. */
  index: number;
  /** The first byte of the whole turn in the document as given, from 0. */
  startByte: number;
  /** Its end there, exclusive. */
  endByte: number;
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

/** How a phase ended. */
export type Outcome = "success" | "failure" | "partial";

/** A phase of a task, in the order in which they usually come. */
export type Phase = "planning" | "execution" | "verification" | "reflection";

/** Bytes and lines of the file as given. */
export interface Place {
  /** The first byte, from 0. */
  startByte: number;
  /** The end in bytes, exclusive. */
  endByte: number;
  /** The first line, from 1. */
  startLine: number;
  /** The last line. */
  endLine: number;
}

/** A decision (H19). */
export interface PreferenceMetadata {
  /** What kind of decision. */
  decisionType: DecisionType;
  /** What is preferred, verbatim; empty if only a rejection is known. */
  preferredOption: string;
  /** What is not, verbatim. */
  rejectedOptions: string[];
  /** Why, verbatim; empty if that is not said. */
  rationale: string;
  /** How sure the signal is. */
  confidence: number;
  /** All decisions of the chunk in their order, if there are several; the fields above are those of the surest. */
  signals?: PreferenceMetadata[];
  /** When, in epoch milliseconds, if that is known. */
  timestamp?: number | null;
  /** Who, if that is known. */
  userId?: string | null;
}

/** A step of a procedure (H20). */
export interface ProceduralMetadata {
  /** As written, of a letter its place in the alphabet; else 0, as for prerequisites. */
  stepNumber: number;
  /** The heading or the first sentence, verbatim. */
  stepTitle: string;
  /** What kind of step. */
  stepType: StepType;
  /** The ids of the steps that must be done before. */
  dependencies: string[];
  /** The ids of the steps that come after. */
  followups: string[];
  /** How long it takes, in seconds. */
  estimatedTime: number;
  /** How hard it is, 1 to 5. */
  difficulty: number;
  /** Whether the time is written in the text or estimated from it. */
  estimatedTimeSource: TimeSource;
  /** All steps of the chunk in their order, if there are several; number, title and type above are those of the first main one. */
  steps?: StepOfChunk[];
}

/** How a chunk is related to another. */
export interface Relation {
  /** What the other is to this one. */
  kind: RelationKind;
  /** The other's id. */
  id: string;
}

/** What one chunk is to another, in the order in which relations are listed. */
export type RelationKind = "previous" | "next" | "parent" | "child" | "similar";

/** A topic (H18). */
export interface SemanticMetadata {
  /** The heading, else the top key phrase. */
  topic: string;
  /** The one or two most central sentences, verbatim. */
  summary: string;
  /** 5 to 10 terms, fewer only if the chunk has fewer. */
  keywords: string[];
  /** The topics of similar chunks. */
  relatedTopics: string[];
  /** How alike the parts of the chunk are; `null` with scoring off. */
  coherenceScore?: number | null;
}

/** One of several steps in a chunk, with the keys of [`ProceduralMetadata`]. */
export interface StepOfChunk {
  /** As written, of a letter its place in the alphabet; else 0, as for prerequisites. */
  stepNumber: number;
  /** The heading or the first sentence, verbatim. */
  stepTitle: string;
  /** What kind of step. */
  stepType: StepType;
}

/** What kind of step. */
export type StepType = "main" | "substep" | "prerequisite" | "optional";

/** What a strategy says of a chunk. In JSON, `type` comes first and says which it is. */
export type StrategyMetadata = EventMetadata | SemanticMetadata | PreferenceMetadata | ProceduralMetadata | { type: "custom" };

/** Where an estimated time comes from. */
export type TimeSource = "text" | "estimate";

/** A chunk: the contract's `ChunkMetadata` with its keys in order, extra keys after them. */
export interface HybridChunk {
  /** UUID version 8 from policy version, source file, strategy and content (H11). */
  id: string;
  /** The document's path. */
  sourceFile: string;
  /** Its place among the document's chunks, from 0. */
  chunkIndex: number;
  /** Its text: a verbatim slice of the document's, with LF line ends (H2). */
  content: string;
  /** The tokens of `content`: of cl100k_base, or of another counter if the system has one, which its version names. */
  tokenCount: number;
  /** The text right before it (H12). */
  contextBefore: string;
  /** The text right after it (H12). */
  contextAfter: string;
  /** The name of the strategy that made it. */
  strategyType: string;
  /** What that strategy says of it. */
  strategyMetadata: StrategyMetadata;
  /** The ids in `relations`, each once. */
  relatedChunks: string[];
  /** How many headings, and steps above a substep, it is under. */
  hierarchyLevel: number;
  /** `low-coherence` where `coherenceScore` is below `minTopicCoherence`, else nothing (H14). */
  flags: string[];
  /** Chunks that it is related to, and how (H13). */
  relations: Relation[];
  /** Where the same text is repeated, without a chunk of its own (H10). */
  duplicates: Place[];
  /** How many tokens at its start are the end of the chunk before (H7). */
  overlapTokens: number;
  /** SHA-256 of `content`. */
  contentHash: string;
  /** The first byte, from 0. */
  startByte: number;
  /** The end in bytes, exclusive. */
  endByte: number;
  /** The first line, from 1. */
  startLine: number;
  /** The last line. */
  endLine: number;
  /** How alike its parts are: 0.600 is the document's average; `null` with scoring off (H14). */
  coherenceScore?: number | null;
  /** Whether `completeness` is at least 0.700; `null` with scoring off (H14). */
  complete?: boolean | null;
  /** How well it can be understood alone, 1.000 at best; `null` with scoring off (H14). */
  completeness?: number | null;
  /** Epoch milliseconds; `sourceModifiedAt` if unknown (H15). */
  createdAt?: number | null;
  /** Whether a part of it was cut that is kept whole without a hard limit; the key is absent if not (H25). */
  cut?: boolean;
  /**
   * The text to embed: a head that says what the chunk is about, a blank line, and `content`; the key is absent if it was not asked for
   * (H26).
   */
  embed?: string;
  /** SHA-256 of `embed`: what changes when it has to be embedded again. */
  embedHash?: string;
  /** What was to be kept of the front matter and of what the caller knows of the document; the key is absent if there is nothing (H27). */
  metadata?: Record<string, unknown>;
  /** Epoch milliseconds. */
  sourceModifiedAt?: number | null;
  /** The turns of which it holds all or a part, if the document is a conversation; the key is absent if not (H28). */
  turns?: HybridTurn[];
}
