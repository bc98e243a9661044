/** winnow portals as a user runs it: processes of their own, in folders of their own. */
import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { LICENCE_NOTICE, TERMS_NOTICE } from '../../src/cli/licence-notice.js';
import type { ScheduleEvent } from '../../src/definition/schedule/index.js';
import { type FixtureServer, fixtureOf, type PortalFixture, serveFixtures } from '../../src/webs/portals/index.js';
import { folderWith, lawConnector, lawPortal } from '../support/law-portal.js';
import { selfSigned } from '../support/raw-server.js';
import { runCli } from '../support/run-cli.js';

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

const LAMPLAND = { id: 'lampland', host: 'law.lampland.test', laws: 6 };
const ISLAND = { id: 'island', host: 'gazette.island.test', laws: 5 };

async function folder(connectors: Readonly<Record<string, string>>): Promise<string> {
  const made = await folderWith(connectors);
  open.push({ close: () => rm(made, { recursive: true, force: true }) });
  return made;
}

async function served(...fixtures: PortalFixture[]): Promise<FixtureServer> {
  const server = await serveFixtures(fixtures, 1);
  open.push(server);
  return server;
}

/** The same behind TLS, with a certificate that nobody signed. */
async function behindTls({ at }: FixtureServer, host: string): Promise<string> {
  const [address, port] = at.split(':');
  const server = createServer(selfSigned([host]), ({ method, url, headers }, response) => {
    request({ host: address, port, method, path: url, headers }, (inner) => {
      response.writeHead(inner.statusCode ?? 500, inner.headers);
      inner.pipe(response);
    }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({ close: () => new Promise((resolve) => server.close(resolve) && server.closeAllConnections()) });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const flat = (text: string): string => text.replace(/\s+/g, ' ');
const here = (host: string, at: string): string[] => [
  '--resolve',
  `${host}=${at}`,
  '--allow-addresses',
  '127.0.0.1',
  '--contact',
  'a@b.test',
];

describe('winnow portals run', () => {
  it('E-07 two portals are harvested at once from two folders, one over TLS; E-10 the report has both, E-73 the notices come first', async () => {
    const one = await folder({ lampland: lawConnector(LAMPLAND) });
    const other = await folder({ island: lawConnector(ISLAND) });
    const server = await served(lawPortal(LAMPLAND), lawPortal(ISLAND));
    const secure = await behindTls(server, ISLAND.host);
    const [lampland, island] = await Promise.all([
      runCli(['portals', 'run', 'lampland', ...here(LAMPLAND.host, server.at)], one),
      runCli(['portals', 'run', 'island', ...here(ISLAND.host, secure), '--fetch-insecure-tls', '--json', '-q'], other),
    ]);
    expect([lampland.code, island.code]).toEqual([0, 0]);
    for (const notice of [TERMS_NOTICE, LICENCE_NOTICE]) expect(flat(lampland.err)).toContain(notice);
    expect(lampland.out).toMatch(/documents +6: 6 new, 0 changed, 0 deleted, 0 unchanged/);
    expect(JSON.parse(island.out)).toMatchObject({ connector: 'island', operations: { Add: 5 }, failed: 0 });

    const table = await runCli(['report', 'portals', '-w', join(one, 'crawls', 'lampland')], one);
    expect(table.out).toMatch(/^No +Portal +URL +Tool +Content +Formats +Lang +Volume +Docs +Time +docs\/s/);
    expect(table.out).toMatch(/– +Laws of lampland +law\.lampland\.test +crawl +legislation +HTML +EN +0\.00 MB +6 +00:00 +\d+\.\d\d/);
    const all = await runCli(['report', 'portals', '--json'], other);
    expect(JSON.parse(all.out)).toMatchObject([{ id: 'island', documents: 5, run: 1, state: 'finished' }]);
  });

  it('E-06 a prohibited portal ends with a clear message and code 2, one that needs a word with how to give it', async () => {
    const at = await folder({
      lampland: lawConnector(LAMPLAND, 'reuse: { terms: prohibited, because: The court forbids it }'),
      island: lawConnector(ISLAND, 'reuse: { terms: licence, because: It has one, confirm: That you have a licence., quota: { day: 4 } }'),
    });
    const server = await served(lawPortal(LAMPLAND), lawPortal(ISLAND));
    const refused = await runCli(['portals', 'run', 'lampland', ...here(LAMPLAND.host, server.at)], at);
    expect([refused.code, flat(refused.err)]).toEqual([2, expect.stringContaining('may not be harvested: The court forbids it')]);
    const asked = await runCli(['portals', 'run', 'island', ...here(ISLAND.host, server.at)], at);
    expect([asked.code, flat(asked.err)]).toEqual([2, expect.stringContaining('That you have a licence. Confirm it with --accept')]);
    expect(server.asked).toEqual([]);
    const accepted = ['--accept', '--today', '2031-02-01', '--json', '-q'];
    const ran = await runCli(['portals', 'run', 'island', ...accepted, ...here(ISLAND.host, server.at)], at);
    expect([ran.code, JSON.parse(ran.out)]).toMatchObject([0, { operations: { Add: 4 }, state: 'limited', mayGoOn: '2031-02-02' }]);
  });

  it('E-45 settings of an older crawler choose the portal, the folder and how many documents at a time; a slip is answered', async () => {
    const at = await folder({ lampland: lawConnector(LAMPLAND, 'names: [LL.Lampland]') });
    const server = await served(lawPortal(LAMPLAND));
    const settings = (name: string) =>
      `<appSettings><add key="DestinationFolder" value="out" /><add key="Language" value="EN" /><add key="MaxDegreeOfParallelism" value="2" /><add key="CrawlerName" value="${name}" /><add key="LogDir" value="logs" /><add key="InfoLog" value="info.txt" /></appSettings>`;
    await writeFile(join(at, 'app.config'), settings('LL.Lampland'));
    const ran = await runCli(['portals', 'run', '--settings', 'app.config', '--json', ...here(LAMPLAND.host, server.at)], at);
    expect(JSON.parse(ran.out)).toMatchObject({ connector: 'lampland', operations: { Add: 6 } });
    expect(await readFile(join(at, 'logs', 'info.txt'), 'utf8')).toContain('lampland: finished');
    await writeFile(join(at, 'app.config'), settings('LL.Lamplond'));
    const slip = await runCli(['portals', 'run', '--settings', 'app.config'], at);
    expect([slip.code, slip.err]).toEqual([2, expect.stringContaining('Did you mean LL.Lampland?')]);
  });

  it('hands documents over to a folder as document groups', async () => {
    const at = await folder({ lampland: lawConnector(LAMPLAND) });
    const server = await served(lawPortal(LAMPLAND));
    const ran = await runCli(['portals', 'run', 'lampland', '--deliver', 'groups', '--json', ...here(LAMPLAND.host, server.at)], at);
    expect(JSON.parse(ran.out)).toMatchObject({ deliveries: [{ sent: 6, waiting: 0, failure: null }] });
  });
});

describe('winnow portals watch', () => {
  it('runs what is due, side by side, and says what comes next and what cannot be watched', async () => {
    const refused = 'reuse: { terms: licence, because: Ask them., confirm: That they allow it. }';
    const connectors = {
      lampland: lawConnector(LAMPLAND, 'schedule: weekly on monday at 3:15 UTC'),
      island: lawConnector(ISLAND, refused),
    };
    const there = await folder(connectors);
    const server = await served(lawPortal(LAMPLAND), lawPortal(ISLAND));
    const asked = ['--resolve', `${ISLAND.host}=${server.at}`, ...here(LAMPLAND.host, server.at)];
    const run = await runCli(['portals', 'watch', 'lampland', 'island', '--once', '--json', '--accept', 'island', ...asked], there);
    expect([run.code, run.err]).toEqual([0, expect.stringContaining('Check')]);
    const ended = run.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as ScheduleEvent);
    expect(
      ended
        .filter(({ event }) => event === 'ended')
        .map(({ job, state }) => `${job} ${state}`)
        .sort(),
    ).toEqual(['island finished', 'lampland finished']);
    const list = await runCli(['portals', 'watch', '--all', '--list', '--json'], there);
    const times = JSON.parse(list.out) as { name: string; next: string }[];
    expect(times.find(({ name }) => name === 'lampland')?.next).toMatch(/T03:15:00.000Z$/);
    expect(times.find(({ name }) => name === 'island')).toBeUndefined();
    expect(flat(list.err)).toContain('island is left out: Laws of island: it needs your confirmation: That they allow it.');
    expect(times.length).toBeGreaterThan(30);
    const wrong = await runCli(['portals', 'watch', 'cassazione'], there);
    expect([wrong.code, flat(wrong.err)]).toEqual([2, expect.stringContaining('may not be harvested')]);
  });
});

describe('winnow portals', () => {
  it('writes a connector and a fixture for a portal it recognises, and both work', async () => {
    const at = await folder({});
    const law = (await fixtureOf('gesetze-im-internet')) as PortalFixture;
    const server = await served(law);
    const url = 'https://www.gesetze-im-internet.de/gii-toc.xml';
    const flags = ['--id', 'lamps', '--title', 'Laws on lamps', '--language', 'de', '--terms', 'free', '--because', 'They say so'];
    const made = await runCli(['portals', 'new', url, ...flags, ...here('www.gesetze-im-internet.de', server.at)], at);
    expect([made.code, made.out]).toEqual([0, expect.stringContaining('A trial had 3 documents.')]);
    const text = await readFile(join(at, 'connectors', 'lamps.yaml'), 'utf8');
    expect(text).toContain('extends: families/toc-xml');
    expect(text.split('\n').length).toBeLessThan(40);
    const played = await runCli(['portals', 'test', 'lamps', '--fixture', 'connectors/fixtures/lamps.js'], at);
    expect([played.code, played.out]).toEqual([0, expect.stringContaining('as planted')]);
  });
});

it('E-73 NOTICE says what the licence covers, and serve greets with it', () => {
  const notice = flat(readFileSync('NOTICE', 'utf8'));
  for (const words of ['covers this software only', 'No right to any data', 'nothing is warranted']) expect(notice).toContain(words);
  expect(readFileSync('src/cli/commands/serve.ts', 'utf8')).toContain('LICENCE_NOTICE');
});
