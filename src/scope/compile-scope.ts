/**
 * Scope: which links a crawl follows. Turns the `scope` of a definition into one function.
 *
 * Pure and made for tens of thousands of calls a second: lists become hash tables, patterns are compiled once, and
 * words are made only for what is refused. Seeds are always in scope: whoever names a page wants it.
 *
 * The surprise: a rule that names no place (`{ depth: 3 }`, `{ not: … }`) still keeps to the hosts of the seeds, as
 * no rule at all does. Following links through the whole Web takes a deliberate `domains: ['*']`.
 *
 *   { domains: [gov.si] }                                gov.si and all hosts below it
 *   { domains: [gov.si], not: { url: ['*logout*'] } }    … except log-out links
 *   { language: [de] }                                   links that stand on German pages
 *   { path: { within: 2, of: { language: [de] } } }      German pages, at most two hops off a German page
 *   { path: { within: 1, of: { domains: [gov.si] } } }   gov.si, and whatever it links to directly
 */
import type { Candidate } from '../plugins/index.js';
import { domainEntry, hostEntry, prefixEntry, siteEntry } from './entries.js';
import { compileGlob } from './glob.js';
import { domainFinder, hostFinder, originOf, withAndWithoutWww } from './hosts.js';
import { compilePattern } from './pattern.js';
import { inWords, type Objection, ScopeError, type ScopeRule } from './scope-rule.js';
import { Subject } from './subject.js';
import { allOf, anyOf, noneOf, onPath, oneOf, type Test } from './tests.js';

/** Answers null for what is in scope, else the rule that stands against it. Throws ScopeError for a rule that cannot be meant. */
export function compileScope(rule: ScopeRule | undefined, seedHosts: readonly string[]): (candidate: Candidate) => Objection | null {
  const tests = rule ? testsOf(rule, 'scope') : [];
  if (!rule || !namesPlace(rule)) tests.push(seedsOnly(seedHosts));
  const test = allOf('scope', tests);
  return (candidate) => {
    if (candidate.via === 'seed') return null;
    const subject = Subject.candidate(candidate);
    return test.holds(subject) ? null : test.explain(subject);
  };
}

function namesPlace(rule: ScopeRule): boolean {
  const { domains, hosts, sites, url, regex, prefix, language, path, all = [], any = [] } = rule;
  return (
    [domains, hosts, sites, url, regex, prefix, language, path].some((part) => part !== undefined) || [...all, ...any].some(namesPlace)
  );
}

function seedsOnly(seedHosts: readonly string[]): Test {
  const hosts = seedHosts.map((host, index) => hostEntry(host, `seeds[${index}]`));
  const find = hostFinder(withAndWithoutWww(hosts));
  return {
    holds: ({ place }) => find(place) >= 0,
    explain: ({ place }) => ({ by: 'scope.seeds', reason: `host ${nameOf(place.host)} is not a host of the seeds (${inWords(hosts)})` }),
  };
}

/** The cheapest tests come first, so that most links are settled by a number or a hash. */
function testsOf(rule: ScopeRule, where: string): Test[] {
  const tests: Test[] = [];
  const add = <T>(key: keyof ScopeRule, value: T | undefined, make: (value: T, where: string) => Test) => {
    if (value === undefined) return;
    if (Array.isArray(value) && value.length === 0)
      throw new ScopeError(`${where}.${key}`, 'an empty list shuts everything out; leave it away or fill it');
    tests.push(make(value, `${where}.${key}`));
  };
  add('depth', rule.depth, depthTest);
  add('via', rule.via, viaTest);
  add('domains', rule.domains, domainsTest);
  add('hosts', rule.hosts, hostsTest);
  add('sites', rule.sites, sitesTest);
  add('language', rule.language, languageTest);
  add('prefix', rule.prefix, prefixTest);
  add('url', rule.url, urlTest);
  add('regex', rule.regex, regexTest);
  add('path', rule.path, ({ within, of }, at) => onPath(at, within, inner(of, `${at}.of`)));
  add('all', rule.all, (rules, at) =>
    allOf(
      at,
      rules.map((each, index) => inner(each, `${at}[${index}]`)),
    ),
  );
  add('any', rule.any, (rules, at) =>
    anyOf(
      at,
      rules.map((each, index) => inner(each, `${at}[${index}]`)),
    ),
  );
  add('not', rule.not, (not, at) => noneOf(inner(not, at)));
  return tests;
}

function inner(rule: ScopeRule, where: string): Test {
  const tests = testsOf(rule, where);
  if (tests.length === 0) throw new ScopeError(where, 'the rule is empty; say what must hold');
  return allOf(where, tests);
}

const depthTest = (depth: number, where: string): Test => ({
  holds: (subject) => subject.depth <= depth,
  explain: (subject) => ({
    by: where,
    reason: `${subject.depth} links from a seed, ${subject.depth > depth ? 'more than' : 'not more than'} ${depth}`,
  }),
});

function viaTest(kinds: string[], where: string): Test {
  return oneOf(where, kinds, ({ via }) => kinds.indexOf(via), {
    fits: (kind) => `the link is of kind ${kind}`,
    misses: (list, { via }) => `the link is of kind ${via}, not ${list}`,
  });
}

function domainsTest(domains: string[], where: string): Test {
  const entries = domains.map((domain, index) => domainEntry(domain, `${where}[${index}]`));
  const find = domainFinder(entries);
  return oneOf(where, entries, ({ place }) => find(place.host), {
    fits: (domain, { place }) => `host ${nameOf(place.host)} is under ${domain}`,
    misses: (list, { place }) => `host ${nameOf(place.host)} is not under ${list}`,
  });
}

function hostsTest(hosts: string[], where: string): Test {
  const entries = hosts.map((host, index) => hostEntry(host, `${where}[${index}]`));
  const find = hostFinder(entries);
  return oneOf(where, entries, ({ place }) => find(place), {
    fits: (host) => `host is ${host}`,
    misses: (list, { place }) => `host ${nameOf(place.host)} is not ${list}`,
  });
}

function sitesTest(sites: string[], where: string): Test {
  const byOrigin = new Map(sites.map((site, index) => [siteEntry(site, `${where}[${index}]`), index]));
  return oneOf(where, sites, ({ place }) => byOrigin.get(originOf(place)) ?? -1, {
    fits: (site) => `site is ${site}`,
    misses: (list, { place }) => `site ${originOf(place)} is not ${list}`,
  });
}

/** By primary language: readers tell de, not de-AT, so a rule for de-AT can only mean German. */
function languageTest(languages: string[], where: string): Test {
  const wanted = languages.map(primary);
  return oneOf(where, languages, ({ language }) => (language ? wanted.indexOf(primary(language)) : -1), {
    fits: (language) => `the page is in ${language}`,
    misses: (list, { language }) =>
      language ? `the page is in ${language}, not ${list}` : `the language of the page is not known to be ${list}`,
  });
}

const primary = (language: string): string => language.toLowerCase().split(/[-_]/, 1)[0] ?? '';

function prefixTest(prefixes: string[], where: string): Test {
  const entries = prefixes.map((prefix, index) => prefixEntry(prefix, `${where}[${index}]`));
  return oneOf(where, prefixes, ({ url }) => entries.findIndex((starts) => starts.some((start) => url.startsWith(start))), {
    fits: (prefix) => `URL begins with ${prefix}`,
    misses: (list) => `URL does not begin with ${list}`,
  });
}

function urlTest(globs: string[], where: string): Test {
  const match = compileEach(globs, where, compileGlob);
  return oneOf(where, globs, match, { fits: (glob) => `URL fits ${glob}`, misses: (list) => `URL does not fit ${list}` });
}

function regexTest(patterns: string[], where: string): Test {
  const match = compileEach(patterns, where, compilePattern);
  return oneOf(where, patterns, match, { fits: (pattern) => `URL matches ${pattern}`, misses: (list) => `URL does not match ${list}` });
}

function compileEach(texts: string[], where: string, compile: (text: string) => (url: string) => boolean): (subject: Subject) => number {
  const matchers = texts.map((text, index) => {
    try {
      return compile(text);
    } catch (error) {
      throw new ScopeError(`${where}[${index}]`, error instanceof Error ? error.message : String(error), { cause: error });
    }
  });
  return ({ url }) => matchers.findIndex((matches) => matches(url));
}

const nameOf = (host: string): string => host || '(none)';
