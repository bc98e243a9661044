import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeDefinition, changesBetween, type Definition, definitionFromInput } from '../../definition/crawl/index.js';
import type { AddedUrl, ControlHandlers } from './requests.js';
import { sendControl } from './send-control.js';
import { type ControlServer, serveControl } from './serve-control.js';

let folder: string;
let server: ControlServer | undefined;
let added: AddedUrl[];
let stops: number;
let pauses: string[];
let definition: Definition;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'control-'));
  [added, stops, pauses] = [[], 0, []];
  ({ definition } = await definitionFromInput({ politeness: { delay: '3s' } }, { environment: {} }));
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const handlers: ControlHandlers = {
  change(settings) {
    const next = changeDefinition(definition, settings);
    const applied = changesBetween(definition, next);
    definition = next;
    return applied;
  },
  stop() {
    stops++;
  },
  pause() {
    pauses.push('pause');
  },
  goOn() {
    pauses.push('go on');
  },
  status: () => ({ pages: 3 }),
  traps: { list: () => [], release: (id) => Promise.resolve({ id }), pause: () => Promise.resolve({}) },
  add(entries) {
    added.push(...entries);
    return { accepted: entries.length, updated: 0, blacklisted: 0, refused: 0 };
  },
};

const serve = async (at = folder) => (server = await serveControl(at, handlers));

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

/** A client that sends what it likes. */
async function open(): Promise<Socket & { lines(count: number): Promise<unknown[]> }> {
  const socket = connect(server?.path ?? '');
  socket.setEncoding('utf8');
  socket.on('error', () => {});
  let text = '';
  socket.on('data', (part) => (text += String(part)));
  await once(socket, 'connect');
  const lines = async (count: number) => {
    while (text.split('\n').length <= count && !socket.closed) await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    const all = text.split('\n').slice(0, -1);
    return all.map((line) => JSON.parse(line) as unknown);
  };
  return Object.assign(socket, { lines });
}

describe('the owner of a workspace', () => {
  it('changes settings and says what is different', async () => {
    await serve();
    const settings = { politeness: { delay: '10s' }, sites: [{ for: 'gov.si', budget: { pages: 5 } }] };
    expect(await sendControl(folder, { do: 'change', settings })).toEqual([
      { site: null, path: 'politeness.delay', before: '3s', after: '10s' },
      { site: 'gov.si', path: 'budget.pages', before: null, after: '5' },
    ]);
    expect(definition.politeness.delay).toBe(10_000);
  });

  it('refuses a change as a definition file would be refused', async () => {
    await serve();
    const refused = await sendControl(folder, { do: 'change', settings: { politeness: { dely: '1s' } } }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'refused', problems: [{ path: 'politeness.dely', suggestion: 'delay' }] });
    expect((refused as Error).message).toContain('Did you mean `delay`?');
    expect(definition.politeness.delay).toBe(3000);
  });

  it('takes URLs, stops, pauses and goes on, tells how it stands', async () => {
    await serve();
    const entries = [
      { url: 'https://a.example/', score: 0.7, immediate: true },
      { url: 'https://b.example/', blacklist: true },
    ];
    expect(await sendControl(folder, { do: 'add', entries })).toMatchObject({ accepted: 2 });
    expect(added).toEqual(entries);
    expect(await sendControl(folder, { do: 'stop' })).toBeNull();
    expect(stops).toBe(1);
    for (const wish of ['pause', 'go-on'] as const) expect(await sendControl(folder, { do: wish })).toBeNull();
    expect(pauses).toEqual(['pause', 'go on']);
    expect(await sendControl(folder, { do: 'status' })).toEqual({ pages: 3 });
  });

  it('listens where only its user can come in, and leaves nothing behind', async () => {
    const { path, close } = await serve();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(join(folder, 'control.json'), 'utf8'))).toEqual({ path, pid: process.pid });
    await close();
    expect(readdirSync(folder)).toEqual([]);
    await expect(sendControl(folder, { do: 'status' })).rejects.toThrow(`no crawl is running in ${folder}`);
  });

  it('replaces the socket and the note of a process that is dead', async () => {
    writeFileSync(join(folder, 'control.sock'), '');
    writeFileSync(join(folder, 'control.json'), '{"path":"/nowhere","pid":1}');
    await expect(sendControl(folder, { do: 'status' })).rejects.toMatchObject({ code: 'not-running' });
    await serve();
    expect(await sendControl(folder, { do: 'status' })).toEqual({ pages: 3 });
  });

  it('listens elsewhere when its path is too long for a socket', async () => {
    const deep = join(folder, 'x'.repeat(120));
    mkdirSync(deep);
    const { path, close } = await serve(deep);
    expect(path.startsWith(deep)).toBe(false);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
    expect(await sendControl(deep, { do: 'status' })).toEqual({ pages: 3 });
    await close();
    expect(existsSync(join(path, '..'))).toBe(false);
    expect(readdirSync(deep)).toEqual([]);
  });

  it('listens elsewhere when something else is in the way', async () => {
    mkdirSync(join(folder, 'control.sock'));
    await serve();
    expect(await sendControl(folder, { do: 'status' })).toEqual({ pages: 3 });
  });

  it('sends back what goes wrong inside', async () => {
    server = await serveControl(folder, { ...handlers, status: () => Promise.reject(new Error('the disk is gone')) });
    await expect(sendControl(folder, { do: 'status' })).rejects.toThrow('the disk is gone');
  });

  it('answers what it has begun before it closes', async () => {
    const begun = withResolvers();
    const slow = withResolvers();
    server = await serveControl(folder, {
      ...handlers,
      async status() {
        begun.resolve();
        await slow.promise;
        return { late: true };
      },
    });
    const answer = sendControl(folder, { do: 'status' });
    await begun.promise;
    const closed = server.close();
    slow.resolve();
    expect(await answer).toEqual({ late: true });
    await closed;
  });
});

describe('a hostile client', () => {
  it.each([
    ['no JSON', 'hello\n', 'no JSON'],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x0a]), 'no JSON'],
    ['no object', '[1]\n', 'no request'],
    ['an unknown wish', '{"do":"explode"}\n', 'no request'],
    ['a wish with more to it', '{"do":"stop","now":true}\n', 'no request'],
    ['no entries', '{"do":"add","entries":[]}\n', 'entries'],
    ['a score out of range', '{"do":"add","entries":[{"url":"https://a.example","score":2}]}\n', 'entries.0.score'],
    ['a URL without end', `{"do":"add","entries":[{"url":"https://a.example/${'x'.repeat(9000)}"}]}\n`, 'entries.0.url'],
    ['settings that are none', '{"do":"change","settings":3}\n', 'a change is a mapping'],
    ['a key that means something to JavaScript', '{"do":"change","settings":{"__proto__":{"x":1}}}\n', '__proto__'],
    ['a nest', `{"do":"change","settings":{"sites":${'['.repeat(5000)}${']'.repeat(5000)}}}\n`, ''],
  ])('%s gets an error and may go on', async (_case, sent, message) => {
    await serve();
    const client = await open();
    client.write(sent);
    expect(await client.lines(1)).toEqual([expect.objectContaining({ error: expect.stringContaining(message) })]);
    client.write('{"do":"status"}\n');
    expect((await client.lines(2))[1]).toEqual({ ok: { pages: 3 } });
    expect([stops, added]).toEqual([0, []]);
    client.destroy();
  });

  it('sends a line without end: told so, cut off, and the server lives', async () => {
    await serve();
    const client = await open();
    const part = 'x'.repeat(100_000);
    for (let sent = 0; sent < 40 && client.writable; sent++) client.write(part);
    expect(await client.lines(1)).toEqual([{ error: expect.stringContaining('longer than') }]);
    expect(await sendControl(folder, { do: 'status' })).toEqual({ pages: 3 });
    client.destroy();
  });

  it('sends half a line and leaves', async () => {
    await serve();
    const client = await open();
    client.end('{"do":"stop"}');
    await once(client, 'close');
    expect(stops).toBe(0);
    expect(await sendControl(folder, { do: 'status' })).toEqual({ pages: 3 });
  });

  it('sends many requests at once: answered one after the other', async () => {
    await serve();
    const client = await open();
    client.end('{"do":"status"}\n\n{"do":"stop"}\nnonsense\n{"do":"status"}\n');
    expect(await client.lines(4)).toEqual([{ ok: { pages: 3 } }, { ok: null }, { error: expect.any(String) }, { ok: { pages: 3 } }]);
  });

  it('opens a hundred connections: some are turned away, and others are served afterwards', async () => {
    const { path } = await serve();
    const sockets = Array.from({ length: 100 }, () => connect(path).on('error', () => {}));
    await Promise.all(sockets.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])));
    await Promise.all(sockets.slice(16).map(async (socket) => socket.closed || once(socket, 'close')));
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => sendControl(folder, { do: 'status' }).catch(() => null)).toEqual({ pages: 3 });
  });
});

describe('a client', () => {
  it('gives up when nothing comes back', async () => {
    const silent = createServer(() => {}).listen(join(folder, 'control.sock'));
    await once(silent, 'listening');
    await expect(sendControl(folder, { do: 'status' }, 50)).rejects.toMatchObject({ code: 'no-answer' });
    silent.close();
  });

  it('says so when the crawl ends before it answers', async () => {
    const rude = createServer((socket) => socket.destroy()).listen(join(folder, 'control.sock'));
    await once(rude, 'listening');
    await expect(sendControl(folder, { do: 'status' })).rejects.toMatchObject({ code: 'no-answer' });
    rude.close();
  });

  it('says so when there is no workspace at all', async () => {
    await expect(sendControl(join(folder, 'nothing'), { do: 'stop' })).rejects.toMatchObject({ code: 'not-running' });
  });
});
