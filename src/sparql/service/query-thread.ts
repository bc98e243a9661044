/** Entry of a thread that answers one query at a time. It sends a piece of the answer, and the next when it is asked for. */
import { once } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { formatResult } from '../format/format.js';
import { parameterTerm } from '../parameters.js';
import { query } from '../query.js';
import { SparqlError } from '../sparql-error.js';
import { update } from '../update.js';
import type { FromQueryThread, KnowledgeOpener, OpenedKnowledge, QueryThreadData, SparqlRequest, ToQueryThread } from './messages.js';

const port = parentPort as MessagePort;
const { opener, limits } = workerData as QueryThreadData;
const { openKnowledge } = (await import(opener)) as KnowledgeOpener;

const PIECE = 32_768;

port.on('message', (message: ToQueryThread) => {
  if ('ask' in message) void answer(message.ask);
});

const send = (message: FromQueryThread): void => port.postMessage(message);

async function answer(request: SparqlRequest): Promise<void> {
  let knowledge: OpenedKnowledge | null = null;
  try {
    knowledge = await openKnowledge(request.folder, request);
    send({ kind: 'begun' });
    if (request.kind === 'update') change(knowledge, request);
    else await ask(knowledge, request);
    send({ kind: 'end' });
  } catch (error) {
    send({ kind: 'error', code: error instanceof SparqlError ? error.code : null, message: (error as Error).message });
  } finally {
    knowledge?.close();
  }
}

async function ask({ source }: OpenedKnowledge, { text, base, graphs, wish, parameters = {} }: SparqlRequest): Promise<void> {
  const terms = Object.fromEntries(Object.entries(parameters).map(([name, written]) => [name, parameterTerm(written)]));
  const result = query(source, text, { limits, base, parameters: terms, ...(graphs ? { graphs } : {}) });
  const formatted = formatResult(result, wish);
  let isBegun = false;
  const pass = async (piece: string): Promise<void> => {
    if (!isBegun) send({ kind: 'head', mediaType: formatted.mediaType });
    isBegun = true;
    send({ kind: 'piece', text: piece });
    await once(port, 'message');
  };
  let gathered = '';
  for (const part of formatted.text) {
    gathered += part;
    if (gathered.length < PIECE) continue;
    await pass(gathered);
    gathered = '';
  }
  await pass(gathered);
}

function change(knowledge: OpenedKnowledge, { text, base, graphs }: SparqlRequest): void {
  if (!knowledge.write) throw new SparqlError('not-allowed', 'Nothing can be written here.');
  const { added, removed } = knowledge.write((write) => update(write, text, { limits, base, ...(graphs ? { graphs } : {}) }));
  send({ kind: 'head', mediaType: 'application/json' });
  send({ kind: 'piece', text: `${JSON.stringify({ added, removed })}\n` });
}
