/**
 * From a scutter of the original to a native definition. The only place that knows what the original's Java classes do.
 *
 * Filters and components of one's own become plug-ins, in their order. The original's own consumers are stages here:
 * storing is a view of the archive, parsing and following are settings of `rdf`.
 */
import { posix, win32 } from 'node:path';
import type { DefinitionInput } from '../../../definition/crawl/index.js';
import { nearest } from '../../../model/index.js';
import type { Registry } from '../../../plugins/index.js';
import { ScutterError } from '../read-fragment.js';
import { rdfs } from '../vocabulary.js';
import type { Component, Options, OptionValue, ScutterProfile } from './configuration.js';

/** Workers of a scutter that says nothing of them. */
const WORKERS = 5;
/** Requests in flight that a definition allows by itself. */
const CONCURRENCY = 32;

export interface StartPoints {
  /** What the plans name. */
  readonly urls: readonly string[];
  /** Visit everything that is known and not skipped, too. */
  readonly freshen: boolean;
}

export interface MadeDefinition {
  readonly definition: DefinitionInput;
  /** What was understood otherwise than the original did, in sentences. */
  readonly remarks: readonly string[];
}

export interface DefinitionContext {
  /** Plug-ins that components may name. */
  readonly registry: Registry;
  /** Folder for what the configuration puts at a place of another system (c:\temp), or nowhere: a home folder is nobody's cache. */
  readonly ownFolder: string;
}

export function toDefinition(profile: ScutterProfile, start: StartPoints, context: DefinitionContext): MadeDefinition {
  const remarks: string[] = [];
  const here = (path: string): string => placeHere(path, context.ownFolder, remarks);
  const work = workOf(profile, here, remarks);
  const consumers = profile.consumers.filter(({ impl }) => !(impl !== null && impl in STAGES));
  if (profile.memory.kind === 'database')
    remarks.push(`The memory \`${profile.memory.id}\` was kept in the database ${profile.memory.name}; here it is kept in the workspace.`);
  const workers = profile.workers ?? WORKERS;
  const definition: DefinitionInput = {
    name: nameOf(profile.id),
    seeds: [...start.urls],
    scope: { url: ['http://*', 'https://*'], via: work.follows ? ['rdf', 'redirect'] : ['redirect'] },
    filters: profile.filters.map((filter) => filterOf(filter, context.registry)),
    consumers: consumers.map((consumer) => ownPlugin('consumer', consumer, context.registry)),
    plugins: [...profile.modules],
    frontier: { workers },
    ...(profile.throttle === null ? {} : { politeness: { delay: `${profile.throttle}ms` } }),
    fetch: { ...(profile.userAgent ? { userAgent: profile.userAgent } : {}), ...(workers > CONCURRENCY ? { concurrency: workers } : {}) },
    capture: { requisites: false, sitemaps: false, render: 'never' },
    duplicates: { find: 'off' },
    rdf: work.rdf,
    revisit: { mode: start.freshen ? 'everything' : 'seeds', skip: SKIP },
    ...(work.stores ? {} : { archive: { except: ['*'] } }),
    ...(profile.memory.kind === 'none' ? { session: 'replace' } : {}),
    scutter: {
      id: profile.id,
      ...(profile.title ? { title: profile.title } : {}),
      ...(profile.memory.kind === 'file' ? { memory: here(profile.memory.file) } : {}),
      ...(work.cache === null ? {} : { cache: here(work.cache === '' ? posix.join(context.ownFolder, 'slug-cache') : work.cache) }),
    },
  };
  return { definition, remarks };
}

/** What the original never asked for again. */
const SKIP = { statuses: [403, 404, 410], unknownHosts: true, recheck: '0s' };

const nameOf = (id: string): string =>
  id
    .replace(/[^\w.-]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 100) || 'scutter';

const WINDOWS = /^[A-Za-z]:[\\/]/;

/** A path with a drive means nothing here unless this is such a system; its last part is kept below a folder of ours. */
function placeHere(path: string, ownFolder: string, remarks: string[]): string {
  const plain = path.replace(/^file:(?:\/\/)?(?=\/|[A-Za-z]:)/, '');
  if (process.platform === 'win32' || !WINDOWS.test(plain)) return plain.replace(/\\/g, '/');
  const place = posix.join(ownFolder, win32.basename(plain));
  remarks.push(`${path} is a path of another system; ${place} takes its place.`);
  return place;
}

// ---- consumers of the original

interface Work {
  /** Folder of the copies; '' for the customary one, null for none. */
  readonly cache: string | null;
  readonly follows: boolean;
  /** False when nobody wants to keep what is fetched. */
  readonly stores: boolean;
  readonly rdf: NonNullable<DefinitionInput['rdf']>;
}

type Stage = 'store' | 'parse' | 'follow' | 'parse and follow' | 'keep statements';

/** By the last segment of the class name. The one with Consumer twice is in the original's own configuration. */
const STAGES: Readonly<Record<string, Stage>> = {
  ResponseStorer: 'store',
  RDFConsumer: 'parse and follow',
  RDFParsingConsumer: 'parse',
  FilteringRDFConsumer: 'parse',
  TransformingRDFConsumer: 'parse',
  TaskGeneratingConsumer: 'follow',
  ModelDependentConsumer: 'follow',
  ModelDependentConsumerConsumer: 'follow',
  PersistentResponseStorer: 'keep statements',
  ModelStoringConsumer: 'keep statements',
};

function workOf({ consumers }: ScutterProfile, here: (path: string) => string, remarks: string[]): Work {
  const stages = consumers.flatMap((consumer) => ({ consumer, stage: STAGES[consumer.impl ?? ''] }));
  const have = (...wanted: Stage[]): boolean => stages.some(({ stage }) => stage !== undefined && wanted.includes(stage));
  const storer = stages.find(({ stage }) => stage === 'store')?.consumer;
  // Statements that are parsed for no other component are parsed by the older kind, which followed links itself.
  const followers = stages.filter(
    ({ consumer, stage }) =>
      stage === 'follow' ||
      stage === 'parse and follow' ||
      (stage === 'parse' && ('scanner' in consumer.parts || !have('follow', 'parse and follow', 'keep statements'))),
  );
  const reads = have('parse', 'parse and follow', 'follow', 'keep statements');
  const rdf = Object.assign(
    { read: reads ? 'auto' : 'never', accept: true, follow: [] as string[] },
    ...followers.map(({ consumer }) => following(consumer)),
  );
  return {
    cache: storer ? String(storer.options['cache'] ?? '') : null,
    follows: followers.length > 0,
    stores: have('store', 'keep statements') || consumers.some(({ impl }) => !(impl !== null && impl in STAGES)),
    rdf: {
      ...rdf,
      follow: [...new Set(followers.flatMap(({ consumer }) => following(consumer).follow ?? []))],
      transformations: consumers
        .filter(({ impl }) => impl !== null && impl in STAGES)
        .flatMap((consumer) => transforming(consumer, here, remarks)),
    },
  };
}

/** The stylesheet a consumer applies to all it is given. Nothing is fetched for it. */
function transforming({ id, options }: Component, here: (path: string) => string, remarks: string[]) {
  return textsOf(options['transform']).flatMap((stylesheet) => {
    if (!/^https?:/i.test(stylesheet)) return [{ file: here(stylesheet), match: '*' }];
    remarks.push(
      `\`${id}\`: the stylesheet ${stylesheet} is not fetched, so it is not applied. Save it, and name the file as its \`transform\`.`,
    );
    return [];
  });
}

/** What a consumer follows: as its scanner says, or itself; rdfs:seeAlso when nobody says anything. */
function following(consumer: Component): NonNullable<DefinitionInput['rdf']> {
  const scanner = consumer.parts['scanner'];
  const options = { ...consumer.options, ...scanner?.options };
  const named = textsOf(options['property']);
  if (named.length > 0) return { follow: named };
  if (scanner?.impl === 'ResourceScanner') return { followAll: true };
  if (scanner?.impl === 'RegexResourceScanner') return matching(options);
  if (scanner && scanner.impl !== 'SeeAlsoScanner')
    throw unknownPart(scanner, ['SeeAlsoScanner', 'ResourceScanner', 'RegexResourceScanner']);
  return { follow: [rdfs('seeAlso')] };
}

function matching(options: Options): NonNullable<DefinitionInput['rdf']> {
  const [filter, regex, value] = ['filter', 'replacementRegex', 'replacementValue'].map((name) => options[name]);
  const pattern = regex !== undefined && value !== undefined ? regex : filter;
  if (pattern === undefined) return { followAll: true };
  return { followMatching: { regex: String(pattern), ...(pattern === regex ? { replacement: String(value) } : {}) } };
}

const textsOf = (value: Options[string] | undefined): string[] => (value === undefined ? [] : [value].flat().map(String));

// ---- filters, and components of one's own

type Use = NonNullable<DefinitionInput['filters']>[number];

const FILTERS: Readonly<Record<string, (options: Options) => Use>> = {
  RegexFilter: (options) => ({ use: 'regex', ...options }),
  SingleFetchFilter: () => 'single-fetch',
  DepthFilter: ({ depth, ...options }) => ({ use: 'depth', ...(depth === undefined ? {} : { depth: numberIn(depth) }), ...options }),
  WhiteListFilter: ({ host }) => ({ use: 'white-list', hosts: textsOf(host) }),
};

const numberIn = (value: OptionValue | readonly OptionValue[]): OptionValue | readonly OptionValue[] =>
  typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value;

function filterOf(filter: Component, registry: Registry): Use {
  const make = FILTERS[filter.impl ?? ''];
  return make ? make(filter.options) : ownPlugin('filter', filter, registry);
}

/** A component that is none of the original's: the plug-in of that name, written as a class name or as our names are. */
function ownPlugin(kind: 'filter' | 'consumer', component: Component, registry: Registry): Use {
  const known = registry.all(kind).map(({ name }) => name);
  const name = spellings(component.impl ?? component.id, kind).find((spelling) => known.includes(spelling));
  if (name === undefined) throw unknownPart(component, [...Object.keys(kind === 'filter' ? FILTERS : STAGES), ...known]);
  return Object.keys(component.options).length === 0 ? name : { use: name, ...component.options };
}

/** MyFilter, my-filter, my. */
function spellings(impl: string, kind: string): string[] {
  const dashed = impl
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();
  const ending = `-${kind}`;
  return [impl, dashed, dashed.endsWith(ending) ? dashed.slice(0, -ending.length) : dashed];
}

function unknownPart({ id, impl }: Component, known: readonly string[]): ScutterError {
  const meant = nearest(impl ?? '', known);
  const advice = meant === null ? 'Name the module that exports it with --plugins.' : `Did you mean \`${meant}\`?`;
  return new ScutterError(`\`${id}\`: there is no component \`${impl}\`. ${advice}`);
}
