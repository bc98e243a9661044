/** The workers of a service by name, so many at work at a time. They are kept as long as the service lives. */
import { WorkerError } from './port.js';
import { Worker, type WorkerOptions } from './worker.js';

/** Each has threads and a workspace of its own. */
const MOST_AT_WORK = 8;

export class WorkerDesk<Parameters> {
  readonly #most: number;
  readonly #workers = new Map<string, Worker<Parameters>>();

  constructor(most = MOST_AT_WORK) {
    this.#most = most;
  }

  get(id: string): Worker<Parameters> | undefined {
    return this.#workers.get(id);
  }

  /** The worker of this name, made when it is first asked for. */
  open(id: string, options: WorkerOptions<Parameters>): Worker<Parameters> {
    const known = this.#workers.get(id);
    if (known) return known;
    const worker = new Worker(options);
    this.#workers.set(id, worker);
    return worker;
  }

  start(worker: Worker<Parameters>): void {
    const busy = [...this.#workers.values()].filter((each) => each !== worker && each.state === 'Executing');
    if (busy.length >= this.#most)
      throw new WorkerError(
        'too-many',
        `${busy.length} run already (${busy.map(({ name }) => name).join(', ')}). Start it when one of them has ended.`,
      );
    worker.start();
  }

  /** Cancels what runs, and resolves when it has ended. */
  async close(): Promise<void> {
    for (const worker of this.#workers.values()) if (worker.state === 'Executing') worker.cancel();
    await Promise.all([...this.#workers.values()].map((worker) => worker.idle()));
  }
}
