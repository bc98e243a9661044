/** The loop of a reader thread: takes a task, answers with its reading, buffers handed over rather than copied. */
import type { MessagePort } from 'node:worker_threads';
import { disposeExchange } from '../store/index.js';
import type { ReaderAnswer, ReaderMessage } from './reader-pool.js';
import type { ExchangeReader, Reading } from './reading.js';

export function serveReader(port: MessagePort, reader: ExchangeReader): void {
  port.postMessage({ id: 0 } satisfies ReaderAnswer);
  port.on('message', ({ id, task }: ReaderMessage) => {
    reader
      .read(task)
      .then((reading) => port.postMessage({ id, reading } satisfies ReaderAnswer, buffersOf(reading)))
      .catch((error: unknown) =>
        port.postMessage({ id, error: error instanceof Error ? error.message : String(error) } satisfies ReaderAnswer),
      )
      .finally(() => disposeExchange(task.exchange));
  });
}

function buffersOf({ fetch, version, content }: Reading): ArrayBuffer[] {
  const views = [fetch.set?.bytes, version?.text, version?.metadata, version?.links, content];
  const own = views.filter(
    (view): view is Uint8Array => view instanceof Uint8Array && view.byteLength > 0 && view.byteLength === view.buffer.byteLength,
  );
  return [...new Set(own.map((view) => view.buffer as ArrayBuffer))];
}
