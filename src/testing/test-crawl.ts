/**
 * Test crawl: a real crawl into a folder of its own, from a definition file to what the workspace holds afterwards.
 *
 * The definition goes through the same loader a user's file goes through, so profiles, flags and plug-ins work as
 * they do on the command line. The settings laid under it only make it fast and let it reach loopback.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunOptions, runCrawl } from '../assembly/index.js';
import { readWorkspace } from '../backends/index.js';
import { type DefinitionInput, loadDefinition } from '../definition/crawl/index.js';
import { stateFolder } from '../platform/index.js';
import type { CrawlEnd } from '../run/crawl/index.js';
import type { Collection, Repository, Row } from '../store/index.js';

export interface TestWorkspace {
  /** The folder all is in; the workspace is `crawl` below it. */
  readonly folder: string;
  readonly workspace: string;
  /** Writes a file into the folder and returns its path. */
  write(name: string, text: string): string;
  /** Writes the definition where the command line finds it and returns its path. */
  define(input: DefinitionInput): string;
  crawl(input: DefinitionInput, options?: Partial<RunOptions>): Promise<CrawlEnd>;
  rows(collection: Collection): Row[];
  read<T>(look: (repository: Repository) => T): T;
  remove(): void;
}

export function makeTestWorkspace(): TestWorkspace {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-test-'));
  const workspace = join(folder, 'crawl');
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const define = (input: DefinitionInput): string => write('definition.json', JSON.stringify(quick(input)));
  const read = <T>(look: (repository: Repository) => T): T => {
    const { repository, close } = readWorkspace(workspace);
    let isLooking = false;
    try {
      const found = look(repository);
      isLooking = found instanceof Promise;
      if (found instanceof Promise) void found.finally(close).catch(() => {}); // whoever asked hears of it
      return found;
    } finally {
      if (!isLooking) close();
    }
  };
  return {
    folder,
    workspace,
    write,
    define,
    read,
    crawl: async (input, options) => {
      const { definition } = await loadDefinition({ file: define(input), environment: {} });
      // Turns taken by another clock mean nothing to crawls that go by the machine's.
      const state = options?.time ? join(folder, 'state') : stateFolder(process.env);
      return runCrawl({ definition, folder, workspace, state, ...options });
    },
    rows: (collection) => read((repository) => [...repository.rows(collection)]),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What makes a crawl of loopback quick, where the test does not say otherwise. */
function quick(input: DefinitionInput): DefinitionInput {
  return {
    name: 'test',
    ...input,
    politeness: { delay: '0s', ...input.politeness },
    search: { index: false, ...input.search },
    // Most tests are about pages, and count requests; those about requisites say so.
    capture: { requisites: false, ...input.capture },
    fetch: { contact: 'https://winnow.example/test', retryDelay: '20ms', timeout: '2m', ...input.fetch },
  };
}
