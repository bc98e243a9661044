/** What ISO 28500 demands of the fields of a record, as data. */
import type { ReadRecord } from './record-reader.js';

const WITH_TARGET = new Set(['response', 'resource', 'request', 'revisit', 'conversion', 'continuation']);
const KNOWN = new Set([...WITH_TARGET, 'warcinfo', 'metadata']);

/** The standard allows the first to stand more than once, common practice the second. */
const MAY_REPEAT = new Set(['warc-concurrent-to', 'warc-protocol']);

/** Fields that these types shall not carry. */
const FORBIDDEN: Readonly<Record<string, readonly string[]>> = {
  'warc-target-uri': ['warcinfo'],
  'warc-concurrent-to': ['warcinfo', 'conversion', 'continuation'],
  'warc-ip-address': ['warcinfo', 'conversion', 'continuation'],
  'warc-refers-to': ['warcinfo', 'response', 'resource', 'request', 'continuation'],
  'warc-warcinfo-id': ['warcinfo'],
  'warc-filename': [...WITH_TARGET, 'metadata'],
};

const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  revisit: ['warc-profile'],
  continuation: ['warc-segment-origin-id', 'warc-segment-number'],
};

/** Years to nanoseconds in 1.1; 1.0 knows seconds only. */
const DATE = /^\d{4}(?:-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?Z)?)?)?$/;
const DATE_1_0 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** Every rule this record breaks, in words. */
export function brokenRules({ fields, version }: ReadRecord): string[] {
  const type = fields.get('warc-type');
  const problems = missing(fields.get.bind(fields), type);
  problems.push(...repeated(fields.list));
  for (const [field, types] of Object.entries(FORBIDDEN)) {
    if (type && types.includes(type) && fields.get(field) !== null) problems.push(`${field} must not stand on a ${type} record`);
  }
  const date = fields.get('warc-date');
  if (date && !isDate(date, version)) problems.push(`WARC-Date is no date: ${date.slice(0, 40)}`);
  const id = fields.get('warc-record-id');
  if (id && !/^<[a-z][a-z\d+.-]*:[^\s<>]+>$/i.test(id)) problems.push('WARC-Record-ID is no URI in angle brackets');
  if (version !== '1.0' && version !== '1.1') problems.push(`WARC/${version} is no version we know`);
  return problems;
}

function missing(get: (name: string) => string | null, type: string | null): string[] {
  const required = ['warc-type', 'warc-record-id', 'warc-date', ...(REQUIRED[type ?? ''] ?? [])];
  if (type && WITH_TARGET.has(type)) required.push('warc-target-uri');
  const problems = required.filter((name) => !get(name)).map((name) => `${name} is missing`);
  // Types nobody knows yet are allowed by the standard and passed over by readers, so a foreign one is worth a word only.
  if (type && !KNOWN.has(type)) problems.push(`the record type ${type.slice(0, 40)} is unknown`);
  return problems;
}

function repeated(list: readonly (readonly [string, string])[]): string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const [name] of list) {
    const field = name.toLowerCase();
    if (seen.has(field) && !MAY_REPEAT.has(field)) twice.add(field);
    seen.add(field);
  }
  return [...twice].map((field) => `${field} stands more than once`);
}

const isDate = (date: string, version: string): boolean =>
  (version === '1.0' ? DATE_1_0 : DATE).test(date) && !Number.isNaN(Date.parse(date));
