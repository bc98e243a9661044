/** The order of test files: those that take longest begin, so that no group ends with one file and idle processors. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Half a minute and more on two processors, the longest first. */
const SLOW: readonly string[] = [
  'endurance/frontier-scale',
  'endurance/crash/kills',
  'endurance/crash/io-errors',
  'endurance/large-pdf',
  'endurance/journal-kills',
  'endurance/archive-large',
  'end-to-end/portals',
  'end-to-end/wacz',
  'render/browser',
  'change/fourteen-days',
  'portals/portal-days',
  'politeness/rates',
  'crawl/workers',
  'politeness/trouble',
  'crawl/stopping',
  'revisit/watch',
  'revisit/plan',
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
