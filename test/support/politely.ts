/** What tests of politeness share: a state folder of their own, and gaps as the server saw them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type FixturePages, type FixtureRequest, linking } from '../../src/testing/index.js';

/** The server logs whole milliseconds, so a gap may read one shorter than it was. */
export const LOG_ROUNDING = 1;

/** Crawls of this test file meet in a register of their own, in this process and in those it starts. */
export function ownStateFolder(): void {
  let folder: string;
  let before: string | undefined;
  beforeEach(() => {
    before = process.env['WINNOW_STATE'];
    folder = mkdtempSync(join(tmpdir(), 'winnow-state-'));
    process.env['WINNOW_STATE'] = folder;
  });
  afterEach(() => {
    if (before === undefined) delete process.env['WINNOW_STATE'];
    else process.env['WINNOW_STATE'] = before;
    rmSync(folder, { recursive: true, force: true });
  });
}

/** Times between the arrivals of requests, in the order of the server's log. */
export const arrivalGaps = (requests: readonly FixtureRequest[]): number[] =>
  requests.slice(1).map(({ at }, index) => at - (requests[index] as FixtureRequest).at);

export const smallestGap = (requests: readonly FixtureRequest[]): number => Math.min(...arrivalGaps(requests));

/** Time from the first arrival to the last. */
export const spanOf = (requests: readonly FixtureRequest[]): number => (requests.at(-1)?.at ?? 0) - (requests[0]?.at ?? 0);

/** Most requests under way at once. */
export const mostAtOnce = (requests: readonly FixtureRequest[]): number => Math.max(...requests.map(({ open }) => open));

export const numbered = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, index) => `/${prefix}${index}`);

/** A home page that links to `count` pages. */
export const site = (count: number, prefix = 'page'): FixturePages => ({
  '/': linking(...numbered(prefix, count)),
  ...Object.fromEntries(numbered(prefix, count).map((path) => [path, `<title>${path}</title>`])),
});

/** The requests to one host. */
export const requestsTo = (requests: readonly FixtureRequest[], host: string): FixtureRequest[] =>
  requests.filter((request) => request.host === host);
