/**
 * Robots: what a robots.txt says, asked per agent and URL.
 *
 * Owns the reading of RFC 9309. Does not fetch (the caller does), does not know what an HTTP status means for a
 * missing file (access.ts), keeps no clock. Parsing is one pass; rules are compiled at the first question of an
 * agent and kept, so that later decisions cost a look-up.
 */
import { ANY_AGENT, Groups } from './groups.js';
import { readLines } from './lines.js';
import { octetsOf, textOf } from './octets.js';
import { type RobotsMode, type RobotsOptions, robotsOptions } from './options.js';
import type { DayTime, Pace, RequestRate } from './pace.js';
import { commonForm, hasSecondForm, pathOfUrl } from './path.js';
import { compilePatterns } from './pattern.js';
import { type Rule, RuleIndex } from './rule-index.js';

export interface RobotsDecision {
  readonly allowed: boolean;
  /** The line that decided, such as `Disallow: /private/`; null when no rule matched. */
  readonly rule: string | null;
  /** Where that line stands in the file, from 1. */
  readonly line: number | null;
  /** Name of the group that was asked (`*` for everyone's); null when none applies to the agent. */
  readonly group: string | null;
}

export interface Robots {
  decide(agent: string, url: string): RobotsDecision;
  /** Seconds; null when the agent's group has none. */
  crawlDelay(agent: string): number | null;
  requestRate(agent: string): RequestRate | null;
  visitTime(agent: string): DayTime | null;
  /** In the order of the file, each once, as written: may be relative. */
  readonly sitemaps: readonly string[];
  readonly preferredHost: string | null;
  readonly statistics: RobotsStatistics;
}

export interface RobotsStatistics {
  /** Lines of a name we know. */
  readonly known: number;
  readonly unknown: number;
  /** Number of the last line that holds a record, from 1; 0 for none. */
  readonly lastLine: number;
}

/** Reads robots.txt. Never throws: what cannot be read is skipped line by line. */
export function parseRobots(input: Uint8Array | string, mode: RobotsMode | RobotsOptions = 'rfc9309'): Robots {
  return new ParsedRobots(input, robotsOptions(mode));
}

/** One answer for every URL: what applies when robots.txt could not be had. */
export function uniformRobots(allowed: boolean, reason: string | null): Robots {
  const decision: RobotsDecision = { allowed, rule: reason, line: null, group: null };
  const empty = parseRobots('');
  return { ...emptyAnswers, sitemaps: empty.sitemaps, preferredHost: null, statistics: empty.statistics, decide: () => decision };
}

const emptyAnswers = { crawlDelay: () => null, requestRate: () => null, visitTime: () => null };

/** What one agent is told. */
interface Terms {
  readonly group: string | null;
  readonly rules: RuleIndex;
  readonly pace: readonly Pace[];
}

/** Agents are few; the bound only keeps a careless caller from filling memory. */
const MAX_AGENTS = 100;

class ParsedRobots implements Robots {
  readonly sitemaps: readonly string[];
  readonly preferredHost: string | null;
  readonly statistics: RobotsStatistics;
  readonly #options: RobotsOptions;
  readonly #groups: Groups;
  readonly #terms = new Map<string, Terms>();

  constructor(input: Uint8Array | string, options: RobotsOptions) {
    this.#options = options;
    this.#groups = new Groups(options);
    const statistics = { known: 0, unknown: 0, lastLine: 0 };
    const sitemaps = new Set<string>();
    let host: string | null = null;
    readLines(octetsOf(input, options.maxBytes), options, (line) => {
      statistics[line.field ? 'known' : 'unknown']++;
      statistics.lastLine = line.number;
      if (line.field === 'sitemap' && line.value) sitemaps.add(textOf(line.value));
      else if (line.field === 'host') host ??= textOf(line.value) || null;
      else this.#groups.take(line);
    });
    this.sitemaps = [...sitemaps];
    this.preferredHost = host;
    this.statistics = statistics;
  }

  decide(agent: string, url: string): RobotsDecision {
    const terms = this.#termsOf(agent);
    const path = pathOfUrl(url);
    const rule = this.#best(terms.rules, path);
    if (!rule || (!rule.allow && this.#options.robotsTxtAllowed && path === '/robots.txt'))
      return { allowed: true, rule: null, line: null, group: terms.group };
    return { allowed: rule.allow, rule: rule.text, line: rule.line, group: terms.group };
  }

  crawlDelay(agent: string): number | null {
    const delays = this.#termsOf(agent).pace.flatMap((pace) => (pace.kind === 'crawl-delay' ? [pace.seconds] : []));
    return delays.length ? delays.reduce((a, b) => Math.max(a, b)) : null; // told twice: the slower is the safer
  }

  requestRate(agent: string): RequestRate | null {
    const found = this.#termsOf(agent).pace.find((pace) => pace.kind === 'request-rate');
    return found?.kind === 'request-rate' ? found.rate : null;
  }

  visitTime(agent: string): DayTime | null {
    const found = this.#termsOf(agent).pace.find((pace) => pace.kind === 'visit-time');
    return found?.kind === 'visit-time' ? found.time : null;
  }

  #best(rules: RuleIndex, path: string): Rule | null {
    if (this.#options.percentEncoding === 'rules-only') return rules.best(path);
    const first = rules.best(commonForm(path));
    if (!hasSecondForm(path)) return first;
    const second = rules.best(commonForm(path, true));
    return second && second.rank > (first?.rank ?? -1) ? second : first;
  }

  #termsOf(agent: string): Terms {
    const known = this.#terms.get(agent);
    if (known) return known;
    if (this.#terms.size >= MAX_AGENTS) this.#terms.clear();
    const terms = this.#compile(this.#groups.nameFor(agent === ANY_AGENT ? '' : agent));
    this.#terms.set(agent, terms);
    return terms;
  }

  #compile(group: string | null): Terms {
    if (group === null) return { group, rules: new RuleIndex([]), pace: [] };
    return { group, rules: new RuleIndex(this.#rulesOf(group)), pace: this.#groups.paceOf(group) };
  }

  *#rulesOf(group: string): Generator<Rule> {
    const seen = new Set<string>();
    for (const { allow, value, line } of this.#groups.rulesOf(group)) {
      const octets = `${allow ? 'Allow' : 'Disallow'}: ${value}`;
      if (seen.has(octets)) continue;
      seen.add(octets);
      const text = textOf(octets);
      for (const pattern of compilePatterns(value, allow, this.#options)) yield { allow, pattern, text, line };
    }
  }
}
