import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openReceiver, protocolOf, type ReceiverOptions } from './open-receiver.js';
import { type Parcel, type Receiver, UnavailableError } from './receiver.js';

const folder = mkdtempSync(join(tmpdir(), 'winnow-receivers-'));
const opened: Receiver[] = [];
const servers: Server[] = [];
afterEach(async () => {
  for (const receiver of opened.splice(0)) await receiver.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const zip = randomBytes(200_001);
writeFileSync(join(folder, 'a.zip'), zip);
const parcel: Parcel = {
  metaInfo: '<documentgroup a="1 &amp; 2">\n</documentgroup>',
  data: join(folder, 'a.zip'),
  length: zip.length,
  filename: 'a.zip',
};

interface Seen {
  readonly headers: IncomingHttpHeaders;
  readonly url: string;
  readonly body: Buffer;
}

/** A server that keeps what it is sent and answers as told. */
async function serving(answer: (response: ServerResponse, request: IncomingMessage) => void): Promise<{ address: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const take = (body: Buffer): void => {
      seen.push({ headers: request.headers, url: request.url ?? '', body });
      answer(response, request);
    };
    void buffer(request).then(take, () => undefined); // a sender may break off
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const receiver = (options: ReceiverOptions): Receiver => {
  const made = openReceiver(options);
  opened.push(made);
  return made;
};

const envelope = (inside: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${inside}</s:Body></s:Envelope>`;
const result = (text: string): string =>
  envelope(`<UploadFileResponse xmlns="http://tempuri.org/"><UploadFileResult>${text}</UploadFileResult></UploadFileResponse>`);
const soapServer = (text: string, status = 200) =>
  serving((response) => response.writeHead(status, { 'content-type': 'text/xml' }).end(text));

describe('SOAP', () => {
  it.each(['OK', 'Ok', 'ok'])('E-19 takes %s for success', async (word) => {
    const { address } = await soapServer(result(word));
    expect(await receiver({ to: `${address}/ServiceEUCases.svc` }).send(parcel)).toEqual({ isTaken: true, answer: word });
  });

  it('sends MTOM: an envelope with an include, and the bytes in a part of their own', async () => {
    const { address, seen } = await soapServer(result('OK'));
    await receiver({ to: `${address}/ServiceEUCases.svc` }).send(parcel);
    const { headers, body } = seen[0] as Seen;
    expect(headers['soapaction']).toBe('"http://tempuri.org/IServiceEUCases/UploadFile"');
    expect(headers['content-type']).toMatch(
      /^multipart\/related; type="application\/xop\+xml"; start="<root@winnow>"; boundary="[^"]+"; start-info="text\/xml"$/,
    );
    expect(Number(headers['content-length'])).toBe(body.length);
    expect(body.includes(zip)).toBe(true);
    expect(body.toString('latin1')).toContain('<a:Data><xop:Include href="cid:data@winnow"');
    expect(body.toString('latin1')).toContain(
      '<a:MetaInfo>&lt;documentgroup a=&quot;1 &amp;amp; 2&quot;&gt;&#10;&lt;/documentgroup&gt;</a:MetaInfo>',
    );
  });

  it('sends base64 inside the text, whatever the length, and nothing for nothing', async () => {
    const { address, seen } = await soapServer(result('OK'));
    const sender = receiver({ to: `${address}/ServiceEUCases.svc`, encoding: 'text' });
    await sender.send(parcel);
    await sender.send({ ...parcel, data: null, length: 0 });
    const [full, empty] = seen.map(({ body }) => /<a:Data>(.*)<\/a:Data>/.exec(body.toString('latin1'))?.[1]);
    expect(full).toBe(zip.toString('base64'));
    expect(empty).toBe('');
    expect(seen.every(({ headers, body }) => Number(headers['content-length']) === body.length)).toBe(true);
  });

  it('reads answers inside multipart, and passes refusals on', async () => {
    const refusal = 'Error: There is a document identifier: 1. You can&#39;t use Operation: Add';
    const { address } = await serving((response) => {
      response.writeHead(200, { 'content-type': 'multipart/related; boundary=x' });
      response.end(`--x\r\nContent-ID: <a>\r\n\r\n${result(refusal)}\r\n--x--\r\n`);
    });
    const receipt = await receiver({ to: `${address}/a.svc` }).send(parcel);
    expect(receipt).toEqual({ isTaken: false, answer: "Error: There is a document identifier: 1. You can't use Operation: Add" });
  });

  it.each([
    ['an exception inside the service', result('Error: no database'), 200, 'failed: Error: no database'],
    [
      'a fault of the service',
      envelope('<s:Fault><faultcode>s:Server</faultcode><faultstring>boom</faultstring></s:Fault>'),
      500,
      'failed: boom',
    ],
    ['a page', '<html>Service Unavailable</html>', 503, 'answered 503'],
    ['a redirect', '', 302, 'redirects are not followed'],
    ['a wish for credentials', '', 401, 'give a user and a password'],
    ['half an envelope', result('OK').slice(0, 150), 200, 'no SOAP answer'],
    ['an entity bomb', `<!DOCTYPE a [<!ENTITY b "c">]>${result('&b;')}`, 200, 'no SOAP answer'],
  ])('does not know what became of a package after %s', async (_case, text, status, message) => {
    const { address } = await soapServer(text, status);
    const sent = receiver({ to: `${address}/a.svc` }).send(parcel);
    await expect(sent).rejects.toThrow(UnavailableError);
    await expect(sent).rejects.toThrow(message);
  });

  it('takes a fault of its own for a refusal', async () => {
    const { address } = await soapServer(
      envelope('<s:Fault><faultcode>s:Client</faultcode><faultstring>what?</faultstring></s:Fault>'),
      500,
    );
    expect(await receiver({ to: `${address}/a.svc` }).send(parcel)).toEqual({ isTaken: false, answer: 'Fault: what?' });
  });
});

describe('REST', () => {
  it('sends a form of two parts with credentials', async () => {
    const { address, seen } = await serving((response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"answer":"OK"}'),
    );
    const receipt = await receiver({ to: address, user: 'anna', password: 'geheim' }).send(parcel);
    expect(receipt).toEqual({ isTaken: true, answer: 'OK' });
    const { headers, url, body } = seen[0] as Seen;
    expect(url).toBe('/ingest/groups');
    expect(headers.authorization).toBe(`Basic ${Buffer.from('anna:geheim').toString('base64')}`);
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type'] ?? '' } }).formData();
    expect(form.get('metaInfo')).toBe(parcel.metaInfo);
    expect(Buffer.from(await (form.get('data') as File).arrayBuffer()).equals(zip)).toBe(true);
  });

  it.each([
    ['application/json', '{"answer":"Error: no"}', 'Error: no'],
    ['text/plain; charset=utf-8', 'Error: no\n', 'Error: no'],
    ['application/json', '"Error: no"', 'Error: no'],
  ])('E-19 takes an error for a refusal though its status is 200, said as %s', async (type, body, answer) => {
    const { address } = await serving((response) => response.writeHead(200, { 'content-type': type }).end(body));
    expect(await receiver({ to: address }).send(parcel)).toEqual({ isTaken: false, answer });
  });

  it('E-19 takes a web page for no answer', async () => {
    const { address } = await serving((response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'));
    await expect(receiver({ to: address }).send(parcel)).rejects.toBeInstanceOf(UnavailableError);
  });

  it.each([
    [201, 'application/json', '{"id":7}'],
    [200, 'text/plain', 'Ok'],
    [204, '', ''],
  ])('takes %s with %s for success', async (status, type, body) => {
    const { address } = await serving((response) => response.writeHead(status, type ? { 'content-type': type } : {}).end(body));
    expect(await receiver({ to: address }).send(parcel)).toMatchObject({ isTaken: true });
  });

  it('passes refusals on, and asks what the service has', async () => {
    const { address } = await serving((response, { method, url }) => {
      if (method === 'POST') return response.writeHead(409, { 'content-type': 'application/json' }).end('{"answer":"Error: no"}');
      if (url?.endsWith('/free')) return response.writeHead(404).end();
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{"documents":[{"identifier":"A","md5":"FF"}]}');
    });
    const rest = receiver({ to: `${address}/ingest/groups` });
    expect(await rest.send(parcel)).toEqual({ isTaken: false, answer: 'Error: no' });
    expect(await rest.known?.('1')).toEqual(new Map([['a', 'ff']]));
    expect(await rest.known?.('free')).toBeNull();
  });
});

describe('time-outs and connections', () => {
  it('E-46 fails after sendTimeout against a slow server, and names it', async () => {
    const { address } = await serving(() => {});
    const slow = receiver({ to: `${address}/a.svc`, timeOuts: { send: 50, close: 10 } });
    await expect(slow.send(parcel)).rejects.toThrow('no complete answer within 0.05 s (time-out send)');
    const silent = receiver({ to: `${address}/a.svc`, timeOuts: { receive: 50, close: 10 } });
    await expect(silent.send(parcel)).rejects.toThrow('no answer within 0.05 s (time-out receive)');
  });

  it('says when nobody listens', async () => {
    await expect(receiver({ to: 'http://127.0.0.1:1/a.svc' }).send(parcel)).rejects.toThrow(
      '127.0.0.1:1 was not reached: connect ECONNREFUSED',
    );
  });

  it('keeps cookies only where it is told to', async () => {
    const { address, seen } = await serving((response) => response.writeHead(200, { 'set-cookie': 'session=1; Path=/' }).end(result('OK')));
    for (const cookies of [false, true]) {
      const sender = receiver({ to: `${address}/a.svc`, cookies });
      await sender.send(parcel);
      await sender.send(parcel);
    }
    expect(seen.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined, undefined, 'session=1']);
  });

  it('goes through a proxy', async () => {
    const { address } = await serving((response) => response.end());
    const { address: proxy, seen } = await soapServer(result('OK'));
    await receiver({ to: `${address}/a.svc`, proxy: proxy.replace('//', '//me:pw@') }).send(parcel);
    expect(seen[0]?.url).toBe(`${address}/a.svc`);
    expect(seen[0]?.headers['proxy-authorization']).toBe(`Basic ${Buffer.from('me:pw').toString('base64')}`);
  });

  it('takes an answer that comes before everything was sent', async () => {
    const server = createServer((_request, response) => response.writeHead(401, { connection: 'close' }).end());
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const large = join(folder, 'large.zip');
    writeFileSync(large, Buffer.alloc(20_000_000));
    const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.svc`;
    await expect(receiver({ to }).send({ ...parcel, data: large, length: 20_000_000 })).rejects.toThrow(/answered 401|EPIPE|ECONNRESET/);
  });

  it('opens a kept connection anew when the server has closed it', async () => {
    const { address, seen } = await soapServer(result('OK'));
    const sender = receiver({ to: `${address}/a.svc` });
    await sender.send(parcel);
    servers[0]?.closeIdleConnections();
    expect((await sender.send(parcel)).isTaken).toBe(true);
    expect(seen).toHaveLength(2);
  });
});

describe('a folder', () => {
  it('E-66 holds each package as ZIP and description, once, under names of its own', async () => {
    const target = join(folder, 'out');
    const sink = receiver({ to: target });
    const other = { ...parcel, metaInfo: '<other/>' };
    for (const sent of [parcel, parcel, other, { ...parcel, filename: '../../x', data: null }])
      expect((await sink.send(sent)).isTaken).toBe(true);
    expect(readdirSync(target).toSorted()).toEqual(['__.._x.xml', 'a.xml', 'a.zip', 'a~2.xml', 'a~2.zip']);
    expect(readFileSync(join(target, 'a.zip')).equals(zip)).toBe(true);
    expect(readFileSync(join(target, 'a~2.xml'), 'utf8')).toBe('<other/>');
  });

  it('is what an address that is no URL stands for', () => {
    expect(protocolOf('./out')).toBe('folder');
    expect(protocolOf('https://x.test/CrawlerService/ServiceEUCases.svc')).toBe('soap');
    expect(protocolOf('https://x.test/')).toBe('rest');
  });
});
