/** What a definition says about the workspace it is crawled into. */
import type { EmbeddedOptions } from '../backends/index.js';
import { identifier } from '../crawl/index.js';
import type { Definition } from '../definition/index.js';
import { domainOf } from '../model/index.js';
import { SOFTWARE } from './version.js';

export function workspaceOptions(definition: Definition, folder: string): EmbeddedOptions {
  return { folder, archive: archiveOptions(definition), frontier: frontierOptions(definition) };
}

function frontierOptions({ politeness, fetch, urls }: Definition) {
  const { delay, perSite, perAddress, responseFactor } = politeness;
  return {
    pace: { delay, perSite, responseFactor, asked: false },
    perAddress,
    robots: fetch.robots === 'obey',
    domainOf,
    identify: (secret: Uint8Array) => {
      const identify = identifier(urls, secret);
      return (url: string) => identify(url)?.fingerprint ?? ([0, 0] as const);
    },
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
