/** What tests of politeness share: a state folder of their own, and gaps as the server saw them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { FixtureRequest } from '../../src/testing/index.js';

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

/** Most requests under way at once. */
export const mostAtOnce = (requests: readonly FixtureRequest[]): number => Math.max(...requests.map(({ open }) => open));
