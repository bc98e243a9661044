/**
 * A query made ready for an index: words are looked up in all segments first, since how rare a word is decides what it
 * counts, and it can only be known over all of them.
 */
import { type QueryNode, SearchError, type TextField } from '../../../store/index.js';
import type { Dictionary, WordEntry } from './dictionary.js';
import type { Names } from './names.js';
import { type QueryWord, queryWords } from './query-words.js';
import { URL_KIND } from './segment-builder.js';
import type { Segment } from './segments.js';
import { type NamePlaces, namePlaces } from './title-names.js';
import { matchingNames } from './value-names.js';
import { ANY, mostFrequent, type WordForm, WordForms } from './word-forms.js';

export type Plan =
  | { readonly kind: 'all' }
  | WordPlan
  | PhrasePlan
  | { readonly kind: 'names'; readonly column: 'site' | 'type' | 'language'; readonly numbers: ReadonlySet<number> }
  | { readonly kind: 'dates'; readonly from: number; readonly until: number }
  | { readonly kind: 'not'; readonly plan: Plan }
  | { readonly kind: 'and' | 'or'; readonly plans: readonly Plan[] };

/** Any of some forms. */
export interface WordPlan {
  readonly kind: 'word';
  readonly field: TextField;
  readonly forms: ReadonlyMap<number, readonly WordForm[]>;
  readonly documents: number;
  /** Where it stands in titles as part of the name of a site. */
  readonly names: NamePlaces;
}

/** Words one after the other; of the last one possibly only its beginning. */
export interface PhrasePlan {
  readonly kind: 'phrase';
  readonly field: TextField;
  readonly words: readonly QueryWord[];
  /** For each segment in which all words are: for each word, what may stand there. */
  readonly entries: ReadonlyMap<number, readonly (readonly WordEntry[])[]>;
  readonly documents: number;
}

const MOST_OF_PREFIX = 500;
const MOST_OF_PHRASE_END = 50;
const DAY = 86_400_000;

export interface Planning {
  readonly segments: readonly Segment[];
  readonly dictionary: Dictionary;
  readonly names: Names;
  /** Languages of the index that have a stemmer, or of these only the one that is asked for. */
  readonly languages: readonly number[];
}

export function planQuery(node: QueryNode, planning: Planning): Plan {
  switch (node.kind) {
    case 'all':
      return node;
    case 'text':
      return planText(node, planning);
    case 'value':
      return { kind: 'names', column: node.field, numbers: matchingNames(planning.names, node.field, node.value) };
    case 'dates':
      return {
        kind: 'dates',
        from: node.from === null ? Number.NEGATIVE_INFINITY : node.from / DAY,
        until: node.until === null ? Number.POSITIVE_INFINITY : node.until / DAY,
      };
    case 'not':
      return { kind: 'not', plan: planQuery(node.node, planning) };
    default:
      return { kind: node.kind, plans: node.nodes.map((each) => planQuery(each, planning)) };
  }
}

type TextNode = Extract<QueryNode, { kind: 'text' }>;

function planText({ field, text, exact, prefix }: TextNode, planning: Planning): Plan {
  const words = queryWords(text);
  if (words.length === 0) throw new SearchError('SEARCH_BAD_QUERY', `There is no word in "${text}": give letters or digits to look for.`);
  const kept = field === 'url' ? words.map((word) => ({ ...word, word: String.fromCharCode(URL_KIND) + word.word })) : words;
  const [only] = kept as [QueryWord];
  if (kept.length > 1) return planPhrase(kept, field, prefix, planning);
  if (prefix || (only.isPair && words[0]?.word.length === 1)) return planPrefix(only, field, planning);
  const forms = new WordForms(only, exact || field === 'url' ? [] : planning.languages);
  return wordPlan(field, planning, (segment) => forms.in(segment, planning.dictionary));
}

function planPrefix({ word }: QueryWord, field: TextField, planning: Planning): Plan {
  return wordPlan(field, planning, (segment) =>
    mostFrequent(segment, planning.dictionary, word, MOST_OF_PREFIX).map((entry) => ({ entry, languages: ANY })),
  );
}

function wordPlan(field: TextField, { segments, dictionary }: Planning, formsIn: (segment: number) => readonly WordForm[]): WordPlan {
  const forms = new Map(segments.map(({ id }) => [id, formsIn(id)]));
  let documents = 0;
  for (const each of forms.values()) for (const { entry } of each) documents += entry.documents;
  const occurrences = segments.map((segment) => ({ segment, entries: (forms.get(segment.id) ?? []).map(({ entry }) => entry) }));
  return { kind: 'word', field, forms, documents, names: field === 'url' ? new Map() : namePlaces(occurrences, dictionary) };
}

function planPhrase(words: readonly QueryWord[], field: TextField, prefix: boolean, { segments, dictionary }: Planning): PhrasePlan {
  const entries = new Map<number, readonly (readonly WordEntry[])[]>();
  let documents = 0;
  for (const { id } of segments) {
    const found = words.map(({ word }, index) => {
      if (prefix && index === words.length - 1) return mostFrequent(id, dictionary, word, MOST_OF_PHRASE_END);
      const entry = dictionary.find(id, word);
      return entry ? [entry] : [];
    });
    if (found.some(({ length }) => length === 0)) continue;
    entries.set(id, found);
    documents += Math.min(...found.map((each) => each.reduce((sum, entry) => sum + entry.documents, 0)));
  }
  return { kind: 'phrase', field, words, entries, documents };
}
