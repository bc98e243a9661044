/**
 * The request of a document's main file, made once more: to see whether a document that no list names is still there.
 *
 * Content negotiation and forms make one address many documents, so it is asked as it was. What a list said of the document is
 * gone with its row, but the archive has the request; where it has not, what the connector says is filled in as far as it goes.
 */
import { join } from 'node:path';
import type { CompleteConnector, FileRule, RequestTemplate } from '../../../definition/connector/index.js';
import { readRequest } from '../../../formats/warc/index.js';
import { type HeaderField, headerOf } from '../../../model/index.js';
import type { Deposited, DepositedFile, DepositRows } from '../../../store/index.js';
import { lookupIn } from '../listing/names.js';
import { filled } from '../listing/template.js';
import type { Question, Values } from '../port.js';

export interface ProbeOptions {
  readonly connector: CompleteConnector;
  readonly rules: readonly FileRule[];
  readonly names: Values;
  readonly jar: string | null;
  readonly deposits: Pick<DepositRows, 'fetched'>;
  /** Folder of the workspace. */
  readonly folder: string;
}

/** none: it has no address of its own, being a row of a list; lost: how it was asked for is not known any more. */
export type ProbeQuestion = Question | 'none' | 'lost';

type Asked = Awaited<ReturnType<typeof readRequest>>;

export async function probeQuestion(document: Deposited, options: ProbeOptions): Promise<ProbeQuestion> {
  const { files } = document;
  const main = files.find(({ role, operation }) => role === 'main' && operation !== 'Del') ?? files[0];
  const rules = options.rules.filter(({ request, role }) => request !== undefined && (role === 'main' || role === main?.role));
  if (!main || rules.length === 0 || !/^(https?|ftps?|file):/.test(main.url) || main.url.includes('#')) return 'none';
  const asked = await askedBefore(main, options);
  // After a redirect the archive has the request of its end, without what was posted at its beginning.
  const isWhole = asked?.url === main.url;
  const isPosted = isWhole ? asked.method !== 'GET' : rules.some(isPosting);
  if (isPosted && !(isWhole && asked.request)) return 'lost';
  const accept = headerIn(asked?.request ?? null, 'accept') ?? acceptFor(main, rules);
  return {
    url: main.url,
    method: isPosted ? (asked?.method as Question['method']) : 'GET',
    headers: headersOf(rules, asked?.request ?? null, document, options),
    body: isPosted ? (asked?.request?.body ?? null) : null,
    jar: options.jar,
    purpose: 'probe',
    ...(accept === null ? {} : { accept }),
  };
}

async function askedBefore(main: DepositedFile, { deposits, folder }: ProbeOptions) {
  const fetched = deposits.fetched(main.fetch);
  if (!fetched) return null;
  const { record, url, method } = fetched;
  // An archive that was tidied away meanwhile is no reason to ask nothing.
  const request = record && (await readRequest(join(folder, 'archive', record.file), record.offset).catch(() => null));
  return { url, method, request };
}

/** Those the connector names; cookies, validators and the like belong to the moment. */
function headersOf(rules: readonly FileRule[], asked: Asked, { fields, language }: Deposited, options: ProbeOptions): HeaderField[] {
  const lookup = lookupIn(options.connector, fields, { lang: [language] }, options.names);
  return [...templatesOf(rules)].flatMap(([name, template]): HeaderField[] => {
    const value = headerIn(asked, name) ?? (template === null ? null : filled(template, lookup));
    return value === null ? [] : [[name, value]];
  });
}

const REDACTED = '[redacted]';

function headerIn(asked: Asked, name: string): string | null {
  const value = asked && headerOf(asked.headers, name);
  return value === null || value.includes(REDACTED) ? null : value;
}

/** Header → template; null: it is made by the program. */
function templatesOf(rules: readonly FileRule[]): Map<string, string | null> {
  const templates = new Map<string, string | null>();
  for (const template of rules.flatMap(requestsOf)) {
    if (typeof template === 'string') continue;
    for (const [name, value] of Object.entries(template.headers ?? {})) templates.set(name.toLowerCase(), value);
    if (template.acceptLanguage !== undefined) templates.set('accept-language', template.acceptLanguage);
    if (posts(template)) templates.set('content-type', templates.get('content-type') ?? null);
  }
  return templates;
}

const requestsOf = ({ request, otherwise }: FileRule): RequestTemplate[] => (request === undefined ? otherwise : [request, ...otherwise]);

const isPosting = (rule: FileRule): boolean => requestsOf(rule).some(posts);

const posts = (template: RequestTemplate): boolean =>
  typeof template !== 'string' && (template.form ?? template.json ?? template.body) !== undefined;

function acceptFor(main: DepositedFile, rules: readonly FileRule[]): string | null {
  const type = main.member === null ? main.type : 'application/zip';
  return rules.flatMap(({ accept }) => accept).find((accept) => !accept.includes('{') && accept.split(';')[0]?.trim() === type) ?? null;
}
