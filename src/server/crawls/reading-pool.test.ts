import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { workspaceSigns } from '../../backends/index.js';
import { DamageFound } from '../../store/index.js';
import { ReadingPool } from './reading-pool.js';

it('says that a workspace is damaged, and does not look through all of it for each who asks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-pool-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'core.db'), '');
  let opened = 0;
  const pool = new ReadingPool(() => {
    opened++;
    throw new DamageFound('core.db', 'page 7 is not what Winnow wrote', 'Go on with a backup.');
  }, workspaceSigns);
  for (let asked = 0; asked < 5; asked++)
    expect(() => pool.read(folder, () => 0)).toThrow(expect.objectContaining({ status: 503, code: 'workspace-damaged' }));
  expect(opened).toBe(1);
});
