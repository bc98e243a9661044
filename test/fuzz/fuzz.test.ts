/** The smallest part of `npm run test:fuzz`, and what was once made to hold readers up. */
import { describe, expect, it } from 'vitest';
import { examineMetaInfo } from '../../src/formats/document-groups/index.js';
import { READERS, read } from '../../src/read/index.js';
import { readRdf } from '../../src/read/rdf/index.js';
import { inputFor, take } from './fuzz-one.js';
import { HOSTILE } from './hostile.js';
import { TARGETS } from './targets.js';

const url = 'https://page.example/';

describe('hostile inputs', () => {
  it.each(Object.entries(HOSTILE))('%s: the page is read, and what it says as RDF', async (_what, make) => {
    const bytes = Buffer.from(make(100_000));
    expect(await read({ url, bytes, headers: [], contentType: 'text/html' }, READERS)).toMatchObject({ links: expect.any(Array) });
    expect((await readRdf({ bytes, contentType: 'text/html', url, most: 1000 })).quads.length).toBeLessThanOrEqual(1000);
  });

  it('a description with a date of a hundred thousand digits is refused', async () => {
    const { faults } = await examineMetaInfo(`<documentgroup date="${'1'.repeat(100_000)}" crawler="c"/>`);
    expect(faults.length).toBeGreaterThan(0);
  });
});

describe('mutated inputs', () => {
  it('each target takes what its seeds were before anything was changed', async () => {
    for (const { seeds, run, throws = [] } of TARGETS)
      for (const seed of seeds) await (async () => run(Buffer.from(seed)))().catch((error: Error) => expect(throws).toContain(error.name));
  });

  it('a ZIP archive whose directory points outside of it is read as far as it goes', async () => {
    const bytes = zipPointingTo(0x7fffffff);
    expect(await read({ url, bytes, headers: [], contentType: 'application/zip' }, READERS)).toMatchObject({ links: [] });
  });

  it.each(TARGETS.map((target) => [target.name, target] as const))(
    '%s: nothing is thrown that is none of its errors',
    async (_name, target) => {
      const problems: string[] = [];
      for (let number = 0; number < 8; number++) {
        const { problem } = await take(target, inputFor(target, 7, number));
        if (problem !== null) problems.push(`input ${number}: ${problem}`);
      }
      expect(problems).toEqual([]);
    },
  );
});

/** An archive of one entry, the list of content types of an office file, that is said to stand at `offset`. */
function zipPointingTo(offset: number): Buffer {
  const name = Buffer.from('[Content_Types].xml');
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(name.length, 28);
  central.writeUInt32LE(offset, 42);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length, 16);
  return Buffer.concat([local, name, central, name, end]);
}
