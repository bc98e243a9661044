/** An ingest service for tests, over a real store and a real server, and groups to send to it. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { type DocumentGroup, type Operation, packGroup, writeMetaInfo } from '../../src/formats/document-groups/index.js';
import { DEFAULT_LIMITS, type GroupStore, type Ingest, type IngestLimits, type IngestOptions, openIngest } from '../../src/ingest/index.js';
import { type IngestServing, type SoapServing, startIngestServer } from '../../src/server/index.js';
import type { LogRow } from '../../src/store/index.js';

export const SOAP_PATH = '/CrawlerService/ServiceEUCases.svc';

export interface TestService {
  /** Without a slash at its end. */
  readonly url: string;
  readonly soap: string;
  readonly ingest: Ingest;
  readonly store: GroupStore;
  readonly fallbackFile: string;
  readonly errors: unknown[];
  /** Rows since it was started. */
  log(): Promise<LogRow[]>;
  /** Names of what lies in the spool folder. */
  spooled(): string[];
}

export interface TestServiceOptions extends Partial<Omit<IngestOptions, 'store' | 'limits'>> {
  readonly limits?: Partial<IngestLimits>;
  readonly soap?: Partial<SoapServing> | null;
  readonly host?: string;
  readonly token?: string | null;
  readonly senders?: ReadonlyMap<string, string>;
  readonly administrators?: ReadonlySet<string>;
  readonly allow?: readonly string[];
}

/** Gone when the test is. */
export async function startIngest(store: GroupStore, options: TestServiceOptions = {}): Promise<TestService> {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-ingest-'));
  const errors: unknown[] = [];
  const { host = '127.0.0.1', token = null, senders, administrators, allow, soap = {}, ...rest } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const spoolFolder = join(folder, 'spool');
  const fallbackFile = join(folder, 'log.jsonl');
  const ingest = openIngest({ spoolFolder, fallbackFile, onError: (error) => errors.push(error), ...rest, store, limits });
  const serving: IngestServing = {
    ingest,
    store,
    spoolFolder,
    limits,
    soap: soap && { path: SOAP_PATH, publishMetadata: true, includeExceptionDetail: false, ...soap },
    ...(senders ? { senders } : {}),
    ...(administrators ? { administrators } : {}),
    ...(allow ? { allow } : {}),
  };
  const server = await startIngestServer({
    host,
    port: 0,
    token,
    version: '0.0.0-test',
    ingest: serving,
    onError: (error) => errors.push(error),
  });
  onTestFinished(async () => {
    await server.close();
    await ingest.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const mark = (await logOf(store).catch(() => [])).at(-1)?.id ?? 0;
  const log = async () => (await logOf(store)).filter(({ id }) => id > mark);
  const url = server.url.replace(/\/$/, '');
  return { url, soap: url + SOAP_PATH, ingest, store, fallbackFile, errors, log, spooled: () => readdirSync(spoolFolder) };
}

let numbers = 0;
/** Never used before in this process. */
export const newIdentifier = (): string => `00000000-0000-4000-8000-${(++numbers).toString(16).padStart(12, '0')}`;

export interface TestDocument {
  readonly file: string;
  readonly content?: Uint8Array | string;
  readonly operation?: Operation;
  readonly identifier?: string;
  readonly md5?: string;
  readonly format?: string;
}

export interface TestGroup {
  readonly group: DocumentGroup;
  readonly metaInfo: string;
  readonly zip: Buffer;
}

export async function makeGroup(
  operation: Operation,
  documents: readonly TestDocument[],
  more: Partial<DocumentGroup> = {},
): Promise<TestGroup> {
  const group: DocumentGroup = {
    date: new Date(Date.UTC(2026, 0, 5, 12)),
    crawler: 'SI.Test',
    lang: 'SL',
    format: 'application/zip',
    filename: 'group.zip',
    identifier: newIdentifier(),
    operation,
    type: 2,
    ...more,
    documents: documents.map(({ file, content = '', identifier = newIdentifier(), ...rest }) => ({
      format: 'application/pdf',
      file,
      identifier,
      operation,
      url: `https://portal.example/${file}`,
      md5: md5Of(content),
      ...rest,
    })),
  };
  const files = new Map(documents.map(({ file, content = '' }) => [file, new Uint8Array(Buffer.from(content))]));
  return {
    group,
    metaInfo: writeMetaInfo(group, { articles: true }),
    zip: operation === 'Del' ? Buffer.alloc(0) : await buffer(packGroup(group, files)),
  };
}

const md5Of = (content: Uint8Array | string): string => createHash('md5').update(content).digest('hex');

export function form({ metaInfo, zip }: Pick<TestGroup, 'metaInfo' | 'zip'>): FormData {
  const data = new FormData();
  data.append('metaInfo', new Blob([metaInfo], { type: 'text/xml' }));
  data.append('data', new Blob([new Uint8Array(zip)], { type: 'application/zip' }), 'group.zip');
  return data;
}

export interface RestAnswer {
  readonly answer: string;
  readonly code: string | null;
  readonly errorId: string | null;
}

export async function sendRest(
  service: Pick<TestService, 'url'>,
  group: Pick<TestGroup, 'metaInfo' | 'zip'>,
  init: RequestInit = {},
): Promise<RestAnswer> {
  const answer = await fetch(`${service.url}/ingest/groups`, { method: 'POST', body: form(group), ...init });
  return (await answer.json()) as RestAnswer;
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** An envelope as somebody would write it by hand. `data` is what stands inside of Data; null: no Data. */
export const envelope = (data: string | null, metaInfo: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>` +
  `<UploadFile xmlns="http://tempuri.org/"><document xmlns:a="http://schemas.datacontract.org/2004/07/ServiceEUCases">` +
  `${data === null ? '' : `<a:Data>${data}</a:Data>`}<a:MetaInfo>${escape(metaInfo)}</a:MetaInfo></document></UploadFile></s:Body></s:Envelope>`;

export const ACTION = '"http://tempuri.org/IServiceEUCases/UploadFile"';

export const postText = (
  service: Pick<TestService, 'soap'>,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(service.soap, {
    method: 'POST',
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: ACTION, ...headers },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });

export const sendText = async (
  service: Pick<TestService, 'soap'>,
  { zip, metaInfo }: Pick<TestGroup, 'metaInfo' | 'zip'>,
  headers = {},
): Promise<string> => resultOf(await postText(service, envelope(zip.toString('base64'), metaInfo), headers));

export const MTOM_TYPE = 'multipart/related; type="application/xop+xml"; start="<root@test>"; start-info="text/xml"; boundary="=_cut"';

export function mtomBody(root: string, parts: readonly (readonly [id: string, bytes: Uint8Array])[]): Buffer {
  const head = (id: string, type: string, encoding: string) =>
    `--=_cut\r\nContent-ID: <${id}>\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(head('root@test', 'application/xop+xml; charset=utf-8; type="text/xml"', '8bit') + root + '\r\n'),
    ...parts.flatMap(([id, bytes]) => [Buffer.from(head(id, 'application/octet-stream', 'binary')), bytes, Buffer.from('\r\n')]),
    Buffer.from('--=_cut--\r\n'),
  ]);
}

export const include = (href: string): string => `<xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="${href}"/>`;

export const postMtom = (service: Pick<TestService, 'soap'>, body: Uint8Array): Promise<Response> =>
  postText(service, body, { 'content-type': MTOM_TYPE });

export const sendMtom = async (
  service: Pick<TestService, 'soap'>,
  { zip, metaInfo }: Pick<TestGroup, 'metaInfo' | 'zip'>,
): Promise<string> => resultOf(await postMtom(service, mtomBody(envelope(include('cid:data@test'), metaInfo), [['data@test', zip]])));

/** The string of an answer; a fault is an error. */
export async function resultOf(answer: Response): Promise<string> {
  const text = await answer.text();
  const [, result] = /<UploadFile(?:Complex)?Result>([\s\S]*?)<\//.exec(text) ?? [];
  if (result === undefined) throw new Error(`No result: ${answer.status} ${text}`);
  return result.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

async function logOf(store: GroupStore): Promise<LogRow[]> {
  const rows: LogRow[] = [];
  for await (const row of store.logRows()) rows.push(row);
  return rows;
}
