/** How long to wait, and waiting that can be cut short. */
export interface Pauses {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** Doubles from the first to the longest, shortened by up to a quarter so that many who failed together do not come back together. */
export function pauseAfter(times: number, { firstMs, longestMs }: Pauses, random: () => number = Math.random): number {
  const full = Math.min(longestMs, firstMs * 2 ** Math.min(times, 40));
  return full * (1 - random() / 4);
}

/** Resolves after the time, or as soon as one of the signals says so. */
export function wait(ms: number, ...signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    if (signals.some(({ aborted }) => aborted)) return void setImmediate(resolve);
    const done = () => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    for (const signal of signals) signal.addEventListener('abort', done);
  });
}
