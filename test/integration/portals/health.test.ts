/**
 * The health of portals whose fixtures break: what is named, what is proposed, and that a run by the proposal is as planted.
 * `winnow portals test --all` holds every portal to the first of these.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { portalHealth } from '../../../src/assembly/index.js';
import { showHealth } from '../../../src/cli/portals/health.js';
import type { Terminal } from '../../../src/cli/terminal.js';
import { type LoadedConnector, loadConnector } from '../../../src/definition/connector/index.js';
import { repairedConnector, type WorkspaceHealth } from '../../../src/views/health/index.js';
import { type Day, type FixtureResponse, fixtureOf, type PortalFixture } from '../../../src/webs/portals/index.js';
import { openFixtureHarvest } from '../../support/fixture-harvest.js';
import { lawConnector, lawPortal } from '../../support/law-portal.js';
import { json, serving } from '../../support/serving.js';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});
const serve = serving();
const SILENT: Terminal = { print() {}, remark() {}, live() {}, style: (_style, text) => text, isLive: false, width: 100 };

interface Played {
  /** Rules that failed, and what is not as planted. */
  day(day: Day, by?: LoadedConnector): Promise<string[]>;
  health(by?: LoadedConnector): Promise<WorkspaceHealth>;
  readonly workspace: string;
}

async function playing(fixture: PortalFixture, loaded: LoadedConnector): Promise<Played> {
  const harvest = await openFixtureHarvest(fixture, loaded.connector);
  open.push(harvest.close);
  return {
    workspace: harvest.folder,
    async day(day, { connector } = loaded) {
      const { report, faults } = await harvest.run(day, {}, { connector, full: day === 'broken' });
      return [...report.problems.map(({ rule }) => rule), ...faults];
    },
    async health(by = loaded) {
      const [health] = await portalHealth({ workspace: harvest.folder, loaded: by, propose: true });
      return health as WorkspaceHealth;
    },
  };
}

/** Runs by what is proposed, and by what is proposed then: behind one page that has changed there may be another. */
async function mended(played: Played, day: Day, loaded: LoadedConnector): Promise<string[]> {
  let [by, faults] = [loaded, ['not run yet']];
  for (let round = 1; round <= 3 && faults.length > 0; round++) {
    const { proposals } = await played.health(by);
    const file = join(await folder(), `${by.connector.id}.yaml`);
    await writeFile(file, await repairedConnector(by, proposals));
    by = await loadConnector(file);
    faults = await played.day(day, by);
  }
  return faults;
}

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'winnow-health-'));
  open.push(() => rm(made, { recursive: true, force: true }));
  return made;
}

/** One of each kind: elements of XML in a family, keys of JSON on two pages, addresses in links and patterns, identifiers of OAI-PMH. */
const BROKEN = [
  ['gesetze-im-internet', 'list[0].each'],
  ['vas', 'list[0].each'],
  ['bocconi-legal-papers', 'list[1].each'],
  ['mujlt', 'list[0].fields.article'],
] as const;

it.each(BROKEN)('%s: its health names %s, and a run by the proposed repair finds everything again', async (id, rule) => {
  const loaded = await loadConnector(id);
  const played = await playing((await fixtureOf(id)) as PortalFixture, loaded);
  expect(await played.day(1)).toEqual([]);
  expect(await played.day(2)).toEqual([]);
  expect(await played.health()).toMatchObject({ state: 'healthy', findings: [], heldAgainst: 1 });

  expect((await played.day('broken')).length).toBeGreaterThan(0);
  const health = await played.health();
  expect(health).toMatchObject({ state: 'broken', heldAgainst: 2, badRuns: 1, lastGood: { run: 2 } });
  const [finding] = health.findings;
  expect(finding).toMatchObject({ rule, level: 'broken' });
  expect(finding?.expression).not.toBeNull();
  expect(finding?.where).toMatch(/\.yaml:\d+:\d+$/);
  expect(finding?.lastValue).toBeTruthy();
  expect([finding?.pageThen?.record, finding?.pageNow?.record].every((record) => /\.warc\.gz:\d+$/.test(record ?? ''))).toBe(true);

  expect(await mended(played, 'broken', loaded)).toEqual([]);
  expect(await played.health()).toMatchObject({ state: 'healthy', badRuns: 0 });
});

/** The portal of the second day in other clothes. */
function redesigned(fixture: PortalFixture, dress: (html: string) => string): PortalFixture {
  return {
    ...fixture,
    open(day) {
      const portal = fixture.open(day);
      return async (request) => (day === 1 ? portal(request) : dressed(await portal(request), dress));
    },
  };
}

const dressed = (answer: FixtureResponse, dress: (html: string) => string): FixtureResponse =>
  typeof answer.body === 'string' && /html/.test(String(answer.headers?.['content-type']))
    ? { ...answer, body: dress(answer.body) }
    : answer;

const otherNames = (html: string): string =>
  html
    .replace(
      /\b(class|id)="([^"]+)"/g,
      (_all, attribute: string, names: string) =>
        `${attribute}="${names
          .split(/\s+/)
          .map((name) => `x-${name}-2`)
          .join(' ')}"`,
    )
    .replace(/<(\/?)h2\b/g, '<$1h3')
    .replace(/<(\/?)ul\b/g, '<$1ol');

it('a journal with other classes, ids and headings: the repair makes the next run as planted', async () => {
  const id = 'romanian-law-review';
  const loaded = await loadConnector(id);
  const played = await playing(redesigned((await fixtureOf(id)) as PortalFixture, otherNames), loaded);
  expect(await played.day(1)).toEqual([]);
  expect((await played.day(2)).length).toBeGreaterThan(0);
  expect(await mended(played, 2, loaded)).toEqual([]);
});

it('a portal whose rows are other elements now is repaired from what is known of it, and served by the API', async () => {
  const fixture = lawPortal({ id: 'lampland', host: 'law.lampland.test', laws: 6 });
  const file = join(await folder(), 'lampland.yaml');
  await writeFile(file, lawConnector({ id: 'lampland', host: 'law.lampland.test' }));
  const loaded = await loadConnector(file);
  const played = await playing(fixture, loaded);
  expect(await played.day(1)).toEqual([]);
  expect(await played.day('broken')).toEqual(['list[0].each']);
  const { proposals } = await played.health();
  expect(proposals).toMatchObject([
    { rule: 'list[0]', known: 18, foundBefore: 0, foundAfter: 18, changes: [{ rule: 'list[0].each', before: 'li' }] },
  ]);

  const { url } = await serve([played.workspace], { health: (workspace) => portalHealth({ workspace, loaded }) });
  const { items } = await json<{ items: WorkspaceHealth[] }>(`${url}/api/v1/portals/health`);
  expect(items).toMatchObject([{ portal: 'lampland', state: 'broken', findings: [{ rule: 'list[0].each', expression: 'li' }] }]);

  const written = join(await folder(), 'mended.yaml');
  const said: string[] = [];
  const terminal: Terminal = { ...SILENT, print: (text) => void said.push(text), remark: (text) => void said.push(text) };
  expect(await showHealth([file], { workspace: played.workspace, write: written }, terminal)).toBe('found');
  expect(said[0]).toMatch(
    /lampland +broken +2 [\s\S]*expression +li {2}\([^)]*lampland\.yaml:\d+:\d+\)\n +last value +Law 6\n +page then +https:\/\/law\.lampland\.test\/laws {2}run 1/,
  );
  expect(said[0]).toMatch(/18 of 18 known values are found again on 1 page, 0 without the change[\s\S]*\n- {4}each: li\n\+ {4}each: \S+\n/);
  expect(await played.day('broken', await loadConnector(written))).toEqual([]);
  expect(await showHealth([written], { workspace: played.workspace, json: true }, terminal)).toBe('ok');
});
