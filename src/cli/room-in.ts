import type { Writable } from 'node:stream';

/** Resolves when a stream that had enough takes more, or when nobody reads it any longer. Leaves no listener behind. */
export function roomIn(output: Writable): Promise<void> {
  if (output.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const events = ['drain', 'close', 'error'] as const;
    const done = () => {
      for (const event of events) output.off(event, done);
      resolve();
    };
    for (const event of events) output.on(event, done);
  });
}
