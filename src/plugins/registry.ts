/**
 * Registry: plug-ins by kind and name, and how a definition's `use` becomes a plug-in with checked options.
 *
 * Owns look-up and option checking. Loads no module itself (assembly/ does) and knows no plug-in.
 */

import { z } from 'zod';
import { WinnowError } from '../model/index.js';
import type { Plugin, PluginByKind, PluginKind } from './kinds.js';

export type Use = string | ({ use: string } & Record<string, unknown>);

/** A plug-in with its options checked and filled in. */
export interface Chosen<P> {
  readonly plugin: P;
  readonly options: never;
}

export class PluginError extends WinnowError {
  override readonly name = 'PluginError';
  constructor(message: string, options?: ErrorOptions) {
    super('PLUGIN_WRONG', message, options);
  }
}

export class Registry {
  readonly #byKind = new Map<string, Map<string, Plugin>>();

  constructor(plugins: Iterable<Plugin> = []) {
    for (const plugin of plugins) this.register(plugin);
  }

  /** A later plug-in of the same kind and name replaces the earlier one: that is how built-in ones are overridden. */
  register(plugin: Plugin): void {
    const named = this.#byKind.get(plugin.kind) ?? new Map<string, Plugin>();
    this.#byKind.set(plugin.kind, named);
    named.set(plugin.name, plugin);
  }

  all<K extends PluginKind>(kind: K): PluginByKind[K][] {
    return [...(this.#byKind.get(kind)?.values() ?? [])] as PluginByKind[K][];
  }

  choose<K extends PluginKind>(kind: K, use: Use): Chosen<PluginByKind[K]> {
    const { use: name, ...options } = typeof use === 'string' ? { use } : use;
    const plugin = this.#byKind.get(kind)?.get(name) as PluginByKind[K] | undefined;
    if (!plugin)
      throw new PluginError(`There is no ${kind} called "${name}". Known: ${this.#namesOf(kind)}. Is its module listed under plugins?`);
    const checked = plugin.options.safeParse(options);
    if (!checked.success) throw new PluginError(`The options of ${kind} "${name}" are wrong:\n${z.prettifyError(checked.error)}`);
    return { plugin, options: checked.data as never };
  }

  #namesOf(kind: PluginKind): string {
    return (
      this.all(kind)
        .map((plugin) => plugin.name)
        .sort()
        .join(', ') || 'none'
    );
  }
}

const KINDS: ReadonlySet<string> = new Set<PluginKind>([
  'fetcher',
  'reader',
  'filter',
  'consumer',
  'analyser',
  'extractor',
  'scanner',
  'source',
  'sink',
]);

/** Picks the plug-ins out of a module's exports: named ones, a default one, or a list. */
export function pluginsIn(module: Record<string, unknown>): Plugin[] {
  return Object.values(module).flat().filter(isPlugin);
}

function isPlugin(value: unknown): value is Plugin {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, name, options } = value as Partial<Plugin>;
  return typeof kind === 'string' && KINDS.has(kind) && typeof name === 'string' && typeof options?.safeParse === 'function';
}
