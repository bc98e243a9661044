import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { answer, openFetcher, rawServer } from '../../../test/support/raw-server.js';
import { Cookies } from './cookies.js';

const url = (text: string) => new URL(text);

describe('Cookies', () => {
  it.each([
    ['same host', 'a=1', 'http://www.a.test/', 'http://www.a.test/x', 'a=1'],
    ['host only', 'a=1', 'http://www.a.test/', 'http://sub.a.test/', null],
    ['domain', 'a=1; Domain=a.test', 'http://www.a.test/', 'http://sub.a.test/', 'a=1'],
    ['path', 'a=1; Path=/in', 'http://a.test/', 'http://a.test/out', null],
    ['secure stays off http', 'a=1; Secure', 'https://a.test/', 'http://a.test/', null],
    ['expired', 'a=1; Max-Age=0', 'http://a.test/', 'http://a.test/', null],
    ['another registrable domain', 'a=1; Domain=a.test', 'http://a.test/', 'http://b.test/', null],
    ['for somebody else', 'a=1; Domain=b.test', 'http://a.test/', 'http://b.test/', null],
    ['for a public suffix', 'a=1; Domain=co.uk', 'http://x.co.uk/', 'http://y.co.uk/', null],
    ['for a hoster', 'a=1; Domain=github.io', 'http://x.github.io/', 'http://y.github.io/', null],
    ['address', 'a=1', 'http://192.0.2.1/', 'http://192.0.2.1/', 'a=1'],
    ['junk', ';;;=', 'http://a.test/', 'http://a.test/', null],
    ['longer than 4 KB', `a=${'x'.repeat(5_000)}`, 'http://a.test/', 'http://a.test/', null],
  ])('%s', (_name, value, from, to, expected) => {
    const cookies = new Cookies();
    cookies.store(url(from), [value]);
    expect(cookies.header(url(to))).toBe(expected);
  });

  it('replaces a cookie of the same name', () => {
    const cookies = new Cookies();
    cookies.store(url('http://a.test/'), ['a=1', 'b=2']);
    cookies.store(url('http://a.test/'), ['a=3']);
    expect(cookies.header(url('http://a.test/'))?.split('; ').sort()).toEqual(['a=3', 'b=2']);
  });

  it('bounds what a server can make us keep and send', () => {
    const cookies = new Cookies();
    for (let round = 0; round < 20; round++) {
      cookies.store(
        url('http://a.test/'),
        Array.from({ length: 100 }, (_unused, at) => `n${round}-${at}=${'x'.repeat(100)}`),
      );
    }
    expect(cookies.header(url('http://a.test/'))?.length).toBeLessThanOrEqual(8_192);
  });
});

describe('a cookie file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'winnow-cookies-'));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('starts the jar', () => {
    const file = path.join(folder, 'cookies.txt');
    const lines = [
      '# Netscape HTTP Cookie File',
      '',
      '.a.test\tTRUE\t/\tFALSE\t0\tsession\tabc',
      '#HttpOnly_www.a.test\tFALSE\t/\tTRUE\t4102444800\tsafe\tyes',
      'b.test\tFALSE\t/in\tFALSE\t4102444800\tdeep\t1',
      'c.test\tFALSE\t/\tFALSE\t1000\told\t1',
    ];
    writeFileSync(file, lines.join('\r\n'));
    const cookies = Cookies.fromFile(file);
    expect(cookies.header(url('http://x.a.test/'))).toBe('session=abc');
    expect(cookies.header(url('https://www.a.test/'))?.split('; ').sort()).toEqual(['safe=yes', 'session=abc']);
    expect(cookies.header(url('http://b.test/in/x'))).toBe('deep=1');
    expect(cookies.header(url('http://b.test/'))).toBeNull();
    expect(cookies.header(url('http://c.test/'))).toBeNull();
  });

  it('that is missing or malformed is an error with its place', () => {
    expect(() => Cookies.fromFile('/no/such/file')).toThrow('cookie file /no/such/file cannot be read');
    const file = path.join(tmpdir(), `winnow-bad-cookies-${process.pid}.txt`);
    writeFileSync(file, '# ok\nnot a cookie\n');
    expect(() => Cookies.fromFile(file)).toThrow(/line 2: seven fields/);
    rmSync(file);
  });
});

describe('the fetcher', () => {
  it.each([
    [true, '\r\nCookie: id=7\r\n'],
    [false, null],
  ])('with cookies: %s', async (cookies, expected) => {
    const server = await rawServer((socket) => socket.write(answer('', 'Set-Cookie: id=7; Path=/\r\n')));
    const fetcher = await openFetcher({ cookies });
    await fetcher.fetch({ url: server.url });
    const second = await fetcher.fetch({ url: server.url });
    await fetcher.close();
    await server.close();
    if (expected === null) expect(server.heads[1]).not.toContain('Cookie');
    else expect(server.heads[1]).toContain(expected);
    expect(Buffer.from(second.requestHead).toString()).not.toContain('id=7');
  });
});
