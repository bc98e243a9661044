/**
 * Notifier: tells webhooks and people what a definition wants them to know, beside a crawl.
 *
 * Each target has a file with its cursors below `consumers/`. Nothing it does can end the crawl: a target that fails is
 * tried again later, by this process or the next, and how long it has been failing can be asked for meanwhile.
 */

import { createHash } from 'node:crypto';
import type { Definition } from '../../definition/crawl/index.js';
import { httpFetcher } from '../../fetch/index.js';
import { messageOf } from '../../model/index.js';
import { type Companion, patience } from '../../run/lifecycle/index.js';
import type { Repository } from '../../store/index.js';
import { ConsumerFile, consumerFile, type FollowOptions, follow, type ReadAfter, remarksOn } from '../consumers/index.js';
import { mailTarget } from './mail.js';
import { type Event, type Notice, type NoticeList, noticeLists } from './notice.js';
import { Outbox, type Target } from './outbox.js';
import { webhookTarget } from './webhook.js';

export interface NotifierOptions {
  readonly definition: Definition;
  /** Folder of the workspace. */
  readonly workspace: string;
  readonly repository: Repository;
  readonly onRemark?: (remark: string) => void;
}

export interface Notifier {
  /** The crawl broke off: whoever wants to know of failed runs is told, now or when they can be reached. */
  noteFailure(error: unknown): void;
  /** Sends what there is, for as long as this, and ends. What is left is sent next time. */
  close(withinMs: number): Promise<void>;
}

type Wish = Definition['notify'][number];

/** How long the end of a run waits for what is still to be sent. */
const FLUSH_MS = 10_000;

/** Whoever wants to know of a run is told while it runs and when it has ended; of one that failed they hear at once. */
export async function openNotices(options: NotifierOptions): Promise<Companion> {
  const notifier = await openNotifier(options);
  return {
    finish(ending) {
      if (ending.how === 'failed') notifier.noteFailure(ending.error);
      return notifier.close(ending.how === 'failed' ? FLUSH_MS : patience(ending, FLUSH_MS));
    },
  };
}

export async function openNotifier(options: NotifierOptions): Promise<Notifier> {
  const stop = new AbortController();
  const finish = new AbortController();
  const followed = await openAll(options, stop.signal, finish.signal);
  return {
    noteFailure(error) {
      for (const { file } of followed) keepFailure(file, error);
    },
    async close(withinMs) {
      const timer = setTimeout(() => stop.abort(), withinMs);
      finish.abort();
      await Promise.all(followed.map(({ ended }) => ended));
      clearTimeout(timer);
      for (const { target, file } of followed) {
        await target.close();
        file.close();
      }
    },
  };
}

/** A target that cannot even be opened must not keep the crawl from beginning. */
async function openAll(options: NotifierOptions, signal: AbortSignal, finish: AbortSignal): Promise<Followed[]> {
  const names = namesOf(options.definition.notify);
  const opened = options.definition.notify.map(async (wish, index) => {
    const name = names[index] as string;
    try {
      return [await openFollowed(wish, name, options, signal, finish)];
    } catch (error) {
      options.onRemark?.(`${name} is not told in this run: ${messageOf(error)}`);
      return [];
    }
  });
  return (await Promise.all(opened)).flat();
}

/** Where the disk is full this fails too, and what ended the crawl matters more. */
function keepFailure({ db }: ConsumerFile, error: unknown): void {
  try {
    db.prepare('INSERT INTO failure (at, message) VALUES (?, ?)').run(Date.now(), messageOf(error).slice(0, 2000));
  } catch {
    return;
  }
}

interface Followed {
  readonly file: ConsumerFile;
  readonly target: Target;
  /** Never rejects. */
  readonly ended: Promise<unknown>;
}

const FAILURES = 'CREATE TABLE failure (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, message TEXT NOT NULL)';

async function openFollowed(
  wish: Wish,
  name: string,
  options: NotifierOptions,
  signal: AbortSignal,
  finish: AbortSignal,
): Promise<Followed> {
  const isWebhook = 'webhook' in wish;
  const kind = isWebhook ? 'webhook' : 'mail';
  const file = new ConsumerFile({ name, kind, file: consumerFile(options.workspace, name), tables: FAILURES, lists: [] });
  const lists = [...noticeLists(wish.on, options.repository), ...failureLists(wish.on, file)];
  // Nobody wants mail about last year's runs.
  const fromStart = isWebhook && wish.from === 'start';
  for (const list of lists) file.begin(list.name, () => ({ at: fromStart ? 0 : list.end(), mark: null }));
  const target = await openTarget(wish, options);
  const onRemark = options.onRemark ?? (() => {});
  const settings = {
    signal,
    finish,
    batch: isWebhook ? wish.batch : MAIL_BATCH,
    gatherMs: isWebhook ? wish.every : 0,
    idle: IDLE,
    ...remarksOn(name, file, onRemark),
  };
  const ended = followInOrder(lists, file, target, settings);
  return {
    file,
    target,
    ended: ended.catch((error: unknown) => onRemark(`${name} is not told any more in this run: ${messageOf(error)}`)),
  };
}

/** That a run has ended is told after what came of it. */
async function followInOrder(lists: readonly NoticeList[], file: ConsumerFile, target: Target, settings: FollowOptions): Promise<void> {
  const [last, first] = [lists.filter(isOfEnds), lists.filter((list) => !isOfEnds(list))];
  const told = new AbortController();
  const isTold = () => first.every((list) => file.position(list.name).at >= list.end());
  const afterwards =
    (list: NoticeList): ReadAfter<Notice> =>
    (after, limit) =>
      list.read(after, isTold() ? limit : 0);
  const outbox = (list: NoticeList) => new Outbox(file, list.name, target);
  const firstEnded = Promise.all(first.map((list) => follow(list.read, outbox(list), settings))).finally(() => told.abort());
  const lastEnded = last.map((list) => follow(afterwards(list), outbox(list), { ...settings, finish: told.signal }));
  await Promise.all([firstEnded, ...lastEnded]);
}

const isOfEnds = ({ name }: NoticeList): boolean => name === 'runs' || name === 'failures';

const MAIL_BATCH = 100;
/** Beside a crawl there is no hurry to find out that nothing happened. */
const IDLE = { firstMs: 250, longestMs: 2000 };

function failureLists(events: readonly Event[], { db }: ConsumerFile): NoticeList[] {
  if (!events.includes('run') && !events.includes('run-failed')) return [];
  const read: ReadAfter<Notice> = (after, limit) => {
    const rows = db.prepare('SELECT id, at, message FROM failure WHERE id > ? ORDER BY id LIMIT ?').all(after, limit) as FailureRow[];
    const items = rows.map(({ id, at, message }): Notice => {
      return { at: id, event: 'run-failed', failure: { message, at: new Date(at).toISOString() } };
    });
    return { items, through: rows.at(-1)?.id ?? after, mark: null };
  };
  return [{ name: 'failures', read, end: () => 0 }];
}

interface FailureRow {
  readonly id: number;
  readonly at: number;
  readonly message: string;
}

async function openTarget(wish: Wish, { definition, workspace }: NotifierOptions): Promise<Target> {
  const { name: crawl, fetch } = definition;
  if ('mail' in wish)
    return mailTarget({ ...wish, to: typeof wish.mail === 'string' ? [wish.mail] : wish.mail, timeoutMs: wish.timeout, crawl, workspace });
  const fetcher = await httpFetcher.open(
    httpFetcher.options.parse({ ...fetch, ...OURS_ALONE, timeout: wish.timeout, deadline: wish.timeout }),
  );
  return webhookTarget({ url: wish.webhook, secret: wish.secret, timeoutMs: wish.timeout, crawl, fetcher });
}

/** What is meant for the sites that are crawled has no business at a webhook. */
const OURS_ALONE = { headers: {}, cookies: false, credentials: [], acceptLanguage: undefined };

/** From the address, so that they are the same each time; a second one for the same address is counted. */
function namesOf(wishes: readonly Wish[]): string[] {
  const seen = new Map<string, number>();
  return wishes.map((wish) => {
    const name = wish.name ?? addressName(wish);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name}-${count}`;
  });
}

function addressName(wish: Wish): string {
  const address = 'webhook' in wish ? wish.webhook : [wish.mail].flat().join(',');
  const shown = 'webhook' in wish ? new URL(address).hostname : (address.split('@').at(-1) ?? '');
  const digest = createHash('sha256').update(address).digest('hex').slice(0, 8);
  return `${'webhook' in wish ? 'webhook' : 'mail'}-${shown.replace(/[^\w.-]/g, '').slice(0, 40)}-${digest}`;
}
