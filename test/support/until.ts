/** Waits for something that happens in another process or by a timer; fails loudly instead of hanging. */
export async function until(holds: () => boolean, limitMs = 240_000): Promise<void> {
  for (const end = Date.now() + limitMs; !holds(); ) {
    if (Date.now() > end) throw new Error(`still not so after ${limitMs / 1000} s: ${holds.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
