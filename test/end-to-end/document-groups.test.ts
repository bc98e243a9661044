/** The document-group contract at the command line: validating, sending, and a portal run started from settings of the original. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { handMadeZip } from '../../src/testing/hand-made-zip.js';
import { type FixtureWeb, startFixtureWeb } from '../../src/testing/index.js';
import { type GroupService, serveGroups } from '../support/group-service.js';
import { runCli } from '../support/run-cli.js';

const SAMPLES = new URL('../fixtures/document-groups/', import.meta.url).pathname;

let folder: string;
let service: GroupService;
let web: FixtureWeb | null;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-groups-'));
  service = await serveGroups();
  web = null;
});
afterEach(async () => {
  await service.close();
  await web?.close();
  rmSync(folder, { recursive: true, force: true });
});

it('E-31 E-32 validates in two profiles, and reports every fault of the printed example', async () => {
  const slip = readFileSync(join(SAMPLES, 'metainfo-printed-invalid.xml'), 'utf8')
    .replace('=http://www.w3.org/2001/XMLSchema', '="http://www.w3.org/2001/XMLSchema"')
    .replace('00fb4dae-\n', '00fb4dae-')
    .replace('76677"', '7667zz"');
  writeFileSync(join(folder, 'slip.xml'), slip);
  copyFileSync(join(SAMPLES, 'metainfo-printed-invalid.xml'), join(folder, 'printed.xml'));
  const [published, strict, printed] = await Promise.all([
    runCli(['validate', 'slip.xml', '--profile', 'published'], folder),
    runCli(['validate', 'slip.xml', '--profile', 'strict'], folder),
    runCli(['validate', 'printed.xml'], folder),
  ]);
  expect(published).toMatchObject({ code: 0, err: '' });
  expect(published.out).toMatch(/valid in profile published\n {2}note: The MD5 of .* is not hexadecimal/);
  expect(strict.code).toBe(4);
  expect(strict.out).toContain("attribute 'md5'");
  expect(printed.code).toBe(4);
  expect(printed.out).toContain('The value of attribute xmlns:xsd is not in quotes');
  expect(printed.out).toContain("'e6444e96d13c4cfd516c39ccde76677' is not accepted by the pattern");
});

const CONNECTOR = `
id: patentgericht
title: Bundespatentgericht
names: [DE.Bundespatentgericht, DE.Lampengericht]
url: http://court.example/
languages: [de]
content: [case-law]
reuse: { terms: free, because: a fixture }
politeness: { delay: 0ms, concurrency: 4 }
list: [{ request: 'http://court.example/toc.xml', each: //case, fields: { key: '@id' }, require: [key] }]
document: { key: '{key}', files: [{ request: 'http://court.example/{key}.xml', role: main }] }
`;

const CONFIGURATION = (service_: string, crawler: string): string => `<configuration>
  <appSettings>
    <add key="DestinationFolder" value="D:\\Crawler\\Bundespapentgericht" />
    <add key="Language" value="DE" />
    <add key="MaxDegreeOfParallelism" value="2" />
    <add key="CrawlerName" value="${crawler}" />
    <add key="LogDir" value="logs" /><add key="InfoLog" value="info.log" />
  </appSettings>
  <system.serviceModel>
    <bindings><basicHttpBinding><binding name="b" sendTimeout="00:00:20" messageEncoding="Mtom" maxBufferPoolSize="524288" /></basicHttpBinding></bindings>
    <client><endpoint address="${service_}" bindingConfiguration="b" contract="IServiceEUCases" /></client>
  </system.serviceModel>
</configuration>`;

it('E-45 E-46 E-49 starts the right crawler from settings of the original, with two downloads at a time, and sends what it finds', async () => {
  const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
  const page = (body: string, delayMs = 0) => ({ headers: { 'Content-Type': 'application/xml' }, body, delayMs });
  web = await startFixtureWeb({
    'court.example': {
      '/toc.xml': page(`<toc>${keys.map((key) => `<case id="${key}"/>`).join('')}</toc>`),
      ...Object.fromEntries(keys.map((key) => [`/${key}.xml`, page(`<case>${key} im Namen des Volkes</case>`, 60)])),
    },
  });
  mkdirSync(join(folder, 'connectors'));
  writeFileSync(join(folder, 'connectors', 'patentgericht.yaml'), CONNECTOR);
  writeFileSync(join(folder, 'app.config'), CONFIGURATION(service.soap, 'DE.Lampengericht'));
  writeFileSync(join(folder, 'wrong.config'), CONFIGURATION(service.soap, 'DE.Lampengerihct'));
  const target = web.fetch.resolve['court.example'] ?? '';
  const args = ['--resolve', `court.example=${target}`, '--allow-addresses', '127.0.0.1', '--contact', 'me@example.org', '--json'];
  const right = await runCli(['portals', 'run', '--settings', 'app.config', ...args], folder);
  expect(right, right.err).toMatchObject({ code: 0 });
  expect(JSON.parse(right.out)).toMatchObject({
    connector: 'patentgericht',
    operations: { Add: 6 },
    deliveries: [{ sent: 6, failure: null }],
  });
  expect(Math.max(...web.requests.filter(({ path }) => /\/[a-f]\.xml/.test(path)).map(({ open }) => open))).toBe(2);
  expect(service.taken.map(({ group }) => group.type)).toEqual([2, 2, 2, 2, 2, 2]);
  expect(right.err).toContain('maxBufferPoolSize="524288" has no counterpart');
  expect(readFileSync(join(folder, 'logs', 'info.log'), 'utf8')).toContain('finished');
  const wrong = await runCli(['portals', 'run', '--settings', 'wrong.config', ...args], folder);
  expect(wrong.code).not.toBe(0);
  expect(wrong.err).toContain('Did you mean DE.Lampengericht');
});

const description = (key: string, operation: string, minute: number): string =>
  `<documentgroup date="2026-01-05T12:0${minute}:00" crawler="C" lang="DE" format="application/zip" filename="${key}.zip" ` +
  `identifier="442261d3-6737-40bc-aa77-6fd118a5688${key}" operation="${operation}" type="1"><document format="text/html" file="a.html" ` +
  `identifier="00fb4dae-4a34-49b8-8dd2-4a587e8ed2e${key}" operation="${operation}" url="u" md5="0cc175b9c0f1b6a831c399e269772661"/></documentgroup>`;

it('sends packages that lie in a folder in the order of their dates, and goes on after a break', async () => {
  const zip = handMadeZip([{ name: '\\a.html', content: Buffer.from('a') }]);
  const packages = join(folder, 'packages');
  mkdirSync(packages);
  for (const [name, key, operation, minute] of [
    ['z', '1', 'Add', 1],
    ['b', '2', 'Add', 2],
    ['a', '1', 'Upd', 3],
    ['c', '2', 'Del', 4],
  ] as const) {
    writeFileSync(join(packages, `${name}.xml`), description(key, operation, minute));
    if (operation !== 'Del') writeFileSync(join(packages, `${name}.zip`), zip);
  }
  service.behaviour = 'fails';
  const down = await runCli(['send', 'packages', '--to', service.soap, '--attempts', '1'], folder);
  expect(down).toMatchObject({ code: 1 });
  expect(down.out).toMatch(/^0 sent, 4 left\. .*answered 503.* The same command goes on\.\n$/);
  service.behaviour = 'well';
  const up = await runCli(['send', 'packages', '--to', service.soap, '--json'], folder);
  expect(JSON.parse(up.out)).toEqual({ sent: 4, refused: 0, known: 0, left: 0, failure: null });
  expect(service.taken.map(({ group }) => `${group.operation} ${group.filename}`)).toEqual([
    'Add 1.zip',
    'Add 2.zip',
    'Upd 1.zip',
    'Del 2.zip',
  ]);
  expect((await runCli(['send', 'packages', '--to', service.soap], folder)).out).toBe('0 sent, 4 sent before.\n');
});
