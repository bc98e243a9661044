/**
 * Documents feed: what the journal tells of becomes a graph for each document, named after it.
 *
 * A document that changed has its graph replaced, one that is gone has it removed; what a graph was is found by the number
 * of its document, since a takedown leaves no address to find it by. With each graph go its provenance and a short
 * description. Statements that cannot be read are left out and told of: one document must not hold up the others.
 */
import type { Quad } from '@rdfjs/types';
import { DataFactory } from 'n3';
import {
  type DocumentStatements,
  type JournalReader,
  type KnowledgeFeed,
  type KnowledgeWriting,
  type Term,
  type TriplePattern,
  type TripleSource,
  vocabulary,
} from '../../store/index.js';
import { descriptionOf, provenanceOf } from './describe.js';
import { statementsIn } from './statements.js';

export interface DocumentsFeedOptions {
  readonly journal: JournalReader;
  readonly triples: TripleSource;
  /** Entries of the journal in one step. */
  readonly batch?: number;
  readonly onRemark?: (remark: string) => void;
}

const BATCH = 200;

export function documentsFeed({ journal, triples, batch = BATCH, onRemark }: DocumentsFeedOptions): KnowledgeFeed {
  return {
    name: 'documents',
    isOf(cursor) {
      const { at, mark } = placeOf(cursor);
      return at === 0 || (at <= journal.last() && (journal.markAt(at) ?? '') === mark);
    },
    next(write, cursor) {
      const after = cursor === null ? 0 : placeOf(cursor).at;
      const { items, through, mark } = journal.slice(after, batch);
      if (through === after) return null;
      for (const document of new Set(items.map((entry) => entry.document)))
        bringUpToDate(write, document, triples.read(document), onRemark);
      return `${through} ${mark ?? ''}`;
    },
  };
}

function placeOf(cursor: string): { at: number; mark: string } {
  const [at = '0', mark = ''] = cursor.split(' ');
  return { at: Number(at), mark };
}

function bringUpToDate(
  write: KnowledgeWriting,
  document: number,
  now: DocumentStatements | null,
  onRemark?: (remark: string) => void,
): void {
  const before = graphOf(write, document);
  if (before && now && before.url === now.url && before.version === now.version) return;
  if (before) remove(write, before.url);
  if (now) add(write, now, onRemark);
}

function add(write: KnowledgeWriting, document: DocumentStatements, onRemark?: (remark: string) => void): void {
  const statements = document.quads === null ? 0 : write.replaceGraph(document.url, statementsIn(document, onRemark));
  write.add([...provenanceOf(document, statements), ...descriptionOf(document)]);
}

function remove(write: KnowledgeWriting, url: string): void {
  write.removeGraph(url);
  for (const graph of [vocabulary.PROVENANCE_GRAPH, vocabulary.DOCUMENTS_GRAPH]) write.remove(allAbout(write, url, graph));
}

/** Read before anything is changed: a store cannot be written to while it is being gone through. */
function allAbout(write: KnowledgeWriting, url: string, graph: string): Quad[] {
  const subject = DataFactory.namedNode(url);
  const { rows } = write.solve([pattern(subject, variable('p'), variable('o'))], { kind: 'merged', graphs: [graph] });
  return [...rows].map(([p, o]) => DataFactory.quad(subject, p as never, o as never, DataFactory.namedNode(graph)) as unknown as Quad);
}

/** The graph a document has, and of which version it is. */
function graphOf(write: KnowledgeWriting, document: number): { url: string; version: number } | null {
  const number = DataFactory.literal(String(document), DataFactory.namedNode('http://www.w3.org/2001/XMLSchema#integer'));
  const { variables, rows } = write.solve(
    [
      pattern(variable('graph'), DataFactory.namedNode(vocabulary.winnow.document), number),
      pattern(variable('graph'), DataFactory.namedNode(vocabulary.winnow.version), variable('version')),
    ],
    { kind: 'merged', graphs: [vocabulary.PROVENANCE_GRAPH] },
  );
  const [row] = [...rows];
  const value = (name: string): string => row?.[variables.indexOf(name)]?.value ?? '';
  return row ? { url: value('graph'), version: Number(value('version')) } : null;
}

const variable = (name: string) => DataFactory.variable(name);

const pattern = (...[subject, predicate, object]: unknown[]): TriplePattern => ({
  subject: subject as Term,
  predicate: predicate as Term,
  object: object as Term,
});
