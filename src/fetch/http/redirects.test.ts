import { afterEach, describe, expect, it } from 'vitest';
import { answer, openFetcher, rawServer, type Script, text } from '../../../test/support/raw-server.js';
import { followRedirects, redirectTarget } from './redirects.js';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

async function start(script: Script) {
  const server = await rawServer(script);
  open.push(server);
  return server;
}

async function fetcherFor(options: object = {}) {
  const fetcher = await openFetcher(options);
  open.push(fetcher);
  return fetcher;
}

describe('redirectTarget', () => {
  const from = 'http://a.test/x/y?q#frag';
  it.each([
    ['absolute', 302, 'http://b.test/', 'http://b.test/#frag'],
    ['relative', 301, '../z', 'http://a.test/z#frag'],
    ['own fragment wins', 307, '/z#own', 'http://a.test/z#own'],
    ['without scheme', 308, '//b.test/p', 'http://b.test/p#frag'],
    ['raw UTF-8', 303, Buffer.from('/ž').toString('latin1'), 'http://a.test/%C5%BE#frag'],
    ['Latin-1', 303, '/\xe9', 'http://a.test/%C3%A9#frag'],
    ['not a redirect', 200, '/z', null],
    ['304 is none', 304, '/z', null],
    ['unreadable', 302, 'http://[', null],
  ])('%s', (_name, status, location, expected) => {
    expect(redirectTarget({ url: 'http://a.test/x/y?q', status, headers: [['LOCATION', location]] }, from)).toBe(expected);
  });

  it('needs a Location', () => expect(redirectTarget({ url: from, status: 302, headers: [] })).toBeNull());
});

describe('followRedirects', () => {
  it('S-05 returns every exchange of the chain', async () => {
    const server = await start((socket, _head, nth) =>
      socket.write(nth < 3 ? answer('', `Location: /${nth + 1}\r\n`, '302 Found') : answer('end')),
    );
    const chain = await followRedirects(await fetcherFor(), { url: server.url }, { maxRedirects: 3 });
    expect(chain.map(({ url, status }) => [url.slice(server.url.length), status])).toEqual([
      ['', 302],
      ['1', 302],
      ['2', 302],
      ['3', 200],
    ]);
    expect(text(chain.at(-1)?.body)).toBe('end');
  });

  it('asks before each hop and stops where it may not go', async () => {
    const server = await start((socket) => socket.write(answer('', 'Location: http://forbidden.test/\r\n', '302 Found')));
    const asked: string[] = [];
    const chain = await followRedirects(await fetcherFor(), { url: server.url }, { maxRedirects: 5, allow: (url) => asked.push(url) < 1 });
    expect([chain.length, asked]).toEqual([1, ['http://forbidden.test/']]);
  });

  it('drops the fields of the request and the credentials on a change of origin', async () => {
    const other = await start((socket) => socket.write(answer('other')));
    const server = await start((socket, _head, nth) =>
      socket.write(answer('', `Location: ${nth === 0 ? '/same' : other.url}\r\n`, '302 Found')),
    );
    const fetcher = await fetcherFor({ credentials: [{ site: server.url, user: 'u', password: 'p' }] });
    await followRedirects(
      fetcher,
      {
        url: server.url,
        headers: [
          ['X-Mine', '1'],
          ['Authorization', 'Basic own'],
        ],
      },
      { maxRedirects: 5 },
    );
    await followRedirects(fetcher, { url: `${server.url}second` }, { maxRedirects: 5 });
    expect(server.heads[1]).toMatch(/X-Mine: 1\r\nAuthorization: Basic own\r\n/);
    expect(server.heads[2]).toContain('Authorization: Basic dTpw');
    for (const head of other.heads) expect(head).not.toMatch(/X-Mine|Authorization/);
    expect(other.heads).toHaveLength(2);
  });

  it.each([
    [301, 'GET'],
    [302, 'GET'],
    [303, 'GET'],
    [307, 'POST'],
    [308, 'POST'],
  ])('turns a POST that meets %i into %s', async (status, method) => {
    const server = await start((socket, _head, nth) =>
      socket.write(nth === 0 ? answer('', 'Location: /t\r\n', `${status} x`) : answer('end')),
    );
    const chain = await followRedirects(
      await fetcherFor(),
      { url: server.url, method: 'POST', body: Buffer.from('a=1') },
      { maxRedirects: 5 },
    );
    expect(chain.at(-1)).toMatchObject({ method, requestBody: method === 'POST' ? Buffer.from('a=1') : null });
  });
});
