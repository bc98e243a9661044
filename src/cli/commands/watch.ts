/** winnow watch: crawls by schedule, unattended, and writes down what it did and when. */
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { nextTimes, watchDefinitions } from '../../assembly/index.js';
import type { JobEnd, ScheduleEvent } from '../../definition/schedule/index.js';
import { stateFolder } from '../../platform/index.js';
import { type WatchOptions } from '../../run/watch/index.js';
import type { Exit } from '../exit-codes.js';
import { stopOnInterrupt } from '../progress.js';
import { printable, type Terminal, table } from '../terminal.js';
import { openWatchLog } from '../watch-log.js';

const HELP = `
Examples:
  winnow watch news.yaml courts.yaml             runs each by its schedule, until Ctrl-C
  winnow watch crawls.d/*.yaml --parallel 3      three at the same time, still politely
  winnow watch --once *.yaml                     what is due now, then ends: for cron or systemd
  winnow watch --list *.yaml                     when each is due next

A definition says when it runs: schedule: daily at 02:00. One that has never run, or did not finish, runs at once.
Moments that passed while nobody watched come to one run. Each run takes its definition from the file anew.
Every step is a line of JSON in the log: watch.jsonl in the state folder, or --log.
With --once the exit code is that of the worst run, as of winnow crawl.`;

export interface WatchFlags {
  readonly crawls: string;
  readonly parallel: string;
  readonly log?: string;
  readonly once?: boolean;
  readonly list?: boolean;
  readonly json?: boolean;
}

export function watchCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  return new Command('watch')
    .description('Run crawls by their schedules, unattended')
    .argument('<definition...>', 'definition files with a schedule')
    .option('--crawls <folder>', 'folder of the workspaces, each called after its definition', 'crawls')
    .option('--parallel <count>', 'crawls at the same time', '1')
    .option('--log <file>', 'scheduler log, one JSON object a line (default: watch.jsonl in the state folder)')
    .option('--once', 'run what is due now, then end')
    .option('--list', 'show when each is due next, and end')
    .option('--json', 'print events, or the list, as JSON')
    .addHelpText('after', HELP)
    .action(async (files: string[], flags: WatchFlags) => exit(await watchWith({ files }, flags, terminal)));
}

/** Definitions, portals, or both. */
export async function watchWith(what: Pick<WatchOptions, 'files' | 'portals'>, flags: WatchFlags, terminal: Terminal): Promise<Exit> {
  const interrupts = stopOnInterrupt(terminal);
  const state = stateFolder(process.env);
  const write = flags.list ? () => {} : openWatchLog(resolve(flags.log ?? join(state, 'watch.jsonl')));
  const options: WatchOptions = {
    ...what,
    crawls: resolve(flags.crawls),
    state,
    parallel: Math.max(1, Math.floor(Number(flags.parallel)) || 1),
    once: flags.once ?? false,
    stop: interrupts.stop,
    onEvent: (event) => {
      write(event);
      terminal.print(flags.json ? JSON.stringify(event) : eventLine(event));
    },
    run: { onRemark: (remark) => terminal.remark(terminal.style('yellow', printable(remark))) },
  };
  try {
    return flags.list ? await list(options, flags, terminal) : exitOf(await watchDefinitions(options), options);
  } finally {
    interrupts.release();
  }
}

async function list(options: WatchOptions, { json }: WatchFlags, terminal: Terminal): Promise<Exit> {
  const times = await nextTimes(options);
  const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
  if (json)
    terminal.print(
      JSON.stringify(
        times.map(({ lastAt, next, ...rest }) => ({ ...rest, last: iso(lastAt), next: iso(next) ?? 'now' })),
        null,
        2,
      ),
    );
  else
    terminal.print(
      table(
        times.map(({ name, schedule, lastAt, next }) => [
          name,
          schedule,
          lastAt === null ? 'never run' : `last ${clockTime(lastAt)}`,
          `next ${next === null ? 'now' : clockTime(next)}`,
        ]),
      ),
    );
  return 'ok';
}

const clockTime = (at: number | string): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const BECAUSE: Record<NonNullable<ScheduleEvent['because']>, string> = {
  schedule: 'by its schedule',
  missed: 'its moment was missed',
  first: 'for the first time',
  unfinished: 'its last run had not finished',
};

function eventLine(event: ScheduleEvent): string {
  const at = event.at.slice(0, 19).replace('T', ' ');
  const job = printable(event.job ?? '');
  switch (event.event) {
    case 'watching':
      return [
        `${at}  watching ${event.jobs?.length ?? 0}`,
        ...(event.jobs ?? []).map((each) => `  ${printable(each.job)}: ${each.schedule}, next ${clockTime(each.next)}`),
      ].join('\n');
    case 'started':
      return `${at}  ${job}  started, ${event.because ? BECAUSE[event.because] : ''}`;
    case 'ended':
      return `${at}  ${job}  ${endWords(event)}${event.next ? `; next ${clockTime(event.next)}` : ''}`;
    case 'stopped':
      return `${at}  stopped watching`;
  }
}

function endWords({ state, run, detail, seconds }: ScheduleEvent): string {
  if (state === 'idle') return 'nothing was due';
  return printable(`${run === undefined ? '' : `run ${run} `}${state} after ${seconds}s: ${detail}`);
}

const EXITS: Record<JobEnd['state'], Exit> = {
  finished: 'ok',
  idle: 'ok',
  stopped: 'interrupted',
  paused: 'paused',
  failed: 'failed',
  'in-use': 'inUse',
};

/** Worst first. */
const WORST: readonly JobEnd['state'][] = ['failed', 'paused', 'in-use', 'stopped'];

/** An endless watch that was asked to stop did what it was asked; only a run that was cut short makes a difference. */
function exitOf(ends: ReadonlyMap<string, JobEnd>, { once }: WatchOptions): Exit {
  const states = new Set([...ends.values()].map(({ state }) => state));
  const worst = WORST.find((state) => states.has(state) && (once || state === 'stopped'));
  return worst ? EXITS[worst] : 'ok';
}
