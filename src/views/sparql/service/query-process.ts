/** Entry of a process that answers one query at a time. It sends a piece of the answer, and the next when it is asked for. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { formatResult } from '../format/format.js';
import { parameterTerm } from '../parameters.js';
import { query } from '../query.js';
import { SparqlError, type SparqlProblem } from '../sparql-error.js';
import { update } from '../update.js';
import type { FromLane, KnowledgeOpener, LaneData, OpenedKnowledge, SparqlRequest, ToLane } from './messages.js';

const { opener, limits } = JSON.parse(process.argv[2] as string) as LaneData;
const { openKnowledge } = (await import(opener)) as KnowledgeOpener;

const PIECE = 32_768;

// Whoever started this process ends it. A Ctrl-C is meant for them, and they may want to finish what they are at.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
new Worker(new URL('./orphan-thread.js', import.meta.url), { workerData: process.ppid, stdin: false }).unref();

process.on('message', (message: ToLane) => {
  if ('ask' in message) void answer(message.ask);
});

/** Sent before anything else is done: a query leaves no time for it. */
const send = (message: FromLane): Promise<void> => new Promise((sent) => process.send?.(message, () => sent()));

async function answer(request: SparqlRequest): Promise<void> {
  let knowledge: OpenedKnowledge | null = null;
  try {
    knowledge = await openKnowledge(request.folder, request);
    await send({ kind: 'begun' });
    if (request.kind === 'update') await change(knowledge, request);
    else await ask(knowledge, request);
    await send({ kind: 'end' });
  } catch (error) {
    const { message } = error as Error;
    await send({ kind: 'error', ...(error instanceof RangeError ? outOfRange(message) : { code: problemOf(error), message }) });
  } finally {
    knowledge?.close();
  }
}

const problemOf = (error: unknown): SparqlProblem | null => (error instanceof SparqlError ? error.problem : null);

/** The engine's own limits: of recursion, and of what a text or a list can hold. */
function outOfRange(message: string): { code: SparqlProblem; message: string } {
  if (/call stack/i.test(message))
    return { code: 'too-deep', message: 'The query has too many parts within parts. Take some of them away.' };
  return { code: 'too-much-memory', message: `The query makes something that is too long (${message}). Ask for less at a time.` };
}

async function ask({ source }: OpenedKnowledge, { text, base, prefixes, graphs, wish, parameters = {} }: SparqlRequest): Promise<void> {
  const terms = Object.fromEntries(Object.entries(parameters).map(([name, written]) => [name, parameterTerm(written)]));
  const result = query(source, text, { limits, base, prefixes, parameters: terms, ...(graphs ? { graphs } : {}) });
  const formatted = formatResult(result, wish);
  let isBegun = false;
  for (const piece of inPieces(formatted.text)) {
    if (!isBegun) await send({ kind: 'head', mediaType: formatted.mediaType });
    isBegun = true;
    const wanted = once(process, 'message');
    await send({ kind: 'piece', text: piece });
    await wanted;
  }
}

/** Of about the same length, at least one, and no character cut into halves. */
function* inPieces(parts: Iterable<string>): Iterable<string> {
  let gathered = '';
  for (const part of parts) {
    gathered += part;
    while (gathered.length >= PIECE) {
      const end = isFirstHalf(gathered.charCodeAt(PIECE - 1)) ? PIECE - 1 : PIECE;
      yield gathered.slice(0, end);
      gathered = gathered.slice(end);
    }
  }
  yield gathered;
}

const isFirstHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

async function change(knowledge: OpenedKnowledge, { text, base, prefixes, graphs }: SparqlRequest): Promise<void> {
  if (!knowledge.write) throw new SparqlError('not-allowed', 'Nothing can be written here.');
  const { added, removed } = knowledge.write((write) => update(write, text, { limits, base, prefixes, ...(graphs ? { graphs } : {}) }));
  await send({ kind: 'head', mediaType: 'application/json' });
  await send({ kind: 'piece', text: `${JSON.stringify({ added, removed })}\n` });
}
