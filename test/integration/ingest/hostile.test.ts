/** Uploads that mean harm: refused with the contract's words, nothing written, others answered meanwhile. */
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ZipFile } from 'yazl';
import { sharedStore } from '../../support/group-stores.js';
import {
  envelope,
  include,
  makeGroup,
  mtomBody,
  postMtom,
  postText,
  resultOf,
  sendMtom,
  sendRest,
  sendText,
  startIngest,
  type TestGroup,
  type TestService,
} from '../../support/ingesting.js';

const open = sharedStore();
const started = async (options = {}) => startIngest(await open(), options);
const simple = (): Promise<TestGroup> => makeGroup('Add', [{ file: 'a.pdf', content: 'text of a' }]);

async function nothingWritten(service: TestService, { group }: TestGroup): Promise<void> {
  expect(await service.store.known(group.identifier)).toBeNull();
  expect(service.spooled()).toEqual([]);
  expect((await service.log()).every(({ result }) => result === 'Error')).toBe(true);
  expect(await sendText(service, await simple())).toBe('OK');
}

/** A ZIP with entries of any name; names are written into the bytes afterwards, because no writer takes them. */
async function zipOf(entries: Readonly<Record<string, Uint8Array | string>>): Promise<Buffer> {
  const zip = new ZipFile();
  const names = Object.keys(entries);
  for (const [index, name] of names.entries()) zip.addBuffer(Buffer.from(entries[name] ?? ''), 'x'.repeat(name.length - 1) + index);
  zip.end();
  let bytes = (await buffer(zip.outputStream as NodeJS.ReadableStream)).toString('latin1');
  for (const [index, name] of names.entries()) bytes = bytes.replaceAll('x'.repeat(name.length - 1) + index, name);
  return Buffer.from(bytes, 'latin1');
}

describe('packages', () => {
  it.each([
    ['zip slip', { '../../../../tmp/a.pdf': 'evil' }],
    ['zip slip with an alibi', { 'a.pdf': 'fine', '../../evil.sh': 'evil' }],
    ['two entries of a name', { 'a.pdf': 'one', 'x/a.pdf': 'two' }],
  ])('%s', async (_case, entries) => {
    const service = await started();
    const sent = { ...(await simple()), zip: await zipOf(entries) };
    const answer = await sendMtom(service, sent);
    if (answer === 'OK') expect(await service.store.known(sent.group.identifier)).toMatchObject([{ file: 'a.pdf' }]);
    else {
      expect(answer).toMatch(/^Error: Zip archive/);
      await nothingWritten(service, sent);
    }
  });

  it('a bomb', async () => {
    const service = await started({ limits: { ratio: 50 } });
    const bomb = await zipOf({ 'a.pdf': new Uint8Array(80 << 20) });
    expect(bomb.length).toBeLessThan(1 << 20);
    const sent = { ...(await simple()), zip: bomb };
    expect(await sendMtom(service, sent)).toMatch(/^Error: Zip archive has files that unpack to more than/);
    await nothingWritten(service, sent);
  });

  it('a bomb that lies about its size', async () => {
    const service = await started();
    const bomb = await zipOf({ 'a.pdf': new Uint8Array(8 << 20) });
    const size = Buffer.alloc(4);
    size.writeUInt32LE(8 << 20);
    const lie = Buffer.from(bomb.toString('latin1').replaceAll(size.toString('latin1'), '\x0a\0\0\0'), 'latin1');
    const sent = { ...(await simple()), zip: lie };
    expect(await sendMtom(service, sent)).toMatch(/^Error: Zip archive/);
    await nothingWritten(service, sent);
  });

  it('one large file as thousands of documents', async () => {
    const service = await started({ limits: { unpacked: 20 << 20 } });
    const [first, ...rest] = Array.from({ length: 40 }, (_, n) => ({ file: `${n}.pdf`, content: n === 0 ? new Uint8Array(1 << 20) : '' }));
    const sent = await makeGroup('Add', [first as { file: string }, ...rest]);
    const metaInfo = sent.metaInfo.replaceAll(/file="\d+\.pdf"/g, 'file="0.pdf"');
    expect((await sendRest(service, { ...sent, metaInfo })).answer).toMatch(/^Error: Zip archive has 41943040 bytes of documents/);
    await nothingWritten(service, sent);
  });
});

describe('descriptions', () => {
  const external = '<!DOCTYPE documentgroup [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
  const laughs = `<!DOCTYPE documentgroup [<!ENTITY a "ha">${'bcdefghij'
    .split('')
    .map((name, n) => `<!ENTITY ${name} "${`&${'abcdefghi'[n]};`.repeat(10)}">`)
    .join('')}]>`;
  it.each([
    ['an external entity', external, '&x;'],
    ['a billion laughs', laughs, '&j;'],
  ])('%s in MetaInfo', async (_case, declaration, reference) => {
    const service = await started();
    const sent = await simple();
    const metaInfo = sent.metaInfo.replace('<documentgroup', `${declaration}<documentgroup`).replace('lang="SL"', `lang="${reference}"`);
    for (const answer of [await sendText(service, { ...sent, metaInfo }), (await sendRest(service, { ...sent, metaInfo })).answer]) {
      expect(answer).toMatch(/^Error: \*\*\*XML Validation error\nSeverity: Error\nMessage: .*DOCTYPE/);
      expect(answer).not.toContain('root:');
    }
    await nothingWritten(service, sent);
  });

  it.each([
    ['an external entity', external],
    ['a billion laughs', laughs],
    ['a declaration without end', `<!DOCTYPE x [${'<!ENTITY y "z">'.repeat(1000)}`],
  ])('%s in the envelope', async (_case, declaration) => {
    const service = await started();
    const sent = await simple();
    const text = envelope(sent.zip.toString('base64'), sent.metaInfo).replace('<s:Envelope', `${declaration}<s:Envelope`);
    expect(await (await postText(service, text)).text()).toMatch(/<faultstring xml:lang="en">Error: .*DOCTYPE/);
    await nothingWritten(service, sent);
  });

  it('a million documents', async () => {
    const service = await started();
    const sent = await simple();
    const many = (documents: string) => sent.metaInfo.replace('</documentgroup>', `${documents}</documentgroup>`);
    const refusal = /^Error: \*\*\*XML Validation error\nSeverity: Error\nMessage: /;
    for (const metaInfo of [many('<document/>'.repeat(1_000_000)), many('<document format="text/xml"/>'.repeat(1_000_000))])
      expect((await sendRest(service, { ...sent, metaInfo })).answer).toMatch(refusal);
    expect(await resultOf(await postText(service, envelope('', many('<document/>'.repeat(100_000)))))).toMatch(refusal);
    await nothingWritten(service, sent);
  });

  it('nested without end', async () => {
    const service = await started();
    const sent = await simple();
    expect(
      await (await postText(service, envelope('', '').replace('<a:MetaInfo>', `${'<b>'.repeat(100_000)}<a:MetaInfo>`))).text(),
    ).toContain('nested too deeply');
    expect((await sendRest(service, { ...sent, metaInfo: '<a>'.repeat(20_000) })).answer).toMatch(/^Error: \*\*\*XML Validation error/);
    await nothingWritten(service, sent);
  });

  it('a charset that is not the one it claims to be', async () => {
    const service = await started();
    const sent = await simple();
    const latin = Buffer.from(envelope(sent.zip.toString('base64'), sent.metaInfo.replace('SI.Test', 'Käse')), 'latin1');
    expect(await (await postText(service, latin)).text()).toMatch(/<faultstring xml:lang="en">Error: .*charset/);
    const form = new FormData();
    form.append('metaInfo', new Blob([Buffer.from(sent.metaInfo.replace('SI.Test', 'Käse'), 'latin1')], { type: 'text/xml' }));
    form.append('data', new Blob([new Uint8Array(sent.zip)]));
    const answer = await fetch(`${service.url}/ingest/groups`, { method: 'POST', body: form });
    expect(await answer.json()).toMatchObject({ answer: expect.stringMatching(/^Error: .*charset/) as string });
    await nothingWritten(service, sent);
  });
});

describe('XOP', () => {
  it.each(['file:///etc/passwd', '/etc/passwd', 'http://127.0.0.1/', 'cid:nobody@test', 'cid:', ''])(
    'an href that is no part: %s',
    async (href) => {
      const service = await started();
      const sent = await simple();
      const answer = await (await postMtom(service, mtomBody(envelope(include(href), sent.metaInfo), [['data@test', sent.zip]]))).text();
      expect(answer).toMatch(/<UploadFileResult>Error: xop:Include names no part of this message/);
      await nothingWritten(service, sent);
    },
  );

  it('thousands of parts', async () => {
    const service = await started();
    const sent = await simple();
    const parts = Array.from({ length: 5000 }, (_, n) => [`part${n}@test`, Buffer.from('x')] as const);
    const answer = await postMtom(service, mtomBody(envelope(include('cid:part1@test'), sent.metaInfo), parts));
    expect(await answer.text()).toMatch(/Error: .*parts/);
    await nothingWritten(service, sent);
  });
});

describe('streams', () => {
  it('E-28 base64 and white space without end are cut off and answered', async () => {
    const service = await started({ limits: { message: 1 << 20 } });
    const sent = await simple();
    for (const filling of ['QUFB', '    ', 'QU&#10;FB'])
      expect(await resultOf(await postText(service, envelope(filling.repeat(600_000), sent.metaInfo)))).toMatch(
        /^Error: The message is larger than 1048576 bytes/,
      );
    const large = { ...sent, zip: Buffer.alloc(2 << 20) };
    expect(await sendMtom(service, large)).toMatch(/^Error: The message is larger/);
    expect((await sendRest(service, large)).answer).toMatch(/^Error: The message is larger/);
    await nothingWritten(service, sent);
  });

  it('a sender that dies leaves nothing', async () => {
    const service = await started();
    const { hostname, port, pathname } = new URL(service.soap);
    const sent = await simple();
    const text = envelope(sent.zip.toString('base64'), sent.metaInfo);
    for (const share of [0.1, 0.5, 0.95]) {
      const socket = connect(Number(port), hostname);
      socket.write(
        `POST ${pathname} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/xml\r\nContent-Length: ${text.length}\r\n\r\n${text.slice(0, share * text.length)}`,
      );
      await new Promise((resolve) => setTimeout(resolve, 30));
      socket.destroy();
    }
    await expect.poll(async () => (await service.log()).length).toBe(3);
    await expect.poll(() => service.spooled()).toEqual([]);
    await nothingWritten(service, sent);
  });

  it('half requests held open keep nobody out', async () => {
    const service = await started();
    const { hostname, port, pathname } = new URL(service.soap);
    const halves = [
      'POST / HTTP/1.1\r\nHost: x',
      `POST ${pathname} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/xml\r\nContent-Length: 1000000\r\n\r\n<s:Envelope`,
      `POST /ingest/groups HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n--x`,
    ];
    const sockets = Array.from({ length: 120 }, (_, n) => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      socket.write(halves[n % 3] as string);
      return socket;
    });
    onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
    await Promise.all([simple(), simple(), simple()].map(async (sent) => expect(await sendMtom(service, await sent)).toBe('OK')));
  });
});
