/** Gives each test file a state folder of its own, so that crawls of different files do not wait for each other's turns. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'winnow-state-'));
process.env['WINNOW_STATE'] = folder;

afterAll(() => rmSync(folder, { recursive: true, force: true }));
