import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { playPortal } from '../../../src/assembly/index.js';
import { loadConnector } from '../../../src/definition/connector/index.js';
import { folderWith, lawConnector, lawPortal } from '../../support/law-portal.js';

let folder = '';
afterEach(() => rm(folder, { recursive: true, force: true }));

it('E-11, E-12 a new portal is one file of YAML: it is found, played, and nothing else was written for it', async () => {
  const island = { id: 'island', host: 'gazette.island.test', laws: 4 };
  folder = await folderWith({ island: lawConnector(island) });
  const { connector, lines } = await loadConnector('island', { folders: [join(folder, 'connectors')] });
  const days = await playPortal({ connector, fixture: lawPortal(island) });
  expect(days.map(({ day, faults }) => [day, faults])).toEqual([
    [1, []],
    [2, []],
    ['broken', []],
    ['cut', []],
  ]);
  expect(days[2]?.problems.join()).toContain('list[0].each');
  expect(lines.own).toBeLessThanOrEqual(40);
});
