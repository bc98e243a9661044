/**
 * What ISO 28500 says of the fields of a record, as data: what it demands is an error where it is missing, what it only
 * recommends or leaves to the future is a remark.
 */
import { isIP } from 'node:net';
import { ARC } from './arc-head.js';
import type { ReadRecord } from './record-reader.js';

export interface Judged {
  readonly errors: readonly string[];
  readonly remarks: readonly string[];
}

const WITH_TARGET = new Set(['response', 'resource', 'request', 'revisit', 'conversion', 'continuation']);
const KNOWN = new Set([...WITH_TARGET, 'warcinfo', 'metadata']);

/** Versions of the standard, and the drafts before it that crawlers wrote for years. */
const STANDARD = new Set(['1.0', '1.1']);
const DRAFTS = new Set(['0.17', '0.18']);

/** The standard allows the first to stand more than once, common practice the others. */
const MAY_REPEAT = new Set(['warc-concurrent-to', 'warc-protocol', 'warc-cipher-suite']);

/** Fields that these types shall not carry. */
const FORBIDDEN: Readonly<Record<string, readonly string[]>> = {
  'warc-target-uri': ['warcinfo'],
  'warc-concurrent-to': ['warcinfo', 'conversion', 'continuation'],
  'warc-ip-address': ['warcinfo', 'conversion', 'continuation'],
  'warc-refers-to': ['warcinfo', 'response', 'resource', 'request', 'continuation'],
  'warc-warcinfo-id': ['warcinfo'],
  'warc-filename': [...WITH_TARGET, 'metadata'],
  'warc-segment-origin-id': [...KNOWN].filter((type) => type !== 'continuation'),
  'warc-segment-total-length': [...KNOWN].filter((type) => type !== 'continuation'),
};

const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  revisit: ['warc-profile'],
  continuation: ['warc-segment-origin-id', 'warc-segment-number'],
};

/** Years to nanoseconds in 1.1; before it, seconds only. */
const DATE = /^\d{4}(?:-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?Z)?)?)?$/i;
const DATE_TO_SECONDS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/i;

const BRACKETED_URI = /^<[a-z][a-z\d+.-]*:[^\s<>]+>$/i;
const MEDIA_TYPE = /^[!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+\s*(?:;.*)?$/;
const DIGEST = /^[!#$%&'*+.^_`|~\w-]+:\S+$/;

const isWholeNumber = (text: string): boolean => /^\d{1,18}$/.test(text);
const isBracketedUri = (text: string): boolean => BRACKETED_URI.test(text);
/** Version 1.0 wrote all URIs in angle brackets, hardly anybody did; addresses of pages are kept as they were found. */
const isUri = (text: string): boolean => /^<?[a-z][a-z\d+.-]*:[^\s<>]*>?$/i.test(text);

/** What the values of fields have to look like. */
const FORMS: Readonly<Record<string, readonly [fits: (text: string) => boolean, what: string]>> = {
  'warc-record-id': [isBracketedUri, 'no URI in angle brackets'],
  'warc-concurrent-to': [isBracketedUri, 'no URI in angle brackets'],
  'warc-refers-to': [isBracketedUri, 'no URI in angle brackets'],
  'warc-warcinfo-id': [isBracketedUri, 'no URI in angle brackets'],
  'warc-segment-origin-id': [isBracketedUri, 'no URI in angle brackets'],
  'warc-target-uri': [isUri, 'no URI'],
  'warc-profile': [isUri, 'no URI'],
  'warc-refers-to-target-uri': [isUri, 'no URI'],
  'warc-ip-address': [(text) => isIP(text) !== 0, 'no IP address'],
  'content-type': [(text) => MEDIA_TYPE.test(text), 'no media type'],
  'warc-identified-payload-type': [(text) => MEDIA_TYPE.test(text), 'no media type'],
  'warc-segment-number': [(text) => isWholeNumber(text) && Number(text) > 0, 'no number from 1 on'],
  'warc-segment-total-length': [isWholeNumber, 'no length'],
  'warc-block-digest': [(text) => DIGEST.test(text), 'no digest'],
  'warc-payload-digest': [(text) => DIGEST.test(text), 'no digest'],
};

const REASONS = new Set(['length', 'time', 'disconnect', 'unspecified']);
const PROFILES =
  /^<?http:\/\/netpreserve\.org\/warc\/(?:0\.1[78]|1\.[01])\/(?:revisit\/)?(?:revisit\/)?(?:identical-payload-digest|server-not-modified|uri-agnostic-identical-payload-digest)>?$/i;

/** Every rule this record breaks, and what is unusual about it, in words. */
export function judgeFields(record: ReadRecord): Judged {
  const { fields, version } = record;
  if (version === ARC) return judgeArc(malformed(fields.list, '1.0'));
  const type = fields.get('warc-type');
  const errors = [
    ...missing(record, type),
    ...repeated(fields.list, (field) => isNamed(field)).map((field) => `${field} stands more than once`),
    ...forbidden(record, type),
    ...malformed(fields.list, version),
    ...segments(record, type),
  ];
  if (!STANDARD.has(version) && !DRAFTS.has(version)) errors.push(`WARC/${version} is no version we know`);
  return { errors, remarks: unusual(record, type) };
}

/** ARC asks for little; crawlers wrote addresses as they found them. */
function judgeArc(found: readonly string[]): Judged {
  const isWrong = (problem: string): boolean => problem.startsWith('WARC-Date');
  return { errors: found.filter(isWrong), remarks: found.filter((problem) => !isWrong(problem)) };
}

/** A field of the standard, whose rules are known; others are extensions. */
const isNamed = (field: string): boolean => field.startsWith('warc-') || field.startsWith('content-');

function missing({ fields }: ReadRecord, type: string | null): string[] {
  const required = ['warc-type', 'warc-record-id', 'warc-date', ...(REQUIRED[type ?? ''] ?? [])];
  if (type && WITH_TARGET.has(type)) required.push('warc-target-uri');
  return required.filter((name) => !fields.get(name)).map((name) => `${name} is missing`);
}

function forbidden({ fields }: ReadRecord, type: string | null): string[] {
  const found = Object.entries(FORBIDDEN).filter(([field, types]) => type && types.includes(type) && fields.get(field) !== null);
  return found.map(([field]) => `${field} must not stand on a ${type} record`);
}

function repeated(list: readonly (readonly [string, string])[], counts: (field: string) => boolean): string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const [name] of list) {
    const field = name.toLowerCase();
    if (seen.has(field) && counts(field) && !MAY_REPEAT.has(field)) twice.add(field);
    seen.add(field);
  }
  return [...twice];
}

function malformed(list: readonly (readonly [string, string])[], version: string): string[] {
  return list.flatMap(([name, value]) => {
    const field = name.toLowerCase();
    if (value === '') return isNamed(field) ? [`${field} is empty`] : [];
    if (field === 'warc-date') return isDate(value, version) ? [] : [`WARC-Date is no date: ${value.slice(0, 40)}`];
    if (field === 'warc-refers-to-date') return isDate(value, '1.1') ? [] : [`${field} is no date: ${value.slice(0, 40)}`];
    const [fits, what] = FORMS[field] ?? [];
    return !fits || fits(value) ? [] : [`${spelled(field)} is ${what}`];
  });
}

const spelled = (field: string): string => (field === 'warc-record-id' ? 'WARC-Record-ID' : field);

/** The first segment has number 1 and the type of the whole; those that follow are continuations. */
function segments({ fields }: ReadRecord, type: string | null): string[] {
  const number = fields.get('warc-segment-number');
  if (number === null || !isWholeNumber(number)) return [];
  if (type === 'continuation' && Number(number) < 2) return ['the segment number of a continuation is 2 or more'];
  return type !== 'continuation' && number !== '1' ? [`the segment number of a ${type} record is 1`] : [];
}

function unusual({ fields, version, contentLength }: ReadRecord, type: string | null): string[] {
  const remarks: string[] = [];
  // Types nobody knows yet are allowed by the standard and passed over by readers.
  if (type && !KNOWN.has(type)) remarks.push(`the record type ${type.slice(0, 40)} is unknown`);
  if (DRAFTS.has(version)) remarks.push(`WARC/${version} is a draft of the standard`);
  if (contentLength > 0 && type !== 'continuation' && fields.get('content-type') === null) remarks.push('the block has no Content-Type');
  if (type === 'warcinfo' && !/^application\/warc-fields\b/i.test(fields.get('content-type') ?? 'application/warc-fields'))
    remarks.push('the block of the warcinfo record is not application/warc-fields');
  if ((type === 'warcinfo' || type === 'metadata') && fields.get('warc-payload-digest') !== null)
    remarks.push(`a ${type} record has no payload to have a digest of`);
  const reason = fields.get('warc-truncated');
  if (reason && !REASONS.has(reason.toLowerCase())) remarks.push(`the reason of truncation ${reason.slice(0, 40)} is unknown`);
  const profile = fields.get('warc-profile');
  if (profile && type !== 'revisit') remarks.push(`warc-profile says nothing on a ${type} record`);
  else if (profile && !PROFILES.test(profile)) remarks.push(`the profile ${profile.slice(0, 100)} is unknown`);
  for (const field of repeated(fields.list, (name) => !isNamed(name))) remarks.push(`${field.slice(0, 40)} stands more than once`);
  return remarks;
}

const isDate = (date: string, version: string): boolean =>
  (version === '1.1' ? DATE : DATE_TO_SECONDS).test(date) && !Number.isNaN(Date.parse(date.toUpperCase())) && hasThatDay(date);

/** Date.parse takes a 30th of February for the 2nd of March. */
function hasThatDay(date: string): boolean {
  const [year = 0, month = 1, day = 1] = date.slice(0, 10).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}
