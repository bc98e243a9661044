import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tarOf } from '../../../../test/support/files/tar.js';
import { handMadeZip } from '../../../testing/hand-made-zip.js';
import { openCopy } from './supplied-copy.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-copy-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, body: string | Uint8Array): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, body);
  return path;
}

const INDEX = 'https://archive.example/pa/ld/index.htm';
const PAGE = 'https://archive.example/pa/ld2007/jd07/wick&flint-1.htm';

/** What lies at addresses of the copy, asked for one after the other. */
async function found(place: string, ...urls: string[]): Promise<(string | null)[]> {
  const copy = await openCopy(place, folder);
  const texts: (string | null)[] = [];
  for (const url of urls) {
    const bytes = await copy.find(url);
    texts.push(bytes && Buffer.from(bytes).toString());
  }
  return texts;
}

describe('however it is laid out', () => {
  it.each([
    ['with its host', 'archive.example/pa/'],
    ['without', 'pa/'],
    ['in a folder of some name', 'some/copy 2020/pa/'],
    ['with its first folder left out', 'copy/'],
    ['with names as they stood in addresses', 'pa/', 'wick%26flint-1.htm'],
  ])('%s', async (_case, prefix, name = 'Wick&Flint-1.htm') => {
    write(`site/${prefix}ld/index.htm`, 'index');
    write(`site/${prefix}ld2007/jd07/${name}`, 'page');
    const encoded = PAGE.replace('&', '%26');
    expect(await found(join(folder, 'site'), INDEX, PAGE, encoded, `${PAGE}#a`)).toEqual(['index', 'page', 'page', 'page']);
  });

  it('what lies elsewhere under the same name is something else', async () => {
    write('site/pa/ld/index.htm', 'index');
    write('site/pa/ld1999/jd99/lamp-2.htm', 'another judgment');
    expect(await found(join(folder, 'site'), INDEX, 'https://archive.example/pa/ld2007/jd07/lamp-2.htm')).toEqual(['index', null]);
  });

  it('folders have pages of their own, and searches names with what was searched for', async () => {
    write('site/a/index.html', 'folder');
    write('site/a/find?q=x', 'found');
    expect(await found(join(folder, 'site'), 'https://h.example/a/', 'https://h.example/a/find?q=x')).toEqual(['folder', 'found']);
  });
});

describe('whatever holds it', () => {
  const FILES = { 'c/pa/ld/index.htm': 'index', 'c/pa/ld2007/jd07/wick&flint-1.htm': 'page' };
  it.each([
    ['copy.tar', () => tarOf(FILES)],
    ['copy.tar.gz', () => gzipSync(tarOf(FILES))],
    ['copy.zip', () => handMadeZip(Object.entries(FILES).map(([name, content]) => ({ name, content: Buffer.from(content) })))],
  ])('%s', async (name, make) => {
    const file = write(name, make());
    expect(await found(file, INDEX, PAGE)).toEqual(['index', 'page']);
    expect(await found(pathToFileURL(file).href, INDEX)).toEqual(['index']);
  });

  it('WARC files, by address; the last capture counts, and what was not found is not there', async () => {
    const record = (url: string, status: string, body: string): string => {
      const block = `HTTP/1.1 ${status}\r\nContent-Type: text/html\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      return `WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: ${url}\r\nWARC-Date: 2020-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:${crypto.randomUUID()}>\r\nContent-Type: application/http;msgtype=response\r\nContent-Length: ${block.length}\r\n\r\n${block}\r\n\r\n`;
    };
    const file = write(
      'copy.warc',
      record(INDEX, '200 OK', 'old') + record(INDEX, '200 OK', 'new') + record(PAGE, '404 Not Found', 'nothing'),
    );
    expect(await found(file, INDEX, INDEX.replace('https', 'http'), PAGE)).toEqual(['new', 'new', null]);
    const packed = handMadeZip([{ name: 'archive/data.warc', content: readFileSync(file) }]);
    expect(await found(write('copy.wacz', packed), INDEX)).toEqual(['new']);
    expect(await found(write('many/copy.warc', readFileSync(file)).replace('/copy.warc', ''), INDEX)).toEqual(['new']);
  });
});

describe('a copy that is none', () => {
  it('is told by its place', async () => {
    await expect(openCopy(join(folder, 'nowhere'), folder)).rejects.toThrow(/the copy .*nowhere cannot be read \(ENOENT\)/);
  });

  it('is told where the archive is cut', async () => {
    const file = write('copy.tar.gz', gzipSync(tarOf({ 'a.htm': 'x'.repeat(5000) })).subarray(0, 40));
    await expect(openCopy(file, folder)).rejects.toThrow(/damaged or cut/);
  });

  it('leads nowhere outside of itself', async () => {
    write('secret.htm', 'secret');
    write('site/pa/ld/index.htm', 'index');
    symlinkSync(join(folder, 'secret.htm'), join(folder, 'site/pa/ld/link.htm'));
    expect(
      await found(
        join(folder, 'site'),
        INDEX,
        'https://archive.example/pa/ld/link.htm',
        'https://archive.example/pa/%2e%2e%2f%2e%2e%2fsecret.htm',
      ),
    ).toEqual(['index', null, null]);
  });
});
