import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keptGzip } from './kept-gzip.js';

/** As zlib sees it: nothing in it occurs twice. */
const noise = (length: number): Uint8Array => {
  let state = 7;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 24;
  });
};

it('makes members that hold the parts, one after the other', () => {
  const parts = fc.array(fc.uint8Array({ maxLength: 3000 }), { minLength: 1, maxLength: 5 });
  const level = fc.integer({ min: 1, max: 9 });
  fc.assert(fc.property(parts, level, (all, at) => gunzipSync(keptGzip(all, at)).equals(Buffer.concat(all))));
});

it.each([
  ['nothing', [new Uint8Array()]],
  ['bytes that do not compress', [noise(60_000), noise(900_000)]],
  ['as much as is kept for', [Buffer.alloc(1 << 20, 'winnow')]],
  ['more than that', [Buffer.alloc(1 << 20, 'winnow'), noise(5000)]],
])('takes %s', (_name, parts) => {
  const member = keptGzip(parts, 1);
  expect(Buffer.compare(gunzipSync(member), Buffer.concat(parts))).toBe(0);
});

it('makes the same of the same, whatever came before', () => {
  const page = Buffer.from('<p>Guten Tag</p>'.repeat(2000));
  const before = keptGzip([page], 1);
  keptGzip([noise(200_000)], 1);
  keptGzip([page], 6);
  expect(keptGzip([page], 1)).toEqual(before);
  expect(before).toEqual(gzipSync(page, { level: 1 }));
});
