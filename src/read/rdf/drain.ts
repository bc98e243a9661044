/** Feeds a text to a parser that is a stream, piece by piece, and takes what comes out. The first error ends it, and so does the clock. */
import type { Transform } from 'node:stream';

const PIECE = 16_384;
/** A document that keeps a parser busy for longer is made to do so. */
const LONGEST_MS = 20_000;

export function drain<T>(parser: Transform, text: string, take: (one: T) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const until = performance.now() + LONGEST_MS;
    let ended = false;
    const fail = (error: unknown): void => {
      ended = true;
      reject(error as Error);
      parser.destroy();
    };
    parser.on('data', (one: T) => {
      if (!ended) attempt(() => take(one), fail);
    });
    parser.on('error', fail);
    parser.on('end', resolve);
    const feed = (at: number): void => {
      for (let start = at; !ended; start += PIECE) {
        if (start >= text.length) return void parser.end();
        if (performance.now() > until) return fail(new Error(`Reading it took longer than ${LONGEST_MS / 1000} s.`));
        if (!parser.write(text.slice(start, start + PIECE))) return void parser.once('drain', () => feed(start + PIECE));
      }
    };
    attempt(() => feed(0), fail);
  });
}

function attempt(act: () => void, fail: (error: unknown) => void): void {
  try {
    act();
  } catch (error) {
    fail(error);
  }
}
