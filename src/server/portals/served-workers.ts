/** Portals with their workers: which there are, how each stands, and what is asked of one. */
import type { FormField, ParameterForm } from '../../definition/connector/index.js';
import { type Worker, WorkerDesk, type WorkerResults, type WorkerState } from '../../run/workers/index.js';
import type { LookAtPortals } from '../api/portal-health.js';
import { ApiError } from '../api-error.js';
import type { Crawls } from '../crawls/index.js';
import { HealthLooks, type PortalHealth } from './health-looks.js';
import { type LastRun, lastRunIn } from './last-run.js';
import type { FormValue, FormValues, PortalEntry, PortalServing, PortalWorker } from './serving.js';

export interface PortalRow extends PortalEntry {
  readonly state: WorkerState;
  readonly progress: number;
  readonly last: LastRun | null;
  /** Null: nobody knows. */
  readonly health: PortalHealth | null;
}

/** How a worker stands: what events tell and the page shows. */
export interface WorkerView extends FormValues {
  readonly id: string;
  readonly title: string;
  readonly state: WorkerState;
  readonly progress: number;
  readonly message: string;
  readonly isCancelling: boolean;
  /** Whether runs may be started from here. */
  readonly mayStart: boolean;
  readonly results: WorkerResults | null;
}

export interface OpenedWorker {
  readonly portal: PortalWorker;
  readonly worker: Worker<FormValues>;
}

export class ServedWorkers {
  readonly #serving: PortalServing;
  readonly #crawls: Crawls;
  readonly #health: HealthLooks;
  readonly #desk = new WorkerDesk<FormValues>();

  constructor(serving: PortalServing, crawls: Crawls, lookAt: LookAtPortals | null) {
    this.#serving = serving;
    this.#crawls = crawls;
    this.#health = new HealthLooks(lookAt, crawls);
  }

  async list(): Promise<PortalRow[]> {
    const entries = await this.#serving.list();
    return Promise.all(
      entries.map(async (entry) => {
        const { state = 'WaitToStart', progress = 0 } = this.#desk.get(entry.id) ?? {};
        return { ...entry, state, progress, last: this.lastRun(entry), health: await this.health(entry) };
      }),
    );
  }

  health(entry: PortalEntry): Promise<PortalHealth | null> {
    return this.#health.of(entry, this.#desk.get(entry.id)?.state === 'Executing');
  }

  lastRun({ id, workspace }: PortalEntry): LastRun | null {
    return lastRunIn(this.#crawls, workspace, id);
  }

  async open(id: string): Promise<OpenedWorker> {
    const portal = await this.#find(id);
    // Found anew for each run: its connector may have been edited since.
    const work: PortalWorker['work'] = async (values, told) => (await this.#find(id)).work(values, told);
    const options = { name: portal.title, parameters: defaultsOf(portal.form), work };
    return { portal, worker: this.#desk.open(portal.id, options) };
  }

  async #find(id: string): Promise<PortalWorker> {
    const portal = await this.#serving.find(id);
    if (!portal) throw new ApiError(404, 'no-such-portal', 'There is no portal of this name. /portals lists them.');
    return portal;
  }

  view({ portal: { id, title }, worker }: OpenedWorker): WorkerView {
    const { state, progress, message, isCancelling, parameters, results } = worker;
    return { id, title, state, progress, message, isCancelling, mayStart: this.#serving.mayStart, ...parameters, results };
  }

  async change({ portal, worker }: OpenedWorker, values: FormValues): Promise<void> {
    const fields = await portal.check(values);
    const [first] = fields;
    if (first) throw new ApiError(400, 'invalid', first.message, { fields });
    worker.change(values);
  }

  /** What a file says, whatever is wrong with it: that is told, and has to be put right before a start. */
  async take({ portal, worker }: OpenedWorker, values: FormValues): Promise<string[]> {
    worker.change(values);
    return (await portal.check(values)).map(({ message }) => message);
  }

  /** With the parameters it has, or with these. */
  async start(opened: OpenedWorker, values: FormValues | null): Promise<void> {
    if (!this.#serving.mayStart)
      throw new ApiError(403, 'may-not-start', 'Starting is switched off on this server. Switch it on with: winnow serve --allow-start');
    const { worker } = opened;
    if (worker.state === 'WaitToStart') await this.change(opened, values ?? worker.parameters);
    this.#desk.start(worker);
  }

  /** Cancels what runs, and resolves when it has ended. */
  close(): Promise<void> {
    return this.#desk.close();
  }
}

/** What a form holds before anybody has touched it. */
export function defaultsOf({ sections }: ParameterForm): FormValues {
  const of = (name: string): Record<string, FormValue> =>
    Object.fromEntries((sections.find((section) => section.name === name)?.fields ?? []).map((field) => [field.name, emptyOr(field)]));
  return { parameters: of('parameters'), run: of('run') };
}

const emptyOr = ({ default: fallback, takesSeveral, type }: FormField): FormValue =>
  fallback ?? (type === 'flag' ? false : takesSeveral ? [] : '');
