/** What the parts of one route's run share, beside what all routes of the run do. */
import type { CompleteRoute } from '../../../definition/connector/index.js';
import type { NewDeposit, Operation } from '../../../store/index.js';
import type { FileSession } from '../document/gather-files.js';
import { listingNames, lookupIn } from '../listing/names.js';
import { questionOf } from '../listing/question.js';
import { filled } from '../listing/template.js';
import { Measures } from '../measure/measures.js';
import type { Values } from '../port.js';
import { type PlanOptions, planRoute, type RoutePlan } from './plan-route.js';
import type { HarvestRoom } from './room.js';

export interface RouteRoom {
  readonly room: HarvestRoom;
  readonly route: CompleteRoute;
  readonly plan: RoutePlan;
  /** What templates may name. */
  readonly names: Values;
  /** The one that files are asked for in. */
  readonly session: FileSession;
  readonly measures: Measures;
  /** Milliseconds, as far as the portal is concerned. */
  now(): number;
  /** Stores what was decided about a document, and tells of it. */
  store(deposit: NewDeposit): Promise<void>;
}

export function openRoute(room: HarvestRoom, route: CompleteRoute, options: Omit<PlanOptions, 'since'>): RouteRoom {
  const plan = planRoute(route, room.progress.memory, { ...options, since: sinceOf(route, room) });
  const names = { ...listingNames(room.connector, room.parameters, plan.today, plan.cursor) };
  const measures = new Measures(route.name, plan.mode);
  room.measures.push(measures);
  const session = sessionOf(room, plan, names);
  const now = (): number => Date.parse(room.now());
  return { room, route, plan, names, session, measures, now, store: (deposit) => storeDeposit(room, deposit) };
}

async function storeDeposit({ workspace, tally, options, remark, report }: HarvestRoom, deposit: NewDeposit): Promise<void> {
  const stored = await workspace.deposit(deposit);
  if (!stored) return remark(`${deposit.key}: nothing was stored, since it came or went meanwhile`);
  tally.operations[deposit.operation as Operation]++;
  options.onDocument?.({ key: deposit.key, operation: deposit.operation, reason: deposit.reason, url: deposit.url });
  report();
}

/** The day of a snapshot that was imported; null where the route knows of none. */
function sinceOf({ since }: CompleteRoute, { connector, parameters }: HarvestRoom): string | null {
  return since === undefined ? null : filled(since, lookupIn(connector, parameters));
}

/** Files are asked for in the session of the last step; where every request has its own, without one that is shared. */
export function sessionOf(room: Pick<HarvestRoom, 'connector'>, { mode, steps }: RoutePlan, names: Values): FileSession {
  const index = steps.length - 1;
  const session = steps[index]?.session ?? 'keep';
  const rule = `${mode}[${index}]`;
  if (session === 'none' || session === 'fresh') return { jar: null, expired: [], open: null };
  if (session === 'keep') return { jar: rule, expired: [], open: null };
  const open = questionOf(session.open, lookupIn(room.connector, names), { base: null, rule: `${rule}.session.open` });
  return { jar: rule, expired: session.expired, open };
}
