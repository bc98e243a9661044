/** Worker files and download lists of the crawlers before, on portals of today: run as the command line runs them, in this process. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listItems } from '../../../src/cli/portals/items.js';
import { runPortal } from '../../../src/cli/portals/run.js';
import type { Terminal } from '../../../src/cli/terminal.js';
import {
  type FixtureRequest,
  type FixtureServer,
  html,
  notFound,
  type PortalFixture,
  serveFixtures,
} from '../../../src/webs/portals/index.js';
import { type GroupService, serveGroups } from '../../support/group-service.js';
import { type MailServer, startMailServer } from '../../support/mail-server.js';

const SAMPLES = 'test/fixtures/document-groups';
const HOSTS = { court: 'court.lampland.test', laws: 'laws.lampland.test' };

/** Its texts are posted for. */
const COURT = `
title: Court of Lampland
url: https://${HOSTS.court}/
names: [CorteCostituzionale]
content: [case-law]
languages: [it]
reuse: { terms: free, because: The court says so. }
politeness: { delay: 0ms }
parameters:
  StartYear: { about: First year, type: year, default: 1956 }
  EndYear: { about: Last year, type: year }
  Search: { about: Where its search is, default: 'https://${HOSTS.court}/search', names: [URL], former: ['http://www.cortecostituzionale.it'] }
list:
  - request: '{Search}?from={StartYear}&until={EndYear|default:2031}'
    each: li
    fields: { number: '@data-number', page: { const: '20' } }
    require: [number]
document:
  key: 'court-{number}'
  title: 'Decision {number}'
  formerIds: ['Pronuncia-{number}']
  files:
    - request: { url: 'https://${HOSTS.court}/view', form: { operazione: view_pronuncia, pagina: '{page}', numero: '{number}' } }
      name: '{number}'
`;

const LAWS = `
title: Laws of Lampland
url: https://${HOSTS.laws}/
names: [Normattiva]
content: [legislation]
languages: [it]
reuse: { terms: free, because: The portal says so. }
politeness: { delay: 0ms }
parameters:
  StartYear: { about: First year, type: year, default: 1861 }
  StartMonth: { about: First month, type: number, default: 1 }
  EndYear: { about: Last year, type: year }
  EndMonth: { about: Last month, type: number, default: 12 }
list:
  - request: 'https://${HOSTS.laws}/search?month={window.from}'
    windows: { by: month, from: '{StartYear}-{StartMonth|pad:2}', until: '{EndYear}-{EndMonth|pad:2}' }
    each: li
    fields: { link: { link: { of: a } }, number: a }
    require: [link]
document: { key: 'law-{number}', title: 'Law {number}', files: [{ request: '{link}', name: '{number}' }] }
`;

const asked: FixtureRequest[] = [];

const fixture = (connector: string, host: string, answer: (request: FixtureRequest) => ReturnType<typeof html>): PortalFixture => ({
  connector,
  hosts: [host],
  quirks: ['none', 'at', 'all'],
  today: { 1: '2031-01-06T04:00:00Z', 2: '2031-01-07T04:00:00Z' },
  expected: { 1: [], 2: { Add: [], Upd: [], Del: [], None: [] } },
  open: () => (request) => {
    asked.push(request);
    return answer(request);
  },
});

const court = fixture('court', HOSTS.court, ({ url, method, form }) => {
  if (url.pathname === '/search')
    return html(`<!doctype html><ul>${[1, 2, 3].map((number) => `<li data-number="${number}">`).join('')}</ul>`);
  if (method !== 'POST' || form.get('operazione') !== 'view_pronuncia' || form.get('pagina') !== '20') return notFound();
  return html(`<!doctype html><title>Decision ${form.get('numero')}</title><p>In the name of the people, number ${form.get('numero')}.`);
});

const laws = fixture('laws', HOSTS.laws, ({ url }) => {
  const month = url.searchParams.get('month');
  if (month) return html(`<!doctype html><ul><li><a href="/${month.slice(0, 7)}">${month.slice(0, 7)}</a></ul>`);
  return url.pathname === '/robots.txt'
    ? notFound()
    : html(`<!doctype html><title>Law</title><p>Everybody may have lamps since ${url.pathname}.`);
});

let folder: string;
let server: FixtureServer;
let service: GroupService;
let mails: MailServer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-workers-'));
  mkdirSync(join(folder, 'connectors'));
  writeFileSync(join(folder, 'connectors', 'court.yaml'), COURT);
  writeFileSync(join(folder, 'connectors', 'laws.yaml'), LAWS);
  [server, service, mails] = await Promise.all([serveFixtures([court, laws], 1), serveGroups(), startMailServer()]);
  asked.length = 0;
});
afterEach(async () => {
  await Promise.all([server.close(), service.close(), mails.close()]);
  rmSync(folder, { recursive: true, force: true });
});

function listening(): Terminal & { readonly printed: string[]; readonly remarks: string[] } {
  const [printed, remarks]: [string[], string[]] = [[], []];
  const quiet = { live: () => {}, style: (_style: unknown, text: string) => text, isLive: false, width: 100 };
  return { ...quiet, printed, remarks, print: (text) => void printed.push(text), remark: (text) => void remarks.push(text) };
}

const flags = () => ({
  connectors: [join(folder, 'connectors')],
  resolve: Object.values(HOSTS).map((host) => `${host}=${server.at}`),
  allowAddresses: ['127.0.0.1'],
  contact: 'a@b.test',
  searchIndex: false,
  json: true,
  quiet: true,
});

/** A sample with its folders below that of the test, as it is written otherwise. */
function sample(name: string, change: (text: string) => string = (text) => text): string {
  const text = readFileSync(join(SAMPLES, name), 'utf8')
    .replaceAll('http://central.example/CrawlerService/ServiceEUCases.svc', service.soap)
    .replaceAll('mail.central.example', `127.0.0.1:${mails.port}`)
    .replace('<MaxRandomWait>3', '<MaxRandomWait>0')
    .replace(/[CD]:\\[^<]*/g, (path) => (path.endsWith('.exe') ? path : `${folder}/${path.slice(3).replaceAll('\\', '/')}`));
  const file = join(folder, 'worker.xml');
  writeFileSync(file, change(text));
  return file;
}

/** Elements in reverse, names in small letters. */
const shuffled = (text: string): string => {
  const [, root = ''] = /<(\w+Parameters) /.exec(text) ?? [];
  const sections = [...text.matchAll(/^ {2}<(\w+)>[\s\S]*?<\/\1>/gm)].map(([section]) =>
    section.replace(
      /(<\w+>)\s*\n([\s\S]*)\n\s*(<\/\w+>)$/,
      (_all, open, inner: string, close) => open + inner.split('\n').reverse().join('\n') + close,
    ),
  );
  return `<${root}>${sections.reverse().join('\n')}</${root}>`.replace(/<\/?\w+/g, (tag) => tag.toLowerCase());
};

const inFolder = (...path: string[]): string[] => (existsSync(join(folder, ...path)) ? readdirSync(join(folder, ...path)).sort() : []);
const months = (): string[] => asked.flatMap(({ url }) => url.searchParams.get('month') ?? []);

describe('worker files of older crawlers', () => {
  it.each([
    ['as it is', (text: string) => text],
    ['shuffled and in small letters', shuffled],
  ])(
    'E-53 the printed sample starts %s; packages lie in the folder that is its service, and with their XML in the sent folder',
    async (_how, change) => {
      const terminal = listening();
      const exit = await runPortal(undefined, { ...flags(), worker: sample('worker-parameters.xml', change) }, terminal);
      expect(exit, terminal.remarks.join('\n')).toBe('ok');
      expect(JSON.parse(terminal.printed[0] ?? '')).toMatchObject({
        connector: 'court',
        operations: { Add: 3 },
        deliveries: [{ sent: 3 }],
      });
      expect(asked.map(({ url }) => url.search)).toContain('?from=2000&until=2001');
      const packages = [1, 2, 3].flatMap((number) => [`court-${number}.xml`, `court-${number}.zip`]);
      expect(inFolder('downloads', 'CorteCostituzionale', 'SentFiles')).toEqual(packages);
      expect(inFolder('downloads', 'CorteCostituzionale')).toEqual(expect.arrayContaining(packages));
      expect(terminal.remarks).toContainEqual(expect.stringContaining('actionPronuncia.do is an address of the portal that is no more'));
    },
  );

  it.each([
    ['as it is', (text: string) => text],
    ['shuffled and in small letters', shuffled],
  ])(
    'E-53 the later sample starts %s: what it sent lies in its working folder, a mail tells of it, the next worker follows',
    async (_how, change) => {
      const terminal = listening();
      const exit = await runPortal(undefined, { ...flags(), worker: sample('worker-parameters-later.xml', change) }, terminal);
      expect(exit, terminal.remarks.join('\n')).toBe('ok');
      expect(months()).toEqual(['2000-11-01', '2000-12-01', '2001-01-01', '2001-02-01']);
      expect(service.taken.filter(({ group }) => group.crawler === 'laws')).toHaveLength(4);
      expect(inFolder('Crawler', 'Normattiva', 'work', 'SentDataToServiceEUCases').filter((name) => name.startsWith('law-'))).toHaveLength(
        8,
      );
      expect(mails.mails).toMatchObject([{ from: 'crawler@central.example', to: ['operator@central.example', 'archive@central.example'] }]);
      expect(mails.mails[0]?.text).toMatch(/^Subject: \[Crawler\]: /m);
      expect(asked.filter(({ url }) => url.host === HOSTS.court && url.pathname === '/view')).toHaveLength(3);
    },
  );

  it('what the command line saves it loads again: the same run', async () => {
    const file = join(folder, 'saved.xml');
    const said = {
      ...flags(),
      StartYear: '2000',
      EndYear: '2001',
      workspace: join(folder, 'one'),
      deliver: [join(folder, 'packages')],
      onlyNew: true,
    };
    expect(await runPortal('court', { ...said, saveWorker: file }, listening())).toBe('ok');
    expect(existsSync(join(folder, 'one'))).toBe(false);
    const terminal = listening();
    expect(await runPortal(undefined, { ...flags(), worker: file }, terminal), terminal.remarks.join('\n')).toBe('ok');
    expect(asked.map(({ url }) => url.search)).toContain('?from=2000&until=2001');
    expect([inFolder('packages').length, existsSync(join(folder, 'one', 'core.db'))]).toEqual([6, true]);
    asked.length = 0;
    await runPortal(undefined, { ...flags(), worker: file }, listening());
    expect(asked.filter(({ url }) => url.pathname === '/view')).toEqual([]); // known ids are not downloaded again
  });

  it('E-55 a CrawlerDatabase.xml in the local repository is imported and its ids are known: they are not fetched again', async () => {
    const md5 = 'd41d8cd98f00b204e9800998ecf8427e';
    const database = `<documentgroup><document file="Pronuncia-1" md5="${md5}"/><document file="court-3" md5="${md5}"/></documentgroup>`;
    const place = join(folder, 'downloads', 'CorteCostituzionale', 'LocalRepository');
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'CrawlerDatabase.xml'), database);
    const terminal = listening();
    await runPortal(undefined, { ...flags(), worker: sample('worker-parameters.xml'), onlyNew: true }, terminal);
    expect(terminal.remarks).toContainEqual(expect.stringContaining('2 ids that an older crawler knew were taken over'));
    expect(JSON.parse(terminal.printed[0] ?? '')).toMatchObject({ operations: { Add: 1, None: 2 }, deliveries: [{ sent: 1 }] });
    expect(asked.filter(({ url }) => url.pathname === '/view').map(({ form }) => form.get('numero'))).toEqual(['2']);
  });
});

describe('download lists', () => {
  it('E-50 shows address, way, id and values of each item, and downloads by posting the values', async () => {
    const terminal = listening();
    expect(await listItems('court', { ...flags(), EndYear: '2001', limit: '2' }, terminal), terminal.remarks.join('\n')).toBe('ok');
    const items = terminal.printed.map((line) => JSON.parse(line) as object);
    expect(items).toHaveLength(2);
    expect(items[0]).toEqual({
      URL: `https://${HOSTS.court}/view`,
      NavigationPath: [`https://${HOSTS.court}/search?from=1956&until=2001`],
      Id: 'court-1',
      PostValues: [
        { Key: 'operazione', Value: 'view_pronuncia' },
        { Key: 'pagina', Value: '20' },
        { Key: 'numero', Value: '1' },
      ],
    });
    const plain = listening();
    await listItems('court', { ...flags(), EndYear: '2001', limit: '1', json: false }, plain);
    expect(plain.printed[0]).toMatch(
      /Id court-1\n {2}URL .*\n {2}NavigationPath .*\n {2}PostValues +operazione=view_pronuncia & pagina=20 & numero=1/,
    );

    const download = listening();
    expect(await listItems('court', { ...flags(), EndYear: '2001', download: ['court-2'] }, download)).toBe('ok');
    const [got] = download.printed.map((line) => JSON.parse(line) as { Request: object; Content: string });
    expect(got).toMatchObject({ Request: { Id: 'court-2' }, Content: expect.stringContaining('number 2.') });
    expect(asked.filter(({ method }) => method === 'POST').map(({ form }) => form.toString())).toEqual([
      'operazione=view_pronuncia&pagina=20&numero=2',
    ]);
    await expect(listItems('court', { ...flags(), EndYear: '2001', download: ['court-9'] }, listening())).rejects.toThrow('has no court-9');
  });
});
