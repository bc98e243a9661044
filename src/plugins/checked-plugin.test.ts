/** A plug-in that returns the wrong shape is told so by its name and the field; what is right passes as it is. */
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { checkedPlugin } from './checked-plugin.js';
import type { Plugin, PluginByKind, PluginKind } from './kinds.js';

const PAGE = {
  type: 'text/html',
  charset: null,
  title: null,
  text: '',
  language: null,
  languageConfidence: 0,
  metadata: {},
  canonical: null,
  directives: { noindex: false, nofollow: false, noarchive: false, tdmReserved: false },
  links: [],
  notes: [],
};
const BYTES = new Uint8Array();
const EXCHANGE = {
  url: 'x:/',
  method: 'GET',
  startedAt: 0,
  durationMs: 0,
  firstByteMs: 0,
  status: 200,
  statusText: '',
  protocol: 'x',
  remoteAddress: null,
  tls: null,
  requestHead: BYTES,
  requestBody: null,
  responseHead: BYTES,
  headers: [['A', 'b']],
  wire: BYTES,
  body: BYTES,
  truncated: null,
};

const made = (kind: PluginKind, more: object): Plugin =>
  ({ kind, name: 'mine', about: '', options: z.strictObject({}), types: [], schemes: [], ...more }) as unknown as Plugin;

const none = async () => {};
const opening = (answer: unknown) => ({ open: async () => ({ fetch: async () => answer, addressOf: none, forget: none, close: none }) });

/** Calls the one function of a plug-in as the engine would. */
async function used<K extends PluginKind>(kind: K, more: object, say: (fault: string) => void): Promise<unknown> {
  const plugin = checkedPlugin(made(kind, more), say) as unknown as Record<string, (...args: unknown[]) => unknown>;
  if (kind === 'fetcher') return (await (plugin as unknown as PluginByKind['fetcher']).open({})).fetch({ url: 'x:/' });
  if (kind === 'filter') return (plugin as unknown as PluginByKind['filter']).prepare({})({} as never);
  if (kind === 'scanner') return [...(plugin as unknown as PluginByKind['scanner']).scan(PAGE as never, {})];
  if ('streams' in more) return plugin['streams']?.({}, {}, async () => {});
  return plugin[Object.keys(more)[0] as string]?.({}, {});
}

it.each<[PluginKind, object, RegExp]>([
  ['fetcher', { open: async () => ({ close: none }) }, /fetcher "mine".*open: fetch: expected.*addressOf: expected.*forget: expected/],
  ['fetcher', opening({ ...EXCHANGE, status: '200' }), /fetcher "mine".*from fetch: status: expected (int|number)/],
  ['fetcher', opening({ ...EXCHANGE, body: 'text' }), /body: expected a Uint8Array/],
  ['reader', { read: () => ({ ...PAGE, links: undefined }) }, /reader "mine".*from read: links: expected array, received undefined/],
  ['reader', { read: async () => ({ ...PAGE, links: ['http://a.test/'] }) }, /links\.0: expected object, received string/],
  ['reader', { read: () => null }, /expected object, received null/],
  ['filter', { prepare: () => true }, /filter "mine".*from prepare: .*expected/],
  ['filter', { prepare: () => () => true }, /filter "mine".*the function of prepare: expected string, received boolean/],
  ['consumer', { consume: async () => 1 }, /consumer "mine".*from consume: expected a value that can be written as JSON/],
  ['analyser', { analyse: () => ({ value: '1', because: '' }) }, /analyser "mine".*from analyse: value: expected number, received string/],
  ['analyser', { analyseLinks: () => [0.5], analyse: () => null }, /from analyseLinks: 0: expected object, received number/],
  ['analyser', { analyse: () => 0.5 }, /from analyse: expected object, received number/],
  ['extractor', { extract: () => ({ court: 7 }) }, /extractor "mine".*from extract: court: /],
  ['scanner', { scan: () => ['http://a.test/'] }, /scanner "mine".*from scan: expected object, received string/],
  ['scanner', { scan: () => undefined }, /scanner "mine".*from scan: expected array/],
  ['source', { yields: () => [{ url: 'http://a.test/' }] }, /source "mine".*from yields: 0\.kind: /],
  ['source', { yields: () => null, streams: async () => ({ incomplete: 'no' }) }, /from streams: incomplete: expected boolean/],
  ['sink', { write: async () => undefined }, /sink "mine".*from write: expected number, received undefined/],
])('a %s of the wrong shape is told by name and field: %o', async (kind, more, words) => {
  const say = vi.fn<(fault: string) => void>();
  await expect(async () => used(kind, more, say)).rejects.toThrow(words);
  await expect(async () => used(kind, more, say)).rejects.toThrow(words);
  expect(say).toHaveBeenCalledWith(expect.stringMatching(words));
});

it.each<[PluginKind, object, unknown]>([
  ['fetcher', opening(EXCHANGE), EXCHANGE],
  ['reader', { read: () => PAGE }, PAGE],
  ['filter', { prepare: () => () => null }, null],
  ['consumer', { consume: () => undefined }, undefined],
  ['analyser', { analyse: () => null }, null],
  ['extractor', { extract: () => ({ a: 'b', c: ['d'] }) }, { a: 'b', c: ['d'] }],
  ['scanner', { scan: () => new Set([{ url: 'http://a.test/' }]) }, [{ url: 'http://a.test/' }]],
  ['source', { yields: () => [{ url: 'http://a.test/', kind: 'page' }] }, [{ url: 'http://a.test/', kind: 'page' }]],
  ['sink', { write: async () => 3 }, 3],
])('what a %s rightly returns passes', async (kind, more, expected) => {
  const say = vi.fn<(fault: string) => void>();
  expect(await used(kind, more, say)).toEqual(expected);
  expect(say).not.toHaveBeenCalled();
});

it('says a fault once, and a plug-in without its function is refused when it is loaded', () => {
  const say = vi.fn<(fault: string) => void>();
  const plugin = checkedPlugin(made('analyser', { analyse: () => 1 }), say) as PluginByKind['analyser'];
  for (let n = 0; n < 3; n++) expect(() => plugin.analyse(PAGE as never, {})).toThrow(/analyser "mine"/);
  expect(say).toHaveBeenCalledOnce();
  expect(() => checkedPlugin(made('sink', {}), say)).toThrow('The sink "mine" has no function write.');
});
