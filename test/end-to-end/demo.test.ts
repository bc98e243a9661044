/** `winnow demo` on two days: what a user sees who runs it today and again tomorrow. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../support/run-cli.js';

/** `7 new, 16 changed, 6 deleted, 298 unchanged` of a report. */
const countsIn = (report: string): Record<string, number> =>
  Object.fromEntries([...report.matchAll(/(\d+) (new|changed|deleted|unchanged)\b/g)].map(([, count, what = '']) => [what, Number(count)]));

it('winnow demo: the first day adds all, the next day tells what was added, changed and deleted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-demo-'));
  try {
    const first = await runCli(['demo', '--once'], folder);
    expect([first.code, countsIn(first.out)]).toMatchObject([0, { changed: 0, deleted: 0 }]);
    expect(countsIn(first.out)['new']).toBeGreaterThan(300);
    const next = await runCli(['demo', '--once', '--day', '1'], folder);
    expect(next.code).toBe(0);
    // Feeds and style sheets are documents too; what is new, changed or gone is told by the truth of day 1.
    expect(countsIn(next.out)).toMatchObject({ new: 7, deleted: 6 });
    expect(countsIn(next.out)['changed']).toBeGreaterThanOrEqual(17);
    expect(countsIn(next.out)['unchanged']).toBeGreaterThan(250);
    expect(next.out).toContain('1 suspected to be gone');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
