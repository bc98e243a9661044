/** winnow traps: kinds of URLs that are left out since they lead nowhere, and a person's word about them. */
import { resolve } from 'node:path';
import { Argument, Command } from 'commander';
import { changeTrap, type TrapChanged, type TrapWish, withReading } from '../../assembly/index.js';
import { kindOfUrl } from '../../frontier/traps/index.js';
import { asUrl, counted } from '../../model/index.js';
import { ControlError, sendControl } from '../../run/control/index.js';
import type { TrapRow } from '../../store/index.js';
import type { Exit } from '../exit-codes.js';
import { printable, type Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { workspaceOption } from '../workspace-option.js';

const HELP = `
Calendars, session ids and filters of shops go on for ever. A kind of URL is paused when its pages keep leading to more of
it and bring no new text any more; what is queued of it is left out. Pages without words never count against it.
In a pattern # stands for a number or an identifier, ~ for a title.

Examples:
  winnow traps                                       what is left out, and why
  winnow traps release 3                             it is none: fetch what was left out, and never pause it again
  winnow traps pause https://a.example/calendar/2026/3    leave out all URLs of this kind
  winnow traps pause 'https://a.example/calendar/#/#'     the same, by its pattern
  winnow traps --all --json                          those that were released, too

release and pause work on a crawl that runs and on one that does not. After a release, the running crawl goes on with
what was left out; a finished one fetches it when it is started again.`;

interface Flags {
  readonly workspace: string;
  readonly all?: boolean;
  readonly json?: boolean;
}

type Verb = 'release' | 'pause';

export function trapsCommand(terminal: Terminal, _exit: (how: Exit) => void): Command {
  return new Command('traps')
    .description('Show kinds of URLs that are left out because they lead nowhere, release or pause them')
    .addArgument(new Argument('[verb]', 'what to do').choices(['release', 'pause']))
    .argument('[what]', 'the number of a trap to release; a URL or pattern of the kind to pause')
    .addOption(workspaceOption())
    .option('--all', 'those that were released, too')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (verb: Verb | undefined, what: string | undefined, flags: Flags) =>
      verb === undefined ? list(flags, terminal) : change(verb, what, flags, terminal),
    );
}

async function list({ workspace, all, json }: Flags, terminal: Terminal): Promise<void> {
  return withReading(resolve(workspace), ({ repository }) => {
    const traps = repository.traps({ counted: true }).filter(({ state }) => all || state === 'paused');
    terminal.print(json ? JSON.stringify(traps.map(readable), null, 2) : format(traps, terminal));
  });
}

const readable = ({ at, releasedAt, ...trap }: TrapRow) => ({
  ...trap,
  at: new Date(at).toISOString(),
  releasedAt: releasedAt === null ? null : new Date(releasedAt).toISOString(),
});

function format(traps: readonly TrapRow[], { style }: Terminal): string {
  if (traps.length === 0) return 'No kind of URL is left out.';
  return traps.map((trap) => formatOne(trap, style)).join('\n\n');
}

function formatOne({ id, site, pattern, reason, examples, fetched, leftOut, state, run }: TrapRow, style: Terminal['style']): string {
  return [
    `${style('bold', `${id} ${printable(site)}${printable(pattern)}`)}${state === 'released' ? ', released' : ''}`,
    `  ${printable(reason)} (run ${run})`,
    `  ${fetched} fetched, ${leftOut} left out${examples.length ? ', such as' : ''}`,
    ...examples.map((url) => `  ${printable(url)}`),
  ].join('\n');
}

async function change(verb: Verb, what: string | undefined, { workspace, json }: Flags, terminal: Terminal): Promise<void> {
  const wish = verb === 'release' ? { release: numberOf(what) } : patternOf(what);
  const folder = resolve(workspace);
  const changed = await carryOut(folder, wish);
  terminal.print(json ? JSON.stringify(changed, null, 2) : inWords(changed));
}

function numberOf(what = ''): number {
  if (!/^[1-9]\d{0,8}$/.test(what)) throw new UsageError('Say which trap to release, by its number: winnow traps release 1');
  return Number(what);
}

/** A pattern is taken as it stands; a URL stands for its kind. */
function patternOf(what = ''): Extract<TrapWish, { pause: string }> {
  const url = asUrl(what);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError('Say which kind of URL to pause: winnow traps pause https://a.example/calendar/2026/3');
  const written = what.slice(what.indexOf('/', what.indexOf('://') + 3));
  const isPattern = /[#~]/.test(written);
  return { site: url.origin, pause: isPattern ? written : kindOfUrl(url.href).pattern };
}

/** Asks the crawl that runs; where there is none, the workspace itself. */
async function carryOut(folder: string, wish: TrapWish): Promise<TrapChanged> {
  try {
    const request =
      'release' in wish
        ? ({ do: 'release-trap', trap: wish.release } as const)
        : ({ do: 'pause-trap', site: wish.site, pattern: wish.pause } as const);
    return (await sendControl(folder, request)) as TrapChanged;
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    if (error.code === 'refused') throw new UsageError(error.message, { cause: error });
    if (error.code !== 'not-running') throw error;
  }
  return changeTrap(folder, wish, Date.now());
}

function inWords({ trap, requeued }: TrapChanged): string {
  const kind = `${printable(trap.site)}${printable(trap.pattern)}`;
  if (trap.state === 'paused') return `Paused as trap ${trap.id}: ${kind} is left out from now on.`;
  return `Released trap ${trap.id}, ${kind}: ${counted(requeued, 'URL')} are queued again.`;
}
