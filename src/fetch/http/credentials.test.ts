import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { answer, openFetcher, rawServer, type Script, text } from '../../../test/support/raw-server.js';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

async function serving(script: Script, credentials: (url: string) => object[]) {
  const server = await rawServer(script);
  const fetcher = await openFetcher({ credentials: credentials(server.url) });
  open.push(server, fetcher);
  return { server, fetcher };
}

const md5 = (value: string) => createHash('md5').update(value).digest('hex');
const sha256 = (value: string) => createHash('sha256').update(value).digest('hex');
const parameter = (head: string, name: string) => new RegExp(`[ ,]${name}="?([^",\\r]*)`).exec(head)?.[1] ?? '';

/** A server that checks digests for user `u` and password `p`; a nonce lives for two requests. */
function digestServer(algorithm: string, hash: (value: string) => string): Script {
  let nonce = 0;
  let uses = 0;
  return (socket, head) => {
    const auth = /\r\nAuthorization: (Digest .*)\r\n/.exec(head)?.[1] ?? '';
    const [method = '', target = ''] = head.split(' ');
    const [realm, used, nc, cnonce] = ['realm', 'nonce', 'nc', 'cnonce'].map((name) => parameter(auth, name));
    const secret = hash(`u:${realm}:p`);
    const a1 = algorithm.endsWith('-sess') ? hash(`${secret}:${used}:${cnonce}`) : secret;
    const expected = hash(`${a1}:${used}:${nc}:${cnonce}:auth:${hash(`${method}:${target}`)}`);
    const right = auth !== '' && parameter(auth, 'response') === expected && parameter(auth, 'uri') === target;
    const fresh = used === `nonce${nonce}` && Number.parseInt(nc ?? '', 16) === uses + 1 && uses < 2;
    if (right && fresh) {
      uses++;
      return socket.write(answer(`welcome ${nc}`));
    }
    nonce++;
    uses = 0;
    const challenge = `WWW-Authenticate: Digest realm="r", nonce="nonce${nonce}", qop="auth", algorithm=${algorithm}, opaque="o"${right ? ', stale=true' : ''}\r\n`;
    return socket.write(answer('no', challenge, '401 Unauthorized'));
  };
}

describe('S-52 credentials', () => {
  it('basic is sent at once, to its site only, and not written down', async () => {
    const { server, fetcher } = await serving(
      (socket) => socket.write(answer('x')),
      (site) => [{ site, scheme: 'basic', user: 'ü', password: 'p:w' }],
    );
    const other = await rawServer((socket) => socket.write(answer('x')));
    open.push(other);
    const exchange = await fetcher.fetch({ url: server.url });
    await fetcher.fetch({ url: other.url });
    expect(server.heads[0]).toContain(`\r\nAuthorization: Basic ${Buffer.from('ü:p:w').toString('base64')}\r\n`);
    expect(text(exchange.requestHead)).toContain('\r\nAuthorization: [redacted]\r\n');
    expect(other.heads[0]).not.toContain('Authorization');
  });

  it('bearer', async () => {
    const { server, fetcher } = await serving(
      (socket) => socket.write(answer('x')),
      (site) => [{ site, scheme: 'bearer', token: 't0ken' }],
    );
    await fetcher.fetch({ url: server.url });
    expect(server.heads[0]).toContain('\r\nAuthorization: Bearer t0ken\r\n');
  });

  it('in the URL go along with it and nowhere else', async () => {
    const { server, fetcher } = await serving(
      (socket) => socket.write(answer('x')),
      () => [],
    );
    const exchange = await fetcher.fetch({ url: server.url.replace('//', '//me:secret@') });
    await fetcher.fetch({ url: server.url });
    expect(server.heads[0]).toContain(`Authorization: Basic ${Buffer.from('me:secret').toString('base64')}`);
    expect(server.heads[1]).not.toContain('Authorization');
    expect(exchange.url).toBe(server.url);
    expect(text(exchange.requestHead)).not.toContain('secret');
  });

  it.each([
    ['MD5', md5],
    ['MD5-sess', md5],
    ['SHA-256', sha256],
    ['SHA-256-sess', sha256],
  ])('digest %s answers the challenge, reuses the nonce and renews a stale one', async (algorithm, hash) => {
    const { server, fetcher } = await serving(digestServer(algorithm, hash), (site) => [
      { site, scheme: 'digest', user: 'u', password: 'p' },
    ]);
    const bodies: string[] = [];
    for (const path of ['a', 'b?x=1', 'c']) bodies.push(text((await fetcher.fetch({ url: server.url + path })).body));
    expect(bodies).toEqual(['welcome 00000001', 'welcome 00000002', 'welcome 00000001']);
    expect(server.heads).toHaveLength(5); // challenge + a, b, stale + c
  });

  it('a wrong password is tried once, not for ever', async () => {
    const { server, fetcher } = await serving(digestServer('MD5', md5), (site) => [
      { site, scheme: 'digest', user: 'u', password: 'wrong' },
    ]);
    expect((await fetcher.fetch({ url: server.url })).status).toBe(401);
    expect(server.heads).toHaveLength(2);
  });

  it('incomplete ones are refused before the crawl', async () => {
    await expect(openFetcher({ credentials: [{ site: 'http://a.test', scheme: 'bearer' }] })).rejects.toThrow('needs `token`');
    await expect(openFetcher({ credentials: [{ site: 'http://a.test', scheme: 'digest', password: 'x' }] })).rejects.toThrow(
      'needs `user`',
    );
  });
});
