/** What each kind of plug-in has to return, as schemas: what comes from outside is held against them, built-in ones are not. */
import { z } from 'zod';

const text = z.string();
const textOrNull = text.nullable();
const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'expected a Uint8Array');
const body = z.custom((value) => typeof value === 'object' && value !== null, 'expected a Uint8Array or a file');

const link = z.looseObject({ url: text, kind: text, anchor: text, rel: z.array(text), nofollow: z.boolean(), path: text });

const page = z.looseObject({
  type: text,
  charset: textOrNull,
  title: textOrNull,
  text,
  language: textOrNull,
  languageConfidence: z.number(),
  metadata: z.record(text, z.array(text)),
  canonical: textOrNull,
  directives: z.looseObject({ noindex: z.boolean(), nofollow: z.boolean(), noarchive: z.boolean(), tdmReserved: z.boolean() }),
  links: z.array(link),
  notes: z.array(text),
});

const exchange = z.looseObject({
  url: text,
  method: text,
  startedAt: z.number(),
  durationMs: z.number(),
  firstByteMs: z.number(),
  status: z.int(),
  statusText: text,
  protocol: text,
  remoteAddress: textOrNull,
  tls: z.looseObject({}).nullable(),
  requestHead: bytes,
  requestBody: bytes.nullable(),
  responseHead: bytes,
  headers: z.array(z.tuple([text, text])),
  wire: body,
  body,
  truncated: z.enum(['length', 'time', 'disconnect']).nullable(),
});

const score = z.looseObject({ value: z.number(), because: text });

const isJson = (value: unknown): boolean => !['function', 'symbol', 'bigint'].includes(typeof value) && !(value instanceof Promise);

export const SHAPES = {
  fetcher: z.looseObject({ fetch: z.function(), addressOf: z.function(), forget: z.function(), close: z.function() }),
  exchange,
  page,
  objection: textOrNull,
  judge: z.function(),
  note: z.custom(isJson, 'expected a value that can be written as JSON'),
  score: score.nullable(),
  scores: z.array(score.nullable()),
  fields: z.record(text, z.union([text, z.array(text)])),
  scanned: z.looseObject({ url: text, relation: text.optional() }),
  found: z.array(z.looseObject({ url: text, kind: z.enum(['page', 'sitemap']) })).nullable(),
  listEnd: z.looseObject({ incomplete: z.boolean(), notes: z.array(text) }).nullable(),
  written: z.number(),
} as const satisfies Record<string, z.ZodType>;

export type Shape = keyof typeof SHAPES;
