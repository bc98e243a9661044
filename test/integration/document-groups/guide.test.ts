/** The crawler of the guide, as it stands there. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runHarvest } from '../../../src/assembly/index.js';
import { startFixtureWeb } from '../../../src/testing/index.js';
import { type GroupService, serveGroups } from '../../support/group-service.js';

let folder: string;
let service: GroupService;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-guide-'));
  service = await serveGroups();
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

it('E-48 E-08 E-09 a custom crawler of twenty lines works: one group with text, annexes and metadata', async () => {
  const yaml = /```yaml\n(# connectors\/court\.yaml\n.*?)```/s.exec(readFileSync('docs/guides/document-groups.md', 'utf8'))?.[1] ?? '';
  expect(yaml.trim().split('\n').length).toBeLessThanOrEqual(21); // its name, and twenty lines
  mkdirSync(join(folder, 'connectors'));
  const file = join(folder, 'connectors', 'court.yaml');
  writeFileSync(file, yaml.replaceAll('https://court.example', 'http://court.example'));
  const page = (body: string, type: string) => ({ headers: { 'Content-Type': type }, body });
  const cases = [
    {
      number: '1-23',
      title: 'A v B',
      page: 'http://court.example/1',
      annexes: ['http://court.example/a.pdf', 'http://court.example/b.pdf'],
    },
  ];
  const web = await startFixtureWeb({
    'court.example': {
      '/cases.json': page(JSON.stringify({ cases }), 'application/json'),
      '/1': page('<html><title>A v B</title><p>In the matter of A v B, judgment is given.</p></html>', 'text/html'),
      '/a.pdf': page('%PDF-1.4 a', 'application/pdf'),
      '/b.pdf': page('%PDF-1.4 b', 'application/pdf'),
    },
  });
  try {
    const definition = { fetch: web.fetch, search: { index: false }, deliver: [{ to: service.rest }] };
    const report = await runHarvest({
      connector: file,
      workspace: join(folder, 'workspace'),
      definition,
      pace: { delayMs: 0, backoffMs: 1 },
    } as never);
    expect(report).toMatchObject({ operations: { Add: 1 }, deliveries: [{ sent: 1, failure: null }] });
  } finally {
    await web.close();
  }
  const [taken] = service.taken;
  expect(taken?.group).toMatchObject({ operation: 'Add', type: 2, lang: 'EN', crawler: 'court' });
  expect(taken?.group.documents.map(({ format }) => format)).toEqual([
    'text/html',
    'application/pdf',
    'application/pdf',
    'application/gzip',
  ]);
});
