/**
 * Power loss: one crawl is recorded down to its last write; then the disk is rebuilt as it may have been at thousands
 * of moments, and each of these is opened and looked at.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Campaign, conclude, type Lane } from '../campaign.js';
import { type CrawlPlace, startLife } from '../crawl-process.js';
import { endInWords } from '../crawl-story.js';
import type { Random } from '../random.js';
import { isAcknowledgement, openAndLook } from './committed-states.js';
import { DiskModel } from './disk-model.js';
import { filesNow, type Manner, writeImage } from './image.js';
import { type Operation, readRecording } from './recording.js';

export interface PowerCounts {
  images: number;
  /** Operations recorded, acknowledgements among them, syncs. */
  readonly operations: number;
  readonly acknowledged: number;
  readonly syncs: number;
}

/** Images being opened at the same time: each spends most of it in a thread of its own. */
const SIDE_BY_SIDE = 3;

interface Recorded {
  readonly place: CrawlPlace;
  /** Folder the recorded paths are below. */
  readonly disk: string;
  readonly operations: readonly Operation[];
  readonly archive: ReadonlyMap<string, Buffer>;
}

export async function losePower(campaign: Campaign, lane: Lane, shim: string, wanted: number): Promise<PowerCounts> {
  const recorded = await record(lane, shim);
  const { operations } = recorded;
  const states = await committedStates(campaign, recorded);
  const counts = {
    images: 0,
    operations: operations.length,
    acknowledged: states.length - 1,
    syncs: operations.filter(({ is }) => is === 'sync').length,
  };
  campaign.say(`  power: recorded ${counts.operations} operations, ${counts.syncs} syncs, ${counts.acknowledged} acknowledgements`);
  const random = campaign.random.fork('power');
  const cuts = Array.from({ length: wanted }, () => 1 + random.below(operations.length)).toSorted((a, b) => a - b);
  const looking = new Set<Promise<void>>();
  await walk(recorded, cuts, async (model, cut, acknowledged) => {
    const at = { cut, manner: mannerOf(random), acknowledged, number: counts.images++ };
    const look = lookAtImage(campaign, recorded, model, at, states).finally(() => looking.delete(look));
    looking.add(look);
    if (looking.size >= SIDE_BY_SIDE) await Promise.race(looking);
    if (counts.images % 200 === 0) campaign.say(`  power: ${counts.images} of ${wanted} images`);
  });
  await Promise.all(looking);
  if (!campaign.deviations.some(({ where }) => where.startsWith('power'))) rmSync(recorded.place.folder, { recursive: true, force: true });
  return counts;
}

const mannerOf = (random: Random): Manner => (random.chance(0.7) ? 'random' : random.pick(['kept', 'dropped', 'in-order']));

async function record(lane: Lane, shim: string): Promise<Recorded> {
  const place = lane.place('recorded');
  const disk = join(place.folder, 'disk');
  const file = join(place.folder, 'record.bin');
  const says = join(place.folder, 'shim.log');
  const marks = join(place.folder, 'marks.log');
  const end = await startLife(place, {
    LD_PRELOAD: shim,
    CRASH_SHIM_FOLDER: disk,
    CRASH_SHIM_RECORD: file,
    CRASH_SHIM_MARKS: marks,
    CRASH_SHIM_SAYS: says,
    WINNOW_FAILPOINT: 'trace',
    WINNOW_FAILPOINT_LOG: marks,
  }).ended;
  if (end.code !== 0) throw new Error(`The recorded crawl ended with ${endInWords(end)}`);
  const unrecorded = /^unrecorded: .*$/m.exec(readFileSync(says, 'utf8'));
  if (unrecorded) throw new Error(`The shim could not record everything: ${unrecorded[0]}`);
  const operations = readRecording(file);
  const archive = new Map(
    readdirSync(join(place.workspace, 'archive')).map((name) => [name, readFileSync(join(place.workspace, 'archive', name))] as const),
  );
  const recorded = { place, disk, operations, archive };
  checkRecording(recorded);
  return recorded;
}

/** The record is worth something only if it makes the same files that are on the real disk. */
function checkRecording({ disk, operations }: Recorded): void {
  const model = new DiskModel(disk);
  for (const operation of operations) model.apply(operation);
  const replayed = filesNow(model.root);
  const real = readdirSync(disk, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(disk, join(entry.parentPath, entry.name)))
    .filter((path) => !path.endsWith('-shm'));
  const wrong = [...new Set([...replayed.keys(), ...real])].filter(
    (path) => !real.includes(path) || !replayed.get(path)?.equals(readFileSync(join(disk, path))),
  );
  if (wrong.length) throw new Error(`The record of the crawl does not lead to the files on disk: ${wrong.join(', ')}`);
}

/** Goes through the operations, stops at the cuts, and says how many acknowledgements had been given. */
async function walk(
  { disk, operations }: Recorded,
  cuts: readonly number[],
  stop: (model: DiskModel, cut: number, acknowledged: number) => Promise<void>,
): Promise<void> {
  const model = new DiskModel(disk);
  let acknowledged = 0;
  let next = 0;
  for (const [index, operation] of operations.entries()) {
    model.apply(operation);
    if (operation.is === 'mark' && isAcknowledgement(operation.text)) acknowledged += 1;
    for (; cuts[next] === index + 1; next += 1) await stop(model, index + 1, acknowledged);
  }
}

/** State after each acknowledgement; the first is a workspace in which nothing has happened. */
async function committedStates(campaign: Campaign, recorded: Recorded): Promise<string[]> {
  const folder = join(campaign.folder, 'states');
  const empty = await openAndLook(join(folder, 'empty', 'crawl'), null);
  const states = [empty.state];
  const cuts = recorded.operations.flatMap((operation, index) =>
    operation.is === 'mark' && isAcknowledgement(operation.text) ? [index + 1] : [],
  );
  await walk(recorded, cuts, async (model, cut) => {
    const image = join(folder, String(cut));
    writeImage(model.root, image, 'kept', campaign.random);
    const { state, problems } = await openAndLook(join(image, 'crawl'), recorded.archive);
    if (problems.length) throw new Error(`The crawl is wrong without any loss of power: ${problems.join('; ')}`);
    states.push(state);
    rmSync(image, { recursive: true, force: true });
  });
  rmSync(folder, { recursive: true, force: true });
  return states;
}

interface Cut {
  readonly number: number;
  readonly cut: number;
  readonly manner: Manner;
  readonly acknowledged: number;
}

/** Written twice, since opening changes it: what is kept after a deviation is what the power cut left. */
async function lookAtImage(campaign: Campaign, recorded: Recorded, model: DiskModel, at: Cut, states: readonly string[]): Promise<void> {
  const folder = join(campaign.folder, `image-${at.number}`);
  const opened = `${folder}-opened`;
  for (const copy of [folder, opened]) writeImage(model.root, copy, at.manner, campaign.random.fork(`image ${at.number}`));
  const wrong = await problemsOf(opened, recorded, at, states);
  rmSync(opened, { recursive: true, force: true });
  conclude(
    campaign,
    `power, image ${at.number} (cut at operation ${at.cut} of ${recorded.operations.length}, ${at.manner})`,
    { folder },
    wrong,
  );
}

async function problemsOf(folder: string, { archive }: Recorded, { acknowledged }: Cut, states: readonly string[]): Promise<string[]> {
  try {
    const { state, counts, problems } = await openAndLook(join(folder, 'crawl'), archive);
    const found = states.lastIndexOf(state);
    if (found === -1) return [`it holds what was never committed as a whole (${counts})`, ...problems];
    const lost = found < acknowledged ? [`acknowledged were ${acknowledged} commits, there are ${found} (${counts})`] : [];
    return [...lost, ...problems];
  } catch (error) {
    return [`it cannot be opened: ${(error as Error).message}`];
  }
}
