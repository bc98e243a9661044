/** Requests with their places filled in. A place without a value makes no request: the row that led here is passed over. */
import type { RequestTemplate, SubmitTemplate } from '../../../definition/connector/index.js';
import { HarvestError, type Question } from '../port.js';
import { durationMs } from './duration.js';
import { type Form, filledForm } from './form.js';
import type { Lookup } from './names.js';
import { filled } from './template.js';

type Parts = Exclude<RequestTemplate, string>;

export interface Asking {
  /** What relative addresses are relative to. */
  readonly base: string | null;
  readonly rule: string;
  readonly purpose?: Question['purpose'];
}

const FORM_TYPE = 'application/x-www-form-urlencoded';
/** Numbers stay numbers in JSON. */
const NUMBER = /^\{(page|offset|size)\}$/;

/** Null where a name has no value. The cookie jar is put in by whoever asks. */
export function questionOf(template: RequestTemplate, lookup: Lookup, asking: Asking): Question | null {
  const parts: Parts = typeof template === 'string' ? { url: template } : template;
  const url = urlOf(parts, lookup, asking);
  const body = bodyOf(parts, lookup);
  const headers = allFilled(parts.headers ?? {}, lookup);
  const accept = parts.accept === undefined ? undefined : filled(parts.accept, lookup);
  const language = parts.acceptLanguage === undefined ? undefined : filled(parts.acceptLanguage, lookup);
  if (url === null || body === null || headers === null || accept === null || language === null) return null;
  return {
    url,
    method: parts.method ?? (body ? 'POST' : 'GET'),
    headers: [
      ...Object.entries(headers),
      ...(language === undefined ? [] : [['accept-language', language] as const]),
      ...(body && !hasType(headers) ? [['content-type', body.type] as const] : []),
    ],
    body: body ? Buffer.from(body.text) : null,
    ...(accept === undefined ? {} : { accept }),
    ...(parts.timeout ? { timeoutMs: durationMs(parts.timeout) } : {}),
    jar: null,
    purpose: asking.purpose ?? 'list',
  };
}

/** The form of a page, sent with what the connector sets in it. */
export function submission(form: Form, submit: SubmitTemplate, lookup: Lookup, asking: Asking): Question | null {
  const values = allFilled(submit.values, lookup);
  const other = submit.url === undefined ? undefined : filled(submit.url, lookup);
  if (values === null || other === null) return null;
  const url = new URL(other ?? form.action, asking.base ?? undefined);
  const sent = filledForm(form, values, submit.drop);
  const common = { jar: null, purpose: asking.purpose ?? 'list' } as const;
  if (form.method === 'POST') {
    return { ...common, url: url.href, method: 'POST', headers: [['content-type', FORM_TYPE]], body: Buffer.from(sent.toString()) };
  }
  url.search = sent.toString();
  return { ...common, url: url.href, method: 'GET', headers: [], body: null };
}

function urlOf({ url, query }: Parts, lookup: Lookup, { base, rule }: Asking): string | null {
  const text = filled(url, lookup);
  const added = allFilled(query ?? {}, lookup);
  if (text === null || added === null) return null;
  const parsed = absolute(text.trim(), base, rule);
  const search = Object.entries(added).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  if (search.length) parsed.search = [parsed.search.slice(1), ...search].filter((part) => part !== '').join('&');
  parsed.hash = '';
  return parsed.href;
}

function absolute(text: string, base: string | null, rule: string): URL {
  try {
    return new URL(text, base ?? undefined);
  } catch (cause) {
    throw new HarvestError('template', `${text.slice(0, 200) || 'an empty text'} is no address`, { rule, cause });
  }
}

interface Body {
  readonly text: string;
  readonly type: string;
}

/** Undefined: none is sent. Null: a name in it has no value. */
function bodyOf({ form, json, body }: Parts, lookup: Lookup): Body | undefined | null {
  if (form) {
    const fields = allFilled(form, lookup);
    return fields && { text: new URLSearchParams(fields).toString(), type: FORM_TYPE };
  }
  if (json !== undefined) {
    const value = filledJson(json, lookup);
    return value === undefined ? null : { text: JSON.stringify(value), type: 'application/json' };
  }
  if (body === undefined) return undefined;
  const text = filled(body, lookup);
  return text === null ? null : { text, type: 'text/plain; charset=utf-8' };
}

/** Undefined where a name has no value. */
function filledJson(value: unknown, lookup: Lookup): unknown {
  if (typeof value === 'string') {
    const text = filled(value, lookup);
    if (text === null) return undefined;
    return NUMBER.test(value) ? Number(text) : text;
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => filledJson(item, lookup));
    return items.includes(undefined) ? undefined : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, filledJson(member, lookup)] as const);
  return members.some(([, member]) => member === undefined) ? undefined : Object.fromEntries(members);
}

function allFilled(templates: Readonly<Record<string, string>>, lookup: Lookup): Record<string, string> | null {
  const texts: Record<string, string> = {};
  for (const [name, template] of Object.entries(templates)) {
    const text = filled(template, lookup);
    if (text === null) return null;
    texts[name] = text;
  }
  return texts;
}

const hasType = (headers: object): boolean => Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
