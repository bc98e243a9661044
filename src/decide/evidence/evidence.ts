/**
 * Evidence: what speaks for a document being gone, and what follows from it.
 *
 * Pure. No single answer deletes anything: servers lie, lists do not load, sites are moved in a hurry. Two different
 * kinds in one run do, or one kind that an earlier run met too. `unlisted` alone says nothing, since a page that
 * answers is there. What is no evidence at all (time-outs, 5xx, 403, robots.txt, budgets) never gets here.
 */
export type DocumentState = 'present' | 'suspected' | 'deleted';

/** What a visit of the document itself may say. */
export type AnswerKind = 'gone' | 'soft-404' | 'moved' | 'home';

/** `told`: whoever hands the document over says so. */
export type EvidenceKind = AnswerKind | 'unlisted' | 'tombstone' | 'delete-list' | 'repeated' | 'accepted' | 'told';

export interface Evidence {
  readonly kind: EvidenceKind;
  /** For people, in a clause: `answered 404`. */
  readonly detail: string;
  readonly run: number;
  readonly at: number;
  /** The fetch that shows it; null when no single one does. */
  readonly fetch: number | null;
}

export interface Conclusion {
  readonly state: DocumentState;
  readonly reason: string;
  /** All that was weighed, `repeated` included. */
  readonly evidence: readonly Evidence[];
}

const FROM_AN_ANSWER: ReadonlySet<EvidenceKind> = new Set<EvidenceKind>(['gone', 'soft-404', 'moved', 'home']);
/** By itself it means nothing. */
const WEAK: ReadonlySet<EvidenceKind> = new Set<EvidenceKind>(['unlisted', 'repeated']);
/** Pieces kept of what earlier runs found: one is enough, a few tell the story. */
const MOST_EARLIER = 4;

/** `evidence` holds what this run found and what earlier ones did, as long as no good answer came in between. */
export function conclude(evidence: readonly Evidence[], run: number): Conclusion {
  const earlier = evidence.filter((piece) => piece.run !== run && FROM_AN_ANSWER.has(piece.kind)).slice(-MOST_EARLIER);
  const now = evidence.filter((piece) => piece.run === run);
  const strong = now.filter(({ kind }) => !WEAK.has(kind));
  if (strong.length === 0) return { state: 'present', reason: 'nothing speaks against it', evidence: [] };
  const weighed = [...earlier, ...now, ...repetition(earlier, strong)];
  const kinds = new Set(weighed.filter((piece) => piece.run === run).map(({ kind }) => kind));
  return { state: kinds.size > 1 ? 'deleted' : 'suspected', reason: inWords(weighed, run), evidence: weighed };
}

function repetition(earlier: readonly Evidence[], [first]: readonly Evidence[]): Evidence[] {
  const before = earlier.at(-1);
  if (!before || !first) return [];
  return [{ ...first, kind: 'repeated', detail: `run ${before.run} found the same` }];
}

const inWords = (weighed: readonly Evidence[], run: number): string =>
  [...new Set(weighed.filter((piece) => piece.run === run).map(({ detail }) => detail))].join('; ');
