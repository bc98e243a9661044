import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ftpFetcher } from '../../../src/fetch/index.js';
import { type Exchange, headerOf, isSpooled } from '../../../src/model/index.js';
import type { Fetcher, FetchRequest } from '../../../src/plugins/index.js';
import { type FtpProxy, startFtpProxy } from '../../support/ftp-proxy.js';
import { startFtp, type TestFtp } from '../../support/ftp-server.js';

let server: TestFtp;
let proxy: FtpProxy;
let fetcher: Fetcher;
let spool: string;

beforeAll(async () => {
  server = await startFtp();
});
afterAll(() => server.stop());

beforeEach(async () => {
  proxy = await startFtpProxy(server.port);
  spool = mkdtempSync(join(tmpdir(), 'winnow-ftp-spool-'));
  fetcher = await opened();
});
afterEach(async () => {
  await fetcher.close();
  await proxy.close();
  rmSync(spool, { recursive: true });
});

const opened = (options: Record<string, unknown> = {}): Promise<Fetcher> =>
  ftpFetcher.open(
    ftpFetcher.options.parse({
      resolve: { 'ftp.example': `127.0.0.1:${proxy.port}` },
      allowAddresses: ['127.0.0.1'],
      spoolFolder: spool,
      ...options,
    }),
  );

const get = (path: string, request: Partial<FetchRequest> = {}): Promise<Exchange> =>
  fetcher.fetch({ url: `ftp://ftp.example/${path}`, ...request });

const bytesOf = ({ body }: Exchange): Buffer => (isSpooled(body) ? readFileSync(body.path) : Buffer.from(body));

describe('files and folders', () => {
  it('a file comes with its size and its time, and is not transferred again while they are the same', async () => {
    server.put('law.xml', '<law/>');
    utimesSync(join(server.folder, 'law.xml'), 1_900_000_000, 1_900_000_000);
    const first = await get('law.xml');
    expect(first).toMatchObject({ status: 200, protocol: 'ftp', remoteAddress: '127.0.0.1', url: 'ftp://ftp.example/law.xml' });
    expect(bytesOf(first).toString()).toBe('<law/>');
    expect(headerOf(first.headers, 'content-type')).toBe('application/xml');
    expect(headerOf(first.headers, 'last-modified')).toBe('Sun, 17 Mar 2030 17:46:40 GMT');
    const etag = headerOf(first.headers, 'etag');
    expect(await get('law.xml', { validators: { etag } })).toMatchObject({ status: 304 });
    server.put('law.xml', '<law>2</law>');
    expect(bytesOf(await get('law.xml', { validators: { etag } })).toString()).toBe('<law>2</law>');
    expect(proxy.commands.filter((command) => command.startsWith('USER'))).toHaveLength(1); // one connection for all of it
  });

  it('a folder is a page of links, one without its slash a redirect to it', async () => {
    server.put('a folder/ä & <b>.txt', 'x');
    server.put('a folder/sub/inner.txt', 'x');
    const page = await get('a%20folder/');
    expect(headerOf(page.headers, 'content-type')).toBe('text/html; charset=utf-8');
    const text = bytesOf(page).toString();
    expect([...text.matchAll(/href="([^"]*)"/g)].map(([, link]) => link)).toEqual(['./sub/', './%C3%A4%20%26%20%3Cb%3E.txt']);
    expect(bytesOf(await get('a%20folder/%C3%A4%20%26%20%3Cb%3E.txt')).toString()).toBe('x');
    const moved = await get('a%20folder');
    expect([moved.status, headerOf(moved.headers, 'location')]).toEqual([301, 'ftp://ftp.example/a%20folder/']);
  });

  it('what is not there is told from what may not be read', async () => {
    server.put('hidden.txt', 'x');
    chmodSync(join(server.folder, 'hidden.txt'), 0);
    expect((await get('hidden.txt')).status).toBe(403);
    expect((await get('nowhere.txt')).status).toBe(404);
    expect((await get('nowhere/at-all.txt')).status).toBe(404);
    expect((await get('nowhere/')).status).toBe(404);
  });

  it('more than is wanted is cut, and what comes after it is a transfer of its own', async () => {
    server.put('long.bin', randomBytes(300_000));
    const cut = await get('long.bin', { maxBytes: 1000 });
    expect([cut.truncated, cut.body.length]).toEqual(['length', 1000]);
    expect((await get('long.bin')).body.length).toBe(300_000);
  });

  it('a name that would be a second command is refused', async () => {
    await expect(get('a%0D%0ADELE%20b')).rejects.toMatchObject({ code: 'FETCH_BAD_URL' });
    expect(proxy.commands).toEqual([]);
  });

  it('the address is guarded as that of every other request', async () => {
    await expect(fetcher.fetch({ url: 'ftp://169.254.169.254/' })).rejects.toMatchObject({ code: 'FETCH_ADDRESS_FORBIDDEN' });
  });
});

describe('transfers that break off', () => {
  it.each([
    ['small, the connection for commands staying', 200_000, false],
    ['small', 200_000, true],
    ['larger than what is held in memory', 3_000_000, true],
  ])('a file that is cut in the middle goes on where it was: %s', async (_, size, cutsAll) => {
    const content = randomBytes(size);
    server.put('cut.bin', content);
    proxy.cutsAll = cutsAll;
    proxy.cuts.push(size / 2, size / 4);
    await expect(get('cut.bin')).rejects.toMatchObject({ code: 'FETCH_RESET', isNearer: true });
    await expect(get('cut.bin')).rejects.toMatchObject({ code: 'FETCH_RESET', isNearer: true });
    const whole = await get('cut.bin');
    expect(bytesOf(whole).equals(content)).toBe(true);
    const [first = 0, second = 0] = proxy.commands.flatMap((command) => Number(/^REST (\d+)$/.exec(command)?.[1]) || []);
    expect(second).toBeGreaterThan(first);
    expect(first).toBeLessThanOrEqual(size / 2 - 4096); // with the connection for commands goes what is under way
    if (!cutsAll) expect([first, second]).toEqual([size / 2 - 4096, size / 2 + size / 4 - 2 * 4096]);
    expect(readdirSync(join(spool, 'partial'))).toEqual([]);
  });

  it('it goes on after the program was ended', async () => {
    const content = randomBytes(2_000_000);
    server.put('later.bin', content);
    proxy.cuts.push(1_500_000);
    await expect(get('later.bin')).rejects.toMatchObject({ code: 'FETCH_RESET' });
    await fetcher.close();
    fetcher = await opened();
    expect(bytesOf(await get('later.bin')).equals(content)).toBe(true);
    expect(proxy.commands).toContain(`REST ${1_500_000 - 4096}`);
  });

  it('one that is called off goes on too', async () => {
    const content = randomBytes(3_000_000);
    server.put('stopped.bin', content);
    proxy.stalls = true;
    proxy.cuts.push(1_000_000);
    const stop = new AbortController();
    const fetching = get('stopped.bin', { signal: stop.signal });
    while (proxy.cuts.length === 1) await new Promise((resolve) => setTimeout(resolve, 1));
    stop.abort();
    await expect(fetching).rejects.toMatchObject({ code: 'FETCH_ABORTED', verdict: 'stop' });
    expect(bytesOf(await get('stopped.bin')).equals(content)).toBe(true);
  });

  it('one that has changed meanwhile begins anew', async () => {
    server.put('new.bin', randomBytes(100_000));
    proxy.cuts.push(50_000);
    await expect(get('new.bin')).rejects.toMatchObject({ code: 'FETCH_RESET' });
    const content = randomBytes(100_001);
    server.put('new.bin', content);
    expect(bytesOf(await get('new.bin')).equals(content)).toBe(true);
    expect(proxy.commands.some((command) => command.startsWith('REST'))).toBe(false);
  });

  it('one that has changed without another size and time is noticed by its content', async () => {
    server.put('same.bin', randomBytes(100_000));
    utimesSync(join(server.folder, 'same.bin'), 1_900_000_000, 1_900_000_000);
    proxy.cuts.push(50_000);
    await expect(get('same.bin')).rejects.toMatchObject({ code: 'FETCH_RESET' });
    const content = randomBytes(100_000);
    server.put('same.bin', content);
    utimesSync(join(server.folder, 'same.bin'), 1_900_000_000, 1_900_000_000);
    await expect(get('same.bin')).rejects.toMatchObject({ code: 'FETCH_RESET', isNearer: false });
    expect(bytesOf(await get('same.bin')).equals(content)).toBe(true);
  });

  it('a server that is gone is an error that may be tried again', async () => {
    proxy.die();
    await expect(get('law.xml')).rejects.toMatchObject({ code: 'FETCH_RESET', verdict: 'retry' });
  });
});
