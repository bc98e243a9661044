/** Opens webs and workspaces for a test file and clears them away after each test. */
import { afterEach } from 'vitest';
import { type DemoWeb, type DemoWebOptions, startDemoWeb } from '../../src/demo-web/index.js';
import { type FixturePages, type FixtureWeb, makeTestWorkspace, startFixtureWeb, type TestWorkspace } from '../../src/testing/index.js';

export interface Crawling {
  workspace(): TestWorkspace;
  fixture(hosts: Readonly<Record<string, FixturePages>>): Promise<FixtureWeb>;
  demo(options: DemoWebOptions): Promise<DemoWeb>;
}

export function crawling(): Crawling {
  const opened: (() => unknown)[] = [];
  const keep = <T>(thing: T, close: () => unknown): T => {
    opened.push(close);
    return thing;
  };
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close();
  });
  return {
    workspace: () => {
      const made = makeTestWorkspace();
      return keep(made, made.remove);
    },
    fixture: async (hosts) => {
      const web = await startFixtureWeb(hosts);
      return keep(web, web.close);
    },
    demo: async (options) => {
      const web = await startDemoWeb({ delayFactor: 0.05, ...options });
      return keep(web, () => web.close());
    },
  };
}
