/**
 * Portals watched together over simulated days: one scheduler, one process, each portal served by its fixture in the state
 * its plan says, and held against what was planted. Delays are looked at where requests arrive, by the simulated clock.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchDefinitions } from '../../src/assembly/index.js';
import { readWorkspace } from '../../src/backends/index.js';
import { type CompleteConnector, loadConnector } from '../../src/definition/connector/index.js';
import { parseDuration } from '../../src/definition/crawl/index.js';
import type { ScheduleEvent } from '../../src/definition/schedule/index.js';
import { type Day, type FixtureServer, fixtureOf, type Outcome, type PortalFixture, serveFixtures } from '../../src/webs/portals/index.js';
import { SimulatedClock } from '../support/simulated-clock.js';
import { DayJudge, drawing, planDays } from './plan-days.js';

export interface DaysOptions {
  readonly portals: readonly string[];
  readonly days: number;
  readonly seed: number;
  /** Portals at the same time. */
  readonly parallel: number;
  /** Told when a day is over. */
  readonly onDay?: (day: number, figures: DayFigures) => void;
}

export type DayFigures = Readonly<Record<keyof Outcome, number>> & { readonly runs: number; readonly requests: number };

export interface PlayedDays {
  /** What is otherwise than planted, each a sentence; none: as planted. */
  readonly faults: readonly string[];
  readonly totals: DayFigures;
  /** Hosts whose requests were looked at, and the shortest time between two of one host over what is owed there. */
  readonly hosts: number;
  readonly shortestGap: number;
  /** Most portals that were under way at once. */
  readonly atOnce: number;
}

const BEGIN = Date.parse('2031-01-01T00:00:00Z');
const DAY_MS = 86_400_000;

export async function playDays(options: DaysOptions): Promise<PlayedDays> {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-days-'));
  const clock = new SimulatedClock(BEGIN, BEGIN + options.days * DAY_MS);
  const stage = new Stage(options, clock, folder);
  try {
    await stage.open();
    await watchDefinitions({
      files: stage.files,
      crawls: join(folder, 'crawls'),
      state: join(folder, 'state'),
      environment: {},
      parallel: options.parallel,
      once: false,
      clock: clock.schedule,
      stop: clock.stop,
      onEvent: (event) => stage.hear(event),
      harvest: (name) => stage.harvestOptions(name),
    });
    return stage.verdict();
  } finally {
    await stage.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Actor {
  readonly fixture: PortalFixture;
  readonly connector: CompleteConnector;
  readonly states: readonly Day[];
  readonly judge: DayJudge;
  readonly server: FixtureServer;
  outcome: Record<keyof Outcome, string[]>;
  /** What was told over all days. */
  readonly told: Record<keyof Outcome, number>;
}

interface HostTurns {
  lastAt: number;
  readonly owed: number;
}

class Stage {
  readonly files: string[] = [];
  readonly #options: DaysOptions;
  readonly #clock: SimulatedClock;
  readonly #folder: string;
  readonly #actors = new Map<string, Actor>();
  readonly #hosts = new Map<string, HostTurns>();
  readonly #faults: string[] = [];
  readonly #totals = { ...nothing(0), runs: 0, requests: 0 };
  /** Totals as they were when the last day ended. */
  #before: DayFigures = { ...nothing(0), runs: 0, requests: 0 };
  #shortestGap = Number.POSITIVE_INFINITY;
  #day = 0;
  #underWay = 0;
  #atOnce = 0;

  constructor(options: DaysOptions, clock: SimulatedClock, folder: string) {
    this.#options = options;
    this.#clock = clock;
    this.#folder = folder;
  }

  async open(): Promise<void> {
    mkdirSync(join(this.#folder, 'state'));
    const draw = drawing(this.#options.seed);
    for (const id of this.#options.portals) {
      const actor = await this.#engage(id, planDays(this.#options.days, draw));
      this.#actors.set(id, actor);
      this.files.push(this.#define(id, actor));
      for (const host of actor.fixture.hosts) this.#owe(host, actor.connector);
    }
  }

  /** A definition of a user's: which portal, with which parameters, every day. */
  #define(id: string, { fixture, server }: Actor): string {
    const file = join(this.#folder, `${id}.json`);
    const { supplies, accepts: accepted = false } = fixture;
    const parameters = { ...fixture.parameters, ...(supplies ? { [supplies.parameter]: this.#copyOf(id) } : {}) };
    const fetch = { ...server.fetch, contact: 'https://winnow.example/portals' };
    const portal = { id, parameters, accepted };
    writeFileSync(file, JSON.stringify({ name: id, portal, schedule: 'daily UTC', fetch, search: { index: false } }));
    return file;
  }

  /** Where the copy of a portal lies that is handed over. */
  #copyOf(id: string): string {
    return join(this.#folder, `${id}.zip`);
  }

  async #engage(id: string, states: readonly Day[]): Promise<Actor> {
    const { connector } = await loadConnector(id);
    const fixture = (await fixtureOf(id)) as PortalFixture;
    const server = await serveFixtures([fixture], 1, { now: this.#clock.now });
    const judge = new DayJudge(fixture, states);
    return { fixture, connector, states, judge, server, outcome: outcomes(), told: nothing(0) };
  }

  #owe(host: string, { politeness }: CompleteConnector): void {
    const owed = parseDuration(politeness.sites[host] ?? politeness.delay ?? '0s') ?? 0;
    const known = this.#hosts.get(host)?.owed ?? owed;
    this.#hosts.set(host, { lastAt: Number.NEGATIVE_INFINITY, owed: Math.min(owed, known) });
  }

  /** The calendar of a fixture is its own: windows and cursors are asked for as its days say. */
  harvestOptions(name: string) {
    const actor = this.#actors.get(name) as Actor;
    return {
      time: this.#clock.pace,
      now: () => new Date(momentOf(actor, this.#today())),
      onDocument: ({ key, operation }: { key: string; operation: keyof Outcome }) => void actor.outcome[operation].push(key),
    };
  }

  hear(event: ScheduleEvent): void {
    if (event.event === 'started') this.#begin(event.job as string);
    if (event.event === 'ended') this.#end(event);
    if (event.event === 'stopped') this.#closeDay();
  }

  #begin(name: string): void {
    if (this.#today() !== this.#day) this.#closeDay();
    const { server, states, fixture } = this.#actors.get(name) as Actor;
    const state = states[this.#day] as Day;
    server.turn(state);
    if (fixture.supplies) writeFileSync(this.#copyOf(name), fixture.supplies.copy(state));
    this.#clock.begun();
    this.#atOnce = Math.max(this.#atOnce, ++this.#underWay);
  }

  #end({ job = '', state, detail }: ScheduleEvent): void {
    this.#underWay--;
    this.#clock.ended();
    this.#totals.runs++;
    const { states, server } = this.#actors.get(job) as Actor;
    for (const { message } of server.failures.splice(0)) this.#fault(job, `the fixture failed: ${message}`);
    if (this.#today() !== this.#day) this.#fault(job, 'a day was too short for it');
    const fault = endFault(states[this.#day] as Day, state, detail ?? '');
    if (fault !== null) this.#fault(job, fault);
  }

  #today(): number {
    return Math.floor((this.#clock.now() - BEGIN) / DAY_MS);
  }

  #fault(portal: string, fault: string): void {
    const state = this.#actors.get(portal)?.states[this.#day];
    this.#faults.push(`${portal}, day ${this.#day + 1} (${state}): ${fault}`);
  }

  #closeDay(): void {
    for (const [name, actor] of this.#actors) {
      for (const fault of actor.judge.judge(this.#day, actor.outcome)) this.#fault(name, fault);
      for (const operation of OPERATIONS) {
        actor.told[operation] += actor.outcome[operation].length;
        this.#totals[operation] += actor.outcome[operation].length;
      }
      actor.outcome = outcomes();
    }
    this.#lookAtArrivals();
    this.#options.onDay?.(this.#day, differenceOf(this.#totals, this.#before));
    this.#before = { ...this.#totals };
    this.#day = this.#today();
  }

  /** Portals may share hosts: what counts is what the host sees. */
  #lookAtArrivals(): void {
    const asked = [...this.#actors.values()].flatMap(({ server }) => server.asked.splice(0));
    this.#totals.requests += asked.length;
    for (const { url, at } of asked.sort((left, right) => left.at - right.at)) {
      const host = new URL(url).hostname;
      const turns = this.#hosts.get(host);
      if (!turns) continue;
      const spare = at - turns.lastAt - turns.owed;
      this.#shortestGap = Math.min(this.#shortestGap, spare);
      if (spare < -ROUNDING_MS) this.#faults.push(`day ${this.#day + 1}: ${url} was asked ${-spare} ms too early`);
      turns.lastAt = at;
    }
  }

  verdict(): PlayedDays {
    for (const [name, { judge }] of this.#actors) for (const fault of judge.missed) this.#faults.push(`${name}: ${fault}`);
    for (const [name, { told }] of this.#actors) this.#compareJournal(name, told);
    return {
      faults: this.#faults,
      totals: this.#totals,
      hosts: this.#hosts.size,
      shortestGap: this.#shortestGap,
      atOnce: this.#atOnce,
    };
  }

  /** What a consumer of the journal sees is what was told. */
  #compareJournal(name: string, told: Actor['told']): void {
    const reading = readWorkspace(join(this.#folder, 'crawls', name));
    try {
      const entries = reading.repository.journal.slice(0, 100_000).items;
      for (const operation of ['Add', 'Upd', 'Del'] as const) {
        const written = entries.filter((entry) => entry.operation === operation).length;
        if (written !== told[operation])
          this.#faults.push(`${name}: ${told[operation]} ${operation} were told, ${written} are in the journal`);
      }
    } finally {
      reading.close();
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#actors.values()].map(({ server }) => server.close()));
  }
}

/** Sums of fractions of milliseconds. */
const ROUNDING_MS = 0.01;
const OPERATIONS = ['Add', 'Upd', 'Del', 'None'] as const;

const nothing = (value: number): Record<keyof Outcome, number> => ({ Add: value, Upd: value, Del: value, None: value });
const outcomes = (): Record<keyof Outcome, string[]> => ({ Add: [], Upd: [], Del: [], None: [] });

/** A good day ends well and without a failing rule; a broken one is noticed. */
function endFault(on: Day, state: ScheduleEvent['state'], detail: string): string | null {
  const isSuspicious = detail.startsWith('suspicious');
  if (on === 1 || on === 2) return (state === 'finished' || state === 'idle') && !isSuspicious ? null : `${state}: ${detail}`;
  // A feed of changes that has none to tell shows nothing that could be broken; that none is missed is looked at besides.
  const isNoticeable = on === 'broken' && state === 'finished' && !detail.startsWith('changes since');
  return isNoticeable && !isSuspicious ? 'nobody noticed that it is broken' : null;
}

function momentOf({ fixture, states }: Actor, day: number): number {
  const isFirst = !states.slice(0, day + 1).some((state) => state !== 1);
  return Date.parse(fixture.today[isFirst ? 1 : 2]) + day * 1000;
}

const differenceOf = (after: DayFigures, before: DayFigures): DayFigures =>
  Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, value - before[name as keyof DayFigures]]),
  ) as unknown as DayFigures;
