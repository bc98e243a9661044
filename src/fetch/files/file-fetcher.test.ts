import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { SpooledFile } from '../../model/index.js';
import { discard } from '../http/discard.js';
import { fileFetcher } from './file-fetcher.js';

const root = mkdtempSync(path.join(tmpdir(), 'winnow-files-'));
afterAll(() => rmSync(root, { recursive: true }));
const shared = path.join(root, 'shared');
mkdirSync(path.join(shared, 'deep'), { recursive: true });
mkdirSync(path.join(root, 'shared-not'));
writeFileSync(path.join(shared, 'deep', 'page ü.html'), '<p>hello</p>');
writeFileSync(path.join(shared, 'big'), Buffer.alloc(3_000_000, 'x'));
writeFileSync(path.join(root, 'secret'), 'secret');
writeFileSync(path.join(root, 'shared-not', 'x'), 'x');
symlinkSync(path.join(root, 'secret'), path.join(shared, 'link-out'));
symlinkSync('deep/page ü.html', path.join(shared, 'link-in'));
execFileSync('mkfifo', [path.join(shared, 'pipe')]);

const at = (...parts: string[]) => pathToFileURL(path.join(...parts)).href;
const opened = (options: object = { folders: [shared] }) => fileFetcher.open(fileFetcher.options.parse({ spoolFolder: root, ...options }));

describe('fileFetcher', () => {
  it('S-01 fetches what is no web page', async () => {
    const exchange = await (await opened()).fetch({ url: at(shared, 'deep', 'page ü.html') });
    expect(exchange).toMatchObject({ status: 200, protocol: 'file', remoteAddress: null, truncated: null });
    expect(Buffer.from(exchange.body as Uint8Array).toString()).toBe('<p>hello</p>');
    expect(Buffer.from(exchange.responseHead).toString()).toMatch(/^HTTP\/1\.1 200 OK\r\nContent-Length: 12\r\nLast-Modified: .*\r\n\r\n$/);
  });

  it('follows links that stay inside', async () => {
    expect((await (await opened()).fetch({ url: at(shared, 'link-in') })).status).toBe(200);
  });

  it('reads a single file that is listed, and nothing beside it', async () => {
    const fetcher = await opened({ folders: [path.join(shared, 'big')] });
    const exchange = await fetcher.fetch({ url: at(shared, 'big'), method: 'HEAD' });
    expect(exchange.status).toBe(200);
    await expect(fetcher.fetch({ url: at(shared, 'link-in') })).rejects.toMatchObject({ code: 'FETCH_ADDRESS_FORBIDDEN' });
  });

  it.each([
    ['a file that is not there', 'none'],
    ['a folder', 'deep'],
    ['a named pipe, without waiting for it', 'pipe'],
  ])('answers 404 for %s', async (_name, file) => {
    expect((await (await opened()).fetch({ url: at(shared, file) })).status).toBe(404);
  });

  it.each([
    ['outside', at(root, 'secret')],
    ['outside and not there', at(root, 'nothing')],
    ['a folder with the same beginning', at(root, 'shared-not', 'x')],
    ['a link that leads out', at(shared, 'link-out')],
    ['dots', `${at(shared)}/deep/../../secret`],
    ['escaped dots', `${at(shared)}/deep/%2e%2e/%2e%2e/secret`],
    ['the folder itself', at(shared)],
  ])('refuses %s', async (_name, url) => {
    await expect((await opened()).fetch({ url })).rejects.toMatchObject({ code: 'FETCH_ADDRESS_FORBIDDEN' });
  });

  it('reads nothing unless a folder is listed', async () => {
    await expect((await opened({})).fetch({ url: at(shared, 'big') })).rejects.toMatchObject({ code: 'FETCH_ADDRESS_FORBIDDEN' });
  });

  it.each([['file://host/x'], ['file:///a%2Fb'], ['http://a.test/']])('cannot use %s', async (url) => {
    await expect((await opened()).fetch({ url })).rejects.toMatchObject({ code: 'FETCH_BAD_URL' });
  });

  it('copies large files, since the receiver removes what it was given', async () => {
    const exchange = await (await opened()).fetch({ url: at(shared, 'big') });
    const body = exchange.body as SpooledFile;
    expect(body.path).not.toBe(path.join(shared, 'big'));
    expect(readFileSync(body.path)).toHaveLength(3_000_000);
    await discard(exchange);
    expect(readFileSync(path.join(shared, 'big'))).toHaveLength(3_000_000);
  });

  it('answers conditional requests, HEAD and limits', async () => {
    const fetcher = await opened();
    const url = at(shared, 'big');
    const head = await fetcher.fetch({ url, method: 'HEAD' });
    expect([head.status, head.body.length, head.truncated]).toEqual([200, 0, null]);
    const lastModified = head.headers.find(([name]) => name === 'Last-Modified')?.[1] ?? '';
    expect((await fetcher.fetch({ url, validators: { lastModified } })).status).toBe(304);
    expect(await fetcher.fetch({ url, maxBytes: 10 })).toMatchObject({ truncated: 'length', body: { length: 10 } });
  });
});
