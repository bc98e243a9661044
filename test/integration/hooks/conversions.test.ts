/** Every new version goes to a converter once, and what it answers lies beside its source. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forgetAll, runCrawl } from '../../../src/assembly/index.js';
import { storeConverted } from '../../../src/assembly/store-converted.js';
import { readWorkspace } from '../../../src/backends/index.js';
import type { ConnectorInput } from '../../../src/definition/connector/index.js';
import { type DefinitionInput, definitionFromInput } from '../../../src/definition/crawl/index.js';
import { type ConversionReport, openConversions } from '../../../src/follow/convert/index.js';
import type { HarvestOptions } from '../../../src/run/harvest/index.js';
import { accompanied } from '../../../src/run/lifecycle/index.js';
import type { Deposited, Workspace } from '../../../src/store/index.js';
import { writeFramework } from '../../../src/views/exports/index.js';
import { traceDocuments } from '../../../src/views/trace/index.js';
import { type KeptPortal, openKeptPortal } from '../../support/kept-portal.js';

const xml = (body: string) => ({ headers: { 'Content-Type': 'application/xml' }, body });
const toc = (...keys: string[]) => xml(`<toc>${keys.map((key) => `<law><key>${key}</key></law>`).join('')}</toc>`);
const CONNECTOR: ConnectorInput = {
  url: 'http://law.example/',
  list: [{ request: 'http://law.example/toc.xml', each: '//law', fields: { key: 'key' }, require: ['key'] }],
  document: {
    key: '{key}',
    files: [{ request: 'http://law.example/{key}.xml' }, { request: 'http://law.example/{key}.txt', role: 'part', required: false }],
  },
};

interface Converter {
  readonly origin: string;
  readonly bodies: string[];
  readonly heads: IncomingHttpHeaders[];
  /** What is answered from now on. */
  answer: (body: string) => { status: number; body?: string; headers?: Record<string, string> };
  close(): Promise<void>;
}

/** A stub of a service that makes Akoma Ntoso of laws. */
async function startConverter(): Promise<Converter> {
  const [bodies, heads]: [string[], IncomingHttpHeaders[]] = [[], []];
  const state = {
    answer: (body: string) => ({ status: 200, body: `<akomaNtoso>${body}</akomaNtoso>` }) as ReturnType<Converter['answer']>,
  };
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const body = Buffer.concat(chunks).toString();
        bodies.push(body);
        heads.push(request.headers);
        const { status, body: answer = '', headers = {} } = state.answer(body);
        response.writeHead(status, { 'Content-Type': 'application/akn+xml; charset=utf-8', ...headers }).end(answer);
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}/akn`,
    bodies,
    heads,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

type Wish = NonNullable<DefinitionInput['convert']>[number];

let portal: KeptPortal;
let converter: Converter;
const remarks: string[] = [];
beforeEach(async () => {
  remarks.length = 0;
  converter = await startConverter();
  portal = await openKeptPortal({ '/toc.xml': toc('a', 'b'), '/a.xml': xml('<act>a</act>'), '/b.xml': xml('<act>b</act>') });
});
afterEach(async () => {
  await converter.close();
  await portal.close();
});

/** A harvest into the open workspace, with a conversion beside it. */
async function run(
  wish: Partial<Wish> = {},
  more: Partial<HarvestOptions> & { workspace?: Workspace } = {},
): Promise<ConversionReport | undefined> {
  const where = wish.program ? {} : { to: converter.origin };
  const convert = [{ suffix: '.akn.xml', ...where, ...wish }];
  const { definition } = await definitionFromInput({ name: 'court', convert }, { directory: portal.folder });
  const { workspace = portal.workspace, ...rest } = more;
  const options = { definition, folder: portal.folder, workspace, onRemark: (remark: string) => void remarks.push(remark) };
  const retry = { firstMs: 1, longestMs: 5 };
  const conversions = openConversions({ ...options, retry, store: storeConverted(workspace, definition) });
  await accompanied([() => conversions], (begun) => portal.run(CONNECTOR, { onStart: begun, ...rest }));
  return conversions.reports[0];
}

const documentOf = (key: string): Deposited => portal.workspace.repository.deposits.byKey('court', key) as Deposited;
const madeOf = (key: string) => portal.workspace.repository.deposits.converted(documentOf(key).version);
const textOf = async (key: string): Promise<string[]> =>
  Promise.all(madeOf(key).map(async (file) => Buffer.from(await portal.workspace.repository.deposits.read(file)).toString()));
const operationsSoFar = (): string[] => portal.workspace.repository.journal.slice(0, 1000).items.map(({ operation }) => operation);

describe('a service that converts', () => {
  it('E-60 gets every new version once, and its answer lies beside the source', async () => {
    const folder = join(portal.folder, 'beside');
    expect(await run({ folder })).toMatchObject({ stored: 2, refused: 0, waiting: 0, failure: null });
    expect(converter.bodies.toSorted()).toEqual(['<act>a</act>', '<act>b</act>']);
    expect(converter.heads[0]).toMatchObject({ 'content-type': 'application/xml', 'idempotency-key': expect.any(String) as string });
    expect(madeOf('a')).toMatchObject([
      { name: 'a.akn.xml', role: 'converted', type: 'application/akn+xml', url: 'http://law.example/a.xml' },
    ]);
    expect(await textOf('a')).toEqual(['<akomaNtoso><act>a</act></akomaNtoso>']);
    const [place = ''] = readdirSync(join(folder, 'court')).filter((name) => name.startsWith('a-'));
    expect(readdirSync(join(folder, 'court', place)).toSorted()).toEqual(['a.akn.xml', 'a.xml']);

    converter.bodies.length = 0;
    Object.assign(portal.pages, { '/toc.xml': toc('a', 'b', 'c'), '/a.xml': xml('<act>changed</act>'), '/c.xml': xml('<act>c</act>') });
    expect(await run({ folder })).toMatchObject({ stored: 2 }); // b is None, and never goes
    expect(converter.bodies.toSorted()).toEqual(['<act>c</act>', '<act>changed</act>']);
    expect(await textOf('a')).toEqual(['<akomaNtoso><act>changed</act></akomaNtoso>']);
    expect(readFileSync(join(folder, 'court', place, 'a.akn.xml'), 'utf8')).toContain('changed');

    await run({ folder });
    expect(converter.bodies).toHaveLength(2);
    expect(operationsSoFar()).toEqual(['Add', 'Add', 'Upd', 'Add']); // what is made here is no change of the document
    const target = join(portal.folder, 'groups.sqlite');
    expect(await writeFramework(portal.workspace.repository.deposits, target)).toMatchObject({ groups: 3, documents: 6, unreadable: [] });
    const [trace] = traceDocuments(portal.workspace.repository, portal.workspace.folder, 'a');
    expect(trace?.versions.map(({ files }) => files.map(({ name, role }) => `${role} ${name}`))).toEqual([
      ['main a.xml', 'converted a.akn.xml'],
      ['main a.xml', 'converted a.akn.xml'],
    ]);
  });

  it('is not asked again where another file of the document changed: what it made holds', async () => {
    await run();
    portal.pages['/a.txt'] = { headers: { 'Content-Type': 'text/plain' }, body: 'an annex' };
    await run();
    expect(documentOf('a').files.map(({ name }) => name)).toEqual(['a.xml', 'a.txt']);
    expect(converter.bodies).toHaveLength(2);
    expect(await textOf('a')).toEqual(['<akomaNtoso><act>a</act></akomaNtoso>']);
    expect(await portal.run(CONNECTOR)).toMatchObject({ operations: { None: 2, Upd: 0 } }); // nor is it a change
  });

  it('that is away holds nobody up; what waits is converted at the next start', async () => {
    converter.answer = () => ({ status: 503 });
    expect(await run()).toMatchObject({ stored: 0, waiting: 2, failure: expect.stringContaining('answered 503') as string });
    converter.answer = () => ({ status: 200, body: 'made' });
    expect(await run()).toMatchObject({ stored: 2, waiting: 0, failure: null });
    expect(new Set(converter.heads.map((head) => head['idempotency-key'])).size).toBe(2);
  });

  it('refuses one and fails at another: both are told of, the rest goes on', async () => {
    converter.answer = (body) =>
      body.includes('>a<') ? { status: 422, body: 'no act in it', headers: { 'Content-Type': 'text/plain' } } : { status: 500 };
    expect(await run({ attempts: 2 })).toMatchObject({ stored: 0, refused: 1, waiting: 1 });
    expect(remarks.join('\n')).toMatch(/a, a\.xml was not converted: .* answered 422: no act in it/);
    expect(await run({ attempts: 2 })).toMatchObject({ refused: 1, waiting: 0 });
    expect(remarks.join('\n')).toMatch(/b, b\.xml was not converted: .* answered 500; given up after 2 attempts/);
    const asked = converter.bodies.length;
    await run({ attempts: 2 });
    expect(converter.bodies).toHaveLength(asked);
  });

  it('may say that there is nothing to make of it, or too much', async () => {
    converter.answer = (body) => (body.includes('>a<') ? { status: 204 } : { status: 200, body: 'x'.repeat(5000) });
    expect(await run({ maxAnswer: '1KB' })).toMatchObject({ stored: 0, refused: 1, waiting: 0 });
    expect(remarks.join('\n')).toContain('longer than 1000 bytes');
  });

  it('is not asked a second time by a process that was killed before the answer was stored', async () => {
    const killed: Workspace = Object.create(portal.workspace) as Workspace;
    killed.addConverted = async () => {
      throw new Error('killed');
    };
    await run({}, { workspace: killed });
    expect([converter.bodies.length, madeOf('a').length]).toEqual([2, 0]);
    killed.addConverted = async (conversion) => {
      await portal.workspace.addConverted(conversion);
      throw new Error('killed a moment later');
    };
    await run({}, { workspace: killed });
    expect(await run()).toMatchObject({ stored: 2, waiting: 0 });
    expect(converter.bodies).toHaveLength(2);
    expect(await textOf('a')).toEqual(['<akomaNtoso><act>a</act></akomaNtoso>']);
  });

  it('of types and roles that are asked for; versions from before may be left out', async () => {
    portal.pages['/a.txt'] = { headers: { 'Content-Type': 'text/plain' }, body: 'an annex' };
    await portal.run(CONNECTOR);
    expect(await run({ from: 'now' })).toMatchObject({ stored: 0 });
    expect(await run({ roles: ['main', 'part'], types: ['text/*'], name: 'texts', suffix: '.xml' })).toMatchObject({ stored: 1 });
    expect(madeOf('a')).toMatchObject([{ name: 'a-2.xml' }]); // never in the place of a file that was had
  });
});

describe('a program that converts', () => {
  it.each([
    ['from its input to its output', ['tr', 'a-z', 'A-Z']],
    ['from file to file', ['sh', '-c', 'tr a-z A-Z < "$0" > "$1"', '{source}', '{answer}']],
  ])('%s', async (_case, program) => {
    expect(await run({ program, suffix: '.txt' })).toMatchObject({ stored: 2 });
    expect(madeOf('a')).toMatchObject([{ name: 'a.txt', type: 'text/plain' }]);
    expect(await textOf('a')).toEqual(['<ACT>A</ACT>']);
  });

  it('that fails is tried again; one that is not there costs no attempt', async () => {
    expect(await run({ program: ['false'], attempts: 1 })).toMatchObject({ refused: 2, waiting: 0 });
    expect(await run({ program: ['/no/such/program'] })).toMatchObject({ refused: 0, waiting: 2 });
  });
});

it('pages of a crawl are converted too, and what was made of them goes with them when they are taken down', async () => {
  const convert = [{ to: converter.origin, types: ['application/xml'], suffix: '.akn.xml', folder: 'beside' }];
  const input = {
    name: 'laws',
    seeds: ['http://law.example/a.xml'],
    fetch: portal.web.fetch,
    politeness: { delay: '0s' },
    search: { index: false },
  };
  const { definition } = await definitionFromInput({ ...input, convert }, { directory: portal.folder });
  const workspace = join(portal.folder, 'laws');
  await runCrawl({ definition, folder: portal.folder, workspace, state: portal.folder });
  expect(converter.bodies).toEqual(['<act>a</act>']);
  const { repository, close } = readWorkspace(workspace);
  const [entry] = repository.journal.slice(0, 10).items;
  const files = repository.deposits.converted(entry?.version.id ?? 0);
  expect(files).toMatchObject([{ name: 'a.akn.xml', role: 'converted' }]);
  expect(Buffer.from(await repository.deposits.read(files[0] as never)).toString()).toBe('<akomaNtoso><act>a</act></akomaNtoso>');
  const record = repository.deposits.fetched(files[0]?.fetch ?? 0)?.record;
  expect(record?.id).toBeTruthy();
  close();
  await forgetAll({ workspace, urls: ['http://law.example/a.xml'] }, {});
  const after = readWorkspace(workspace);
  expect(after.repository.deposits.converted(entry?.version.id ?? 0)).toEqual([]);
  expect(after.repository.deposits.fetched(files[0]?.fetch ?? 0)?.record).toBeNull();
  after.close();
  expect(readdirSync(join(portal.folder, 'beside', 'laws'))).toEqual([]);
});
