/** The loop of a reader thread: takes a task, answers with its reading, buffers handed over rather than copied. */
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import type { MessagePort } from 'node:worker_threads';
import { disposeExchange } from '../../formats/warc/index.js';
import { collectGarbage } from '../../platform/index.js';
import type { ReaderThreadData } from './open-readers.js';
import { APART, FILES, LARGE_BODIES, type PieceTaken, type ReaderAnswer, type ReaderBegin, type ReaderMessage } from './reader-pool.js';
import { type ExchangeReader, isGiant, type LinkPiece, type Reading } from './reading.js';

/** `makeReader` is asked once for every crawl the thread reads for. */
export function serveReader(port: MessagePort, makeReader: (data: ReaderThreadData) => Promise<ExchangeReader>): void {
  if (process.argv.includes(LARGE_BODIES)) giveWay(constants.priority.PRIORITY_LOW);
  else if (process.argv.includes(FILES) || process.argv.includes(APART)) giveWay(FILES_PRIORITY);
  let making: Promise<ExchangeReader>;
  const pieces = new Pieces(port);
  port.on('message', (message: ReaderBegin | ReaderMessage | PieceTaken) => {
    if ('taken' in message) return pieces.taken(message.taken);
    if ('task' in message) return void answer(port, making, message, pieces);
    making = makeReader(message.begin as ReaderThreadData);
    making.then(() => port.postMessage({ id: 0 } satisfies ReaderAnswer), failToStart);
  });
}

/** Links that are handed on before their reading is there, a piece at a time. */
class Pieces {
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, () => void>();

  constructor(port: MessagePort) {
    this.#port = port;
  }

  handOn(id: number, piece: LinkPiece): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#port.postMessage({ id, piece } satisfies ReaderAnswer);
    });
  }

  taken(id: number): void {
    this.#waiting.get(id)?.();
    this.#waiting.delete(id);
  }
}

async function answer(
  port: MessagePort,
  making: Promise<ExchangeReader>,
  { id, task, inPieces }: ReaderMessage,
  pieces: Pieces,
): Promise<void> {
  try {
    const reading = await (await making).read(task, inPieces ? (piece) => pieces.handOn(id, piece) : undefined);
    // Here, where it holds nobody up; what could not be read is still wanted.
    disposeExchange(task.exchange);
    if (isGiant(task)) collectGarbage(); // the writer is about to hold several copies of what it left
    const isSwollen = isGiant(task) && isLarge();
    const hasGrown = process.argv.includes(FILES) && isLarge();
    port.postMessage({ id, reading, isSwollen, hasGrown } satisfies ReaderAnswer, buffersOf(reading));
  } catch (error) {
    port.postMessage({ id, ...failureIn(error) } satisfies ReaderAnswer);
  }
}

/** Pages of any usual size leave a heap of about half of this. */
const SWOLLEN = 100 * 1024 * 1024;

function isLarge(): boolean {
  const { total_physical_size: heap, external_memory: buffers } = getHeapStatistics();
  return heap + buffers > SWOLLEN;
}

/** Thrown where nobody catches it: the thread ends, and the main thread hears why. */
function failToStart(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}

function failureIn(error: unknown): Pick<ReaderAnswer, 'error' | 'code'> {
  if (!(error instanceof Error)) return { error: String(error) };
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? { error: error.message } : { error: error.message, code };
}

/** About a third of the time, where pages want all of it: files come late, but come. */
const FILES_PRIORITY = 5;

/** Lets pages have the processor first. Where threads have no priority of their own (not on Linux) all stay equal. */
function giveWay(priority: number): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), priority);
  } catch {
    // A courtesy, no condition.
  }
}

function buffersOf({ fetch, version, content }: Reading): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  for (const view of [
    fetch.set?.bytes,
    version?.text,
    version?.metadata,
    version?.links,
    version?.sketch,
    version?.triples?.quads,
    content,
  ]) {
    const owns = view instanceof Uint8Array && view.byteLength > 0 && view.byteLength === view.buffer.byteLength;
    if (owns) buffers.add(view.buffer as ArrayBuffer);
  }
  return [...buffers];
}
