import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Definition, definitionFromInput } from '../../definition/crawl/index.js';
import { forgetChanges, keepingChanges, withKeptChanges } from './kept-changes.js';
import type { ControlHandlers } from './requests.js';

let folder: string;
let definition: Definition;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kept-'));
  ({ definition } = await definitionFromInput({}, { environment: {} }));
});
afterEach(() => rmSync(folder, { recursive: true }));

const plain: ControlHandlers = {
  change: () => [],
  stop: () => {},
  pause: () => {},
  goOn: () => {},
  status: () => null,
  traps: { list: () => [], release: () => Promise.resolve(null), pause: () => Promise.resolve(null) },
  add: () => ({ accepted: 0, updated: 0, blacklisted: 0, refused: 0 }),
};

it('changes hold when the run goes on in another process', async () => {
  const { change } = keepingChanges(folder, definition, plain);
  // Two at once, as two clients send them: neither is lost.
  await Promise.all([change({ politeness: { delay: '5s' } }), change({ politeness: { delay: '9s' }, budget: { pages: 4 } })]);
  expect(readdirSync(folder)).toEqual(['changes.json']);
  const again = await withKeptChanges(folder, definition);
  expect([again.politeness.delay, again.budget.pages]).toEqual([9000, 4]);

  await keepingChanges(folder, again, plain).change({ politeness: { delay: '7s' } });
  expect((await withKeptChanges(folder, definition)).politeness.delay).toBe(7000);
});

it('a change that is refused or makes no difference is not kept', async () => {
  const refusing = keepingChanges(folder, definition, { ...plain, change: () => Promise.reject(new Error('too late')) });
  await expect(refusing.change({ politeness: { delay: '5s' } })).rejects.toThrow('too late');
  const { change } = keepingChanges(folder, definition, plain);
  await expect(change({ seeds: [] })).rejects.toThrow('cannot change while a crawl runs');
  await change({ politeness: { delay: '3s' } });
  expect(readdirSync(folder)).toEqual([]);
});

it('they are forgotten when the run has finished', async () => {
  await keepingChanges(folder, definition, plain).change({ politeness: { delay: '5s' } });
  await forgetChanges(folder);
  await forgetChanges(folder);
  expect(readdirSync(folder)).toEqual([]);
  expect(await withKeptChanges(folder, definition)).toBe(definition);
});

it.each([
  ['nothing', ''],
  ['half of it', '[{"path":"budget.pages",'],
  ['something else', '{"path":"budget.pages"}'],
  ['a list of other things', '[1,null,"x",{"path":"budget.pages","site":3,"before":null,"value":{}}]'],
])('a file with %s holds no changes', async (_case, content) => {
  writeFileSync(join(folder, 'changes.json'), content);
  expect(await withKeptChanges(folder, definition)).toEqual(definition);
});
