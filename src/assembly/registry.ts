/** The built-in plug-ins, one line each, and those a definition brings. The only place that knows any of them by name. */

import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { keywordDensity, metaFields, wordCount } from '../analyse/analysers/index.js';
import { importModule } from '../definition/crawl/index.js';
import { pageFields } from '../definition/expressions/index.js';
import { fileFetcher, ftpFetcher, httpFetcher } from '../fetch/index.js';
import { depthFilter, regexFilter, singleFetchFilter, whiteListFilter } from '../frontier/scope/index.js';
import { messageOf } from '../model/index.js';
import { checkedPlugin, type Plugin, PluginError, pluginsIn, Registry } from '../plugins/index.js';
import { READERS } from '../read/index.js';
import { sitemapSource } from '../sources/index.js';
import { csv, jsonl } from '../views/exports/index.js';

export const BUILT_IN = [
  httpFetcher,
  ftpFetcher,
  fileFetcher,
  ...READERS,
  regexFilter,
  depthFilter,
  whiteListFilter,
  singleFetchFilter,
  wordCount,
  keywordDensity,
  metaFields,
  pageFields,
  sitemapSource,
  jsonl,
  csv,
] as unknown as readonly Plugin[];

/** Modules are named relative to the definition; a bare name is looked up as an installed package. */
export async function loadRegistry(modules: readonly string[], folder: string): Promise<Registry> {
  const registry = new Registry(BUILT_IN);
  for (const name of modules) for (const plugin of await pluginsOf(name, folder)) registry.register(plugin);
  return registry;
}

async function pluginsOf(name: string, folder: string): Promise<Plugin[]> {
  const plugins = pluginsIn(await load(name, folder));
  if (!plugins.length)
    throw new PluginError(`The module ${name} exports no plug-in. Make one with defineFilter, defineConsumer and the like, and export it.`);
  return plugins.map((plugin) => checkedPlugin(plugin, sayFault));
}

/** To whoever writes plug-ins; plug-ins run in threads of their own, which have no other way to the terminal. */
const sayFault = (fault: string): void => {
  process.stderr.write(`winnow: ${fault}\n`);
};

async function load(name: string, folder: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const file = /^[./]/.test(name) ? resolve(folder, name) : createRequire(join(folder, 'definition')).resolve(name);
    return await importModule(file);
  } catch (error) {
    throw new PluginError(`The plug-in module ${name} cannot be loaded: ${messageOf(error)}`, {
      cause: error,
    });
  }
}
