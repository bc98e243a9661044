/**
 * A plug-in from outside, held against what its kind has to return: a wrong shape is told by the name of the plug-in and the
 * field, instead of failing somewhere in the middle of the program. What is right is handed on as it is, not as a copy.
 */
import type { z } from 'zod';
import type {
  AnalyserPlugin,
  ConsumerPlugin,
  ExtractorPlugin,
  FetcherPlugin,
  FilterPlugin,
  FoundUrl,
  FoundUrls,
  ListEnd,
  Plugin,
  PluginByKind,
  PluginKind,
  ReaderPlugin,
  ScannerPlugin,
  SinkPlugin,
  SourcePlugin,
} from './kinds.js';
import { PluginError } from './registry.js';
import { SHAPES, type Shape } from './returned-shapes.js';

/** Hands a value on when it has the shape; else it is said, and thrown. */
type Held = <T>(shape: Shape, value: T, what?: string) => T;

/** `say` hears each fault once, so that whoever writes a plug-in sees it whatever the crawl makes of the error. */
export function checkedPlugin(plugin: Plugin, say: (fault: string) => void): Plugin {
  const { kind, name } = plugin;
  const own = FUNCTIONS[kind];
  if (typeof (plugin as unknown as Record<string, unknown>)[own] !== 'function')
    throw new PluginError(`The ${kind} "${name}" has no function ${own}.`);
  const told = new Set<string>();
  const held: Held = (shape, value, what = own) => {
    const checked = SHAPES[shape].safeParse(value);
    if (checked.success) return value;
    const fault = `The ${kind} "${name}" returns the wrong thing from ${what}: ${faultsIn(checked.error)}.`;
    if (!told.has(fault)) say(fault);
    told.add(fault);
    throw new PluginError(fault);
  };
  return (CHECKS[kind] as (plugin: Plugin, held: Held) => Plugin)(plugin, held);
}

const FUNCTIONS: Readonly<Record<PluginKind, string>> = {
  fetcher: 'open',
  reader: 'read',
  filter: 'prepare',
  consumer: 'consume',
  analyser: 'analyse',
  extractor: 'extract',
  scanner: 'scan',
  source: 'yields',
  sink: 'write',
};

const MOST_FAULTS = 3;

function faultsIn({ issues }: z.ZodError): string {
  const lines = issues.slice(0, MOST_FAULTS).map(({ path, message }) => {
    const words = message.replace(/^Invalid input: /, '');
    return path.length ? `${path.join('.')}: ${words}` : words;
  });
  return `${lines.join('; ')}${issues.length > MOST_FAULTS ? `; and ${issues.length - MOST_FAULTS} more` : ''}`;
}

const CHECKS: { [K in PluginKind]: (plugin: PluginByKind[K], held: Held) => PluginByKind[K] } = {
  fetcher: (plugin: FetcherPlugin, held) => ({
    ...plugin,
    async open(options) {
      const fetcher = held('fetcher', await plugin.open(options));
      const fetch = fetcher.fetch.bind(fetcher);
      fetcher.fetch = async (request) => held('exchange', await fetch(request), 'fetch');
      return fetcher;
    },
  }),
  reader: (plugin: ReaderPlugin, held) => ({
    ...plugin,
    read(input, options) {
      const page = plugin.read(input, options);
      return page instanceof Promise ? page.then((read) => held('page', read)) : held('page', page);
    },
  }),
  filter: (plugin: FilterPlugin, held) => ({
    ...plugin,
    prepare(options) {
      const judge = held('judge', plugin.prepare(options));
      return (candidate) => held('objection', judge(candidate), 'the function of prepare');
    },
  }),
  consumer: (plugin: ConsumerPlugin, held) => ({
    ...plugin,
    consume: (result, options) => held('note', plugin.consume(result, options)),
  }),
  analyser: checkedAnalyser,
  extractor: (plugin: ExtractorPlugin, held) => ({
    ...plugin,
    extract: (page, options, input) => held('fields', plugin.extract(page, options, input)),
  }),
  scanner: (plugin: ScannerPlugin, held) => ({
    ...plugin,
    *scan(page, options) {
      const found: unknown = plugin.scan(page, options);
      if (!isIterable(found)) held('found', found);
      else for (const link of found) yield held('scanned', link);
    },
  }),
  source: checkedSource,
  sink: (plugin: SinkPlugin, held) => ({
    ...plugin,
    write: async (records, options) => held('written', await plugin.write(records, options)),
  }),
};

function checkedAnalyser(plugin: AnalyserPlugin, held: Held): AnalyserPlugin {
  const { analyseLinks } = plugin;
  const analyse: AnalyserPlugin['analyse'] = (page, options) => held('score', plugin.analyse(page, options));
  if (!analyseLinks) return { ...plugin, analyse };
  return {
    ...plugin,
    analyse,
    analyseLinks: (page, options) => held('scores', analyseLinks.call(plugin, page, options), 'analyseLinks'),
  };
}

function checkedSource(plugin: SourcePlugin, held: Held): SourcePlugin {
  const { streams } = plugin;
  const yields = (...args: Parameters<SourcePlugin['yields']>): FoundUrls | null => held('found', plugin.yields(...args));
  if (!streams) return { ...plugin, yields };
  return {
    ...plugin,
    yields,
    async streams(input, options, take): Promise<ListEnd | null> {
      const takeChecked = (found: readonly FoundUrl[]): Promise<void> => take(held('found', found, 'streams'));
      return held('listEnd', await streams.call(plugin, input, options, takeChecked), 'streams');
    },
  };
}

const isIterable = (value: unknown): value is Iterable<{ url: string; relation?: string }> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;
