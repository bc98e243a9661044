/** What servers and browsers say beside their pages. */
import zlib from 'node:zlib';
import { wholeList } from '../../../src/fetch/ftp/folder-list.js';
import { folderPage } from '../../../src/fetch/ftp/folder-page.js';
import { parseFtpUrl } from '../../../src/fetch/ftp/ftp-url.js';
import { ChunkedReader } from '../../../src/fetch/http/chunked.js';
import { Cookies } from '../../../src/fetch/http/cookies.js';
import { digestAuthorization, strongestChallenge } from '../../../src/fetch/http/digest.js';
import { parseEndpoint } from '../../../src/fetch/http/options.js';
import { parseProxy } from '../../../src/fetch/http/proxy.js';
import { redirectTarget } from '../../../src/fetch/http/redirects.js';
import { framingOf, parseResponseHead } from '../../../src/fetch/http/response-head.js';
import { parseMessageHead } from '../../../src/formats/warc/reading/http-message.js';
import { parseRobots, ROBOTS_MODES, type RobotsMode } from '../../../src/frontier/robots/index.js';
import { readMediaType } from '../../../src/ingest/receive/media-type.js';
import { decodeContent, parseUrl, retryAfterMs, surtOf, urlTemplate, withoutLogin } from '../../../src/model/index.js';
import { retryAfter } from '../../../src/run/crawl/answer.js';
import { callerOf } from '../../../src/server/access/address.js';
import { isForeign } from '../../../src/server/access/foreign.js';
import { bytesOf, each, type Target, text, URL_OF_PAGE } from '../target.js';
import { HEAD, ROBOTS } from './seeds.js';

const LISTS = bytesOf(
  'total 3\r\n-rw-r--r--   1 ftp  ftp      1024 May 17 10:00 a b.txt\r\ndrwxr-xr-x   2 1 1 4096 Feb 29  2024 folder\r\nlrwxrwxrwx 1 a b 3 Jan 1 2020 l -> x\r\n',
  '05-17-24  10:00AM       <DIR>          folder\r\n12-31-1999  11:59PM               1,234 b.txt\r\n',
  'type=file;size=12;modify=20240517100000.123;UNIX.mode=0644; c.txt\r\ntype=cdir;modify=20240517100000; .\r\ntype=OS.unix=slink:/d;size=1; e\r\n',
);
const PACKED = Buffer.from(HEAD.repeat(3));

export const WEB: readonly Target[] = [
  {
    name: 'robots',
    seeds: bytesOf(ROBOTS),
    run: (bytes) => {
      for (const mode of Object.keys(ROBOTS_MODES) as RobotsMode[]) {
        const robots = parseRobots(bytes, mode);
        for (const path of ['/', '/private/a.pdf', '/~axbxc', `/${bytes.toString('latin1', 0, 300)}`])
          robots.decide('winnow', `https://page.example${path}`);
        robots.crawlDelay('b');
        robots.requestRate('winnow');
      }
    },
  },
  {
    name: 'robots decisions',
    seeds: bytesOf('/private/*.pdf$\n/private/a%2Fb.pdf?x=*', '/*a*b*c*d\n/aaaaaaaaaabbbbbbbccccc', '/%7Ea/ä$\n/~a/%C3%A4', '*\n/'),
    run: (bytes) => {
      const [rule = '', ...path] = bytes.toString('utf8').split('\n');
      const robots = parseRobots(`User-agent: *\nDisallow: ${rule}\nAllow: ${rule.slice(0, 9)}*${rule.slice(-9)}\n`);
      robots.decide('winnow', `https://page.example${path.join('\n')}`);
    },
  },
  {
    name: 'urls',
    seeds: bytesOf(
      'https://User:p@WWW.Example.ORG:443/a/../b;jsessionid=1/%7Ec?utm_source=x&b=2&a=1#f',
      'http://[::ffff:1.2.3.4]/',
      '//ä.example/漢?q=%E4',
    ),
    run: text((written) => {
      for (const policy of ['default', 'whatwg', 'semantic', 'w3lib', 'gov'] as const)
        void parseUrl(written, URL_OF_PAGE, policy as never)?.key;
      const { url } = parseUrl(written, URL_OF_PAGE) ?? { url: URL_OF_PAGE };
      for (const read of [surtOf, urlTemplate, withoutLogin]) read(url);
      withoutLogin(written);
    }),
  },
  {
    name: 'heads',
    seeds: bytesOf(HEAD),
    run: (bytes) => {
      const head = parseResponseHead(bytes);
      parseMessageHead(bytes);
      if (!head) return;
      framingOf(head, 'GET');
      redirectTarget({
        url: URL_OF_PAGE,
        status: 302,
        headers: [...head.headers, ['Location', bytes.toString('latin1', 0, 200)]],
      } as never);
    },
  },
  {
    name: 'cookies',
    seeds: bytesOf(
      'a=b; Path=/; Expires=Wed, 21 Oct 2031 07:28:00 GMT; Domain=.page.example; Secure; HttpOnly; SameSite=Lax',
      '__Host-x="y z"; Max-Age=99; Path=/folder',
      'k=v; domain=example; expires=Thu, 01-Jan-70 00:00:01 GMT',
    ),
    run: (bytes) => {
      const cookies = new Cookies();
      const url = new URL(URL_OF_PAGE);
      cookies.store(url, bytes.toString('latin1').split('\n'));
      cookies.store(new URL('http://1.2.3.4/'), [bytes.toString('utf8')]);
      cookies.header(url);
    },
  },
  {
    name: 'header fields',
    seeds: bytesOf(
      'text/html; charset="utf-8"; a=b',
      'multipart/form-data; boundary=----x',
      'Digest realm="a, b", nonce="n", qop="auth,auth-int", algorithm=SHA-256-sess, Basic realm=x',
      '120',
      'Wed, 21 Oct 2031 07:28:00 GMT',
      '203.0.113.7, [2001:db8::1]:4711, unknown',
      'https://page.example:8443',
      'socks5://u:p@127.0.0.1:1080',
    ),
    run: (bytes) => {
      const field = bytes.toString('latin1');
      each(
        bytes,
        [],
        () => readMediaType(field),
        () => retryAfter({ headers: [['Retry-After', field]] }, 0),
        () => retryAfterMs(field, 0),
        () => answered(field),
        () => parseEndpoint(field),
        () => callerOf(field),
        () => isForeign({ method: 'POST', headers: { origin: field, referer: field, host: field.slice(8), accept: field } }, true),
        () => URL.canParse(field) && parseProxy(field),
      );
    },
  },
  {
    name: 'chunks',
    seeds: bytesOf('5\r\nhello\r\n6;a="b"\r\n world\r\n0\r\nTrailer: x\r\n\r\n'),
    run: (bytes) => {
      const reader = new ChunkedReader();
      const kept: Uint8Array[] = [];
      for (let at = 0; at < bytes.length && !reader.done; at += 7)
        reader.feed(bytes.subarray(at, at + 7), 0, (data) => kept.push(data) && data.length);
    },
    throws: ['ChunkedError'],
  },
  {
    name: 'content codings',
    seeds: [
      zlib.gzipSync(PACKED),
      zlib.deflateSync(PACKED),
      zlib.deflateRawSync(PACKED),
      zlib.brotliCompressSync(PACKED),
      zlib.zstdCompressSync(PACKED),
    ],
    run: (bytes) =>
      each(
        bytes,
        ['CodingError'],
        ...['gzip', 'deflate', 'br', 'zstd', 'gzip, br', bytes.toString('latin1', 0, 20)].map(
          (coding) => () => decodeContent(bytes, coding, { maxBytes: 1 << 20, maxRatio: 100 }),
        ),
      ),
  },
  {
    name: 'FTP lists',
    seeds: LISTS,
    run: (bytes) => folderPage('/a/', wholeList(bytes.toString('latin1'))),
    throws: ['Error'],
  },
  {
    name: 'FTP URLs',
    seeds: bytesOf('ftp://u:p%40@Files.example:2121/%2Fetc/a;type=i', 'ftps://files.example/folder/?x#y', 'FTP://[::1]/%E4'),
    run: text((written) => parseFtpUrl(written, [], 'a@b.example')),
    throws: ['FetchError'],
  },
];

function answered(field: string): void {
  const challenge = strongestChallenge([field, `Digest ${field}`]);
  if (challenge) digestAuthorization(challenge, { method: 'GET', target: '/a', user: 'u', password: 'p', count: 1 });
}
