import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FtpScript, type ScriptedFtp, startScriptedFtp } from '../../../test/support/scripted-ftp.js';
import { type Exchange, headerOf } from '../../model/index.js';
import type { Fetcher } from '../../plugins/index.js';
import { ftpFetcher } from './ftp-fetcher.js';

let server: ScriptedFtp;
let fetcher: Fetcher;
let spool: string;

beforeEach(() => {
  spool = mkdtempSync(join(tmpdir(), 'winnow-ftp-'));
});
afterEach(async () => {
  await fetcher.close();
  await server.close();
  rmSync(spool, { recursive: true });
});

const FILES = { '/law.xml': '<law>of the land</law>' };

async function serve(script: FtpScript, options: Record<string, unknown> = {}): Promise<void> {
  server = await startScriptedFtp(script);
  const settings = { resolve: { 'ftp.example': `127.0.0.1:${server.port}` }, allowAddresses: ['127.0.0.1'], spoolFolder: spool };
  fetcher = await ftpFetcher.open(ftpFetcher.options.parse({ ...settings, ...options }));
}

const get = (path = 'law.xml', url = `ftp://ftp.example/${path}`): Promise<Exchange> => fetcher.fetch({ url });
const textOf = ({ body }: Exchange): string => Buffer.from(body as Uint8Array).toString('utf8');
const linksOf = (page: Exchange): string[] => [...textOf(page).matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link);

describe('where transfers go', () => {
  it('by PASV where a server knows no EPSV', async () => {
    await serve({ files: FILES, replies: { EPSV: '500 what?' } });
    expect(textOf(await get())).toBe('<law>of the land</law>');
    expect(textOf(await get())).toBe('<law>of the land</law>');
    expect(server.commands.filter((command) => command === 'EPSV')).toHaveLength(1);
  });

  it.each(['10,0,0,1', '169,254,169,254', '127,0,0,2', '192,0,2,7'])(
    'not to %s, which is another address than its own',
    async (address) => {
      await serve({ files: FILES, replies: { EPSV: '500 what?', PASV: `227 entering (${address},4,1)` } });
      await expect(get()).rejects.toMatchObject({
        code: 'FETCH_ADDRESS_FORBIDDEN',
        detail: expect.stringContaining(address.replaceAll(',', '.')),
      });
    },
  );

  it.each(['227 entering', '227 (999,0,0,1,1,1)', '227 (127,0,0,1,0,0)'])('nowhere, after %s', async (reply) => {
    await serve({ files: FILES, replies: { EPSV: '500 what?', PASV: reply } });
    await expect(get()).rejects.toMatchObject({ code: 'FETCH_MALFORMED' });
  });
});

describe('listings', () => {
  const features = '211-Features\r\n MLST type*;size*;modify*;\r\n211 End';

  it('of machines, with the time of each file', async () => {
    const listing = ['type=cdir; .', 'type=dir;modify=20300101000000; years', 'type=file;size=7;modify=20300317174640; a b.zip'].join(
      '\r\n',
    );
    await serve({ listing, replies: { FEAT: features } });
    const page = await get('pub/');
    expect(linksOf(page)).toEqual(['./a%20b.zip', './years/']);
    expect(textOf(page)).toContain('<td>7</td><td>2030-03-17T17:46:40.000Z</td>');
  });

  it('of Unix and of DOS', async () => {
    await serve({ listing: 'total 2\r\ndrwxr-xr-x 2 ftp ftp 4096 Mar 17 2030 years\r\n-rw-r--r-- 1 ftp ftp 7 Mar 17 12:00 a.zip\r\n' });
    expect(linksOf(await get('pub/'))).toEqual(['./a.zip', './years/']);
    await server.close();
    await fetcher.close();
    await serve({ listing: '03-17-30  12:00PM       <DIR>          years\r\n03-17-30  12:00PM                    7 a.zip\r\n' });
    expect(linksOf(await get('pub/'))).toEqual(['./a.zip', './years/']);
  });

  it('names that lead elsewhere are left out', async () => {
    const line = (name: string): string => `-rw-r--r-- 1 ftp ftp 7 Mar 17 2030 ${name}`;
    await serve({ listing: ['../../etc/passwd', '/etc/passwd', 'javascript:alert(1)', '"><script>'].map(line).join('\r\n') });
    expect(linksOf(await get(''))).toEqual(['./%22%3E%3Cscript%3E', './javascript%3Aalert(1)']);
  });

  it('names are bytes: in UTF-8 or not, what is listed can be asked for', async () => {
    const line = (name: string): string => `-rw-r--r-- 1 ftp ftp 7 Mar 17 2030 ${name}`;
    const old = '/M\u00e4rz.xml'; // one byte for the letter
    await serve({ listing: [line('Gr\u00c3\u00bcn.xml'), line('M\u00e4rz.xml')].join('\r\n'), files: { [old]: 'old' } });
    const page = await get('');
    expect(linksOf(page)).toEqual(['./Gr%C3%BCn.xml', './M%E4rz.xml']);
    expect(textOf(page)).toMatch(/>Grün\.xml<.*>März\.xml</s);
    expect(textOf(await get('M%E4rz.xml'))).toBe('old');
    expect((await get('März.xml')).status).not.toBe(200);
  });

  it('one with a line that cannot be read is no listing: what it names would look as if it were gone', async () => {
    await serve({ listing: '?????????? ? ? ? ? ? law.xml\r\n-rw-r--r-- 1 ftp ftp 7 Mar 17 2030 a.zip\r\n' });
    await expect(get('pub/')).rejects.toMatchObject({ code: 'FETCH_RESET', detail: expect.stringContaining('2 lines, of which 1') });
  });

  it('one that has no end is cut off', async () => {
    await serve({ listing: '-rw-r--r-- 1 ftp ftp 7 Mar 17 2030 a.zip\r\n'.repeat(1000) }, { maxSize: 1000 });
    await expect(get('pub/')).rejects.toMatchObject({ code: 'FETCH_RESET' });
  });
});

describe('connections that wait', () => {
  afterEach(() => vi.useRealTimers());

  it('are asked whether they are still there after a while, and replaced where they are not', async () => {
    await serve({ files: FILES, replies: { NOOP: '421 you were away' } });
    await get();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
    expect(textOf(await get())).toBe('<law>of the land</law>');
    expect(server.commands.filter((command) => /^(USER|NOOP)/.test(command))).toEqual(['USER anonymous', 'NOOP', 'USER anonymous']);
  });
});

describe('what a server may say', () => {
  it('nothing: it is given up after the time-out', async () => {
    await serve({ greeting: null }, { timeout: 60 });
    await expect(get()).rejects.toMatchObject({ code: 'FETCH_TIMEOUT', verdict: 'retry' });
  });

  it('nothing more after the transfer has begun', async () => {
    await serve({ files: FILES, replies: { RETR: '150 here it comes' } }, { timeout: 60 });
    await expect(get()).rejects.toMatchObject({ code: 'FETCH_TIMEOUT' });
  });

  it('more than anybody reads', async () => {
    await serve({ greeting: `220-${'welcome\r\n'.repeat(20_000)}` });
    await expect(get()).rejects.toMatchObject({ code: 'FETCH_RESET' });
  });

  it.each([
    ['that it is busy', { greeting: '421 too many connections' }, 503],
    ['that there are too many users', { replies: { PASS: '530 Sorry, too many users' } }, 503],
    ['that nobody of that name may come in', { replies: { USER: '530 who?' } }, 401],
    ['that the file is in use', { files: FILES, replies: { RETR: '450 in use' } }, 503],
  ] as const)('%s', async (_, script, status) => {
    await serve(script);
    expect((await get()).status).toBe(status);
  });

  it('that all came, though it did not', async () => {
    await serve({ files: FILES, sends: 4 });
    await expect(get()).rejects.toMatchObject({ code: 'FETCH_RESET', detail: 'the transfer broke off after 4 of 22 bytes' });
  });

  it('that it cannot go on where it was: then the file is fetched anew', async () => {
    const content = 'of the land '.repeat(1000);
    const script = { files: { '/law.xml': content }, sends: 8000, replies: { REST: '502 what?' } };
    await serve(script);
    await expect(get()).rejects.toMatchObject({ code: 'FETCH_RESET' });
    await server.close();
    await fetcher.close();
    await serve({ ...script, sends: 100_000 });
    expect(textOf(await get())).toBe(content);
    expect(server.commands).toContain('REST 3904');
  });

  it('neither size nor time: then the file is what came', async () => {
    await serve({ files: FILES, replies: { SIZE: '500 what?', MDTM: '500 what?' } });
    const answer = await get();
    expect([textOf(answer), headerOf(answer.headers, 'last-modified')]).toEqual(['<law>of the land</law>', null]);
  });
});

describe('who asks', () => {
  it('is said by the address, by the credentials of the site, or is nobody, with a contact', async () => {
    const credentials = [{ site: 'ftp://ftp.example', user: 'reader', password: 'hunter2' }];
    await serve({ files: FILES }, { credentials, contact: 'law@winnow.example' });
    const named = await get('law.xml', 'ftp://me:p%40ss@ftp.example/law.xml');
    expect(named.url).toBe('ftp://ftp.example/law.xml');
    await get();
    await get('law.xml', `ftp://127.0.0.1:${server.port}/law.xml`);
    expect(server.commands.filter((command) => /^(USER|PASS)/.test(command))).toEqual([
      'USER me',
      'PASS p@ss',
      'USER reader',
      'PASS hunter2',
      'USER anonymous',
      'PASS law@winnow.example',
    ]);
  });

  it('begins where the log-in leads to, unless the address says otherwise', async () => {
    await serve({ files: { '/home/me/law.xml': 'mine', '/law.xml': 'all' }, replies: { PWD: '257 "/home/me" is it' } });
    expect(textOf(await get())).toBe('mine');
    expect(textOf(await get('%2Flaw.xml'))).toBe('all');
  });

  it('does not go through a proxy for HTTP', async () => {
    await serve({ files: FILES }, { proxy: 'http://127.0.0.1:1' });
    await expect(get()).rejects.toMatchObject({ code: 'FETCH_SCHEME_UNKNOWN' });
    expect(server.commands).toEqual([]);
  });
});
