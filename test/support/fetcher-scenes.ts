/** Servers and folders that the contract of fetchers is played on: one scene for each scheme. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FetcherScene } from '../../src/fetch/fetcher.contract.js';
import { fileFetcher, ftpFetcher } from '../../src/fetch/index.js';
import type { Fetcher } from '../../src/plugins/index.js';
import { answer, openFetcher, rawServer } from './raw-server.js';
import { startScriptedFtp } from './scripted-ftp.js';
import { until } from './until.js';

const BODY = 'hello';
const LARGE = 'x'.repeat(3_000_000);
/** An address of documentation: nobody may ask it. */
const FORBIDDEN = 'example.invalid';

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'winnow-scene-'));
const dropped = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** `open` makes the fetcher; it may ask loopback only and knows `example.invalid` as an address of a private network. */
export async function httpScene(open: (options: object) => Promise<Fetcher> = openFetcher): Promise<FetcherScene> {
  const spoolFolder = newFolder();
  const cookies: (string | undefined)[] = [];
  const server = await rawServer((socket, head) => {
    const path = /^\w+ (\S+)/.exec(head)?.[1] ?? '/';
    if (path === '/head') return;
    if (path === '/body') return socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 4000000\r\n\r\n${LARGE}`);
    if (path === '/large') return socket.write(answer(LARGE));
    if (path === '/redirect') return socket.write(answer('', 'Location: /page\r\n', '302 Found'));
    if (path !== '/cookie') return socket.write(answer(path === '/page' ? BODY : '', '', path === '/page' ? '200 OK' : '404 Not Found'));
    const sent = /\r\nCookie: ([^\r]*)/.exec(head)?.[1];
    cookies.push(sent);
    return socket.write(answer('ok', sent ? '' : `Set-Cookie: s=${cookies.length}\r\n`));
  });
  const fetcher = await open({ spoolFolder, allowAddresses: ['127.0.0.1'], resolve: { [FORBIDDEN]: '10.0.0.1' } });
  const at = (path: string): string => `${server.url}${path}`;
  const asked = (path: string) => () => until(() => server.heads.some((head) => head.startsWith(`GET /${path} `)));
  return {
    fetcher,
    spoolFolder,
    page: at('page'),
    body: BODY,
    missing: at('missing'),
    large: at('large'),
    forbidden: `http://${FORBIDDEN}/`,
    redirecting: at('redirect'),
    stalled: { head: { url: at('head'), reached: asked('head') }, body: { url: at('body'), reached: asked('body') } },
    cookies: { url: at('cookie'), sent: () => cookies },
    close: async () => {
      await server.close();
      dropped(spoolFolder);
    },
  };
}

export async function ftpScene(): Promise<FetcherScene> {
  const spoolFolder = newFolder();
  const server = await startScriptedFtp({
    files: { '/page': BODY, '/large': LARGE, '/stuck': BODY },
    replies: { 'SIZE /stuck': null, 'CWD /missing': '550 No such file' },
  });
  const resolve = { 'ftp.example': `127.0.0.1:${server.port}`, [FORBIDDEN]: '10.0.0.1' };
  const fetcher = await ftpFetcher.open(ftpFetcher.options.parse({ resolve, allowAddresses: ['127.0.0.1'], spoolFolder }));
  const at = (path: string): string => `ftp://ftp.example/${path}`;
  return {
    fetcher,
    spoolFolder,
    page: at('page'),
    body: BODY,
    missing: at('missing'),
    large: at('large'),
    forbidden: `ftp://${FORBIDDEN}/page`,
    redirecting: null,
    stalled: { command: { url: at('stuck'), reached: () => until(() => server.commands.includes('SIZE /stuck')) } },
    cookies: null,
    close: async () => {
      await server.close();
      dropped(spoolFolder);
    },
  };
}

export async function fileScene(): Promise<FetcherScene> {
  const folder = newFolder();
  const [spoolFolder, shared] = [join(folder, 'spool'), join(folder, 'shared')];
  for (const each of [spoolFolder, shared]) mkdirSync(each);
  const put = (path: string, content: string): string => {
    writeFileSync(path, content);
    return pathToFileURL(path).href;
  };
  return {
    fetcher: await fileFetcher.open(fileFetcher.options.parse({ folders: [shared], spoolFolder })),
    spoolFolder,
    page: put(join(shared, 'page'), BODY),
    body: BODY,
    missing: pathToFileURL(join(shared, 'missing')).href,
    large: put(join(shared, 'large'), LARGE),
    forbidden: put(join(folder, 'secret'), 'secret'),
    redirecting: null,
    stalled: {},
    cookies: null,
    close: async () => dropped(folder),
  };
}
