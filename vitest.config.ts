import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import SlowFirst from './test/support/slow-first.js';

/** Tests that are about time: nothing else should take it from them. */
const ABOUT_TIME = ['control', 'crawl', 'politeness'].map((folder) => `test/integration/${folder}/**/*.test.ts`);

/** Of the unit tests, those that open a database: its driver may still be compiling while the others run. */
const WITH_DATABASE = [
  'src/backends/embedded/**/*.test.ts',
  'src/deliver/{dataset,hooks,notify,web-map}/**/*.test.ts',
  'src/harvest/asking/site-turns.test.ts',
  'src/politeness/machine-register.test.ts',
  'src/scutter/smush/**/*.test.ts',
];

/** For all projects. The files of a project share their processes: loading the program takes longer than most tests. */
const common = {
  environment: 'node',
  setupFiles: ['test/support/own-state.ts'], // each file shares turns with nobody but the processes it starts
  isolate: false,
} as const;

const UNIT_WORKERS = Math.max(2, availableParallelism() - 1);

/** Of tests that crawl: a busy machine makes them slow, not wrong. Each waits now and then, so there is one more than processors. */
const patient = { testTimeout: 120_000, hookTimeout: 120_000, maxWorkers: 3 };

/** Six projects, in the order of the time ledger: unit and database beside the source; the others under test/. */
export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    experimental: { fsModuleCache: true }, // what one project has compiled the next one need not
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/boundaries.test.ts'],
          exclude: WITH_DATABASE,
          maxWorkers: UNIT_WORKERS,
        },
      },
      { test: { ...common, name: 'database', include: WITH_DATABASE, maxWorkers: UNIT_WORKERS } },
      { test: { ...common, ...patient, name: 'timing', include: ABOUT_TIME } },
      {
        test: {
          ...common,
          ...patient,
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          exclude: ABOUT_TIME,
        },
      },
      // Processes of their own, because some measure the memory they take.
      { test: { ...common, ...patient, name: 'endurance', include: ['test/endurance/**/*.test.ts'], isolate: true } },
      { test: { ...common, ...patient, name: 'end-to-end', include: ['test/end-to-end/**/*.test.ts'] } },
    ],
  },
});
