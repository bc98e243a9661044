/**
 * Plays a portal offline: its fixture serves it under its real host names on four days, a harvest meets each, and what came of
 * it is held against what was planted.
 *
 * The two days follow one another in one workspace. The broken ones come after them, with the whole list asked for: what
 * is known by then is what a careless program would delete.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompleteConnector } from '../../definition/connector/index.js';
import { type Definition, definitionFromInput } from '../../definition/crawl/index.js';
import type { HarvestReport, HarvestRunOptions, OneHarvestOptions, Readers } from '../../run/harvest/index.js';
import type { Deposited, DepositRows } from '../../store/index.js';
import { type Day, type PortalFixture } from './fixture.js';
import { type DayVerdict, judgeDay, judgeWords, type Outcome, type StoredWords } from './judge-day.js';
import { judgeStored, type StoredDocument } from './judge-stored.js';
import { type FixtureServer, serveFixtures } from './serve-fixtures.js';

export interface PlayedDay extends DayVerdict {
  readonly day: Day;
  readonly seconds: number;
  readonly requests: number;
  /** Rules that failed, in words. */
  readonly problems: readonly string[];
  /** Rules of the connector that the health of the portal names as broken. */
  readonly broke: readonly string[];
}

export interface PlayOptions {
  readonly connector: CompleteConnector;
  readonly fixture: PortalFixture;
  /** All four, unless said otherwise. */
  readonly days?: readonly Day[];
  readonly stop?: AbortSignal;
  readonly onDay?: (day: Day) => void;
  readonly onRemark?: (remark: string) => void;
  /** What lies in the workspace when a good day is over. */
  readonly onStored?: (day: 1 | 2, documents: readonly StoredDocument[]) => void;
}

/** How a portal is harvested and examined. */
export interface PlayParts {
  /** A connector with its workspace, for several harvests of it. */
  openHarvest(options: HarvestRunOptions): Promise<OpenHarvest>;
  openReaders(definition: Definition, folder: string): Readers & { close(): Promise<void> };
  /** Rules of a connector that are broken by the runs so far. */
  brokenRules(workspace: string, portal: string): Promise<string[]>;
}

/** A workspace that stays open, with what is stored in it. */
export interface OpenHarvest {
  run(options: OneHarvestOptions): Promise<HarvestReport>;
  readonly deposits: DepositRows;
  close(): Promise<void>;
}

const DAYS: readonly Day[] = [1, 2, 'broken', 'cut'];

export interface PortalPlays {
  play(options: PlayOptions): Promise<PlayedDay[]>;
  close(): Promise<void>;
}

/** For several portals: starting the threads that read takes longer than playing one. */
export async function openPlays(parts: PlayParts): Promise<PortalPlays> {
  const { definition } = await definitionFromInput({ seeds: ['https://portal.invalid/'] });
  const readers = parts.openReaders(definition, process.cwd());
  return { play: (options) => playWith({ ...parts, readers }, options), close: () => readers.close() };
}

export async function playPortal(parts: PlayParts, options: PlayOptions): Promise<PlayedDay[]> {
  const plays = await openPlays(parts);
  try {
    return await plays.play(options);
  } finally {
    await plays.close();
  }
}

interface Playing extends PlayParts {
  readonly readers: Readers;
}

async function playWith(parts: Playing, options: PlayOptions): Promise<PlayedDay[]> {
  const workspace = await mkdtemp(join(tmpdir(), 'winnow-portal-'));
  const server = await serveFixtures([options.fixture], 1);
  try {
    return await playDays(options, server, workspace, parts);
  } finally {
    await server.close();
    await rm(workspace, { recursive: true, force: true });
  }
}

async function playDays(options: PlayOptions, server: FixtureServer, workspace: string, parts: Playing): Promise<PlayedDay[]> {
  const { connector } = options;
  const fetch = { ...server.fetch, contact: 'https://winnow.example/portals' } as never;
  const { readers } = parts;
  const opened = await parts.openHarvest({ connector, workspace, readers, definition: { fetch, search: { index: false } } });
  const played: PlayedDay[] = [];
  try {
    for (const day of options.days ?? DAYS) {
      options.onDay?.(day);
      server.turn(day);
      const given = { ...options, parameters: await parametersOn(day, options.fixture, workspace) };
      const rulesBroken = () => parts.brokenRules(workspace, connector.id);
      played.push(await playDay(given, day, server, opened, rulesBroken));
    }
    return played;
  } finally {
    await opened.close();
  }
}

/** What is handed over lies at the same place every day: a copy that was replaced. */
async function parametersOn(day: Day, { parameters = {}, supplies }: PortalFixture, workspace: string): Promise<Record<string, string>> {
  if (!supplies) return parameters;
  const file = join(workspace, 'supplied.zip');
  await writeFile(file, supplies.copy(day));
  return { ...parameters, [supplies.parameter]: file };
}

interface DayOptions extends PlayOptions {
  readonly parameters: Readonly<Record<string, string>>;
}

async function playDay(
  options: DayOptions,
  day: Day,
  server: FixtureServer,
  opened: OpenHarvest,
  rulesBroken: () => Promise<readonly string[]>,
): Promise<PlayedDay> {
  const startedAt = performance.now();
  const askedBefore = server.asked.length;
  const { outcome, report, failure } = await harvestDay(options, day, opened);
  const verdict = judgeDay(options.fixture, day, outcome);
  const problems = failure === null ? (report?.problems ?? []).map(({ rule, message }) => `${rule}: ${message}`) : [failure];
  const broke = await rulesBroken();
  const faults = [
    ...verdict.faults,
    ...healthFaults(day, broke, report?.problems.map(({ rule }) => rule) ?? []),
    ...(day === 1 || day === 2 ? await contentFaults(options, day, opened) : []),
    ...otherFaults(day, options.fixture, problems),
    ...server.failures.splice(0).map(({ message }) => `the fixture failed: ${message}`),
  ];
  const seconds = (performance.now() - startedAt) / 1000;
  return { ...verdict, faults, day, seconds, requests: server.asked.length - askedBefore, problems, broke };
}

/** Its health names what broke on the day it did, and on a good one nothing that the run did not tell itself. */
function healthFaults(day: Day, broke: readonly string[], told: readonly string[]): string[] {
  if (day === 'broken') return broke.length > 0 ? [] : ['its health does not say which rule broke'];
  if (day === 'cut') return [];
  return broke.filter((rule) => !told.includes(rule)).map((rule) => `its health says that ${rule} broke, on a good day`);
}

/** Keys alone say little: a document may be there with the text of another, or with letters that nobody can read. */
async function contentFaults({ connector, fixture, onStored }: PlayOptions, day: 1 | 2, { deposits }: OpenHarvest): Promise<string[]> {
  const stored: StoredWords[] = [];
  const documents: StoredDocument[] = [];
  for (const deposited of deposits.all(connector.id)) {
    if (deposited.isDeleted) continue;
    documents.push(documentOf(deposited));
    stored.push({ key: deposited.key, words: await wordsOf(deposited, fixture.holds !== undefined, deposits) });
  }
  onStored?.(day, documents);
  return [...judgeWords(fixture, day, stored), ...judgeStored(fixture.stored, day, documents)];
}

const documentOf = ({ key, title, language, url, fields, aliases, files }: Deposited): StoredDocument => ({
  key,
  title,
  language,
  url,
  fields,
  aliases,
  files: files.filter(({ operation }) => operation !== 'Del').map(({ name, type }) => ({ name, type })),
});

async function wordsOf({ title, fields, stamp, files }: Deposited, withFiles: boolean, deposits: DepositRows): Promise<string> {
  const told = [title ?? '', `stamp ${stamp}`, ...Object.values(fields).flat()];
  const texts = withFiles ? await Promise.all(files.map(async (file) => fileWords(file.type, await deposits.read(file)))) : [];
  return [...told, ...texts].join('\n');
}

/** Bytes of other files are looked into as they are: fixtures do not pack their PDFs. */
const fileWords = (type: string, bytes: Uint8Array): string =>
  Buffer.from(bytes).toString(/xml|json|html|text/.test(type) ? 'utf8' : 'latin1');

/** A good day has no failing rule, and a portal whose template has changed has one. */
function otherFaults(day: Day, { isPartial }: PortalFixture, problems: readonly string[]): string[] {
  if (day === 'broken') return problems.length > 0 ? [] : ['the harvest did not notice that the template has changed'];
  const faults = problems.filter((problem) => !(isPartial && problem.startsWith('document.files[')));
  return day === 'cut' ? [] : faults.map((problem) => `a rule failed on a good day: ${problem}`);
}

interface HarvestedDay {
  readonly outcome: Outcome;
  readonly report: HarvestReport | null;
  readonly failure: string | null;
}

async function harvestDay({ fixture, parameters, stop, onRemark }: DayOptions, day: Day, opened: OpenHarvest): Promise<HarvestedDay> {
  const outcome: Record<keyof Outcome, string[]> = { Add: [], Upd: [], Del: [], None: [] };
  const isGood = day === 1 || day === 2;
  try {
    const report = await opened.run({
      parameters,
      accepted: fixture.accepts ?? false,
      full: !isGood,
      now: () => new Date(momentOf(fixture, day)),
      pace: { delayMs: 0, backoffMs: 20 },
      onDocument: ({ key, operation }) => outcome[operation].push(key),
      ...(stop ? { stop } : {}),
      ...(onRemark ? { onRemark } : {}),
    });
    return { outcome, report, failure: null };
  } catch (error) {
    if (isGood || !(error instanceof Error) || error.name !== 'HarvestError') throw error;
    return { outcome, report: null, failure: error.message };
  }
}

/** Broken days come an hour after the second. */
function momentOf({ today }: PortalFixture, day: Day): number {
  return day === 1 ? Date.parse(today[1]) : Date.parse(today[2]) + (day === 2 ? 0 : 3_600_000);
}
