/** The loop of a reader thread: takes a task, answers with its reading, buffers handed over rather than copied. */
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { disposeExchange } from '../store/index.js';
import { FILES, LARGE_BODIES, type ReaderAnswer, type ReaderMessage } from './reader-pool.js';
import type { ExchangeReader, Reading } from './reading.js';

export function serveReader(port: MessagePort, reader: ExchangeReader): void {
  if (process.argv.includes(LARGE_BODIES)) giveWay(constants.priority.PRIORITY_LOW);
  else if (process.argv.includes(FILES)) giveWay(FILES_PRIORITY);
  port.postMessage({ id: 0 } satisfies ReaderAnswer);
  port.on('message', ({ id, task }: ReaderMessage) => {
    reader
      .read(task)
      .then((reading) => port.postMessage({ id, reading } satisfies ReaderAnswer, buffersOf(reading)))
      .catch((error: unknown) => port.postMessage({ id, ...failureIn(error) } satisfies ReaderAnswer))
      .finally(() => disposeExchange(task.exchange));
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
