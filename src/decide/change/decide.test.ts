import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Link, NO_DIRECTIVES, type Page } from '../../model/index.js';
import { type Decision, decide } from './decide.js';
import { FIELDS, fieldDigests, storedDigests } from './field-digests.js';

const BYTES = 'sha256:aa';
const OTHER_BYTES = 'sha256:bb';

const link = (url: string, more: Partial<Link> = {}): Link => ({
  url,
  kind: 'a',
  anchor: '',
  rel: [],
  nofollow: false,
  paragraph: null,
  path: 'html>body>a',
  ...more,
});

const PAGE: Page = {
  type: 'text/html',
  charset: 'utf-8',
  title: 'Cadastre',
  text: 'The register of land.',
  language: 'en',
  languageConfidence: 1,
  metadata: { author: ['A'], description: ['d'] },
  canonical: null,
  directives: NO_DIRECTIVES,
  links: [link('https://a.test/1'), link('https://a.test/2')],
  notes: [],
};
const page = (change: Partial<Page> = {}): Page => ({ ...PAGE, ...change });
/** All but the first line is a table. */
const withTable = (text: string): Partial<Page> => {
  const end = text.indexOf('\n');
  return { text, content: { text: [0, end], tables: [end + 1, text.length] } };
};
const version = (read: Page | null, content = OTHER_BYTES) => ({ digests: fieldDigests(read, content) });
const KNOWN = version(PAGE, BYTES);

describe('decide', () => {
  it.each<[name: string, decision: Decision, expected: Decision]>([
    ['a new document', decide(null, version(PAGE)), { operation: 'Add', reason: 'not known before', changed: [] }],
    ['the same bytes', decide(KNOWN, version(PAGE, BYTES)), { operation: 'None', reason: 'the same bytes', changed: [] }],
    [
      'the same bytes, read differently',
      decide(KNOWN, version(page({ text: 'x' }), BYTES)),
      { operation: 'None', reason: 'the same bytes', changed: [] },
    ],
    ['304', decide(KNOWN, { notModified: true }), { operation: 'None', reason: 'the server says it is not modified', changed: [] }],
    [
      '304 for something forgotten',
      decide(null, { notModified: true }),
      { operation: 'None', reason: 'the server says it is not modified', changed: [] },
    ],
    [
      'other text',
      decide(KNOWN, version(page({ text: 'New.' }))),
      { operation: 'Upd', reason: 'text changed', changed: ['text', 'content'] },
    ],
    [
      'other title',
      decide(KNOWN, version(page({ title: 'Land' }))),
      { operation: 'Upd', reason: 'title changed', changed: ['title', 'content'] },
    ],
    [
      'title gone',
      decide(KNOWN, version(page({ title: null }))),
      { operation: 'Upd', reason: 'title disappeared', changed: ['title', 'content'] },
    ],
    [
      'text gone',
      decide(KNOWN, version(page({ text: '' }))),
      { operation: 'Upd', reason: 'text disappeared', changed: ['text', 'content'] },
    ],
    [
      'metadata and text',
      decide(KNOWN, version(page({ text: 'New.', metadata: { author: ['B'] } }))),
      { operation: 'Upd', reason: 'text changed, metadata changed', changed: ['text', 'metadata', 'content'] },
    ],
    [
      'metadata appeared',
      decide(version(page({ metadata: {} }), BYTES), version(PAGE)),
      { operation: 'Upd', reason: 'metadata appeared', changed: ['metadata', 'content'] },
    ],
    [
      'only markup',
      decide(KNOWN, version(PAGE)),
      { operation: 'None', reason: 'other bytes, but the same title, text, tables and metadata', changed: ['content'] },
    ],
    [
      'only links',
      decide(KNOWN, version(page({ links: [] }))),
      { operation: 'None', reason: 'other bytes, but the same title, text, tables and metadata', changed: ['links', 'content'] },
    ],
    [
      'a file nobody reads',
      decide(version(null, BYTES), version(null)),
      { operation: 'Upd', reason: 'other bytes, and no text to compare', changed: ['content'] },
    ],
    [
      'a page without words',
      decide(version(page({ text: '' }), BYTES), version(page({ text: '' }))),
      { operation: 'Upd', reason: 'other bytes, and no text to compare', changed: ['content'] },
    ],
  ])('%s', (_name, decision, expected) => expect(decision).toEqual(expected));
});

describe('digests stored by an earlier version', () => {
  /** As format 2 kept them: the text is all that is shown, and there are no tables. */
  const stored = (read: Page) => {
    const { content, title, metadata, links, visible } = fieldDigests(read, BYTES);
    return { digests: storedDigests(JSON.stringify({ content, title, metadata: `${metadata}-by-other-rules`, links, text: visible })) };
  };
  const shown = withTable('The register of land.\nArea 11');

  it('see no change where the same is shown', () => {
    expect(decide(stored(page(shown)), version(page(shown)))).toEqual({
      operation: 'None',
      reason: 'other bytes, but the same title, text, tables and metadata',
      changed: ['content'],
    });
  });

  it('see a change of what is shown', () => {
    const now = version(page(withTable('The register of land.\nArea 12')));
    expect(decide(stored(page(shown)), now)).toMatchObject({ operation: 'Upd', reason: 'text changed', changed: ['text', 'content'] });
  });

  it('see a new title', () => {
    expect(decide(stored(PAGE), version(page({ title: 'Land' })))).toMatchObject({ operation: 'Upd', changed: ['title', 'content'] });
  });
});

describe('fieldDigests', () => {
  const digests = fieldDigests(PAGE, BYTES);

  it.each<[name: string, change: Partial<Page>]>([
    ['order of metadata', { metadata: { description: ['d'], author: ['A'] } }],
    ['a token minted per request', { metadata: { ...PAGE.metadata, 'csrf-token': ['9f'], 'request-id': ['1'] } }],
    ['order of links', { links: [...PAGE.links].reverse() }],
    ['a link twice', { links: [...PAGE.links, link('https://a.test/1', { path: 'html>body>footer>a' })] }],
    ['what the reader noted', { notes: ['mended'], languageConfidence: 0.5 }],
  ])('does not see %s', (_name, change) => expect(fieldDigests(page(change), BYTES)).toEqual(digests));

  it.each<[name: string, change: Partial<Page>, field: keyof typeof digests]>([
    ['order of values', { metadata: { author: ['B', 'A'], description: ['d'] } }, 'metadata'],
    ['a value moved to another name', { metadata: { author: ['A'], 'dc.description': ['d'] } }, 'metadata'],
    ['a link of another kind', { links: [link('https://a.test/1'), link('https://a.test/2', { kind: 'img' })] }, 'links'],
    ['one letter', { text: 'The register of lanb.' }, 'text'],
    ['a number in a table', withTable('The register of land.\nArea 12'), 'tables'],
  ])('sees %s', (_name, change, field) => {
    const changed = fieldDigests(page(change), BYTES);
    expect(FIELDS.filter((name) => changed[name] !== digests[name])).toEqual([field]);
  });

  it('has one digest for a set of links, however many they are', () => {
    const links = Array.from({ length: 2500 }, (_, n) => link(`https://a.test/${n}`, { kind: n % 2 ? 'a' : 'area' }));
    const lines = links.map(({ kind, url }) => `${kind} ${url}`).sort();
    expect(fieldDigests(page({ links: [...links, ...links] }), BYTES).links).toBe(`sha256:${hash('sha256', lines.join('\n'))}`);
  });

  it('sees the headers that describe the content, and no others', () => {
    const headers = (...more: [string, string][]) => fieldDigests(PAGE, BYTES, [['Content-Type', 'text/html'], ...more]).headers;
    expect(headers(['Date', 'now'], ['ETag', '"1"'], ['Set-Cookie', 'a=b'])).toBe(headers());
    expect(headers(['Content-Language', 'de'])).not.toBe(headers());
  });

  it("takes the site's own structured data for furniture", () => {
    const withData = (...jsons: string[]) => fieldDigests(page({ metadata: { ...PAGE.metadata, 'json-ld': jsons } }), BYTES).metadata;
    expect(withData('{"@type":"Organization","name":"A"}')).toBe(digests.metadata);
    expect(withData('{"@type":"Article","publisher":{"@type":"Organization"}}')).not.toBe(digests.metadata);
  });

  it('is a SHA-256 that other programs compute too', () => {
    expect(fieldDigests(page({ title: 'abc' }), BYTES).title).toBe(
      'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('takes metadata names made to harm', () => {
    const metadata = JSON.parse('{"__proto__": ["x"], "constructor": ["y"]}') as Page['metadata'];
    expect(fieldDigests(page({ metadata }), BYTES).metadata).toMatch(/^sha256:[0-9a-f]{64}$/);
  });
});

describe('a page that is rendered at one visit and not at the other', () => {
  const sent = fieldDigests(page({ text: 'Loading' }), 'sha256:shell');
  const { blocks: _none, ...rest } = sent;
  const plain = { ...rest, blocks: null };
  const rendered = { ...fieldDigests(page({ text: 'All there is to say' }), 'sha256:after'), plain };
  const otherShell = fieldDigests(page({ text: 'Loading, please wait' }), 'sha256:shell2');

  it.each([
    ['plain, then rendered', sent, rendered, 'None'],
    ['rendered, then plain', rendered, sent, 'None'],
    ['plain, then rendered of something else', otherShell, rendered, 'Upd'],
    ['rendered, then plain of something else', rendered, otherShell, 'Upd'],
    ['rendered twice, the second time with other text', rendered, { ...fieldDigests(page({ text: 'News' }), 'sha256:new'), plain }, 'Upd'],
    ['rendered twice, with other bytes and the same text', rendered, { ...rendered, content: 'sha256:other' }, 'None'],
  ] as const)('%s', (_case, known, seen, operation) => expect(decide({ digests: known }, { digests: seen }).operation).toBe(operation));
});
