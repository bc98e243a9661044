/** Closing a connection waits a while for what is under way. */
import type { Connection } from './http-exchange.js';

export function closing({ agent, timeOuts }: Connection) {
  const underWay = new Set<Promise<unknown>>();
  return {
    async track<Value>(work: () => Promise<Value>): Promise<Value> {
      const promise = work();
      underWay.add(promise);
      try {
        return await promise;
      } finally {
        underWay.delete(promise);
      }
    },
    async close(): Promise<void> {
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise((resolve) => {
        timer = setTimeout(resolve, Math.min(timeOuts.close, 2 ** 31 - 1));
      });
      await Promise.race([Promise.allSettled(underWay), limit]);
      clearTimeout(timer);
      agent.destroy();
    },
  };
}
