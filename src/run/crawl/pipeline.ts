/**
 * The plug-ins of a definition, chosen and prepared once per reader thread: readers, consumers, analysers, extractors,
 * sources, filters. The engine asks for what it needs by kind and never by name.
 */
import { readFileSync } from 'node:fs';
import { type PageScore, scoreLinks, scorePage } from '../../analyse/analysers/index.js';
import { builtInVocabulary, formatSignature, makeLsh, parseVocabulary, type Vocabulary } from '../../analyse/likeness/index.js';
import type { Definition } from '../../definition/crawl/index.js';
import { compileScope, type PreparedFilter, runFilters, trailLength } from '../../frontier/scope/index.js';
import { counted, type Link, messageOf, type Page, remembering } from '../../model/index.js';
import type {
  Candidate,
  FoundUrl,
  ListEnd,
  ListInput,
  ReaderPlugin,
  ReadInput,
  Registry,
  Result,
  SourcePlugin,
  Use,
} from '../../plugins/index.js';
import { contextsIn, readerFor, statementReader } from '../../read/index.js';
import { type FoundLink, type Judge, withoutFragment } from './found-links.js';
import { type Identify, identifier } from './identify.js';

export interface Pipeline {
  readonly identify: Identify;
  readonly judge: Judge;
  /** Null when no reader takes the type. */
  read(input: ReadInput): Page | Promise<Page> | null;
  /** Passes the result through extractors, analysers and consumers, in this order. `input` is what its page was read from. */
  consume(result: Result, input?: ReadInput): Result;
  /** What analysers say of the page's links, by URL without fragment: the best of those that lead to it. Null: nobody was asked. */
  linkScores(result: Result): ReadonlyMap<string, number> | null;
  /** Hands on the links of a list, piece by piece. */
  sitemapLinks(list: List, take: (links: readonly FoundLink[]) => Promise<void>): Promise<ListEnd>;
  /** Signature of a text by locality-sensitive hashing; null when it has none. */
  signature(text: string): string | null;
}

/** A list as sources are given it. */
export interface List extends Omit<ListInput, 'chunks'> {
  /** From the beginning, as often as one likes. */
  chunks(): AsyncIterable<Uint8Array>;
  /** Null when it is too large to be held. */
  whole(): ReadInput | null;
}

export interface PipelineOptions {
  readonly definition: Definition;
  readonly registry: Registry;
  readonly secret: Uint8Array;
  readonly seedHosts: readonly string[];
  /** Crawled copies of contexts of JSON-LD, as text, by URL. */
  readonly contexts?: ReadonlyMap<string, string> | undefined;
}

export function makePipeline({ definition, registry, secret, seedHosts, contexts = new Map() }: PipelineOptions): Pipeline {
  const consumeWith = consumerChain(definition, registry);
  const readWith = readerChoice(definition, registry, contexts);
  return {
    identify: identifier(definition.urls, secret, schemesOf(definition, registry)),
    judge: makeJudge(definition, registry, seedHosts),
    read: readWith,
    consume: consumeWith,
    linkScores: linkScorer(definition, registry),
    sitemapLinks: (list, take) => sitemapLinks(list, registry, take),
    signature: signer(definition.duplicates),
  };
}

/** The vocabulary is read when the pipeline is made: a wrong one stops the crawl while nothing has happened yet. */
function signer({ find, lsh }: Definition['duplicates']): Pipeline['signature'] {
  if (find !== 'lsh') return () => null;
  const { signature } = makeLsh({ vocabulary: vocabularyOf(lsh), hashes: lsh.hashes, bands: lsh.bands });
  return (text) => {
    const bands = signature(text);
    return bands && formatSignature(bands);
  };
}

function vocabularyOf({ vocabulary, vocabularyFile }: Definition['duplicates']['lsh']): Vocabulary {
  if (vocabularyFile !== undefined) return parseVocabulary(readFileSync(vocabularyFile, 'utf8'), vocabularyFile);
  return builtInVocabulary(vocabulary) as Vocabulary;
}

/** Those of the Web, and those a fetcher is listed for: a link to file: means nothing unless somebody asked for files. */
function schemesOf(definition: Definition, registry: Registry): Set<string> {
  return new Set(['http', 'https', ...definition.fetchers.flatMap((use) => registry.choose('fetcher', use as Use).plugin.schemes)]);
}

function makeJudge(definition: Definition, registry: Registry, seedHosts: readonly string[]): Judge {
  const filters = preparedFilters(definition, registry);
  return {
    scope: compileScope(definition.scope, [...seedHosts]),
    filters: (candidate: Candidate) => runFilters(filters, candidate),
    trailLength: trailLength(definition.scope),
  };
}

/** In the order they are asked. */
export function preparedFilters(definition: Definition, registry: Registry): PreparedFilter[] {
  return definition.filters.map((use) => {
    const { plugin, options } = registry.choose('filter', use as Use);
    return { name: plugin.name, judge: plugin.prepare(options) };
  });
}

/** The definition's own readers come first, then the built-in ones; among equals the most exact type wins. */
function readerChoice(definition: Definition, registry: Registry, contexts: ReadonlyMap<string, string>): Pipeline['read'] {
  const optionsOf = new Map<ReaderPlugin, never>();
  for (const plugin of registry.all('reader')) {
    const told = toldOptions(plugin, definition);
    if (told) optionsOf.set(plugin, told);
  }
  const builtIn = [...optionsOf.keys()];
  const named = definition.readers.map((use) => registry.choose('reader', use as Use));
  for (const { plugin, options } of named) optionsOf.set(plugin, options);
  const own = named.map(({ plugin }) => plugin);
  const addStatements = statementReader(definition.rdf, contextsIn(contexts));
  const scan = scanWith(definition, registry);
  const readerOf = remembering(MOST_TYPES, (type) => readerFor(type, own) ?? readerFor(type, builtIn));
  return (input) => {
    const reader = readerOf(input.type);
    const page = reader?.read(input, optionsOf.get(reader) as never) ?? null;
    const whole = page instanceof Promise ? page.then((read) => addStatements(read, input)) : page && addStatements(page, input);
    return whole instanceof Promise ? whole.then(scan) : whole && scan(whole);
  };
}

/**
 * Readers that hear what a page says to one robot by name are told ours, and those that count links how many to take. Null for
 * one that cannot do without options: it is there for definitions that name it.
 */
function toldOptions(plugin: ReaderPlugin, { fetch: { agent }, capture: { maxLinks } }: Definition): never | null {
  for (const options of [{ agent, maxLinks }, { agent }, {}]) {
    const told = plugin.options.safeParse(options);
    if (told.success) return told.data as never;
  }
  return null;
}

/** Types are few, and all the same on most pages; servers may still make up as many as they like. */
const MOST_TYPES = 1000;

/** Scanners find links besides those of the reader. */
function scanWith(definition: Definition, registry: Registry): (page: Page) => Page {
  const scanners = definition.scanners.map((use) => registry.choose('scanner', use as Use));
  if (scanners.length === 0) return (page) => page;
  const { maxLinks } = definition.capture;
  return (page) => {
    const links: Link[] = [];
    let left = 0;
    for (const { plugin, options } of scanners)
      for (const { url, relation = plugin.name } of plugin.scan(page, options)) {
        if (!URL.canParse(url)) continue;
        if (links.length < maxLinks) links.push(scannedLink(url, relation, page));
        else left++;
      }
    const notes = left
      ? [...page.notes, `${counted(left, 'link')} past the first ${maxLinks} that scanners found ${left === 1 ? 'was' : 'were'} left out`]
      : page.notes;
    return { ...page, links: page.links.concat(links), notes };
  };
}

const scannedLink = (url: string, relation: string, { directives }: Page): Link => ({
  url: new URL(url).href,
  kind: 'link',
  anchor: '',
  rel: [relation],
  nofollow: directives.nofollow,
  paragraph: null,
  path: '',
});

function consumerChain(definition: Definition, registry: Registry): Pipeline['consume'] {
  const extractors = definition.extractors.map((use) => registry.choose('extractor', use as Use));
  const analysers = definition.analysers.map((use) => registry.choose('analyser', use as Use));
  const consumers = definition.consumers.map((use) => registry.choose('consumer', use as Use));
  return (result, input) => {
    const { page, notes } = result;
    if (page)
      for (const { plugin, options } of extractors) {
        const fields = taken(() => plugin.extract(page, options, input));
        if (fields instanceof Failed) notes[plugin.name] = fields;
        else Object.assign(notes, fields);
      }
    if (page && analysers.length) notes['score'] = scorePage(page, analysers);
    for (const { plugin, options } of consumers) {
      const note = taken(() => plugin.consume(result, options));
      if (note !== undefined) notes[plugin.name] = note;
    }
    return result;
  };
}

function linkScorer(definition: Definition, registry: Registry): Pipeline['linkScores'] {
  const analysers = definition.analysers.map((use) => registry.choose('analyser', use as Use));
  if (analysers.length === 0) return () => null;
  return ({ page, notes }) => {
    const score = notes['score'] as PageScore | undefined;
    if (!page || !score) return null;
    const { values, failed } = scoreLinks(page, analysers, score.parts);
    if (failed.length) notes['score'] = { ...score, parts: [...score.parts, ...failed] };
    return bestByUrl(page.links, values);
  };
}

function bestByUrl(links: readonly Link[], values: readonly (number | null)[]): Map<string, number> {
  const best = new Map<string, number>();
  for (const [at, { url }] of links.entries()) {
    const value = values[at] ?? null;
    const key = withoutFragment(url);
    if (value !== null && value >= (best.get(key) ?? 0)) best.set(key, value);
  }
  return best;
}

/** What an extractor or a consumer that fails leaves as its note; the others go on. */
class Failed {
  readonly failed: string;

  constructor(error: unknown) {
    this.failed = messageOf(error);
  }
}

function taken<T>(take: () => T): T | Failed {
  try {
    return take();
  } catch (error) {
    return new Failed(error);
  }
}

/** A moment yet to come says nothing of what has changed. */
function modifiedAt(lastModified: string | null | undefined): { modifiedAt?: number } {
  const at = Date.parse(lastModified ?? '');
  return at <= Date.now() ? { modifiedAt: at } : {};
}

/** From the first source that knows the list for one of its own. Those that take lists in pieces are handed all of them so. */
async function sitemapLinks(list: List, registry: Registry, take: (links: readonly FoundLink[]) => Promise<void>): Promise<ListEnd> {
  for (const plugin of registry.all('source')) {
    const { options } = registry.choose('source', plugin.name);
    const takeFound = (found: readonly FoundUrl[]): Promise<void> => take(found.map(linkTo));
    const end = plugin.streams
      ? await plugin.streams({ ...list, chunks: list.chunks() }, options, takeFound)
      : await yielded(plugin, list, options, takeFound);
    if (end) return end;
  }
  return { incomplete: true, notes: [] };
}

async function yielded(
  plugin: SourcePlugin,
  list: List,
  options: unknown,
  take: (found: readonly FoundUrl[]) => Promise<void>,
): Promise<ListEnd | null> {
  const input = list.whole();
  const found = input && plugin.yields(input, options);
  if (!found) return null;
  await take(found);
  return { incomplete: found.incomplete ?? false, notes: [] };
}

const linkTo = ({ url, kind, lastModified }: FoundUrl): FoundLink => ({
  url,
  kind: 'sitemap',
  as: kind,
  anchor: '',
  nofollow: false,
  ...modifiedAt(lastModified),
});
