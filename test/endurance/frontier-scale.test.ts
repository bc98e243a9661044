/** The frontier at scale. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { QueueStore } from '../../src/backends/embedded/queue/index.js';
import { heapInUse } from '../../src/testing/heap-in-use.js';

it('G-45 two million queued URLs with flat memory: as many places in memory as the setting says, the rest on disk, in order', async () => {
  const [queued, queues, inMemory] = [2_000_000, 200, 20_000];
  const folder = mkdtempSync(join(tmpdir(), 'winnow-scale-'));
  const store = new QueueStore({ folder: join(folder, 'queue'), inMemory, isCurrent: () => true });
  const orderOf = (id: number): number => (Math.imul(id, 0x9e37_79b1) >>> 0) / 2 ** 32;
  const held: number[] = [];
  for (let id = 1; id <= queued; id++) {
    store.push(1 + (id % queues), orderOf(id), id, 0);
    if (id % 100_000 === 0) await new Promise(setImmediate); // as in a crawl, merging has its turns
    if (id % 500_000 === 0) held.push(heapInUse() + process.memoryUsage().arrayBuffers);
    if (id % 50_000 === 0) expect(store.inMemory).toBeLessThanOrEqual(inMemory);
  }
  const grownBy = (held.at(-1) as number) - (held[0] as number);
  expect(grownBy / 1e6).toBeLessThan(20);
  for (let queue = 1; queue <= queues; queue++) {
    let before = -1;
    for (let taken = 0; taken < 500; taken++) {
      const place = store.pop(queue);
      expect((place?.order ?? -1) > before && (place?.id ?? 0) % queues === queue - 1).toBe(true);
      before = place?.order as number;
    }
  }
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});
