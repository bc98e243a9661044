/**
 * A state folder for each test file: crawls of one file share turns as a user's crawls do, crawls of files that run at
 * the same time do not wait for each other, and nothing is left in the home of whoever runs the tests.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'winnow-state-'));
process.env['WINNOW_STATE'] = folder;

afterAll(() => rmSync(folder, { recursive: true, force: true }));
