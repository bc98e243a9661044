/** Reads away what is left of a message that is refused, so that its sender gets to read the answer: but not for ever. */
import type { Readable } from 'node:stream';

const MOST_BYTES = 64 << 20;
const MOST_MS = 5000;

/** True when the sender had said everything: then the connection can be used again. */
export function drain(source: Readable): Promise<boolean> {
  if (source.readableEnded || source.destroyed) return Promise.resolve(source.readableEnded);
  return new Promise((resolve) => {
    let left = MOST_BYTES;
    const end = (isWhole: boolean) => {
      clearTimeout(timer);
      source.off('data', count);
      resolve(isWhole);
    };
    const count = (bytes: Uint8Array) => {
      left -= bytes.length;
      if (left < 0) end(false);
    };
    const timer = setTimeout(() => end(false), MOST_MS);
    source.on('data', count);
    source.once('end', () => end(true));
    source.once('close', () => end(source.readableEnded));
    source.resume();
  });
}
