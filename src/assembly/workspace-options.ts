/** What a definition says about the workspace it is crawled into. */
import type { EmbeddedOptions } from '../backends/index.js';
import type { Definition } from '../definition/crawl/index.js';
import type { Turns } from '../frontier/politeness/index.js';
import { domainOf, fingerprinter } from '../model/index.js';
import { limitsOf, siteRules } from '../run/crawl/index.js';
import { SOFTWARE } from './version.js';

/** `turns`: the machine's, shared with other crawls; null for what asks nobody. */
export function workspaceOptions(definition: Definition, folder: string, turns: Turns | null): EmbeddedOptions {
  return {
    folder,
    archive: archiveOptions(definition),
    frontier: frontierOptions(definition, turns),
    duplicates: duplicateOptions(definition),
    keepFree: definition.budget.keepFree,
  };
}

function duplicateOptions({ duplicates }: Definition): EmbeddedOptions['duplicates'] {
  const { find, similarity, lsh } = duplicates;
  return { find, similarity, lsh: { threshold: lsh.threshold, time: lsh.time } };
}

/** Reading takes a minute at most, and may be tried alone once more; a fetch has its own deadline. */
const READING_MS = 300_000;

function frontierOptions(definition: Definition, turns: Turns | null): EmbeddedOptions['frontier'] {
  const { fetch, frontier } = definition;
  return {
    rulesFor: (site) => siteRules(definition, site, null),
    limits: limitsOf(definition),
    robots: fetch.robots === 'obey',
    domainOf,
    order: frontier.order,
    update: frontier.update,
    balance: frontier.balance,
    inMemory: frontier.inMemory,
    addresses: true,
    leaseMs: fetch.deadline + READING_MS,
    domainWorkers: frontier.deal === 'domains' ? (frontier.workers ?? fetch.concurrency) : null,
    turns,
    identify: fingerprinter,
  };
}

function archiveOptions({ archive, name, fetch }: Definition) {
  const { prefix, rotate } = archive;
  return {
    prefix,
    rotate,
    warcinfo: { software: SOFTWARE, isPartOf: name, operator: fetch.contact ?? null, robots: fetch.robots === 'obey' ? 'obey' : 'ignore' },
  };
}
