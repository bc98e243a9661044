/** A small web of RDF, and scutters of a configuration run on it: here, or as a user would in a process of their own. */
import { join } from 'node:path';
import { vi } from 'vitest';
import { loadScutter, runCrawl } from '../../src/assembly/index.js';
import { stateFolder } from '../../src/platform/index.js';
import type { CrawlEnd } from '../../src/run/crawl/index.js';
import type { FixtureAnswer, FixturePages, FixtureWeb, TestWorkspace } from '../../src/testing/index.js';
import { type CliRun, startCli } from './run-cli.js';

/** RDF/XML that points to these. */
export const seeing = (...urls: string[]): FixtureAnswer => ({
  headers: { 'Content-Type': 'application/rdf+xml' },
  body: `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#"><rdf:Description rdf:about="#it" rdfs:label="${urls.length} links">${urls.map((url) => `<rdfs:seeAlso rdf:resource="${url}"/>`).join('')}</rdf:Description></rdf:RDF>`,
});

/** Documents /0 to /n that each point to the next. */
export const chain = (length: number): FixturePages =>
  Object.fromEntries(Array.from({ length }, (_, at) => [`/${at}`, seeing(...(at + 1 < length ? [`http://a.test/${at + 1}`] : []))]));

export const planOf = (...urls: string[]): string => `[] rdfs:seeAlso ${urls.map((url) => `<${url}>`).join(', ')} .`;

export interface Wish {
  readonly config?: string;
  readonly id?: string;
  /** URLs of the plan. */
  readonly plan?: readonly string[];
  readonly freshen?: boolean;
  readonly plugins?: readonly string[];
  /** Milliseconds from now to the day it takes for today. */
  readonly later?: number;
}

/** At once and on loopback, with the user's folder below the test's. */
export async function scutter(
  to: TestWorkspace,
  web: FixtureWeb,
  { config, id = 's', plan = [], freshen = false, plugins, later = 0 }: Wish,
): Promise<CrawlEnd> {
  vi.stubEnv('HOME', join(to.folder, 'home'));
  try {
    const plans = plan.length ? [to.write('plan.ttl', planOf(...plan))] : [];
    const flags = {
      delay: '0s',
      contact: 'https://winnow.example/test',
      searchIndex: false,
      ...(plugins ? { plugins } : {}),
      ...hosts(web),
    };
    const loaded = await loadScutter({
      config: config && to.write('config.ttl', config),
      id,
      plans,
      freshen,
      workspace: to.workspace,
      flags: flags as never,
    });
    const {
      folder,
      workspace,
      loaded: { definition },
    } = loaded;
    return await runCrawl({ definition, folder, workspace, state: stateFolder(process.env), planAt: Date.now() + later });
  } finally {
    vi.unstubAllEnvs();
  }
}

const hosts = ({ fetch: { resolve, allowAddresses } }: FixtureWeb) => ({
  resolve: Object.entries(resolve).map(([host, address]) => `${host}=${address}`),
  allowAddresses,
});

/** `winnow scutter run` with these words. */
export function startScutter(to: TestWorkspace, web: FixtureWeb, ...words: string[]): CliRun {
  const { resolve, allowAddresses } = hosts(web);
  const flags = ['--contact', 'https://winnow.example/test', '--no-search-index', ...resolve.flatMap((each) => ['--resolve', each])];
  const allowed = allowAddresses.flatMap((address) => ['--allow-addresses', address]);
  return startCli(['scutter', 'run', ...words, '-w', to.workspace, ...flags, ...allowed], to.folder, { HOME: join(to.folder, 'home') });
}
