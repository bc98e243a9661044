/**
 * What a further run visits, when it is not everything: the plan is made before the run begins, from all the workspace
 * knows. Reading that takes a while in a large workspace, so others get a turn in between.
 */
import { type Definition, siteSettings } from '../../definition/crawl/index.js';
import { isSkipped, type KnownResource, type Plan, RevisitPlanner } from '../../frontier/revisit/index.js';
import type { Repository, RunRow } from '../../store/index.js';

const DAY = 86_400_000;
/** Budgets of days that went by without a run are not saved up for longer. */
const MOST_DAYS = 7;
const ROWS_A_TURN = 5000;

/** Null when everything is to be visited: there is nothing to choose from, or the last run goes on. */
export async function planRun(repository: Repository, definition: Definition, now: number): Promise<Plan | null> {
  const last = repository.runs().at(-1);
  if (definition.revisit.mode !== 'fresh' || definition.session === 'replace' || last?.state !== 'finished') return null;
  const { budget, explore, min, max, skip } = definition.revisit;
  const planner = await readPlanner(repository, (resource) => isSkipped(resource, skip, now));
  const days = Math.min(MOST_DAYS, Math.max(0, now - last.startedAt) / DAY);
  const allowed = politePerDay(repository, definition);
  const perSite = (site: number): number => days * (allowed[site] ?? Number.POSITIVE_INFINITY);
  return planner.plan({ now, count: Math.floor(budget * days), explore, minDays: min / DAY, maxDays: max / DAY, perSite });
}

/** Everything known, as numbers. */
export async function readPlanner(
  repository: Repository,
  isLeftOut: (resource: KnownResource) => boolean = () => false,
): Promise<RevisitPlanner> {
  const planner = new RevisitPlanner();
  await inTurns(repository.knownResources(), (resource) => {
    if (!isLeftOut(resource)) planner.add(resource);
  });
  await inTurns(repository.knownVisits(), (visit) => planner.addVisit(visit));
  return planner;
}

/** Fetches a day that the pause of each site leaves room for, by site number. */
export function politePerDay(repository: Repository, definition: Definition): number[] {
  const allowed: number[] = [];
  for (const { id, origin, crawlDelay } of repository.sites()) {
    const { delay, maxDelay } = siteSettings(definition, origin);
    const pause = Math.max(delay, Math.min(maxDelay, 1000 * (crawlDelay ?? 0)));
    allowed[id] = pause > 0 ? DAY / pause : Number.POSITIVE_INFINITY;
  }
  return allowed;
}

/** True when the plan holds nothing to do, and the definition asks for nothing else than it did. */
export function isIdle(plan: Plan | null, last: RunRow | undefined, definition: Definition): boolean {
  if (!plan || !last) return false;
  const { due, explored, doubtful, sitemaps, retried, unvisited } = plan;
  if (due + explored + doubtful + sitemaps + retried + unvisited > 0) return false;
  const before = JSON.parse(last.definition) as Partial<Definition>;
  return JSON.stringify([before.seeds, before.scope]) === JSON.stringify([definition.seeds, definition.scope]);
}

async function inTurns<T>(rows: Iterable<T>, take: (row: T) => void): Promise<void> {
  let taken = 0;
  for (const row of rows) {
    take(row);
    if (++taken % ROWS_A_TURN === 0) await new Promise(setImmediate);
  }
}
