/** SPARQL 1.1 results in JSON, as a remote store gives them. Everything in it may be wrong. */
import { DataFactory } from 'n3';
import { KnowledgeError, type RemoteRows, type Term } from '../../store/index.js';

export function readResultsJson(text: string): RemoteRows {
  const parsed = parsedJson(text) as { head?: { vars?: unknown }; results?: { bindings?: unknown } } | null;
  const [variables, bindings] = [parsed?.head?.vars, parsed?.results?.bindings];
  if (!Array.isArray(variables) || !Array.isArray(bindings)) throw noResults('it has no head.vars or no results.bindings');
  const names = variables.map(String);
  return { variables: names, rows: bindings.map((row: Record<string, unknown> | null) => names.map((name) => termIn(row?.[name]))) };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw noResults((error as Error).message);
  }
}

const noResults = (words: string): KnowledgeError =>
  new KnowledgeError('KNOWLEDGE_AWAY', `The remote store's answer is no SPARQL result in JSON: ${words}`);

interface Binding {
  readonly type?: unknown;
  readonly value?: unknown;
  readonly datatype?: unknown;
  readonly 'xml:lang'?: unknown;
}

function termIn(binding: unknown): Term | undefined {
  if (typeof binding !== 'object' || binding === null) return undefined;
  const { type, value, datatype, 'xml:lang': language } = binding as Binding;
  const text = String(value ?? '');
  if (type === 'uri') return DataFactory.namedNode(text) as unknown as Term;
  if (type === 'bnode') return DataFactory.blankNode(text) as unknown as Term;
  const kind = typeof language === 'string' ? language : typeof datatype === 'string' ? DataFactory.namedNode(datatype) : undefined;
  return DataFactory.literal(text, kind) as unknown as Term;
}
