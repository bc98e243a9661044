/** The order of test files: those that take longest begin, so that no group ends with one file and idle processors. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A quarter of a minute and more on two processors, the longest of each project first; of unit tests those of some seconds. */
const SLOW: readonly string[] = [
  'endurance/crash/failpoints',
  'endurance/crash/io-errors',
  'endurance/archive-large',
  'endurance/large-pdf',
  'endurance/crash/kills',
  'endurance/large-file',
  'endurance/harvest-kills',
  'endurance/ingest-kills',
  'end-to-end/readme',
  'end-to-end/portals',
  'end-to-end/cli',
  'end-to-end/package',
  'end-to-end/containers',
  'end-to-end/wacz',
  'end-to-end/killed-commands',
  'end-to-end/worker-page',
  'end-to-end/safety',
  'end-to-end/explain',
  'change/fourteen-days',
  'portals/portal-days',
  'render/browser',
  'crawl/workers',
  'server/sparql',
  'portals/every-portal',
  'integration/takedown',
  'crawl/stopping',
  'control/stop',
  'render/script-built',
  'revisit/watch',
  'politeness/trouble',
  'secrets/logins-in-urls',
  'scutter/start-points',
  'server/events',
  'revisit/watch-portals',
  'integration/traps',
  'gov/crawldb',
  'change/deletion',
  'integration/sparql',
  'change/killed',
  'gov/profiles',
  'crawl/long-lists',
  'archive/check',
  'revisit/plan',
  'extract/html-reader',
  'rdf/grddl',
  'demo-web/truth',
];

export default class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    return others.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const at = SLOW.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return at < 0 ? SLOW.length : at;
}
