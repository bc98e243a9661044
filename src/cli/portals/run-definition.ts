/** The definition a portal is asked by: what its flags and files say of fetching, politeness and delivering. */
import { loadRegistry } from '../../assembly/index.js';
import { type CompleteConnector, RUN_PARAMETERS } from '../../definition/connector/index.js';
import { type Definition, definitionFromInput } from '../../definition/crawl/index.js';
import { checkDefinition } from '../../run/crawl/index.js';
import { withContact } from '../ask-contact.js';
import type { Terminal } from '../terminal.js';
import { withPlainTargets } from './plain-targets.js';
import type { Wishes, WishFlags } from './wishes.js';

export interface WishedRun {
  readonly connector: CompleteConnector;
  readonly wishes: Wishes;
  readonly flags: WishFlags;
  readonly terminal: Terminal;
}

/** They are no fields of a definition, whatever those are called. */
const OWN_FLAGS: ReadonlySet<string> = new Set([...Object.keys(RUN_PARAMETERS), 'log', 'settings', 'worker', 'parameters', 'today']);

export async function definitionOfRun({ connector, wishes, flags, terminal }: WishedRun): Promise<Definition> {
  const input = { name: connector.id, seeds: [connector.url ?? 'https://portal.invalid/'], ...wishes.definition };
  const loaded = await definitionFromInput(input, {
    flags: Object.fromEntries(Object.entries(flags).filter(([name]) => !OWN_FLAGS.has(name))),
  });
  checkDefinition(loaded, await loadRegistry(loaded.definition.plugins, process.cwd()));
  const resolved = await withPlainTargets(loaded.definition.fetch.resolve);
  const definition = { ...loaded.definition, fetch: { ...loaded.definition.fetch, resolve: resolved } };
  return Object.freeze(await withContact(definition, terminal));
}
