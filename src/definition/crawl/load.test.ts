import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { definitionFromUrls, loadDefinition } from './load.js';
import { DefinitionError } from './problem.js';
import { definitionSchema } from './schema.js';
import { withoutSecrets } from './text-values.js';

const folder = mkdtempSync(join(tmpdir(), 'load-definition-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, content: string): string {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
  return name;
}

const load = (file: string | undefined, environment: Record<string, string> = {}, flags: Record<string, unknown> = {}) =>
  loadDefinition({ file, directory: folder, environment, flags });

describe('a definition', () => {
  it('is complete without a single field', async () => {
    const { definition } = await load(write('bare.yaml', 'seeds: []'));
    expect(definition).toEqual(definitionSchema.parse({}));
    expect(definition.politeness.delay).toBe(3000);
    expect(definition.scope).toBeUndefined();
  });

  it('is the same from YAML, JSON and code', async () => {
    const value = { name: 'same', seeds: ['https://a.example', { sitemap: 'https://b.example/s.xml' }], politeness: { delay: '1h30m' } };
    const yaml = 'name: same\nseeds:\n  - https://a.example\n  - sitemap: https://b.example/s.xml\npoliteness: { delay: 1h30m }\n';
    const [fromYaml, fromJson, fromCode] = await Promise.all([
      load(write('same.yaml', yaml)),
      load(write('same.json', JSON.stringify(value, null, '\t'))),
      load(write('same.ts', `const value: object = ${JSON.stringify(value)};\nexport default value;\n`)),
    ]);
    expect(fromYaml.definition.politeness.delay).toBe(5_400_000);
    expect(fromJson.definition).toEqual(fromYaml.definition);
    expect(fromCode.definition).toEqual(fromYaml.definition);
  });

  it('is frozen all the way down', async () => {
    const { definition } = await load(write('frozen.yaml', 'consumers: [{ use: x, options: { deep: [1] } }]'));
    expect(Object.isFrozen(definition.politeness)).toBe(true);
    expect(Object.isFrozen((definition.consumers[0] as unknown as { options: { deep: number[] } }).options.deep)).toBe(true);
  });

  it('may use anchors and merge keys', async () => {
    const { definition } = await load(write('anchors.yaml', 'politeness: &p { delay: 1s }\nfetch: { headers: { <<: { A: b }, C: d } }\n'));
    expect(definition.fetch.headers).toEqual({ A: 'b', C: 'd' });
  });

  it('may have sections whose fields are all commented out', async () => {
    const { definition } = await load(write('hollow.yaml', 'politeness:\n  # delay: 1s\nscope:\nfetch:\n  headers:\n'));
    expect(definition.politeness.delay).toBe(3000);
    expect(definition.scope).toBeUndefined();
  });

  it('may name its schema in JSON', async () => {
    await expect(load(write('schema.json', '{ "$schema": "x.json", "seeds": [] }'))).resolves.toBeDefined();
  });

  it('names files relative to itself', async () => {
    const content =
      'seeds: [{ file: urls.txt }, https://a.example]\nplugins: [./mine.ts, other.js, some-package]\nfetch: { cookies: { file: jar.txt } }\n';
    const { definition } = await load(write('inner/paths.yaml', content));
    expect(definition.seeds).toEqual([{ file: join(folder, 'inner/urls.txt') }, 'https://a.example']);
    expect(definition.plugins).toEqual([join(folder, 'inner/mine.ts'), join(folder, 'inner/other.js'), 'some-package']);
    expect(definition.fetch.cookies).toEqual({ file: join(folder, 'inner/jar.txt') });
  });
});

describe('layers', () => {
  it('G-01 override one another: defaults, profile, file, environment, flags', async () => {
    const file = write(
      'layers.yaml',
      'extends: gov\nname: mine\nfetch:\n  concurrency: 4\n  retries: 5\n  maxRedirects: 6\nbudget: { pages: 7 }\n',
    );
    const { definition, origins } = await load(
      file,
      { WINNOW_FETCH_RETRIES: '8', WINNOW_FETCH_MAX_REDIRECTS: '9' },
      { fetchMaxRedirects: '1' },
    );
    expect(definition.fetch).toMatchObject({ concurrency: 4, retries: 8, maxRedirects: 1, maxSize: 2_000_000_000 });
    expect(definition).toMatchObject({
      profile: 'gov',
      urls: { policy: 'gov', rewrite: true },
      budget: { pages: 7 },
      capture: { acceptedStatus: [200, 203, 302] },
    });
    const from = (path: string) => origins.get(path)?.text;
    expect([from('fetch.maxSize'), from('urls.policy'), from('fetch.concurrency')]).toEqual(['default', 'profile gov', 'layers.yaml:4']);
    expect([from('fetch.retries'), from('fetch.maxRedirects')]).toEqual(['env WINNOW_FETCH_RETRIES', 'flag --fetch-max-redirects']);
    expect(origins.get('budget.pages')).toEqual({ layer: 'file', text: 'layers.yaml:7', file: 'layers.yaml', line: 7 });
  });

  it('the gov profile has a limit of 100,000 pages, three seconds of delay and takes 302', async () => {
    const { definition } = await load(write('gov.yaml', 'extends: gov'));
    expect(definition).toMatchObject({
      budget: { pages: 100_000 },
      politeness: { delay: 3000 },
      capture: { acceptedStatus: [200, 203, 302] },
    });
  });

  it('extend files that extend files, each with names relative to itself', async () => {
    write(
      'family/base.yaml',
      'extends: gov\nseeds: [{ file: urls.txt }]\npoliteness: { delay: 9s, perSite: 2 }\nfetch: { headers: { A: 1x, B: 2x } }\n',
    );
    write('family/portal.json', '{ "extends": "base.yaml", "politeness": { "delay": "8s" } }');
    const { definition, origins } = await load(write('crawl.yaml', 'extends: family/portal.json\nfetch: { headers: { B: 3x } }\n'));
    expect(definition.seeds).toEqual([{ file: join(folder, 'family/urls.txt') }]);
    expect(definition.politeness).toMatchObject({ delay: 8000, perSite: 2 });
    expect(definition.fetch.headers).toEqual({ A: '1x', B: '3x' });
    expect(definition.profile).toBe('gov');
    expect(origins.get('fetch.headers.A')?.text).toBe('family/base.yaml:4');
    expect(origins.get('fetch.headers.B')?.text).toBe('crawl.yaml:2');
  });

  it('replace lists and rules as a whole', async () => {
    write('rules.yaml', "scope: { domains: [a.example], not: { url: ['*/x*'] } }\nseeds: [a, b]\n");
    const { definition } = await load(write('child.yaml', 'extends: rules.yaml\nscope: { depth: 3, not: { regex: [y] } }\nseeds: [c]\n'));
    expect(definition.scope).toEqual({ domains: ['a.example'], depth: 3, not: { regex: ['y'] } });
    expect(definition.seeds).toEqual(['c']);
  });

  it('take a profile from a flag', async () => {
    const { definition } = await load(write('plain.yaml', 'seeds: [a]'), {}, { profile: 'gov' });
    expect(definition.urls.policy).toBe('gov');
  });

  it('report a mistake in a base where it stands', async () => {
    write('wrong-base.yaml', '\nfetch: { robots: obay }\n');
    const error = await load(write('wrong-child.yaml', 'extends: wrong-base.yaml')).catch((it: unknown) => it);
    expect((error as DefinitionError).problems).toMatchObject([{ file: 'wrong-base.yaml', line: 2, path: 'fetch.robots' }]);
  });
});

describe('the environment', () => {
  it('sets lists, mappings, switches and numbers', async () => {
    const { definition } = await load(undefined, {
      WINNOW_SCOPE_DOMAINS: 'a.example, b.example',
      WINNOW_SCOPE_REGEX: 'a{1,2}\nb',
      WINNOW_FETCH_RESOLVE: 'a.example=127.0.0.1:80,*.b.example=[::1]:8080',
      WINNOW_FETCH_HEADERS: 'Accept-Charset=utf-8, *;q=0.5,X-A=b',
      WINNOW_FETCH_HTTP2: 'no',
      WINNOW_CAPTURE_ACCEPTED_STATUS: '200,404',
      WINNOW_FETCH_CREDENTIALS: '[{"site":"https://a.example","user":"u"}]',
      WINNOW_BUDGET_PER_SITE_PAGES: '5',
      WINNOW_FETCH_CONTACT: '',
    });
    expect(definition.scope).toEqual({ domains: ['a.example', 'b.example'], regex: ['a{1,2}', 'b'] });
    expect(definition.fetch.resolve).toEqual({ 'a.example': '127.0.0.1:80', '*.b.example': '[::1]:8080' });
    expect(definition.fetch.headers).toEqual({ 'Accept-Charset': 'utf-8, *;q=0.5', 'X-A': 'b' });
    expect(definition.fetch).toMatchObject({ http2: false, credentials: [{ site: 'https://a.example', user: 'u', scheme: 'basic' }] });
    expect(definition.fetch.contact).toBeUndefined();
    expect(definition.capture.acceptedStatus).toEqual([200, 404]);
    expect(definition.budget.perSite.pages).toBe(5);
  });

  it('warns of variables that mean nothing', async () => {
    const { problems } = await load(undefined, { WINNOW_POLITENES_DELAY: '1s', WINNOWER: 'x', WINNOW_FETCH_AGENT: 'A' });
    expect(problems).toMatchObject([{ where: 'environment variable WINNOW_POLITENES_DELAY', suggestion: 'WINNOW_POLITENESS_DELAY' }]);
  });
});

describe('secrets', () => {
  const SECRETS = [
    'fetch:',
    '  proxy: http://u:${PW}@proxy.example:3128',
    '  headers: { Authorization: "Bearer ${TOKEN}", X-Price: "$${AMOUNT}" }',
    '  credentials: [{ site: https://a.example, user: "${NAME}", password: "${PW}" }]',
    'consumers: [{ use: push, apiKey: "${TOKEN}", template: "${title}" }]',
  ].join('\n');

  it('come from the environment, in the fields that may hold them', async () => {
    const { definition } = await load(write('secrets.yaml', SECRETS), { PW: 'p1', TOKEN: 't1', NAME: 'n1' });
    expect(definition.fetch).toMatchObject({
      proxy: 'http://u:p1@proxy.example:3128',
      headers: { Authorization: 'Bearer t1', 'X-Price': '${AMOUNT}' },
      credentials: [{ user: 'n1', password: 'p1' }],
    });
    expect(definition.consumers).toEqual([{ use: 'push', apiKey: 't1', template: '${title}' }]);
  });

  it('that are missing are reported together, each with its line', async () => {
    const error = (await load(write('secrets.yaml', SECRETS), { NAME: 'n' }).catch((it: unknown) => it)) as DefinitionError;
    expect(error.problems.map(({ path, line }) => [path, line])).toEqual([
      ['fetch.proxy', 2],
      ['fetch.headers.Authorization', 3],
      ['fetch.credentials[0].password', 4],
      ['consumers[0].apiKey', 5],
    ]);
  });

  it('are taken out of what may be stored', async () => {
    const { definition } = await load(write('secrets.yaml', SECRETS), { PW: 'hunter2', TOKEN: 'hunter2', NAME: 'n' });
    const stored = withoutSecrets(definition);
    expect(JSON.stringify(stored)).not.toContain('hunter2');
    expect(stored.fetch.proxy).toBe('http://(hidden)@proxy.example:3128');
    expect(stored.politeness).toEqual(definition.politeness);
  });

  it('in a variable are taken as they are', async () => {
    const { definition } = await load(undefined, { WINNOW_FETCH_PROXY: 'http://a:${PW}@b.example' });
    expect(definition.fetch.proxy).toBe('http://a:${PW}@b.example');
  });
});

describe('URLs alone', () => {
  const fromUrls = (urls: string[], flags: Record<string, unknown> = {}) =>
    definitionFromUrls(urls, { environment: {}, flags, directory: folder });

  it.each([
    ['https://www.example.org/a?b', 'example.org'],
    ['example.org', 'example.org'],
    ['http://127.0.0.1:8080/', '127.0.0.1'],
    ['https://žaba.example/', 'xn--aba-b3a.example'],
  ])('%s gives a crawl called %s', async (url, name) => {
    const { definition, file } = await fromUrls([url]);
    expect(definition).toMatchObject({ name, seeds: [url] });
    expect([definition.scope, file]).toEqual([undefined, null]);
  });

  it('take flags, the profile among them', async () => {
    const { definition } = await fromUrls(['https://a.example'], { depth: '2', delay: '0', profile: 'gov', name: 'other' });
    expect(definition).toMatchObject({ name: 'other', scope: { depth: 2 }, politeness: { delay: 0 }, urls: { policy: 'gov' } });
  });

  it.each([
    [[], 'command line: there is no URL to start from.'],
    [['not a url'], 'command line: `not a url` is not a URL, nor a definition file.'],
  ])('%j is refused', async (urls, message) => await expect(fromUrls(urls)).rejects.toThrow(message));
});

it('a problem found later is placed where the field was written', async () => {
  const loaded = await load(write('later.yaml', "filters:\n  - { use: depht }\nscope:\n  any: [{ regex: ['('] }]\n"));
  expect(loaded.problemAt('filters[0].use', 'there is no filter `depht`.', 'depth')).toMatchObject({
    where: 'later.yaml:2:12',
    suggestion: 'depth',
  });
  expect(loaded.problemAt('scope.any[0].regex[0]', 'not a pattern.')).toMatchObject({ line: 4, column: 19 });
  expect(loaded.problemAt('budget.pages', 'too few.').where).toBe('later.yaml:1:1');
});
