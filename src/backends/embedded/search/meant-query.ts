/**
 * "Did you mean": when a query finds nothing or next to nothing, the same query with words of the index instead of
 * those that hardly occur. It is asked itself before it is proposed, with all its conditions, so that it finds something.
 */
import type { QueryNode } from '../../../store/index.js';
import type { Dictionary } from './dictionary.js';
import { type NearWord, nearWords } from './near-words.js';
import { type QueryWord, queryWords } from './query-words.js';

/** A query with more hits is taken to mean what it says. */
export const FEW_HITS = 3;
/** What is proposed instead of a query that found something must find so many times more. */
const TIMES_MORE = 5;
const MOST_WORDS = 4;
const MOST_ASKED = 8;

export interface Proposal<Result> {
  readonly node: QueryNode;
  readonly words: readonly { readonly typed: string; readonly word: string }[];
  readonly result: Result;
}

interface Asking<Result> {
  readonly segments: readonly number[];
  readonly dictionary: Dictionary;
  /** Documents that have the word or a form of it. */
  documentsOf(word: QueryWord): number;
  ask(node: QueryNode): { readonly total: number; readonly result: Result };
}

type Doubt = QueryWord & { readonly near: readonly NearWord[] };

export function proposalFor<Result>(node: QueryNode, total: number, asking: Asking<Result>): Proposal<Result> | null {
  const doubts = wordsIn(node)
    .flatMap((word) => doubtAbout(word, asking))
    .slice(0, MOST_WORDS);
  for (const choice of choices(doubts).slice(0, MOST_ASKED)) {
    const changed = withWords(node, choice);
    const { total: found, result } = asking.ask(changed);
    if (found > 0 && found >= total * TIMES_MORE)
      return { node: changed, result, words: [...choice].map(([typed, word]) => ({ typed, word })) };
  }
  return null;
}

function doubtAbout<Result>(word: QueryWord, { segments, dictionary, documentsOf }: Asking<Result>): Doubt[] {
  const documents = documentsOf(word);
  if (documents > FEW_HITS) return [];
  const near = nearWords(word.word, segments, dictionary).filter((each) => each.documents >= Math.max(1, documents * TIMES_MORE));
  return near.length > 0 ? [{ ...word, near }] : [];
}

/** The best word for each; then the next best for one of them at a time. */
function choices(doubts: readonly Doubt[]): Map<string, string>[] {
  if (doubts.length === 0) return [];
  const best = new Map(doubts.map(({ raw, near }) => [raw, near[0]?.word as string]));
  const others = doubts.flatMap(({ raw, near }) => near.slice(1).map(({ word }) => new Map(best).set(raw, word)));
  return [best, ...others];
}

/** Words that hits must have, as typed; beginnings and addresses are no words. */
function wordsIn(node: QueryNode): QueryWord[] {
  if (node.kind === 'and' || node.kind === 'or') return node.nodes.flatMap(wordsIn);
  if (node.kind !== 'text' || node.prefix || node.field === 'url') return [];
  return queryWords(node.text).filter(({ isPair }) => !isPair);
}

function withWords(node: QueryNode, words: ReadonlyMap<string, string>): QueryNode {
  if (node.kind === 'and' || node.kind === 'or') return { kind: node.kind, nodes: node.nodes.map((each) => withWords(each, words)) };
  if (node.kind !== 'text' || node.prefix || node.field === 'url') return node;
  return { ...node, text: node.text.replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => words.get(word.normalize('NFC').toLowerCase()) ?? word) };
}
