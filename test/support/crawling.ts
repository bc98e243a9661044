/** Opens webs and workspaces for a test file and clears them away after each test. */
import { afterEach } from 'vitest';
import type { Clock } from '../../src/definition/schedule/index.js';
import { type FixturePages, type FixtureWeb, makeTestWorkspace, startFixtureWeb, type TestWorkspace } from '../../src/testing/index.js';
import { type DemoWeb, type DemoWebOptions, startDemoWeb } from '../../src/webs/demo/index.js';
import { SimulatedClock } from './simulated-clock.js';

export interface Crawling {
  workspace(): TestWorkspace;
  /** Its log goes by the wall clock, or by another that is given. */
  fixture(hosts: Readonly<Record<string, FixturePages>>, now?: () => number): Promise<FixtureWeb>;
  /** A web and the time for a crawl of it: they share a clock that stands still while anything is under way. */
  timed(hosts: Readonly<Record<string, FixturePages>>): Promise<{ web: FixtureWeb; time: Clock }>;
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
  const fixture: Crawling['fixture'] = async (hosts, now) => {
    const web = await startFixtureWeb(hosts, now);
    return keep(web, web.close);
  };
  return {
    fixture,
    timed: async (hosts) => {
      const { pace: time } = new SimulatedClock(Date.now(), Number.POSITIVE_INFINITY);
      return { web: await fixture(hosts, time.now), time };
    },
    workspace: () => {
      const made = makeTestWorkspace();
      return keep(made, made.remove);
    },
    demo: async (options) => {
      const web = await startDemoWeb({ delayFactor: 0.05, ...options });
      return keep(web, () => web.close());
    },
  };
}
