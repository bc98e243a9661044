/**
 * robots.txt against the suites of google/robotstxt and scrapy/protego, each in the mode named after it, and
 * the rows of Google's suite that are RFC 9309 in the default mode.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { escapeRule, isProductToken, parseRobots, pathOfUrl, type RequestRate, type RobotsMode } from '../../src/frontier/robots/index.js';
import type { Score } from './score.js';

interface Decision {
  test: string;
  robots: string;
  agent: string;
  url: string;
  allowed: boolean;
  google_only?: boolean;
}

interface Extra {
  path_of_url: { url: string; path: string }[];
  escape_pattern: { pattern: string; escaped: string }[];
  valid_product_token: { token: string; valid: boolean }[];
  line_parsing: {
    test: string;
    robots_hex: string;
    valid_directives: number;
    unknown_directives: number;
    last_line: number;
    sitemap: string | null;
  }[];
}

interface Call {
  test: string;
  robots: string;
  call: 'sitemaps' | 'preferred_host' | 'crawl_delay' | 'request_rate' | 'visit_time';
  args: string[];
  result: unknown;
}

/**
 * Rows of Google's suite marked RFC where the RFC says otherwise: 2.2.2 has the URL normalised as well, so
 * an unescaped URL matches an escaped rule and `%62%61%7A` is `baz`.
 */
const AGAINST_RFC = new Set(['http://foo.bar/foo/bar/ツ', 'http://foo.bar/foo/bar/baz']);

export async function run(dir: string): Promise<Score[]> {
  const read = async <T>(name: string): Promise<T> => JSON.parse(await readFile(path.join(dir, 'robots', name), 'utf8')) as T;
  const google = await read<Decision[]>('google_robots_test.json');
  const rfc = google.filter((row) => !row.google_only && !(row.test === 'ID_Encoding' && AGAINST_RFC.has(row.url)));
  return [
    decisions('robots: google', google, 'google'),
    decisions('robots: google rows that are RFC 9309, default mode', rfc, 'rfc9309'),
    extras(await read<Extra>('google_robots_test_extra.json')),
    decisions('robots: protego', await read<Decision[]>('protego_can_fetch.json'), 'protego'),
    calls(await read<Call[]>('protego_other.json')),
  ];
}

function decisions(suite: string, rows: readonly Decision[], mode: RobotsMode): Score {
  return score(suite, rows, (row) => {
    const { allowed, rule } = parseRobots(row.robots, mode).decide(row.agent, row.url);
    return allowed === row.allowed ? null : `${row.test} ${row.agent} ${row.url.slice(0, 80)}: ${allowed} by ${rule}`;
  });
}

function extras(extra: Extra): Score {
  const checks = [
    ...extra.path_of_url.map(({ url, path }) => same(`path of ${url}`, pathOfUrl(url), path)),
    ...extra.escape_pattern.map(({ pattern, escaped }) => same(pattern, escapeRule(Buffer.from(pattern).toString('latin1')), escaped)),
    ...extra.valid_product_token.map(({ token, valid }) => same(`token ${token}`, isProductToken(token), valid)),
    ...extra.line_parsing.map((row) => {
      const { statistics, sitemaps } = parseRobots(Buffer.from(row.robots_hex, 'hex'), 'google');
      const seen = [statistics.known, statistics.unknown, statistics.lastLine, sitemaps[0] ?? null];
      return same(`${row.test} ${row.robots_hex}`, seen, [row.valid_directives, row.unknown_directives, row.last_line, row.sitemap]);
    }),
  ];
  return score('robots: google, paths, escapes, tokens, lines', checks, (failure) => failure);
}

function calls(rows: readonly Call[]): Score {
  return score('robots: protego, pace and sitemaps', rows, (row) => same(`${row.test} ${row.call}(${row.args})`, answer(row), row.result));
}

/** In the notation of the suite: numbers and nulls, or the Python value as printed when times are in it. */
function answer({ robots, call, args }: Call): unknown {
  const parsed = parseRobots(robots, 'protego');
  const agent = args[0] ?? '';
  if (call === 'sitemaps') return parsed.sitemaps;
  if (call === 'preferred_host') return parsed.preferredHost;
  if (call === 'crawl_delay') return parsed.crawlDelay(agent);
  if (call === 'request_rate') return rate(parsed.requestRate(agent));
  const time = parsed.visitTime(agent);
  return time && `VisitTime(start_time=${pythonTime(time.from)}, end_time=${pythonTime(time.to)})`;
}

function rate(found: RequestRate | null): unknown {
  if (!found) return null;
  const { requests, seconds, during } = found;
  if (!during) return [requests, seconds, null, null];
  return `RequestRate(requests=${requests}, seconds=${seconds}, start_time=${pythonTime(during.from)}, end_time=${pythonTime(during.to)})`;
}

const pythonTime = (time: string): string => `datetime.time(${time.split(':').map(Number).join(', ')})`;

function same(what: string, actual: unknown, expected: unknown): string | null {
  const [seen, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  return seen === wanted ? null : `${what}: ${seen} instead of ${wanted}`;
}

function score<T>(suite: string, rows: readonly T[], check: (row: T) => string | null): Score {
  const failures = rows.map(check).filter((failure) => failure !== null);
  return { suite, passed: rows.length - failures.length, total: rows.length, failures };
}
