/** A small web of RDF, and scutters of a configuration run on it as a user would: with flags, in a process of their own. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FixtureAnswer, FixturePages, FixtureWeb, TestWorkspace } from '../../src/testing/index.js';
import { runCli } from './run-cli.js';

/** RDF/XML that points to these. */
export const seeing = (...urls: string[]): FixtureAnswer => ({
  headers: { 'Content-Type': 'application/rdf+xml' },
  body: `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#"><rdf:Description rdf:about="#it" rdfs:label="${urls.length} links">${urls.map((url) => `<rdfs:seeAlso rdf:resource="${url}"/>`).join('')}</rdf:Description></rdf:RDF>`,
});

/** Documents /0 to /n that each point to the next. */
export const chain = (length: number): FixturePages =>
  Object.fromEntries(Array.from({ length }, (_, at) => [`/${at}`, seeing(...(at + 1 < length ? [`http://a.test/${at + 1}`] : []))]));

export const planOf = (...urls: string[]): string => `[] rdfs:seeAlso ${urls.map((url) => `<${url}>`).join(', ')} .`;

/** `winnow scutter run`, at once and on loopback, with its files below the test's folder. */
export async function scutter(
  to: TestWorkspace,
  web: FixtureWeb,
  ...words: string[]
): Promise<{ code: number | null; out: string; err: string }> {
  const { resolve, allowAddresses } = web.fetch;
  const flags = ['--delay', '0', '--contact', 'https://winnow.example/test', '--no-search-index', '--fetch-retry-delay', '20ms'];
  const hosts = Object.entries(resolve).flatMap(([host, address]) => ['--resolve', `${host}=${address}`]);
  mkdirSync(join(to.folder, 'home'), { recursive: true });
  return runCli(
    [
      'scutter',
      'run',
      ...words,
      '-w',
      to.workspace,
      ...flags,
      ...hosts,
      ...allowAddresses.flatMap((address) => ['--allow-addresses', address]),
    ],
    to.folder,
    { HOME: join(to.folder, 'home') },
  );
}
