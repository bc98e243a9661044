/** A foreign service of the document-group contract, small enough to be told to misbehave: it dies, forgets to answer, says `Ok`. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type DocumentGroup, openPackage, readMetaInfo } from '../../src/formats/document-groups/index.js';

export interface GroupService {
  readonly rest: string;
  readonly soap: string;
  /** What was taken, in order. */
  readonly taken: { readonly group: DocumentGroup; readonly files: ReadonlyMap<string, string> }[];
  /** Groups it has now, each with its documents' MD5s. */
  readonly groups: ReadonlyMap<string, ReadonlyMap<string, string>>;
  calls: number;
  behaviour: 'well' | 'away' | 'loses-answers' | 'fails';
  /** Groups it takes before it fails. */
  failsAfter: number;
  /** Called when a group is stored, before the answer. */
  onTaken: (() => void) | null;
  close(): Promise<void>;
}

interface Upload {
  readonly metaInfo: string;
  readonly data: Buffer;
}

export async function serveGroups(): Promise<GroupService> {
  const groups = new Map<string, Map<string, string>>();
  const server = createServer((request, response) => void answer(request, response).catch(() => request.socket.destroy()));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    if (request.method === 'GET') return tellKnown(request, response);
    service.calls++;
    if (service.behaviour === 'away') return void request.socket.destroy();
    if (service.behaviour === 'fails' || service.taken.length >= service.failsAfter) return void response.writeHead(503).end();
    const isSoap = request.url?.endsWith('.svc') === true;
    const result = await take(isSoap ? fromSoap(body) : await fromForm(request, body));
    if (service.behaviour === 'loses-answers') return void request.socket.destroy();
    if (isSoap) response.writeHead(200, { 'content-type': 'text/xml' }).end(soapResult(result));
    else response.writeHead(result === 'Ok' ? 200 : 409, { 'content-type': 'application/json' }).end(JSON.stringify({ answer: result }));
  };
  const tellKnown = ({ url = '' }: IncomingMessage, response: ServerResponse): void => {
    const known = groups.get(url.split('/').at(-1) ?? '');
    if (!known) return void response.writeHead(404).end();
    const documents = [...known].map(([identifier, md5]) => ({ identifier, md5 }));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ documents }));
  };
  const take = async ({ metaInfo, data }: Upload): Promise<string> => {
    const { group } = await readMetaInfo(metaInfo, { extraFormats: ['text/plain'] });
    const { identifier, operation } = group;
    if (operation === 'Add' && groups.has(identifier))
      return `Error: There is a document identifier: ${identifier}. You can't use Operation: Add`;
    if ((operation === 'Upd' || operation === 'Del') && !groups.has(identifier))
      return `Error: No document identifier: ${identifier}. You can't use Operation: ${operation}`;
    const files = operation === 'Del' ? new Map<string, string>() : await unpack(data, group);
    if (operation === 'Del') groups.delete(identifier);
    else groups.set(identifier, new Map(group.documents.filter((one) => one.operation !== 'Del').map((one) => [one.identifier, one.md5])));
    service.taken.push({ group, files });
    service.onTaken?.();
    return 'Ok';
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service: GroupService = {
    rest: origin,
    soap: `${origin}/CrawlerService/ServiceEUCases.svc`,
    taken: [],
    groups,
    calls: 0,
    behaviour: 'well',
    failsAfter: Number.POSITIVE_INFINITY,
    onTaken: null,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
}

/** Every file that is not gone, as text; a wrong MD5 is an error of whoever packed. */
async function unpack(data: Buffer, { documents }: DocumentGroup): Promise<Map<string, string>> {
  const opened = await openPackage(data);
  const files = new Map<string, string>();
  for (const { file, md5, operation } of documents) {
    const entry = opened.find(file);
    if (operation === 'Del') continue;
    if (!entry) throw new Error(`${file} is not in the package`);
    const bytes = await buffer(await opened.read(entry));
    if (createHash('md5').update(bytes).digest('hex') !== md5) throw new Error(`${file} has another MD5`);
    files.set(file, bytes.toString());
  }
  opened.close();
  return files;
}

function fromSoap(body: Buffer): Upload {
  const text = body.toString('latin1');
  const metaInfo = decode(/<a:MetaInfo>(.*)<\/a:MetaInfo>/s.exec(body.toString('utf8'))?.[1] ?? '');
  const inline = /<a:Data>([A-Za-z0-9+/=]*)<\/a:Data>/.exec(text)?.[1];
  if (inline !== undefined) return { metaInfo, data: Buffer.from(inline, 'base64') };
  const start = text.indexOf('\r\n\r\n', text.indexOf('<data@winnow>')) + 4;
  return { metaInfo, data: body.subarray(start, text.lastIndexOf('\r\n--uuid:')) };
}

const decode = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#10;', '\n').replaceAll('&amp;', '&');

async function fromForm({ headers }: IncomingMessage, body: Buffer): Promise<Upload> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type'] ?? '' } }).formData();
  const data = form.get('data') as File | null;
  return { metaInfo: form.get('metaInfo') as string, data: data ? Buffer.from(await data.arrayBuffer()) : Buffer.alloc(0) };
}

const soapResult = (result: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><UploadFileResponse xmlns="http://tempuri.org/">` +
  `<UploadFileResult>${result}</UploadFileResult></UploadFileResponse></s:Body></s:Envelope>`;
