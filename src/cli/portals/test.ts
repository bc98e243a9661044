/** winnow portals test: plays portals offline on two days and on broken ones, and says where something else came than was planted. */
import { resolve } from 'node:path';
import { openPlays } from '../../assembly/index.js';
import { type CompleteConnector, listConnectors } from '../../definition/connector/index.js';
import { importModule } from '../../definition/crawl/index.js';
import { fixtureIds, fixtureOf, OPERATIONS, type PlayedDay, type PortalFixture, type PortalPlays } from '../../webs/portals/index.js';
import type { Exit } from '../exit-codes.js';
import { stopOnInterrupt } from '../progress.js';
import { printable, type Terminal, table } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { type ConnectorFlags, connectorFolders } from './connector-folders.js';
import { namedPortal } from './named-portal.js';

export interface TestFlags extends ConnectorFlags {
  readonly all?: boolean;
  readonly fixture?: string;
  readonly json?: boolean;
}

interface Play {
  readonly connector: CompleteConnector;
  readonly fixture: PortalFixture;
}

interface Played {
  readonly id: string;
  /** Why it could not be played. */
  readonly problem?: string;
  readonly days: readonly PlayedDay[];
  readonly quirks: readonly string[];
}

export async function testPortals(ids: readonly string[], flags: TestFlags, terminal: Terminal): Promise<Exit> {
  const { plays, broken } = await playsOf(ids, flags);
  const interrupts = stopOnInterrupt(terminal);
  const played: Played[] = [...broken];
  const stage = await openPlays();
  try {
    for (const play of plays) played.push(await playOne(play, stage, terminal, interrupts.stop));
  } finally {
    await stage.close();
    interrupts.release();
    terminal.live('');
  }
  terminal.print(flags.json ? JSON.stringify(played, null, 2) : formatPlayed(played, terminal));
  if (interrupts.stop.aborted) return 'interrupted';
  return played.some((each) => faultsOf(each).length > 0) ? 'found' : 'ok';
}

/** Where all are meant, one that cannot be loaded does not keep the others from being played. */
async function playsOf(ids: readonly string[], flags: TestFlags): Promise<{ plays: Play[]; broken: Played[] }> {
  if (flags.all) return allPlays(flags);
  const folders = connectorFolders(flags);
  if (flags.fixture !== undefined) {
    const fixture = await fixtureIn(flags.fixture);
    return { plays: [{ fixture, connector: (await namedPortal(ids[0] ?? fixture.connector, folders)).connector }], broken: [] };
  }
  if (ids.length === 0) throw new UsageError('Name portals to test, or say --all.');
  const plays = await Promise.all(ids.map(async (id) => playOf((await namedPortal(id, folders)).connector)));
  return { plays, broken: [] };
}

async function allPlays(flags: TestFlags): Promise<{ plays: Play[]; broken: Played[] }> {
  const entries = await listConnectors(connectorFolders(flags));
  const broken = entries.flatMap(({ id, error }) => (error ? [{ id, days: [], quirks: [], problem: error.message }] : []));
  const known = entries.flatMap(({ id, loaded }) => (loaded && fixtureIds().includes(id) ? [loaded.connector] : []));
  return { plays: await Promise.all(known.map(playOf)), broken };
}

async function playOf(connector: CompleteConnector): Promise<Play> {
  const fixture = await fixtureOf(connector.id);
  if (!fixture) throw new UsageError(`${connector.id} has no fixture among those of the program: name yours with --fixture FILE.js.`);
  return { connector, fixture };
}

async function fixtureIn(file: string): Promise<PortalFixture> {
  const module = await importModule(resolve(file));
  const fixture = module['default'] ?? module['fixture'];
  if (!isFixture(fixture))
    throw new UsageError(`${file} exports no fixture: its default export needs connector, hosts, today, expected and open.`);
  return fixture;
}

const isFixture = (value: unknown): value is PortalFixture =>
  typeof value === 'object' && value !== null && ['connector', 'hosts', 'today', 'expected', 'open'].every((name) => name in value);

async function playOne({ connector, fixture }: Play, stage: PortalPlays, terminal: Terminal, stop: AbortSignal): Promise<Played> {
  const { id } = connector;
  const quirks = fixture.quirks ?? [];
  try {
    return { id, quirks, days: await stage.play({ connector, fixture, stop, onDay: (day) => terminal.live(`${id}: day ${day}`) }) };
  } catch (error) {
    return { id, quirks, days: [], problem: (error as Error).message };
  }
}

const faultsOf = ({ id, days, problem }: Played): string[] => [
  ...(problem === undefined ? [] : [`${id} cannot be played: ${problem}`]),
  ...days.flatMap((day) => day.faults.map((fault) => printable(`${id}, day ${day.day}: ${fault}`))),
];

const HEAD = ['portal', 'day', ...OPERATIONS, 'requests', 'seconds', ''];

function formatPlayed(played: readonly Played[], { style }: Pick<Terminal, 'style'>): string {
  const rows = played.flatMap(({ id, days }) => days.map((day, at) => rowOf(at === 0 ? id : '', day, style)));
  const faults = played.flatMap(faultsOf);
  const quirks = played.reduce((sum, each) => sum + each.quirks.length, 0);
  const verdict =
    faults.length === 0
      ? style('green', 'as planted')
      : style('red', `${faults.length} ${faults.length === 1 ? 'thing is' : 'things are'} otherwise`);
  return [
    table([HEAD.map((word) => style('bold', word)), ...rows]),
    faults.join('\n'),
    `${played.length} ${played.length === 1 ? 'portal' : 'portals'}, ${quirks} quirks played: ${verdict}. Counts are planted/seen.`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function rowOf(
  id: string,
  { day, expected, seen, requests, seconds, faults, problems }: PlayedDay,
  style: Terminal['style'],
): (string | number)[] {
  const counts = OPERATIONS.map((operation) => `${expected[operation] ?? '–'}/${seen[operation]}`);
  const noticed = day === 'broken' || day === 'cut' ? printable(problems[0] ?? 'nothing was noticed') : '';
  const end = faults.length > 0 ? style('red', 'otherwise') : noticed.length > 40 ? `${noticed.slice(0, 39)}…` : noticed;
  return [printable(id), String(day), ...counts, requests, seconds.toFixed(1), end];
}
