/** Webhooks and mails: what arrives, in which order, how often, and what happens when nobody is there to take it. */
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { readWorkspace } from '../../src/backends/index.js';
import { type DefinitionInput, definitionFromInput } from '../../src/definition/crawl/index.js';
import { consumerStates, resetConsumer } from '../../src/follow/consumers/index.js';
import { openNotifier } from '../../src/follow/notify/index.js';
import type { JournalEntry } from '../../src/store/index.js';
import { linking } from '../../src/testing/index.js';
import { crawling } from '../support/crawling.js';
import { type MailServer, startMailServer } from '../support/mail-server.js';
import { BEGAN, makeSyntheticJournal, type SyntheticJournal } from '../support/synthetic-journal.js';
import { until } from '../support/until.js';
import { type ReceivedPost, startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

const keep = <T extends { close(): unknown }>(thing: T): T => {
  opened.push(() => thing.close());
  return thing;
};

function synthetic(documents: number, entries: number): SyntheticJournal {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-notify-'));
  opened.push(() => rmSync(folder, { recursive: true, force: true }));
  const journal = keep(makeSyntheticJournal(folder, documents));
  journal.append(entries);
  return journal;
}

interface Told {
  remarks: string[];
  noteFailure(error: Error): void;
  close(withinMs: number): Promise<void>;
  states(): ReturnType<typeof consumerStates>;
}

/** A notifier beside whatever writes to the folder, as a crawl has it. */
async function notifying(folder: string, notify: DefinitionInput['notify'], allowAddresses = ['127.0.0.1']): Promise<Told> {
  const { definition } = await definitionFromInput({ name: 'laws', notify, fetch: { allowAddresses } });
  const { repository, close } = readWorkspace(folder);
  const remarks: string[] = [];
  const notifier = await openNotifier({ definition, workspace: folder, repository, onRemark: (remark) => remarks.push(remark) });
  return {
    remarks,
    noteFailure: notifier.noteFailure,
    states: () => consumerStates(folder, repository),
    async close(withinMs) {
      await notifier.close(withinMs);
      close();
    },
  };
}

interface Body {
  id: string;
  crawl: string;
  events: { event: string; entry?: JournalEntry; anomaly?: object; run?: { troubles: string[] }; failure?: { message: string } }[];
}

const bodyOf = ({ body }: ReceivedPost): Body => JSON.parse(body) as Body;
const taken = ({ posts }: WebhookReceiver) => posts.filter(({ status }) => status >= 200 && status < 300);
const sequencesOf = (posts: readonly ReceivedPost[]) => posts.flatMap((post) => bodyOf(post).events.map(({ entry }) => entry?.sequence));
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

it('posts entries in order, in signed batches, each once', async () => {
  const journal = synthetic(10, 25);
  const receiver = keep(await startWebhookReceiver());
  const told = await notifying(journal.folder, [
    { webhook: `${receiver.origin}/hook/t0ken`, secret: 's3cret', batch: 10, on: ['add', 'upd', 'del', 'suspected'] },
  ]);
  await told.close(5000);
  expect(sequencesOf(receiver.posts)).toEqual(upTo(25));
  expect(receiver.posts.map((post) => bodyOf(post).events.length)).toEqual([10, 10, 5]);
  const { headers, body, path } = receiver.posts[0] as ReceivedPost;
  const { id, crawl, events } = bodyOf(receiver.posts[0] as ReceivedPost);
  expect({ path, crawl, event: events[0]?.event }).toEqual({ path: '/hook/t0ken', crawl: 'laws', event: 'add' });
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': id, 'idempotency-key': id });
  const signed = createHmac('sha256', 's3cret').update(`${id}.${headers['webhook-timestamp']}.${body}`).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${signed}`);
});

it('tells only of what is asked for, and goes on after a restart where it was', async () => {
  const journal = synthetic(10, 15);
  const receiver = keep(await startWebhookReceiver());
  const wish = [{ webhook: receiver.origin, on: ['upd' as const] }];
  await (await notifying(journal.folder, wish)).close(5000);
  expect(sequencesOf(receiver.posts)).toEqual([11, 12, 13, 14, 15]);
  journal.append(10);
  await (await notifying(journal.folder, wish)).close(5000);
  expect(sequencesOf(receiver.posts)).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
  await (await notifying(journal.folder, wish)).close(5000);
  expect(receiver.posts).toHaveLength(2);
});

it('a new webhook may begin now instead of at the beginning', async () => {
  const journal = synthetic(10, 15);
  const receiver = keep(await startWebhookReceiver());
  const told = await notifying(journal.folder, [{ webhook: receiver.origin, from: 'now', every: '0s' }]);
  journal.append(3);
  await until(() => receiver.posts.length > 0);
  await told.close(5000);
  expect(sequencesOf(receiver.posts)).toEqual([16, 17, 18]);
});

it('what could not be delivered is delivered later, the same under the same id, and trouble is shown meanwhile', async () => {
  const journal = synthetic(10, 15);
  const receiver = keep(await startWebhookReceiver());
  const wish = [{ webhook: `${receiver.origin}/t0ken`, on: ['add' as const, 'upd' as const], secret: 's3cret', batch: 100 }];
  receiver.answer = { status: 503 };
  const first = await notifying(journal.folder, wish);
  await until(() => receiver.posts.length > 0);
  await first.close(300);
  expect(first.remarks[0]).toMatch(/^webhook-127\.0\.0\.1-[0-9a-f]{8}: 127\.0\.0\.1:\d+ answered 503\. Nothing is lost/);
  expect(first.remarks.join()).not.toMatch(/t0ken|s3cret/);

  journal.append(5); // must not change what is sent under the id of before
  receiver.answer = { status: 204 };
  const second = await notifying(journal.folder, wish);
  expect(second.states()).toMatchObject([
    { kind: 'webhook', position: 0, lag: 20, failing: { error: expect.stringContaining('answered 503') } },
  ]);
  await second.close(5000);
  const [failed] = receiver.posts as [ReceivedPost];
  const [retried] = taken(receiver) as [ReceivedPost];
  expect(bodyOf(retried)).toMatchObject({ id: bodyOf(failed).id, events: bodyOf(failed).events });
  expect(sequencesOf(taken(receiver))).toEqual(upTo(20));
  const { repository, close } = readWorkspace(journal.folder);
  expect(consumerStates(journal.folder, repository)).toMatchObject([{ position: 20, lag: 0, failing: null }]);
  close();
});

it('sent again after a reset, the same entries have new ids', async () => {
  const journal = synthetic(5, 5);
  const receiver = keep(await startWebhookReceiver());
  const wish = [{ webhook: receiver.origin, name: 'indexer' }];
  await (await notifying(journal.folder, wish)).close(5000);
  const { repository, close } = readWorkspace(journal.folder);
  resetConsumer(journal.folder, 'indexer', 0, repository);
  close();
  await (await notifying(journal.folder, wish)).close(5000);
  const [first, second] = receiver.posts.map(bodyOf);
  expect(second?.events).toEqual(first?.events);
  expect(second?.id).not.toBe(first?.id);
});

it.each([
  [
    'a redirect',
    { status: 302, headers: { Location: 'http://127.0.0.1:1/private' } },
    /answered 302, a redirect: redirects are not followed/,
  ],
  ['a refusal', { status: 401 }, /answered 401/],
  ['silence', null, /no answer within 3 s/],
])('%s is no delivery', async (_case, answer, words) => {
  const journal = synthetic(5, 5);
  const receiver = keep(await startWebhookReceiver());
  receiver.answer = answer;
  const told = await notifying(journal.folder, [{ webhook: receiver.origin, timeout: answer === null ? '3s' : '10m' }]);
  await until(() => told.remarks.length > 0);
  await told.close(50);
  expect(told.remarks[0]).toMatch(words);
});

it.each(['http://127.0.0.1:PORT/', 'http://localhost:PORT/', 'http://[::ffff:127.0.0.1]:PORT/', 'http://2130706433:PORT/'])(
  'a webhook at %s is not reached unless its address is allowed',
  async (url) => {
    const journal = synthetic(5, 5);
    const receiver = keep(await startWebhookReceiver());
    const told = await notifying(journal.folder, [{ webhook: url.replace('PORT', new URL(receiver.origin).port) }], []);
    await until(() => told.remarks.length > 0);
    await told.close(50);
    expect(told.remarks[0]).toContain('not a public address');
    expect(receiver.posts).toEqual([]);
  },
);

it('a target that fails keeps neither the other nor the end of the run for long', async () => {
  const journal = synthetic(5, 5);
  const [deaf, well] = [keep(await startWebhookReceiver()), keep(await startWebhookReceiver())];
  deaf.answer = null;
  const told = await notifying(journal.folder, [{ webhook: deaf.origin }, { webhook: well.origin }]);
  await until(() => well.posts.length > 0);
  await told.close(300); // the deaf one never answers
  expect(sequencesOf(well.posts)).toEqual(upTo(5));
});

it('posts anomalies, runs and failures', async () => {
  const journal = synthetic(5, 0);
  const receiver = keep(await startWebhookReceiver());
  const told = await notifying(journal.folder, [{ webhook: receiver.origin, on: ['anomaly', 'run'] }]);
  journal.anomaly('many-gone', '40 of 50 documents are gone at once', 40);
  journal.endRun(1, 'finished', { completed: 20, failed: 2 }, BEGAN + 1000);
  told.noteFailure(new Error('the disk is on fire'));
  await told.close(5000);
  const events = receiver.posts.flatMap((post) => bodyOf(post).events);
  expect(events.find(({ anomaly }) => anomaly)?.anomaly).toMatchObject({
    kind: 'many-gone',
    documents: 40,
    site: 'https://www.gov.example',
  });
  expect(events.find(({ run }) => run)).toMatchObject({
    event: 'run-failed',
    run: { id: 1, state: 'finished', visited: 20, failed: 2, troubles: ['1 anomaly waits for a decision'] },
  });
  expect(events.find(({ failure }) => failure)).toMatchObject({ event: 'run-failed', failure: { message: 'the disk is on fire' } });
});

const textOf = (server: MailServer) => server.mails.map(({ text }) => text.replaceAll('=\r\n', '')).join('\n');

it('mails what is held back and what went wrong, with the command to decide', async () => {
  const journal = synthetic(5, 0);
  journal.endRun(1, 'finished', { completed: 3, failed: 3 }, BEGAN); // before anybody asked: not written about
  const server = keep(await startMailServer());
  const mail = { mail: ['ops@laws.example', 'law@laws.example'], from: 'winnow@laws.example', smtp: `smtp://127.0.0.1:${server.port}` };
  const told = await notifying(journal.folder, [mail]);
  journal.anomaly('many-gone', '40 of 50 documents are gone at once\r\nBcc: x@evil.example', 40);
  journal.endRun(2, 'finished', { completed: 20, failed: 19 }, BEGAN + 1000);
  journal.endRun(3, 'finished', { completed: 20, failed: 0 }, BEGAN + 2000); // well: nothing to write
  await told.close(5000);
  expect(server.mails).toHaveLength(2);
  expect(server.mails[0]).toMatchObject({ from: 'winnow@laws.example', to: ['ops@laws.example', 'law@laws.example'] });
  const text = textOf(server);
  expect(text).toContain('Subject: [Winnow] laws: held back: many-gone at https://www.gov.example');
  expect(text).toContain('40 of 50 documents are gone at once Bcc: x@evil.example');
  expect(text).toContain(`winnow anomalies accept ID -w ${journal.folder}`);
  expect(text).toContain('Subject: [Winnow] laws: run 2 needs a look');
  expect(text).toContain('19 of 20 visits failed');
  expect(text).not.toContain('Run 3');
});

it('a mail server that is down gets the mail later; its password is never told, nor sent in the clear', async () => {
  const journal = synthetic(5, 0);
  const server = keep(await startMailServer());
  const plain = [{ mail: 'ops@laws.example', from: 'w@laws.example', smtp: `smtp://127.0.0.1:${server.port}`, name: 'ops' }];
  server.refuse = true;
  const first = await notifying(journal.folder, plain);
  journal.anomaly('same-text', '12 documents turned into one text', 12);
  await until(() => first.remarks.length > 0);
  await first.close(50);
  expect(first.remarks[0]).toMatch(/ops: The mail server 127\.0\.0\.1:\d+ did not take the mail: .*451 try again later/);
  server.refuse = false;
  await (await notifying(journal.folder, plain)).close(5000);
  expect(textOf(server)).toContain('12 documents turned into one text');

  const remote = `smtp://user:pa55word@0.0.0.0:${server.port}`; // this machine, under a name that does not say so
  const clear = await notifying(journal.folder, [{ mail: 'ops@laws.example', from: 'w@laws.example', smtp: remote, name: 'clear' }]);
  journal.anomaly('same-text', 'again', 12);
  await until(() => clear.remarks.length > 0);
  await clear.close(50);
  expect(clear.remarks.join()).toContain('STARTTLS');
  expect(clear.remarks.join()).not.toContain('pa55word');
  expect(server.commands.join()).not.toMatch(/AUTH/);
});

const { workspace, fixture } = crawling();

it('a crawl tells while it runs and when it has ended; the stored definition holds no token', async () => {
  const receiver = keep(await startWebhookReceiver());
  const web = await fixture({ 'laws.example': { '/': linking('/a', '/b'), '/a': 'A', '/b': 'B' } });
  const made = workspace();
  const notify = [{ webhook: `${receiver.origin}/t0ken`, secret: 's3cret', on: ['add' as const, 'run' as const] }];
  await made.crawl({ seeds: ['http://laws.example/'], fetch: web.fetch, notify });
  const events = receiver.posts.flatMap((post) => bodyOf(post).events);
  const added = events.flatMap(({ entry }) => (entry ? [entry.identifier] : []));
  expect(added.toSorted()).toEqual(['http://laws.example/', 'http://laws.example/a', 'http://laws.example/b']);
  expect(events.at(-1)).toMatchObject({ event: 'run', run: { id: 1, state: 'finished', operations: { Add: 3 }, troubles: [] } });
  const [run] = made.read((repository) => repository.runs());
  expect(run?.definition).toContain('"webhook":"http://127.0.0.1');
  expect(run?.definition).not.toMatch(/t0ken|s3cret/);
});

it('a crawl whose webhook is never reached ends as well as any other', async () => {
  const web = await fixture({ 'laws.example': { '/': 'alone' } });
  const made = workspace();
  const remarks: string[] = [];
  const notify = [{ webhook: 'http://10.0.0.1/hook', timeout: '100ms' }];
  const crawl = { seeds: ['http://laws.example/'], fetch: web.fetch, notify };
  const stop = AbortSignal.timeout(300); // the end of a whole run would wait ten seconds for the webhook
  const end = await made.crawl({ ...crawl, politeness: { delay: '5s' } }, { stop, onRemark: (remark) => remarks.push(remark) });
  expect(['finished', 'stopped']).toContain(end.state);
  expect(remarks.join()).toContain('10.0.0.1');
  expect(made.read((repository) => consumerStates(made.workspace, repository))).toMatchObject([
    { failing: { failures: expect.any(Number) } },
  ]);
});
