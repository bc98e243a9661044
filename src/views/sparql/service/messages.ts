/** What passes between the process that answers queries and whoever asks. */
import type { KnowledgeWriting, QuadSource } from '../../../store/index.js';
import type { FormatWish } from '../format/media-types.js';
import type { SparqlLimits } from '../limits.js';
import type { SparqlProblem } from '../sparql-error.js';

/** What the process gets from its opener for a workspace. */
export interface OpenedKnowledge {
  readonly source: QuadSource;
  /** One transaction. Left out: nothing may be written here. */
  write?<T>(change: (write: KnowledgeWriting) => T): T;
  close(): void;
}

/** How the knowledge is to be seen. */
export interface KnowledgeView {
  /** Nodes that are known to mean the same are one. */
  readonly smush?: boolean | undefined;
}

/** A module that knows where knowledge lies: brought up to date when it is opened. */
export interface KnowledgeOpener {
  openKnowledge(folder: string, view: KnowledgeView): OpenedKnowledge | Promise<OpenedKnowledge>;
}

export interface SparqlRequest extends KnowledgeView {
  readonly folder: string;
  readonly text: string;
  readonly kind: 'query' | 'update';
  readonly wish: FormatWish;
  readonly base?: string | undefined;
  /** Prefixes that need not be declared. */
  readonly prefixes?: Readonly<Record<string, string>>;
  /** As people write them: see parameterTerm. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly graphs?: { readonly unnamed: readonly string[]; readonly named: readonly string[] };
}

/** The first argument of the process, as JSON. */
export interface LaneData {
  /** Address of the module. */
  readonly opener: string;
  readonly limits: SparqlLimits;
}

export type ToLane = { readonly ask: SparqlRequest } | { readonly more: true };

export type FromLane =
  /** Knowledge is open, and time begins to count. */
  | { readonly kind: 'begun' }
  | { readonly kind: 'head'; readonly mediaType: string }
  | { readonly kind: 'piece'; readonly text: string }
  | { readonly kind: 'end' }
  | { readonly kind: 'error'; readonly code: SparqlProblem | null; readonly message: string };
