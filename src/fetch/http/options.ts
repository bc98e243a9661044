/**
 * Options of the HTTP fetcher: the field names of the `fetch` section of a definition, with plain numbers (milliseconds,
 * bytes), plus the folder for large bodies.
 *
 * Not strict on purpose: the section also contains what the crawl loop reads (retries, robots, concurrency, …), and
 * those fields are dropped here instead of being refused.
 */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { z } from 'zod';
import { asUrl } from '../../model/index.js';

const milliseconds = (fallback: number) => z.number().min(1).default(fallback);
const bytes = (fallback: number) => z.number().int().min(0).default(fallback);

const KB = 1024;
const MB = 1024 * KB;
const GB = 1024 * MB;

const credential = z.object({
  site: z.string().refine((site) => asUrl(site) !== null, 'must be an origin such as https://example.org'),
  scheme: z.enum(['basic', 'digest', 'bearer']).default('basic'),
  user: z.string().optional(),
  password: z.string().optional(),
  token: z.string().optional(),
});

/** `headers` go to every site, so a field that belongs to one site is refused there. */
const BELONGS_TO_ONE_SITE = new Set(['authorization', 'proxy-authorization', 'cookie']);
const SET_BY_THE_FETCHER = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'te',
  'expect',
  'trailer',
]);

const headers = z
  .record(z.string(), z.string())
  .default({})
  .superRefine((fields, context) => {
    for (const [name, value] of Object.entries(fields)) {
      const problem = headerProblem(name, value);
      if (problem) context.addIssue({ code: 'custom', path: [name], message: problem });
    }
  });

function headerProblem(name: string, value: string): string | null {
  const lower = name.toLowerCase();
  if (!isFieldName(name) || !isFieldValue(value)) return 'is no valid header field: names are tokens, values have no line breaks';
  if (BELONGS_TO_ONE_SITE.has(lower))
    return 'would be sent to every site; put it under credentials (or a cookie file) with the site it belongs to';
  if (SET_BY_THE_FETCHER.has(lower)) return 'is set by the fetcher itself';
  return null;
}

export const httpOptions = z.object({
  agent: z.string().default('Winnow'),
  contact: z.string().optional(),
  userAgent: z.string().refine(isFieldValue, 'must be one line of text').optional(),
  connectTimeout: milliseconds(10_000).describe('Longest wait for a connection, TLS handshake included.'),
  timeout: milliseconds(30_000),
  deadline: milliseconds(600_000),
  minRate: bytes(100),
  maxSize: bytes(2 * GB),
  maxPageSize: bytes(64 * MB),
  maxHeaderSize: bytes(64 * KB),
  http2: z.boolean().default(true),
  accept: z.string().default('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'),
  acceptLanguage: z.string().optional(),
  headers,
  ownSites: z
    .array(z.string())
    .optional()
    .describe('Origins that `headers` which look like secrets go to, also by https instead of http. Left out: all.'),
  cookies: z.union([z.boolean(), z.object({ file: z.string() })]).default(true),
  credentials: z.array(credential).default([]),
  proxy: z
    .string()
    .refine((url) => asUrl(url)?.protocol === 'http:', 'must be an http:// URL; other kinds of proxy are not supported')
    .optional(),
  proxyResolves: z.boolean().default(false),
  insecureTls: z.boolean().default(false),
  allowAddresses: z.array(z.string()).default([]),
  resolve: z
    .record(
      z.string(),
      z
        .string()
        .refine(
          (text) => parseEndpoint(text) !== null,
          'must be an IP address, optionally with a port: 127.0.0.1:8080, or http://127.0.0.1:8080 to speak plainly',
        ),
    )
    .default({}),
  spoolFolder: z.string().default(() => tmpdir()),
});

export type HttpOptions = z.output<typeof httpOptions>;
export type Credential = HttpOptions['credentials'][number];

/** An address to connect to; port null means the port of the URL. */
export interface MappedEndpoint {
  readonly address: string;
  readonly port: number | null;
  /** https: URLs are asked there without TLS: a portal's fixture has its host names but not their keys. */
  readonly isPlain: boolean;
}

/** Reads `192.0.2.1`, `192.0.2.1:8080`, `2001:db8::1`, `[2001:db8::1]` and `[2001:db8::1]:8080`, each also after `http://`. */
export function parseEndpoint(written: string): MappedEndpoint | null {
  const text = written.replace(/^http:\/\//, '').replace(/\/$/, '');
  const isPlain = written.startsWith('http://');
  if (isIP(text)) return { address: text, port: null, isPlain };
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([0-9.]+))(?::(\d{1,5}))?$/.exec(text);
  const address = match?.[1] ?? match?.[2] ?? '';
  if (!isIP(address)) return null;
  const port = match?.[3] === undefined ? null : Number(match[3]);
  return port !== null && (port < 1 || port > 65_535) ? null : { address, port, isPlain };
}

export function isFieldName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name);
}

/** One line of visible characters, spaces and tabs: a line break would add a second field. */
export function isFieldValue(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

export function isSetByFetcher(name: string): boolean {
  return SET_BY_THE_FETCHER.has(name.toLowerCase());
}

let version: string | null = null;

/** `Winnow/1.2.3 (+https://example.org/contact)`, or the operator's own text. */
export function userAgentOf(options: Pick<HttpOptions, 'agent' | 'contact' | 'userAgent'>): string {
  if (options.userAgent !== undefined) return options.userAgent;
  version ??= (JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }).version;
  const contact = options.contact ? ` (+${options.contact.replace(/[^\x20-\x7e]/g, '')})` : '';
  return `${options.agent.replace(/[^\x21-\x7e]/g, '')}/${version}${contact}`;
}
