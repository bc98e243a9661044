/**
 * Queries in processes of their own (lanes), so that one that runs away harms nobody: it is ended with its process, and so is
 * one that takes too much memory. A lane is kept for the next query; the one that takes the place of a dead one is started
 * before somebody asks for it.
 */
import { DEFAULT_LIMITS, type SparqlLimits, tooSlow } from '../limits.js';
import { SparqlError } from '../sparql-error.js';
import { FairTurns } from './fair-turns.js';
import { Lane } from './lane.js';
import type { FromLane, LaneData, SparqlRequest } from './messages.js';

export interface SparqlServiceOptions {
  /** Address of a module that exports `openKnowledge(folder)`: see KnowledgeOpener. */
  readonly opener: string;
  readonly limits?: Partial<SparqlLimits>;
  /** Queries at one time. One asker has all but one of them at most. */
  readonly lanes?: number;
  /** Queries that may wait. */
  readonly waiting?: number;
  /** Megabytes of heap that one query may take. */
  readonly memory?: number;
}

/** Who asks, and until when. */
export interface Asker {
  /** Left out: all who do not say are one. */
  readonly asker?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface SparqlAnswer {
  readonly mediaType: string;
  /** Whoever stops reading ends the query. */
  readonly pieces: AsyncIterable<string>;
}

/** The query looks at the clock itself; this is for one that cannot. */
const GRACE_MS = 1000;
/** Lanes that are kept while nobody asks: each holds some eighty megabytes. */
const MOST_IDLE = 2;

export class SparqlService {
  readonly #data: LaneData;
  readonly #memory: number;
  readonly #lanes: number;
  readonly #turns: FairTurns;
  readonly #idle: Lane[] = [];
  readonly #busy = new Set<Lane>();
  #isClosed = false;

  constructor({ opener, limits, lanes = 3, waiting = 32, memory = 512 }: SparqlServiceOptions) {
    this.#data = { opener, limits: { ...DEFAULT_LIMITS, ...limits } };
    this.#memory = memory;
    this.#lanes = lanes;
    this.#turns = new FairTurns({ places: lanes, each: Math.max(1, lanes - 1), waiting });
  }

  /** Throws SparqlError where that can be told before the first piece; later ones come out of the pieces. */
  async ask(request: SparqlRequest, { asker = '', signal }: Asker = {}): Promise<SparqlAnswer> {
    const leave = await this.#turns.take(asker, signal);
    const lane = this.#take();
    const messages = this.#messages(lane, request, leave, signal);
    const first = await messages.next();
    if (first.done || first.value.kind !== 'head') {
      await messages.return(undefined);
      throw new Error('A query was answered without a beginning.');
    }
    return { mediaType: first.value.mediaType, pieces: piecesOf(messages, lane) };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#idle.splice(0), ...this.#busy].map((lane) => lane.end()));
  }

  #take(): Lane {
    let lane = this.#idle.pop();
    while (lane?.isDead) lane = this.#idle.pop();
    lane ??= this.#start();
    this.#busy.add(lane);
    lane.work();
    return lane;
  }

  #start = (): Lane => new Lane(this.#data, this.#memory);

  /** What the lane says, until it has answered or is ended. */
  async *#messages(lane: Lane, request: SparqlRequest, leave: () => void, signal?: AbortSignal): AsyncGenerator<FromLane> {
    const giveUp = (): void => void lane.end();
    signal?.addEventListener('abort', giveUp);
    let timer: NodeJS.Timeout | undefined;
    let isDone = false;
    try {
      lane.send({ ask: request });
      while (!isDone) {
        const message = await lane.next();
        isDone = message.kind === 'end' || message.kind === 'error';
        if (message.kind === 'begun') timer = this.#endLater(lane);
        else if (message.kind === 'error') throw asError(message);
        else if (!isDone) yield message;
      }
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      this.#give(lane, isDone);
      leave();
    }
  }

  #endLater(lane: Lane): NodeJS.Timeout {
    const { time } = this.#data.limits;
    return setTimeout(() => void lane.end(tooSlow(time)), time + GRACE_MS);
  }

  /** A lane that is in the midst of something is of no more use. */
  #give(lane: Lane, isFree: boolean): void {
    this.#busy.delete(lane);
    lane.rest();
    if (isFree && !lane.isDead && !this.#isClosed && this.#idle.length < MOST_IDLE) this.#idle.push(lane);
    else void lane.end();
    setImmediate(() => this.#warm()).unref();
  }

  /** The next one who asks need not wait for a process to start. */
  #warm(): void {
    if (!this.#isClosed && this.#idle.length === 0 && this.#busy.size < this.#lanes) this.#idle.push(this.#start());
  }
}

async function* piecesOf(messages: AsyncGenerator<FromLane>, lane: Lane): AsyncIterable<string> {
  try {
    for await (const message of messages) {
      if (message.kind !== 'piece') continue;
      yield message.text;
      lane.send({ more: true });
    }
  } finally {
    await messages.return(undefined);
  }
}

function asError({ code, message }: Extract<FromLane, { kind: 'error' }>): Error {
  return code === null ? new Error(message) : new SparqlError(code, message);
}
