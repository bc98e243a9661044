/** Splits a multipart message as it arrives. Each part is read to its end before the next one comes. */
import type { Readable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import { Refusal } from '../rules.js';
import { MessageTooLarge } from './too-large.js';

export interface Part {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Buffer>;
}

const MOST_PARTS = 32;
const MOST_HEADERS = 40;

/** Rejects with Refusal when the message is no multipart message, or ends before its end. */
export function readParts(
  source: Readable,
  { boundary, most }: { readonly boundary: string; readonly most: number },
  onPart: (part: Part) => Promise<void>,
): Promise<void> {
  const dicer = new Dicer({ boundary, maxHeaderPairs: MOST_HEADERS });
  return new Promise((resolve, reject) => {
    const reading: Promise<void>[] = [];
    let isOver = false;
    const fail = (error: unknown) => {
      if (isOver) return;
      isOver = true;
      source.unpipe(dicer);
      dicer.destroy();
      reject(error as Error);
    };
    dicer.on('part', (stream) => {
      // Whoever stops reading a part makes an error of it as well: the reason why counts.
      let broken: Error | null = null;
      let isRead = false;
      stream.on('error', (error) => {
        broken = error;
        if (!isRead) fail(unreadable(error));
      });
      // Without an end of its head it never comes to be read, and nobody would wait for it to end.
      stream.on('end', () => {
        if (!isRead) fail(unreadable(new Error('the head of a part does not end')));
      });
      stream.resume();
      stream.on('header', (header) => {
        isRead = true;
        stream.pause();
        if (reading.length >= MOST_PARTS) {
          stream.resume();
          fail(new Refusal(`The message has more than ${MOST_PARTS} parts.`, 'unreadable'));
          return;
        }
        const body = stream as AsyncIterable<Buffer>;
        reading.push(
          onPart({ headers: headersOf(header), body }).catch((error: Error) => fail(error === broken ? unreadable(error) : error)),
        );
      });
    });
    dicer.on('finish', () => void Promise.all(reading).then(() => (isOver ? undefined : resolve()), fail));
    dicer.on('error', (error) => fail(unreadable(error)));
    source.on('error', fail);
    source.on('close', () => {
      if (!source.readableEnded) fail(new Refusal('The sender went away before the end of the message.', 'unreadable'));
    });
    // What stands before, between and after the parts counts as well.
    let left = most;
    source.on('data', ({ length }: Buffer) => {
      left -= length;
      if (left < 0) fail(new MessageTooLarge(most));
    });
    source.pipe(dicer);
  });
}

const unreadable = (error: Error): Refusal =>
  new Refusal(`The message is no readable multipart message: ${error.message}.`, 'unreadable', { cause: error });

const headersOf = (header: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(header as Record<string, readonly string[]>).map(([name, values]) => [name.toLowerCase(), values.join(', ')]),
  );
