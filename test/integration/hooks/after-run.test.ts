/** What is done when a run has ended: mails, programs, requests and next runs, each once for each end. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOOK_PARTS } from '../../../src/assembly/hook-parts.js';
import { runHarvest } from '../../../src/assembly/index.js';
import { lastRunIn } from '../../../src/backends/index.js';
import type { ConnectorInput } from '../../../src/definition/connector/index.js';
import { type DefinitionInput, definitionFromInput } from '../../../src/definition/crawl/index.js';
import { withHooks } from '../../../src/follow/hooks/after-run.js';
import type { HookReport } from '../../../src/follow/hooks/index.js';
import type { HarvestOptions } from '../../../src/run/harvest/index.js';
import { connectorOf } from '../../support/harvest-portal.js';
import { type KeptPortal, openKeptPortal } from '../../support/kept-portal.js';
import { type MailServer, startMailServer } from '../../support/mail-server.js';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.js';

type Hooks = NonNullable<DefinitionInput['afterRun']>;

const xml = (body: string) => ({ headers: { 'Content-Type': 'application/xml' }, body });
const toc = (...keys: string[]) => xml(`<toc>${keys.map((key) => `<law><key>${key}</key></law>`).join('')}</toc>`);
const CONNECTOR: ConnectorInput = {
  url: 'http://law.example/',
  list: [{ request: 'http://law.example/toc.xml', each: '//law', fields: { key: 'key' }, require: ['key'] }],
  document: { key: '{key}', files: [{ request: 'http://law.example/{key}.xml' }] },
};

let portal: KeptPortal;
const remarks: string[] = [];
let mails: MailServer;
let receiver: WebhookReceiver;
beforeEach(async () => {
  mails = await startMailServer();
  receiver = await startWebhookReceiver();
  remarks.length = 0;
  portal = await openKeptPortal({ '/toc.xml': toc('a', 'b'), '/a.xml': xml('<act>a</act>'), '/b.xml': xml('<act>b</act>') });
});
afterEach(async () => {
  await mails.close();
  await receiver.close();
  await portal.close();
});

/** A harvest into the open workspace, with its hooks. */
async function run(afterRun: Hooks, more: Partial<HarvestOptions> = {}): Promise<readonly HookReport[]> {
  const { definition } = await definitionFromInput({ name: 'court', afterRun }, { directory: portal.folder });
  const inherited = { onRemark: (remark: string) => void remarks.push(remark), ...(more.stop ? { stop: more.stop } : {}) };
  const options = {
    definition,
    folder: portal.folder,
    workspace: portal.workspace.folder,
    inherited,
    pauses: { firstMs: 1, longestMs: 1 },
  };
  const { hooks } = await withHooks(options, HOOK_PARTS, (begun) =>
    portal.run(CONNECTOR, { onStart: ({ run: id }) => begun(id), ...more }),
  );
  return hooks;
}

const beside = (name: string): string => join(portal.folder, name);
const linesIn = (file: string): string[] => {
  try {
    return readFileSync(file, 'utf8').trim().split('\n');
  } catch {
    return [];
  }
};
/** A program that writes down what it is told. */
const telling = (file: string, words = '$WINNOW_RUN_ID $WINNOW_RUN_STATE $WINNOW_RUN_SUCCESS'): string[] => [
  'sh',
  '-c',
  `echo "${words}" >> "$0"`,
  file,
];
const mail = (): Hooks[number] => ({
  mail: 'ops@law.example',
  from: 'crawler@law.example',
  smtp: `smtp://127.0.0.1:${mails.port}`,
  prefix: '[Crawler]: ',
});
const call = (more: object = {}): Hooks[number] => ({ call: `${receiver.origin}/done`, ...more });
const headOf = (text: string, name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'im').exec(text)?.[1]?.trim();

describe('after a run', () => {
  it('E-59 a mail is sent, a program runs once for each run, the next run starts, and random waits are told', async () => {
    const told = beside('told');
    const settings = { politeness: { delay: '0s' }, search: { index: false }, fetch: portal.web.fetch };
    const following = [
      { program: telling(beside('next-told'), '$WINNOW_RUN_CRAWL $WINNOW_RUN_DOCUMENTS $WINNOW_RUN_PORTAL.') },
      { next: 'next.yaml' },
    ];
    const next = { ...settings, name: 'other', seeds: ['http://law.example/a.xml'], afterRun: following };
    writeFileSync(beside('next.yaml'), JSON.stringify(next));
    const words = '$WINNOW_RUN_ID $WINNOW_RUN_PORTAL $WINNOW_RUN_STATE +$WINNOW_RUN_ADDED ~$WINNOW_RUN_CHANGED =$WINNOW_RUN_UNCHANGED';
    const afterRun: Hooks = [mail(), { program: telling(told, words) }, call({ secret: 's3cret' }), { next: beside('next.yaml') }];
    const definition = { ...settings, politeness: { randomWait: '2ms' }, afterRun };
    const harvested = () =>
      runHarvest({
        connector: connectorOf(CONNECTOR),
        workspace: beside('court'),
        definition,
        pace: { delayMs: 0, random: () => 0.5 },
        onRemark: (remark) => remarks.push(remark),
      });
    const report = await harvested();
    expect(report.hooks.map(({ state, run: id }) => `${id} ${state}`)).toEqual(['1 done', '1 done', '1 done', '1 done']);
    expect(mails.mails).toMatchObject([{ from: 'crawler@law.example', to: ['ops@law.example'] }]);
    const text = mails.mails[0]?.text ?? '';
    expect(headOf(text, 'subject')).toBe('[Crawler]: court: run 1 finished');
    expect(text).toMatch(/Success: +yes[\s\S]*2 added, 0 changed, 0 deleted/);
    expect(JSON.parse(receiver.posts[0]?.body ?? '')).toMatchObject({
      run: { run: 1, portal: 'court', isSuccess: true, operations: { Add: 2 } },
    });
    expect(receiver.posts[0]?.headers).toMatchObject({ 'webhook-signature': expect.stringMatching(/^v1,/) as string });
    expect(remarks).toContainEqual(expect.stringMatching(/a\.xml: waits 0(\.\d+)? s, at random/));
    expect(lastRunIn(beside('other'))).toMatchObject({ id: 1, state: 'finished' });
    expect(linesIn(beside('next-told'))).toEqual(['other 1 .']);
    expect(remarks.join('\n')).toContain('other has been run in this chain already: it is not begun a second time');

    await harvested();
    expect(linesIn(told)).toEqual(['1 court finished +2 ~0 =0', '2 court finished +0 ~0 =2']);
    expect([mails.mails.length, receiver.posts.length, lastRunIn(beside('other'))?.id]).toEqual([2, 2, 2]);
  });

  it('a hook is for success, for failure, or for both; failure is everything but a clean end', async () => {
    const [well, badly, always] = ['well', 'badly', 'always'].map(beside) as [string, string, string];
    const hooks: Hooks = [
      { program: telling(well), when: 'success' },
      { program: telling(badly), when: 'failure' },
      { program: telling(always) },
    ];
    await run(hooks);
    portal.pages['/toc.xml'] = xml('<toc/>'); // suspicious: it listed something before
    await run(hooks);
    const stop = new AbortController();
    portal.pages['/toc.xml'] = toc('a', 'b', 'c');
    await run(hooks, { stop: stop.signal, onStart: () => stop.abort() });
    const broken = new Error('the disk is on fire');
    portal.pages['/c.xml'] = xml('<act>c</act>');
    const failing = run(hooks, {
      onExchange: () => {
        throw broken;
      },
    });
    await expect(failing).rejects.toThrow('the disk is on fire');
    expect(linesIn(well)).toEqual(['1 finished 1']);
    expect(linesIn(badly)).toEqual(['2 finished 0', '3 stopped 0', '3 failed 0']);
    expect(linesIn(always)).toHaveLength(4);
    await run(hooks); // the run that broke off goes on, and ends well
    expect(linesIn(well)).toEqual(['1 finished 1', '3 finished 1']);
  });

  it('runs from before the first hook was written are left alone', async () => {
    await portal.run(CONNECTOR);
    const told = beside('told');
    await run([{ program: telling(told) }]);
    expect(linesIn(told)).toEqual(['2 finished 1']);
  });
});

describe('nothing is lost and nothing is done twice', () => {
  it('a process that was killed between the end of its run and its hooks leaves them to the next one', async () => {
    const told = beside('told');
    const hooks: Hooks = [{ program: telling(told) }];
    await run(hooks);
    await portal.run(CONNECTOR); // ends, and gets no further
    expect(linesIn(told)).toHaveLength(1);
    await run(hooks);
    expect(linesIn(told)).toEqual(['1 finished 1', '2 finished 1', '3 finished 1']);
  });

  it('what cannot be told now is told at the next start, under the same id', async () => {
    mails.refuse = true;
    receiver.answer = { status: 503 };
    const hooks: Hooks = [mail(), call(), { program: ['/no/such/program'] }];
    const first = await run(hooks);
    expect(first.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'failed']);
    expect(remarks.join('\n')).toMatch(
      /answered 503\. It is tried again at the next start[\s\S]*could not be started: there is no such program/,
    );
    mails.refuse = false;
    receiver.answer = { status: 204 };
    await run(hooks);
    expect(mails.mails.map(({ text }) => headOf(text, 'subject'))).toEqual([
      '[Crawler]: court: run 1 finished',
      '[Crawler]: court: run 2 finished',
    ]);
    const ids = receiver.posts.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(5); // three attempts, one at the next start, one for the run that followed
    expect(new Set(ids.slice(0, 4)).size).toBe(1);
    expect(ids[4]).not.toBe(ids[3]);
  });

  it('what is refused for good is told of, and not tried again', async () => {
    receiver.answer = { status: 404 };
    const report = await run([call({ method: 'GET' })]);
    expect(report).toMatchObject([{ state: 'failed', detail: expect.stringMatching(/answered 404$/) as string }]);
    await run([call({ method: 'GET', when: 'failure' })]);
    expect(receiver.posts).toMatchObject([{ body: '' }]);
  });
});
