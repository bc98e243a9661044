import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import SlowFirst from './test/support/slow-first.js';

/** A busy machine makes tests slow, not wrong: only one that hangs for good fails by the clock. */
const HANGS_MS = 1_800_000;

/** For all projects. The files of a project share their processes: loading the program takes longer than most tests. */
const common = {
  environment: 'node',
  setupFiles: ['test/support/own-state.ts'], // each file shares turns with nobody but the processes it starts
  isolate: false,
  testTimeout: HANGS_MS,
  hookTimeout: HANGS_MS,
  expect: { poll: { timeout: HANGS_MS / 4 } },
} as const;

const UNIT_WORKERS = Math.max(2, availableParallelism() - 1);

/** Tests that crawl wait now and then, for delays and for processes that start: there are two more processes than processors. */
const CRAWLING_WORKERS = 4;

/** Four projects, in the order of the time ledger: unit beside the source; the others under test/. */
export default defineConfig({
  test: {
    globalSetup: ['scripts/compile-first.mjs'],
    sequence: { sequencer: SlowFirst },
    experimental: { fsModuleCache: true }, // what one project has compiled the next one need not
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          sequence: { groupOrder: 0 },
          include: [
            'src/**/*.test.ts',
            'test/boundaries.test.ts',
            'test/patterns/*.test.ts',
            'test/fuzz/*.test.ts',
            'test/words/*.test.ts',
            'test/docs/*.test.ts',
          ],
          maxWorkers: UNIT_WORKERS,
        },
      },
      {
        test: {
          ...common,
          name: 'integration',
          sequence: { groupOrder: 1 },
          include: ['test/integration/**/*.test.ts'],
          maxWorkers: CRAWLING_WORKERS,
        },
      },
      // Processes of their own, because some measure the memory they take.
      {
        test: {
          ...common,
          name: 'endurance',
          sequence: { groupOrder: 2 },
          include: ['test/endurance/**/*.test.ts'],
          isolate: true,
          maxWorkers: CRAWLING_WORKERS,
        },
      },
      {
        test: {
          ...common,
          name: 'end-to-end',
          sequence: { groupOrder: 3 },
          include: ['test/end-to-end/**/*.test.ts'],
          maxWorkers: CRAWLING_WORKERS,
        },
      },
    ],
  },
});
