import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSeed, readSeedFile } from './read-seed-file.js';
import { resolveSeeds } from './resolve-seeds.js';

describe('readSeed', () => {
  it.each<[text: string, url: string, schemeGuessed: boolean]>([
    ['aon.at', 'https://aon.at/', true],
    ['atv.at/Channel.aspx', 'https://atv.at/Channel.aspx', true],
    ['burgenland.orf.at?x=1', 'https://burgenland.orf.at/?x=1', true],
    ['aon.at:8080/x', 'https://aon.at:8080/x', true],
    ['localhost:8080', 'https://localhost:8080/', true],
    ['localhost', 'https://localhost/', true],
    ['192.0.2.7/x', 'https://192.0.2.7/x', true],
    ['[2001:db8::1]:81/', 'https://[2001:db8::1]:81/', true],
    ['Österreich.at', 'https://xn--sterreich-z7a.at/', true],
    ['http://aon.at', 'http://aon.at/', false],
    ['HTTPS://AON.AT/A', 'https://aon.at/A', false],
    ['https://aon.at/#top', 'https://aon.at/', false],
    ['https://aon.at/my page', 'https://aon.at/my%20page', false],
    ['ftp://ftp.aon.at/pub/', 'ftp://ftp.aon.at/pub/', false],
    ['aon.at/http://other.at', 'https://aon.at/http://other.at', true],
  ])('reads %s', (text, url, schemeGuessed) => expect(readSeed(text)).toEqual({ url, schemeGuessed }));

  it.each<[text: string, why: RegExp]>([
    ['hello world', /no host name/],
    ['news.at today', /no URL/],
    ['overview', /write https:\/\/ before it/],
    ['mailto:office@aon.at', /mailto: is no scheme/],
    ['javascript:alert(1)', /javascript:/],
    ['office@aon.at', /mail address/],
    ['user:secret@aon.at', /user: is no scheme/],
    ['http://', /no URL/],
    ['https://a b/', /no URL/],
    ['/only/a/path', /no host/],
    ['aon.at\tnews', /control character/],
    [`aon.at/${'x'.repeat(10_000)}`, /longer than 8192/],
  ])('refuses %s', (text, why) => expect(readSeed(text)).toEqual({ why: expect.stringMatching(why) }));
});

describe('readSeedFile', () => {
  const VARIANTS = [
    '\uFEFF// Seed list',
    '# another comment',
    'aon.at',
    '  apa.at  ',
    'atv.at/Channel.aspx',
    '',
    '\t',
    'http://orf.at // with a remark',
    'kurier.at # with another',
    'https://aon.at/',
    'not a url',
    'https://diepresse.com/#teaser',
  ];

  it.each([
    ['line feeds', '\n'],
    ['Windows line ends', '\r\n'],
    ['old Mac line ends', '\r'],
  ])('M-08 loads all variants: %s', (_name, end) => {
    const { seeds, problems, duplicates } = readSeedFile(VARIANTS.join(end));
    expect(seeds).toEqual([
      { url: 'https://aon.at/', line: 3, schemeGuessed: true },
      { url: 'https://apa.at/', line: 4, schemeGuessed: true },
      { url: 'https://atv.at/Channel.aspx', line: 5, schemeGuessed: true },
      { url: 'http://orf.at/', line: 8, schemeGuessed: false },
      { url: 'https://kurier.at/', line: 9, schemeGuessed: true },
      { url: 'https://diepresse.com/', line: 12, schemeGuessed: false },
    ]);
    expect(problems).toEqual([{ line: 11, text: 'not a url', why: expect.stringContaining('no host name') }]);
    expect(duplicates).toBe(1);
  });

  it('M-08 counts a long list', () => {
    const rows = Array.from({ length: 562 }, (_, n) => `site${n}.at`);
    expect(readSeedFile(`// list\r\n${rows.join('\r\n')}\r\n`).seeds).toHaveLength(562);
  });

  it('keeps the // and # that belong to a URL', () => {
    expect(readSeedFile('http://a.at//b\nhttp://a.at/#c').seeds.map(({ url }) => url)).toEqual(['http://a.at//b', 'http://a.at/']);
  });

  it.each([
    ['nothing', ''],
    ['only a mark', '\uFEFF'],
    ['only comments', '// a\n# b'],
  ])('an empty list is no error: %s', (_name, text) => expect(readSeedFile(text)).toEqual({ seeds: [], problems: [], duplicates: 0 }));

  it('cuts what it quotes', () => {
    expect(readSeedFile('x '.repeat(100_000)).problems[0]?.text).toHaveLength(200);
  });
});

const SAMPLE = path.resolve('../shared/samples/multisensor/seed-list.txt');

it.skipIf(!existsSync(SAMPLE))('M-08 the sample list loads without a problem', () => {
  const { seeds, problems } = readSeedFile(readFileSync(SAMPLE, 'utf8'));
  expect(seeds).toHaveLength(7);
  expect(problems).toEqual([]);
});

describe('resolveSeeds', () => {
  const files: Record<string, string> = { 'more.txt': '// more\nb.test\nc.test/x\na.test\n:-)\n' };
  const readText = (name: string) => files[name] ?? Promise.reject(new Error(`no file ${name}`));

  it('makes one list of every form', async () => {
    const { seeds } = await resolveSeeds(
      ['https://a.test', { url: 'd.test', depth: 2 }, { sitemap: 'https://a.test/sitemap.xml' }, { file: 'more.txt' }],
      readText,
    );
    expect(seeds).toEqual([
      { url: 'https://a.test/', schemeGuessed: false, depth: 0, kind: 'page', origin: 'definition' },
      { url: 'https://d.test/', schemeGuessed: true, depth: 2, kind: 'page', origin: 'definition' },
      { url: 'https://a.test/sitemap.xml', schemeGuessed: false, depth: 0, kind: 'sitemap', origin: 'definition' },
      { url: 'https://b.test/', schemeGuessed: true, depth: 0, kind: 'page', origin: 'more.txt:2' },
      { url: 'https://c.test/x', schemeGuessed: true, depth: 0, kind: 'page', origin: 'more.txt:3' },
    ]);
  });

  it('says where each problem stands', async () => {
    const { problems } = await resolveSeeds(['hello world', { sitemap: 'mailto:x' }, { file: 'more.txt' }], readText);
    expect(problems.map(({ origin, text }) => [origin, text])).toEqual([
      ['definition', 'hello world'],
      ['definition', 'mailto:x'],
      ['more.txt:5', ':-)'],
    ]);
  });

  it('passes on that a file cannot be read', async () => {
    await expect(resolveSeeds([{ file: 'none.txt' }], readText)).rejects.toThrow('no file none.txt');
  });
});
