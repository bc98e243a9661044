/** The ready runs of the profile gov, offline on recorded hosts, and the four parameters everybody sets. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCrawl } from '../../../src/assembly/index.js';
import { readWorkspace } from '../../../src/backends/index.js';
import { definitionFromInput, loadDefinition } from '../../../src/definition/crawl/index.js';
import { stateFolder } from '../../../src/platform/index.js';
import { mapAccess } from '../../../src/views/exports/index.js';
import { mapReport, runReport } from '../../../src/views/reports/index.js';
import { GOV_SITES, offlineDefinition } from '../../../src/webs/demo/index.js';
import { crawling } from '../../support/crawling.js';
import { runCli } from '../../support/run-cli.js';

const { workspace, demo } = crawling();

const NINE = ['evem', 'e-uprava', 'podatki', 'e-prostor', 'mz', 'mnz', 'up', 'ti', 'mf'].map((host) => `http://${host}.gov.si/`);

const plainUrl = (url: unknown): string => String(url).replace(/(.)\/$/, '$1');

it('G-40 profile gov-2 runs offline from the command line and finds what two seeds lead to', async () => {
  const to = workspace();
  const { code, out, err } = await runCli(['demo', '--profile', 'gov-2', '--once', '-w', to.workspace], to.folder);
  expect(code, err).toBe(0);
  expect(out).toMatch(/gov-2, run 1: finished[\s\S]*Map\n +sites +8[\s\S]*\nVisited \d+ links in \d+ seconds\.\.\./);
  const seeds = to.rows('resources').filter(({ found_by }) => found_by === 'seed');
  expect(seeds.map(({ url }) => plainUrl(url))).toEqual(['http://evem.gov.si', 'http://e-prostor.gov.si']);
  const web = await demo({ sites: GOV_SITES });
  const held = new Set(to.rows('documents').map(({ url }) => plainUrl(url)));
  const missed = web.truth().sites.flatMap(({ pages }) => pages.map(({ url }) => plainUrl(url)).filter((url) => !held.has(url)));
  // The one host that no other links to; everything else two seeds lead to.
  expect(new Set(missed.map((url) => new URL(url).hostname))).toEqual(new Set(['up.gov.si']));
  expect(existsSync(join(to.workspace, 'files/PPTX/mf.gov.si/izhodisca.pptx'))).toBe(true);
});

it('G-40 profile gov-9 runs offline on its recorded hosts and finds all they have', async () => {
  const web = await demo({ sites: GOV_SITES });
  const to = workspace();
  const input = offlineDefinition('gov-9', web);
  const { definition } = await definitionFromInput(
    { ...input, politeness: { ...input.politeness, delay: '0s', crawlDelayFactor: 0.01, perAddress: 4 } },
    { environment: {} },
  );
  expect([definition.name, definition.seeds]).toEqual(['gov-9', NINE]);
  const end = await runCrawl({ definition, folder: to.folder, workspace: to.workspace, state: stateFolder(process.env) });
  expect(end.state).toBe('finished');

  const reading = readWorkspace(to.workspace);
  const { repository, close } = reading;
  const report = runReport(repository);
  const map = mapReport(repository.webMap, { ...mapAccess(reading), urlOf: (id) => repository.urlOf(id) });
  close();
  const held = new Set(to.rows('documents').map(({ url }) => plainUrl(url)));
  expect(
    web
      .truth()
      .sites.flatMap(({ pages }) => pages.map(({ url }) => plainUrl(url)).filter((url) => !held.has(url) && !url.includes('/datoteke/'))),
  ).toEqual([]);
  expect(web.requests.filter(({ host, path }) => host === 'ti.gov.si' && path !== '/robots.txt')).toEqual([]);
  expect(map).toMatchObject({ sites: 9, pages: { waiting: 0 }, files: { count: 0 } });
  // Three are the same to the byte; whoever looks for what is nearly the same finds more.
  expect(map.pages.duplicates).toBeGreaterThanOrEqual(3);
  expect(report.rounds.length).toBeGreaterThan(1);
  expect(Math.max(...(report.assignments ?? []).map(({ worker }) => worker))).toBe(5);
  const { hubs } = JSON.parse((await runCli(['graph', 'stats', '-w', to.workspace, '--hub-factor', '3', '--json'], to.folder)).out) as {
    hubs: { url: string }[];
  };
  expect(new URL(hubs[0]?.url ?? 'about:blank').hostname).toBe('mz.gov.si');
  expect(hubs.filter(({ url }) => url.includes('sitemap'))).toEqual([]);
  expect(existsSync(join(to.workspace, 'files'))).toBe(false);
  expect(web.requests.filter(({ path }) => /^\/(?:slike|datoteke)\//.test(path))).toEqual([]);
});

it('G-01 seeds, workers, depth and the flags for files and images stand in the help; YAML overrides what is built in', async () => {
  const to = workspace();
  const { out } = await runCli(['crawl', '--help'], to.folder);
  for (const parameter of [/seed pages: URLs to start from/, /--workers <number>/, /--depth <number>/, /--files\b/, /--images\b/])
    expect(out).toMatch(parameter);
  const yaml = to.write(
    'gov.yaml',
    'extends: gov\nseeds: [http://a.gov.test/]\nscope: { domains: [gov.test], depth: 3 }\nfrontier: { workers: 2 }\ncapture: { images: false }\n',
  );
  const plain = await definitionFromInput({ extends: 'gov' }, { environment: {} });
  expect(plain.definition).toMatchObject({ frontier: { workers: 5 }, capture: { files: true, images: true } });
  expect(plain.definition.scope?.depth).toBeUndefined();
  const { definition } = await loadDefinition({ file: yaml, environment: {}, flags: { files: false } });
  expect(definition).toMatchObject({
    frontier: { workers: 2, deal: 'domains' },
    scope: { depth: 3 },
    capture: { files: false, images: false },
  });
  const without = await runCli(['crawl', '--profile', 'gov'], to.folder);
  expect([without.code, without.err]).toEqual([2, expect.stringContaining('a profile that has seeds')]);
});
