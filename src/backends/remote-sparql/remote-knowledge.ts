/** A store that is reached by the SPARQL 1.1 protocol: graphs go out as updates, questions as they are. */
import type { Quad } from '@rdfjs/types';
import { DataFactory, Writer } from 'n3';
import { KnowledgeError, type RemoteAnswer, type RemoteKnowledge, type RemoteRows, type RemoteTransport } from '../../store/index.js';
import { readResultsJson } from './results-json.js';

const RESULTS_JSON = 'application/sparql-results+json';

export function openRemoteKnowledge(transport: RemoteTransport): RemoteKnowledge {
  const update = async (body: string, signal?: AbortSignal): Promise<void> =>
    void taken(await transport.post({ kind: 'update', body, accept: '*/*' }, signal));
  return {
    async replaceGraph(graph, quads, signal) {
      const statements = linesOf(quads);
      const insert = statements === '' ? '' : `;\nINSERT DATA { GRAPH ${iri(graph)} {\n${statements}} }`;
      await update(`DROP SILENT GRAPH ${iri(graph)}${insert}`, signal);
    },
    removeGraph: async (graph, signal) => update(`DROP SILENT GRAPH ${iri(graph)}`, signal),
    async select(query, signal): Promise<RemoteRows> {
      return readResultsJson(taken(await transport.post({ kind: 'query', body: query, accept: RESULTS_JSON }, signal)).body);
    },
    close: () => transport.close(),
  };
}

/** The store did not take it. Its words are kept short: they go to logs. */
class RemoteRefusal extends KnowledgeError {
  constructor(
    readonly status: number,
    words: string,
    readonly retryAfterMs: number,
  ) {
    super('KNOWLEDGE_AWAY', `The remote store answered ${status}${words === '' ? '' : `: ${words}`}`);
  }
}

function taken(answer: RemoteAnswer): RemoteAnswer {
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new RemoteRefusal(answer.status, answer.body.replace(/\s+/g, ' ').trim().slice(0, 200), answer.retryAfterMs);
}

/** What no IRI may hold could end it and begin something else. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const isIri = (value: string): boolean => !/[\u0000-\u0020<>"{}|^`\\]/.test(value);

function iri(value: string): string {
  if (isIri(value)) return `<${value}>`;
  throw new KnowledgeError('KNOWLEDGE_BAD_STATEMENT', `"${value}" is no IRI: no graph can have this name.`);
}

function linesOf(quads: Iterable<Quad>): string {
  const writer = new Writer({ format: 'N-Triples' });
  for (const { subject, predicate, object } of quads)
    if (isWritable(subject.value, predicate.value, object))
      writer.addQuad(DataFactory.quad(subject as never, predicate as never, object as never));
  let text = '';
  writer.end((_error, result) => {
    text = result;
  });
  return text;
}

/** A statement with an IRI that is none would make the store refuse the whole graph. */
function isWritable(subject: string, predicate: string, object: Quad['object']): boolean {
  const named = object.termType === 'NamedNode' ? object.value : object.termType === 'Literal' ? object.datatype.value : '';
  return [subject, predicate, named].every(isIri);
}
