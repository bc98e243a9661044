import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { gzipMember, levelFor } from './gzip.js';

const prose = Buffer.from('the law of the land and the sea '.repeat(2000));

describe('levelFor', () => {
  it('stores what is compressed inside, whatever its type says', () => {
    expect(levelFor('application/pdf', null, 6, randomBytes(50_000))).toBe(0);
    expect(levelFor(null, null, 6, randomBytes(50_000))).toBe(0);
  });

  it('compresses what shrinks, and what has a head that does not', () => {
    expect(levelFor('application/pdf', null, 6, prose)).toBe(6);
    expect(levelFor('application/pdf', null, 6, Buffer.concat([randomBytes(5000), prose]))).toBe(6);
  });

  it('goes by type and content coding where they say enough', () => {
    expect(levelFor('text/html', null, 6, randomBytes(50_000))).toBe(6);
    expect(levelFor('application/rdf+xml; charset=utf-8', null, 6, randomBytes(50_000))).toBe(6);
    expect(levelFor('image/png', null, 6, prose)).toBe(0);
    expect(levelFor('text/html', 'gzip', 6, prose)).toBe(0);
    expect(levelFor('application/octet-stream', null, 6, { path: '/nowhere', length: 1 << 30 })).toBe(6);
  });
});

it('a member of any level is read back as it was', () => {
  const noise = randomBytes(70_000);
  for (const level of [0, 1, 9]) expect(gunzipSync(gzipMember([prose, noise], level)).equals(Buffer.concat([prose, noise]))).toBe(true);
});
