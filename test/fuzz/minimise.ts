/** The smallest part of an input that still has its fault: halves, quarters and so on are left out for as long as it stays. */
const MOST_MS = 20_000;

export async function minimised(bytes: Buffer, isStill: (part: Buffer) => Promise<boolean>): Promise<Buffer> {
  const endsAt = Date.now() + MOST_MS;
  let least = bytes;
  for (let size = Math.ceil(bytes.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < least.length && Date.now() < endsAt; ) {
      const without = Buffer.concat([least.subarray(0, at), least.subarray(at + size)]);
      if (without.length < least.length && (await isStill(without))) least = without;
      else at += size;
    }
  }
  return least;
}
