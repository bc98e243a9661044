/** The API of portals: a real connector, a portal on this machine, a server over both. */
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { runHelp } from '../../../src/cli/commands/portals.js';
import { servedPortals } from '../../../src/cli/portals/served/served-portals.js';
import { serveFixtures } from '../../../src/webs/portals/index.js';
import { type GatedPortal, gatedPortal } from '../../support/gated-portal.js';
import { folderWith, lawConnector } from '../../support/law-portal.js';
import { json, post, serving } from '../../support/serving.js';
import { until } from '../../support/until.js';

const serve = serving();
const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** Nobody searches here. */
const SEARCH = 'WINNOW_SEARCH_INDEX';
const before = process.env[SEARCH];
beforeAll(() => {
  process.env[SEARCH] = 'false';
});
afterAll(() => {
  if (before === undefined) delete process.env[SEARCH];
  else process.env[SEARCH] = before;
});

const LAMPLAND = { id: 'lampland', host: 'law.lampland.test', laws: 5 };
const PARAMETERS = `parameters:
  StartYear: { about: First year, type: year, default: 1990 }
  Kinds: { about: Which kinds, type: list, choices: { Acts: {}, Orders: {} } }
  Archive: { about: A copy }`;

interface Answer {
  readonly state: string;
  readonly progress: number;
  readonly error: { readonly code: string; readonly message: string; readonly fields?: readonly { readonly field: string }[] };
  readonly [name: string]: unknown;
}

async function servedPortal({ more = PARAMETERS, allowStart = true } = {}) {
  const portal: GatedPortal = gatedPortal(LAMPLAND);
  const web = await serveFixtures([portal.fixture], 1);
  open.push(() => web.close());
  const folder = await folderWith({ lampland: lawConnector(LAMPLAND, more) });
  open.push(() => rm(folder, { recursive: true, force: true }));
  const flags = {
    connectors: [join(folder, 'connectors')],
    allowStart,
    resolve: [`${LAMPLAND.host}=${web.at}`],
    allowAddresses: ['127.0.0.1'],
  };
  const server = await serve([], { portals: servedPortals(flags, runHelp, folder) });
  open.push(() => portal.open()); // before the server is closed, which waits for what runs
  const url = `${server.url}/api/v1/portals/lampland`;
  const ask = async (path: string, body: unknown = {}, method = 'POST'): Promise<readonly [number, Answer]> => {
    const answer = await fetch(`${url}${path}`, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    return [answer.status, (await answer.json()) as Answer];
  };
  const stands = async (state: string): Promise<Answer> => {
    await expect.poll(async () => (await json<Answer>(url)).state).toBe(state);
    return json<Answer>(url);
  };
  return { server, folder, portal, url, ask, stands };
}

it('runs a portal through its states, and refuses what does not fit the one it is in', async () => {
  const { ask, stands, url, portal, folder } = await servedPortal();
  expect(await json<Answer>(url)).toMatchObject({ state: 'WaitToStart', progress: 0, results: null, parameters: { StartYear: '1990' } });
  expect((await ask('/cancel'))[1].error).toMatchObject({ code: 'not-running' });
  expect((await ask('/reset'))[1].error).toMatchObject({ code: 'not-ended' });
  expect((await fetch(`${url}/results`)).status).toBe(404);

  const values = { parameters: { StartYear: '1991', Kinds: ['Acts'] }, run: { downloadAll: true } };
  expect(await ask('/start', values)).toMatchObject([202, { state: 'Executing', parameters: { StartYear: '1991' } }]);
  expect(await ask('/start', values)).toMatchObject([
    409,
    { error: { code: 'running', message: expect.stringContaining('is running already') } },
  ]);
  expect(await ask('/parameters', values, 'PUT')).toMatchObject([409, { error: { code: 'running' } }]);
  expect(await ask('/reset')).toMatchObject([409, { error: { code: 'running' } }]);

  portal.open();
  const ended = await stands('Executed');
  expect(ended).toMatchObject({ progress: 100, results: { Success: true, DownloadedDocs: 5, Report: { operations: { Add: 5 } } } });
  expect(await json(`${url}/results`)).toEqual(ended['results']);
  expect(existsSync(join(folder, 'crawls', 'lampland', 'core.db'))).toBe(true);
  expect(await ask('/start')).toMatchObject([409, { error: { code: 'ended', message: expect.stringContaining('after a reset') } }]);
  expect(await ask('/parameters', values, 'PUT')).toMatchObject([409, { error: { code: 'ended' } }]);
  expect(await ask('/reset')).toMatchObject([202, { state: 'WaitToStart', results: null, parameters: { StartYear: '1991' } }]);

  const { items } = await json<{ items: Answer[] }>(url.replace(/\/lampland$/, ''));
  expect(items.find(({ id }) => id === 'lampland')).toMatchObject({
    title: 'Laws of lampland',
    last: { run: 1, state: 'finished', documents: 5, isSuspicious: false },
  });
  expect(items.find(({ id }) => id === 'gesetze-im-internet')).toMatchObject({ number: 2, country: 'Germany', last: null });
});

it('cancels a run, which goes on from there with the next start', async () => {
  const { ask, stands, portal } = await servedPortal();
  await ask('/start');
  await until(() => portal.waiting() > 0);
  expect(await ask('/cancel')).toMatchObject([202, { state: 'Executing', isCancelling: true }]);
  portal.open();
  expect(await stands('Cancelled')).toMatchObject({ results: { Success: false, Report: { state: 'stopped' } } });
  await ask('/reset');
  await ask('/start');
  expect(await stands('Executed')).toMatchObject({
    results: { Success: true, Report: { resumed: true, operations: { Add: expect.any(Number) } } },
  });
});

it('tells by events and as text what happens, by level', async () => {
  const { ask, stands, portal, url } = await servedPortal();
  portal.open();
  await ask('/start');
  await stands('Executed');
  const text = async (level: string) => (await fetch(`${url}/trace?format=text&level=${level}`)).text();
  expect(await text('INFO')).toMatch(/^\S+Z INFO {4}Started: Laws of lampland\.\n/);
  expect(await text('INFO')).not.toContain('Add 1');
  expect(await text('VERBOSE')).toMatch(/VERBOSE Add 1 https:\/\/law\.lampland\.test\/law\/1/);
  expect(await text('DEBUG')).toMatch(/DEBUG {3}GET https:\/\/law\.lampland\.test\/laws 200/);
  const [first, ...rest] = (await json<{ items: { sequence: number }[] }>(`${url}/trace?level=VERBOSE`)).items;
  const after = await json<{ items: unknown[] }>(`${url}/trace?level=VERBOSE&after=${first?.sequence}`);
  expect(after.items).toEqual(rest);

  const events = await fetch(`${url}/events?level=VERBOSE`);
  const reader = (events.body as ReadableStream<Uint8Array>).getReader();
  let said = '';
  const readUntil = async (words: string): Promise<void> => {
    while (!said.includes(words)) said += Buffer.from((await reader.read()).value ?? []).toString();
  };
  await readUntil('"state":"Executed"');
  expect(said.match(/event: line/g)).toHaveLength(rest.length + 1);
  expect((await fetch(`${url}/trace`, { method: 'DELETE', headers: { 'content-type': 'application/json' } })).status).toBe(204);
  await readUntil('event: clear');
  expect(await text('DEBUG')).toBe('');
  await ask('/reset');
  await readUntil('"state":"WaitToStart"');
  await reader.cancel();
});

it('takes and gives worker files, and says of each field what is wrong with it', async () => {
  const { ask, url, folder } = await servedPortal();
  const file = '<X><crawlerparameters><startyear>2001</startyear><Kinds>Orders</Kinds><Odd>1</Odd></crawlerparameters></X>';
  expect(await ask('/worker-file', { file }, 'PUT')).toMatchObject([
    200,
    { worker: { parameters: { StartYear: '2001', Kinds: ['Orders'] } }, notes: [expect.stringContaining('Odd')] },
  ]);
  const saved = await (await fetch(`${url}/worker-file`)).text();
  expect(saved).toContain('<StartYear>2001</StartYear>');
  await ask('/parameters', { parameters: { StartYear: '1999' } }, 'PUT');
  expect(await ask('/worker-file', { file: saved }, 'PUT')).toMatchObject([
    200,
    { worker: { parameters: { StartYear: '2001' } }, notes: [] },
  ]);
  expect(await ask('/worker-file', { file: 'no XML' }, 'PUT')).toMatchObject([400, { error: { code: 'no-worker-file' } }]);

  const refused = async (values: object) => (await ask('/parameters', values, 'PUT'))[1].error?.fields?.map(({ field }) => field);
  expect(await refused({ parameters: { StartYear: 'soon', Kinds: ['Oders'] } })).toEqual(['parameters.StartYear', 'parameters.Kinds']);
  expect(await refused({ run: { parallel: 'many' } })).toEqual(['run.parallel']);
  for (const Archive of ['/etc/passwd', 'file:///etc/passwd', '../copy', 'a/../../copy', 'FILE:/etc'])
    expect([Archive, await refused({ parameters: { Archive } })]).toEqual([Archive, ['parameters.Archive']]);
  for (const Archive of ['copy.zip', 'https://a.example/../x', `file://${folder}/copy`, '/no/such/path/and/no/file'])
    expect([Archive, await refused({ parameters: { Archive } })]).toEqual([Archive, undefined]);
  expect(await refused({ run: { randomWait: 'soon' } })).toEqual(['run']);
  expect(await refused({ run: { workspace: '../elsewhere', deliver: ['/etc', 'https://a.example/', 'groups'] } })).toEqual([
    'run.workspace',
    'run.deliver',
  ]);
  expect(await refused({ run: { next: '/bin/sh', convert: '/bin/sh', mailServer: 'localhost' } })).toEqual([
    'run.convert',
    'run.mailServer',
    'run.next',
  ]);
  expect(await refused({ run: { workspace: join(folder, 'here'), next: 'hudoc' } })).toBeUndefined();
});

it('starts nothing without permission, for another site, or against the terms', async () => {
  const shut = await servedPortal({ allowStart: false });
  expect(await shut.ask('/start')).toMatchObject([403, { error: { code: 'may-not-start' } }]);
  const { url, ask } = await servedPortal({
    more: 'reuse: { terms: licence, because: It has one, confirm: That you have a licence. }',
  });
  expect((await post(`${url}/start`, {}, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await fetch(`${url}/start`, { method: 'POST' })).status).toBe(415);
  expect(await ask('/start')).toMatchObject([
    400,
    { error: { message: expect.stringMatching(/a licence\. Confirm it with accept\./), fields: [{ field: 'run.accept' }] } },
  ]);
  for (const id of ['nowhere', '..%2f..%2fetc%2fpasswd', 'lampland.yaml', '%2Fetc%2Fx.yaml'])
    expect((await fetch(url.replace(/lampland$/, id))).status).toBe(404);
  const refused = url.replace(/lampland$/, 'cassazione');
  expect(await (await post(`${refused}/start`, {})).json()).toMatchObject({
    error: { message: expect.stringContaining('may not be harvested') },
  });
});

it('E-56 a parameter that is added to a connector is in the form of its page and in its help', async () => {
  const { url, folder, server } = await servedPortal({ more: 'parameters: { StartYear: { about: First year, type: year } }' });
  const page = async () => (await fetch(`${server.url}/portals/lampland`)).text();
  const usage = async () => (await fetch(`${url}/usage`)).text();
  expect(await page()).not.toContain('Topic');
  const more =
    'parameters: { StartYear: { about: First year, type: year }, Topic: { about: What the laws are about, type: choice, choices: { lamps: {}, oil: {} } } }';
  await writeFile(join(folder, 'connectors', 'lampland.yaml'), lawConnector(LAMPLAND, more));
  await expect.poll(page, { interval: 200 }).toContain('<label for="parameters-Topic">Topic</label><select');
  expect(await page()).toContain('What the laws are about');
  expect(await usage()).toMatch(/--Topic <name> +What the laws are about \(lamps, oil\)/);
});
