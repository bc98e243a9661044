import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Each test file shares turns with nobody but the processes it starts. */
const setupFiles = ['test/support/own-state.ts'];

/** Tests that are about time: nothing else should take it from them. */
const ABOUT_TIME = ['control', 'crawl', 'politeness'].map((folder) => `test/integration/${folder}/**/*.test.ts`);

/** Five projects, in the order of the time ledger: unit beside the source; the others under test/. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/boundaries.test.ts'],
          environment: 'node',
          setupFiles,
          maxWorkers: Math.max(2, availableParallelism() - 1),
        },
      },
      {
        test: {
          name: 'timing',
          maxWorkers: 2, // most of them wait
          include: ABOUT_TIME,
          environment: 'node',
          setupFiles,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'integration',
          maxWorkers: 2,
          include: ['test/integration/**/*.test.ts'],
          exclude: ABOUT_TIME,
          environment: 'node',
          setupFiles,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'endurance',
          maxWorkers: 2, // none of them minds the other
          include: ['test/endurance/**/*.test.ts'],
          environment: 'node',
          setupFiles,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'end-to-end',
          maxWorkers: 2,
          include: ['test/end-to-end/**/*.test.ts'],
          environment: 'node',
          setupFiles,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
