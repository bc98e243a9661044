/**
 * Harvests a portal: the gate of its terms, a run of the workspace, its routes until one succeeds, a report.
 */
import {
  type CompleteConnector,
  type CompleteRoute,
  type GivenParameters,
  resolveParameters,
} from '../../../definition/connector/index.js';
import { type Definition, withoutSecrets } from '../../../definition/crawl/index.js';
import type { Turns } from '../../../frontier/politeness/index.js';
import { counted, type Exchange, messageOf } from '../../../model/index.js';
import type { Registry } from '../../../plugins/index.js';
import type { Operation, Workspace } from '../../../store/index.js';
import { AnswerKeeper, type Readers } from '../answer-keeper.js';
import { lookupIn } from '../listing/names.js';
import type { RouteMeasures } from '../measure/measures.js';
import { HarvestError } from '../port.js';
import { type RouteEnd, RouteRun } from './harvest-run.js';
import { type ImportRoute, importsDue, isImport, withGivenFiles } from './import-snapshot.js';
import { openAsker } from './open-asker.js';
import { ProgressFile } from './progress-file.js';
import type { QuotaState } from './quota.js';
import { QuotaKeeper } from './quota-keeper.js';
import { openRoutes, placeOfCopy } from './reuse-gate.js';
import type { HarvestRoom, RuleProblem } from './room.js';
import { type HarvestProgress, HarvestTally } from './tally.js';

export interface HarvestOptions {
  readonly connector: CompleteConnector;
  readonly parameters?: GivenParameters;
  readonly workspace: Workspace;
  /** Its `fetch`, `politeness`, `archive` and plug-ins hold for the harvest too. */
  readonly definition: Definition;
  readonly registry: Registry;
  readonly readers: Readers;
  /** The machine's; null: nobody else asks. */
  readonly turns?: Turns | null;
  /** The user has confirmed what the re-use record asks. */
  readonly accepted?: boolean;
  /** Every document is downloaded and compared, whatever validators and stamps say. */
  readonly downloadAll?: boolean;
  /** No document that is known is fetched again, whatever became of it. */
  readonly onlyNew?: boolean;
  /** The whole list is read, whatever is known of changes. */
  readonly full?: boolean;
  /** Documents at a time; left out: what the connector says. */
  readonly parallel?: number;
  /** The moment it is, as far as windows, cursors and quotas are concerned. */
  readonly now?: () => Date;
  /** Milliseconds that go on evenly. */
  readonly clock?: () => number;
  /** Waits by that clock; left out: the machine's own time passes. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly stop?: AbortSignal;
  /** Instead of what connector and definition say: for portals on this machine. */
  readonly pace?: {
    readonly delayMs?: number;
    readonly backoffMs?: number;
    /** Where random waits come from; left out: chance. */
    readonly random?: () => number;
  };
  readonly onStart?: (start: { readonly run: number; readonly resumed: boolean }) => void;
  readonly onProgress?: (progress: HarvestProgress) => void;
  readonly onDocument?: (document: {
    readonly key: string;
    readonly operation: Operation;
    readonly reason: string;
    readonly url: string;
  }) => void;
  /** Told of every answer, robots.txt included: for recordings. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Told in a sentence what happens: routes that are switched, documents that cannot be had. */
  readonly onRemark?: (remark: string) => void;
}

export interface HarvestReport extends HarvestProgress {
  readonly connector: string;
  readonly title: string;
  /** Null: no run was begun. */
  readonly run: number | null;
  readonly resumed: boolean;
  /** limited: by the quota; stopped: on request. Both go on with the next run. */
  readonly state: 'finished' | 'limited' | 'stopped' | 'failed';
  readonly reason: string;
  /** No deletions were concluded, since something is wrong; `problems` says what. */
  readonly isSuspicious: boolean;
  readonly problems: readonly RuleProblem[];
  readonly notes: readonly RuleProblem[];
  readonly suspected: number;
  readonly mode: 'list' | 'changes' | null;
  readonly routes: readonly { readonly route: string; readonly outcome: string }[];
  readonly documentsPerSecond: number;
  /** When a quota allows more; null where none stands in the way. */
  readonly mayGoOn: string | null;
}

/** Throws ReuseRefused and ParameterError before anything is asked. */
export async function harvest(options: HarvestOptions): Promise<HarvestReport> {
  const { connector, workspace } = options;
  const parameters = resolveParameters(connector.parameters, options.parameters);
  const { routes, remarks } = openRoutes(connector, options.accepted ?? false);
  placeOfCopy(connector, parameters); // refuses where there is none
  for (const remark of remarks) options.onRemark?.(remark);
  const now = (): string => (options.now?.() ?? new Date()).toISOString();
  const progress = new ProgressFile(workspace.folder, connector.id);
  const idle = idleReason(options, routes, progress, now().slice(0, 10));
  if (idle) return idleReport(connector, idle.reason, idle.quota);
  const definition = withGivenFiles(options.definition, routes, lookupIn(connector, parameters));
  const runs = new Runs({ ...options, definition }, parameters, progress, now);
  const imports = routes[0] ? importsDue(routes[0], connector, parameters, progress.memory) : [];
  for (const route of imports) if (!(await runs.import(route))) return runs.report();
  await runs.by(routes);
  return runs.report();
}

/** The runs of a harvest: mostly one; where a snapshot is to be imported, that comes first. */
class Runs {
  readonly #reports: HarvestReport[] = [];

  constructor(
    private readonly options: HarvestOptions,
    private readonly parameters: HarvestRoom['parameters'],
    private readonly progress: ProgressFile,
    private readonly now: () => string,
  ) {}

  /** False: it did not come to its end, and nothing may be built on it. */
  async import(route: ImportRoute): Promise<boolean> {
    const { state, isSuspicious, operations } = await this.by([route]);
    if (state !== 'finished' || isSuspicious) return false;
    this.options.onRemark?.(
      `${route.name} of ${route.imports.date}: ${counted(operations.Add, 'document is', 'documents are')} new, ${operations.Upd} changed.`,
    );
    return true;
  }

  async by(routes: readonly CompleteRoute[]): Promise<HarvestReport> {
    const { options, now } = this;
    const begun = await beginRun(options, now());
    options.onStart?.({ run: begun.run, resumed: begun.resumed });
    const room = openRoom(options, this.parameters, this.progress, begun.run, now);
    try {
      const report = await new Harvest(room, routes, begun.resumed).run();
      this.#reports.push(report);
      return report;
    } finally {
      room.quota.close();
      await room.close();
    }
  }

  /** That of the last, with what all of them did. */
  report(): HarvestReport {
    return this.#reports.reduce((before, last) => ({
      ...last,
      ...sums(before, last, ['listed', 'documents', 'downloaded', 'failed', 'requests', 'bytes', 'elapsedMs', 'suspected']),
      operations: sums(before.operations, last.operations, ['Add', 'Upd', 'Del', 'None']),
      notes: [...before.notes, ...last.notes],
      routes: [...before.routes, ...last.routes],
      resumed: before.resumed,
    }));
  }
}

const sums = <Name extends string>(one: Readonly<Record<Name, number>>, other: Readonly<Record<Name, number>>, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as Record<Name, number>;

interface Idle {
  readonly reason: string;
  readonly quota: QuotaState | null;
}

/** Why there is nothing to do, found out without asking anybody. */
function idleReason(
  { connector, full, downloadAll }: HarvestOptions,
  routes: readonly CompleteRoute[],
  progress: ProgressFile,
  today: string,
): Idle | null {
  const { listed, unfinished } = progress.memory;
  const isAskedFor = full || downloadAll;
  if (connector.mode === 'archive' && !isAskedFor && !unfinished && Object.keys(listed).length > 0)
    return { reason: `${connector.title} was harvested, and does not change; --full looks at all of it again`, quota: null };
  const [first] = routes;
  const quota = first
    ? new QuotaKeeper(progress, () => today, unfinished?.documents ?? 0).look({ ...first.reuse.quota, run: undefined })
    : null;
  if (!quota || quota.left > 0) return null;
  return { reason: `the limit of ${quota.limit} is reached; it may go on on ${quota.again}`, quota };
}

/** A run of another connector that did not finish is given up: its workspace is used for this one now. */
async function beginRun(options: HarvestOptions, now: string): Promise<{ run: number; resumed: boolean }> {
  const { workspace, connector } = options;
  const definition = JSON.stringify({ ...withoutSecrets(options.definition), name: connector.id, portal: connector.id });
  const at = Date.parse(now);
  const last = workspace.repository.runs().at(-1);
  const start = { selection: new Uint8Array() };
  if (last && last.state !== 'finished' && portalOf(last.definition) !== connector.id) {
    await workspace.beginRun(last.definition, at, undefined, start);
    await workspace.endRun('finished', 'given up: another portal is harvested in this workspace', '{}', at);
  }
  const clock = options.clock ?? performance.now.bind(performance);
  const beganAt = clock();
  const { run, resumed } = await workspace.beginRun(definition, at, () => clock() - beganAt, start);
  return { run: run.id, resumed };
}

function portalOf(definition: string): string | null {
  try {
    return (JSON.parse(definition) as { portal?: string }).portal ?? null;
  } catch {
    return null;
  }
}

type OpenRoom = HarvestRoom & {
  readonly problems: RuleProblem[];
  readonly notes: RuleProblem[];
  close(): Promise<void>;
};

function openRoom(
  options: HarvestOptions,
  parameters: HarvestRoom['parameters'],
  progress: ProgressFile,
  run: number,
  now: () => string,
): OpenRoom {
  const { connector, workspace, onRemark = () => {}, onProgress } = options;
  const clock = options.clock ?? performance.now.bind(performance);
  const tally = new HarvestTally(clock);
  const keeper = new AnswerKeeper(options.readers, workspace);
  const stop = options.stop ?? new AbortController().signal;
  const asker = openAsker({ options, place: placeOfCopy(connector, parameters), tally, keeper, stop, now });
  const problems: RuleProblem[] = [];
  const notes: RuleProblem[] = [];
  return {
    connector,
    options,
    parameters,
    workspace,
    asker,
    keeper,
    progress,
    tally,
    run,
    measures: [],
    stop,
    now,
    problems,
    notes,
    suspected: 0,
    quota: new QuotaKeeper(progress, () => now().slice(0, 10), 0),
    problem: (problem) => void problems.push(problem),
    note: (problem) => void notes.push(problem),
    remark: onRemark,
    report: () => onProgress?.(tally.view()),
    close: () => asker.close(),
  };
}

class Harvest {
  readonly #room: OpenRoom;
  readonly #routes: readonly CompleteRoute[];
  readonly #resumed: boolean;
  readonly #known: number;
  readonly #ends: RouteEnd[] = [];

  constructor(room: OpenRoom, routes: readonly CompleteRoute[], resumed: boolean) {
    this.#room = room;
    this.#routes = routes;
    this.#resumed = resumed;
    this.#known = room.workspace.repository.deposits.count(room.connector.id);
  }

  async run(): Promise<HarvestReport> {
    try {
      for (const [index, route] of this.#routes.entries()) {
        const end = await this.#try(route);
        this.#ends.push(end);
        if (isOver(end) || !this.#switch(end, this.#routes[index + 1])) break;
      }
      return await this.#end();
    } catch (error) {
      if (this.#room.stop.aborted) return this.#finish('stopped', 'stopped on request', null);
      await this.#fail(error);
      throw error;
    }
  }

  async #try(route: CompleteRoute): Promise<RouteEnd> {
    const { run, now, options } = this.#room;
    const attempt = new RouteRun(this.#room, route, { now: now(), resumed: this.#resumed ? run : null, isFull: options.full ?? false });
    const end = await attempt.run();
    if (succeeded(end) && end.plan.mode === 'list' && !end.listing.isPart && this.#mayConclude(route))
      await attempt.concludeAbsence(this.#known);
    return end;
  }

  /** Logged with its reason; what the run has seen is not asked for again. */
  #switch(end: RouteEnd, next: CompleteRoute | undefined): boolean {
    if (!next) return false;
    this.#room.remark(`The route ${end.route} failed: ${whyNot(end)}. It goes on by ${next.name}.`);
    return true;
  }

  /** Lists that were made with other parameters name other documents. */
  #mayConclude(route: CompleteRoute): boolean {
    const { connector, progress, parameters } = this.#room;
    if (connector.mode !== 'complete' || isImport(route)) return false;
    const before = progress.memory.parameters[route.name];
    if (before === undefined || before === JSON.stringify(parameters)) return true;
    this.#room.remark('The parameters are others than last time: what is missing from the list is not concluded to be gone.');
    return false;
  }

  async #end(): Promise<HarvestReport> {
    const end = this.#ends.at(-1) as RouteEnd;
    if (end.halt?.kind === 'stopped') return this.#finish('stopped', end.halt.message, end);
    if (end.halt?.kind === 'limit') return this.#finish('limited', end.halt.message, end);
    for (const each of succeeded(end) ? [end] : this.#ends) this.#judge(each);
    if (succeeded(end)) this.#remember(end);
    this.#room.progress.save({ unfinished: null });
    const { problems } = this.#room;
    const [first] = problems;
    return this.#finish('finished', first ? `suspicious: ${first.rule}: ${first.message}` : reasonOf(end), end);
  }

  #judge(end: RouteEnd): void {
    for (const { rule, message } of end.listing.problems) this.#room.problem({ rule, message });
    if (end.halt) this.#room.problem(end.halt);
    for (const note of end.listing.notes ?? []) this.#room.note(note);
  }

  #remember({ route, plan, listing }: RouteEnd): void {
    const { progress, parameters } = this.#room;
    const { cursors, listed, rows, parameters: before, snapshots } = progress.memory;
    const gone = this.#routes.find(({ name }) => name === route);
    if (gone && isImport(gone)) return progress.save({ snapshots: { ...snapshots, [route]: gone.imports.date } });
    const day = plan.today.slice(0, 10);
    const change =
      plan.mode === 'list' && !listing.isPart
        ? { listed: { ...listed, [route]: plan.today }, rows: { ...rows, [route]: listing.rows } }
        : {};
    progress.save({ cursors: { ...cursors, [route]: day }, parameters: { ...before, [route]: JSON.stringify(parameters) }, ...change });
  }

  async #finish(state: 'finished' | 'limited' | 'stopped', reason: string, end: RouteEnd | null): Promise<HarvestReport> {
    const { workspace, now, keeper } = this.#room;
    await keeper.drain().catch((error: unknown) => {
      if (state !== 'stopped') throw error;
    });
    const report = this.#report(state, reason, end);
    const statistics = JSON.stringify({ ...statisticsOf(report), ...this.#measured() });
    await workspace.endRun(state === 'finished' ? 'finished' : 'stopped', reason, statistics, Date.parse(now()));
    return report;
  }

  /** The next run goes on with this one. */
  async #fail(error: unknown): Promise<void> {
    const { workspace, now } = this.#room;
    const reason = messageOf(error);
    const state = error instanceof HarvestError ? 'finished' : 'failed';
    const rule = (error instanceof HarvestError ? error.rule : null) ?? 'harvest';
    const told = { isSuspicious: true, problems: [{ rule, message: reason }], ...this.#measured() };
    const statistics = { harvest: this.#room.connector.id, ...this.#room.tally.view(), ...told };
    await workspace.endRun(state, reason, JSON.stringify(statistics), Date.parse(now())).catch(() => undefined);
  }

  #measured(): Measured {
    const { measures, tally } = this.#room;
    return { statuses: tally.statuses, measures: measures.map((each) => each.view()) };
  }

  #report(state: HarvestReport['state'], reason: string, end: RouteEnd | null): HarvestReport {
    const { connector, run, problems, notes, tally, suspected, quota } = this.#room;
    const progress = tally.view();
    const route = this.#routes.find(({ name }) => name === end?.route);
    return {
      ...progress,
      connector: connector.id,
      title: connector.title,
      run,
      resumed: this.#resumed,
      state,
      reason,
      problems,
      notes,
      suspected,
      isSuspicious: problems.length > 0,
      mode: end?.plan.mode ?? null,
      routes: this.#ends.map((each) => ({
        route: each.route,
        outcome: isOver(each) ? 'used' : whyNot(each),
      })),
      documentsPerSecond: progress.elapsedMs > 0 ? (1e3 * progress.documents) / progress.elapsedMs : 0,
      mayGoOn: state === 'limited' && route ? (quota.look(route.reuse.quota)?.again ?? null) : null,
    };
  }
}

const succeeded = ({ listing, halt }: RouteEnd): boolean => listing.isComplete && halt === null;

const reasonOf = ({ listing, plan }: RouteEnd): string => (listing.isPart ? 'the archives that are new' : plan.because);

/** No other route is tried. */
const isOver = (end: RouteEnd): boolean => succeeded(end) || end.halt?.kind === 'limit' || end.halt?.kind === 'stopped';

const whyNot = ({ halt, listing }: RouteEnd): string =>
  halt?.message ?? listing.problems.map(({ rule, message }) => `${rule}: ${message}`).join('; ') ?? 'its list is not complete';

/** What later runs are held against: see views/health/. */
interface Measured {
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly measures: readonly RouteMeasures[];
}

/** What `report portals` reads. */
function statisticsOf(report: HarvestReport): Record<string, unknown> {
  const { connector, listed, documents, bytes, requests, elapsedMs, documentsPerSecond, operations } = report;
  const { mode, isSuspicious, problems, routes, failed } = report;
  return {
    harvest: connector,
    pages: documents,
    listed,
    documents,
    bytes,
    requests,
    elapsedMs,
    documentsPerSecond,
    operations,
    mode,
    isSuspicious,
    problems,
    routes,
    failed,
    isLimited: report.state === 'limited',
  };
}

function idleReport({ id, title }: CompleteConnector, reason: string, quota: QuotaState | null): HarvestReport {
  return {
    connector: id,
    title,
    run: null,
    resumed: false,
    state: quota ? 'limited' : 'finished',
    reason,
    isSuspicious: false,
    problems: [],
    notes: [],
    suspected: 0,
    mode: null,
    routes: [],
    documentsPerSecond: 0,
    mayGoOn: quota?.again ?? null,
    listed: 0,
    documents: 0,
    downloaded: 0,
    operations: {
      Add: 0,
      Upd: 0,
      Del: 0,
      None: 0,
    },
    failed: 0,
    requests: 0,
    bytes: 0,
    elapsedMs: 0,
    share: 1,
  };
}
