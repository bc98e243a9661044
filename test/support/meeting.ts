/** Lets callers pass `size` at a time: who comes first waits for the others, so that all of them are under way at once. */
export function meeting(size: number): () => Promise<void> {
  let waiting: (() => void)[] = [];
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length < size) return;
      for (const go of waiting) go();
      waiting = [];
    });
}
