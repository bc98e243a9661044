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

import { messageOf, type ScopeRule } from '../../model/index.js';
import type { Candidate } from '../../plugins/index.js';
import { allOf, anyOf, type Condition, noneOf, oneOf, onPath } from './conditions.js';
import { domainEntry, hostEntry, prefixEntry, siteEntry } from './entries.js';
import { compileGlob } from './glob.js';
import { domainFinder, hostFinder, originOf, withAndWithoutWww } from './hosts.js';
import { compilePattern } from './pattern.js';
import { inWords, type Objection, type RuleVerdict, ScopeError } from './scope-rule.js';
import { Subject } from './subject.js';

/** Answers null for what is in scope, else the rule that stands against it. Throws ScopeError for a rule that cannot be meant. */
export function compileScope(rule: ScopeRule | undefined, seedHosts: readonly string[]): (candidate: Candidate) => Objection | null {
  const condition = allOf('scope', scopeConditions(rule, seedHosts));
  return (candidate) => {
    if (candidate.via === 'seed') return null;
    const subject = Subject.candidate(candidate);
    return condition.holds(subject) ? null : condition.explain(subject);
  };
}

function scopeConditions(rule: ScopeRule | undefined, seedHosts: readonly string[]): Condition[] {
  const conditions = rule ? conditionsOf(rule, 'scope') : [];
  if (!rule || !namesPlace(rule)) conditions.push(seedsOnly(seedHosts));
  return conditions;
}

/** What each rule of a scope says by itself, in the order they are asked; the candidate is in scope when all hold. For `explain`. */
export function scopeVerdicts(rule: ScopeRule | undefined, seedHosts: readonly string[]): (candidate: Candidate) => RuleVerdict[] {
  const conditions = scopeConditions(rule, seedHosts);
  return (candidate) => {
    if (candidate.via === 'seed') return [{ by: 'scope', holds: true, reason: 'seeds are always in scope' }];
    const subject = Subject.candidate(candidate);
    return conditions.map((condition) => ({ ...condition.explain(subject), holds: condition.holds(subject) }));
  };
}

function namesPlace(rule: ScopeRule): boolean {
  const { domains, hosts, sites, url, regex, prefix, language, path, all = [], any = [] } = rule;
  return (
    [domains, hosts, sites, url, regex, prefix, language, path].some((part) => part !== undefined) || [...all, ...any].some(namesPlace)
  );
}

function seedsOnly(seedHosts: readonly string[]): Condition {
  const hosts = seedHosts.map((host, index) => hostEntry(host, `seeds[${index}]`));
  const find = hostFinder(withAndWithoutWww(hosts));
  return {
    holds: ({ place }) => find(place) >= 0,
    explain: ({ place }) => ({
      by: 'scope.seeds',
      reason: `host ${nameOf(place.host)} is ${find(place) >= 0 ? '' : 'not '}a host of the seeds (${inWords(hosts)})`,
    }),
  };
}

/** The cheapest come first, so that most links are settled by a number or a hash. */
function conditionsOf(rule: ScopeRule, where: string): Condition[] {
  const conditions: Condition[] = [];
  const add = <T>(key: keyof ScopeRule, value: T | undefined, make: (value: T, where: string) => Condition) => {
    if (value === undefined) return;
    if (Array.isArray(value) && value.length === 0)
      throw new ScopeError(`${where}.${key}`, 'an empty list shuts everything out; leave it away or fill it');
    conditions.push(make(value, `${where}.${key}`));
  };
  add('depth', rule.depth, depthRule);
  add('via', rule.via, viaRule);
  add('domains', rule.domains, domainsRule);
  add('hosts', rule.hosts, hostsRule);
  add('sites', rule.sites, sitesRule);
  add('language', rule.language, languageRule);
  add('prefix', rule.prefix, prefixRule);
  add('url', rule.url, urlRule);
  add('regex', rule.regex, regexRule);
  add('path', rule.path, ({ within, of }, at) => onPath(at, within, inner(of, `${at}.of`)));
  add('all', rule.all, (rules, at) => allOf(at, rules.map(innerAt(at))));
  add('any', rule.any, (rules, at) => anyOf(at, rules.map(innerAt(at))));
  add('not', rule.not, (not, at) => noneOf(inner(not, at)));
  return conditions;
}

function inner(rule: ScopeRule, where: string): Condition {
  const conditions = conditionsOf(rule, where);
  if (conditions.length === 0) throw new ScopeError(where, 'the rule is empty; say what must hold');
  return allOf(where, conditions);
}

const innerAt = (where: string) => (rule: ScopeRule, index: number) => inner(rule, `${where}[${index}]`);

const depthRule = (depth: number, where: string): Condition => ({
  holds: (subject) => subject.depth <= depth,
  explain: (subject) => ({
    by: where,
    reason: `${subject.depth} links from a seed, ${subject.depth > depth ? 'more than' : 'not more than'} ${depth}`,
  }),
});

function viaRule(kinds: string[], where: string): Condition {
  return oneOf(where, kinds, ({ via }) => kinds.indexOf(via), {
    fits: (kind) => `the link is of kind ${kind}`,
    misses: (list, { via }) => `the link is of kind ${via}, not ${list}`,
  });
}

function domainsRule(domains: string[], where: string): Condition {
  const entries = domains.map((domain, index) => domainEntry(domain, `${where}[${index}]`));
  const find = domainFinder(entries);
  return oneOf(where, entries, ({ place }) => find(place.host), {
    fits: (domain, { place }) => `host ${nameOf(place.host)} is under ${domain}`,
    misses: (list, { place }) => `host ${nameOf(place.host)} is not under ${list}`,
  });
}

function hostsRule(hosts: string[], where: string): Condition {
  const entries = hosts.map((host, index) => hostEntry(host, `${where}[${index}]`));
  const find = hostFinder(entries);
  return oneOf(where, entries, ({ place }) => find(place), {
    fits: (host) => `host is ${host}`,
    misses: (list, { place }) => `host ${nameOf(place.host)} is not ${list}`,
  });
}

function sitesRule(sites: string[], where: string): Condition {
  const byOrigin = new Map(sites.map((site, index) => [siteEntry(site, `${where}[${index}]`), index]));
  return oneOf(where, sites, ({ place }) => byOrigin.get(originOf(place)) ?? -1, {
    fits: (site) => `site is ${site}`,
    misses: (list, { place }) => `site ${originOf(place)} is not ${list}`,
  });
}

/** By primary language: readers tell de, not de-AT, so a rule for de-AT can only mean German. */
function languageRule(languages: string[], where: string): Condition {
  const wanted = languages.map(primary);
  return oneOf(where, languages, ({ language }) => (language ? wanted.indexOf(primary(language)) : -1), {
    fits: (language) => `the page is in ${language}`,
    misses: (list, { language }) =>
      language ? `the page is in ${language}, not ${list}` : `the language of the page is not known to be ${list}`,
  });
}

const primary = (language: string): string => language.toLowerCase().split(/[-_]/, 1)[0] ?? '';

function prefixRule(prefixes: string[], where: string): Condition {
  const entries = prefixes.map((prefix, index) => prefixEntry(prefix, `${where}[${index}]`));
  return oneOf(where, prefixes, ({ url }) => entries.findIndex((starts) => starts.some((start) => url.startsWith(start))), {
    fits: (prefix) => `URL begins with ${prefix}`,
    misses: (list) => `URL does not begin with ${list}`,
  });
}

function urlRule(globs: string[], where: string): Condition {
  const match = compileEach(globs, where, compileGlob);
  return oneOf(where, globs, match, { fits: (glob) => `URL fits ${glob}`, misses: (list) => `URL does not fit ${list}` });
}

function regexRule(patterns: string[], where: string): Condition {
  const match = compileEach(patterns, where, compilePattern);
  return oneOf(where, patterns, match, { fits: (pattern) => `URL matches ${pattern}`, misses: (list) => `URL does not match ${list}` });
}

function compileEach(texts: string[], where: string, compile: (text: string) => (url: string) => boolean): (subject: Subject) => number {
  const matchers = texts.map((text, index) => {
    try {
      return compile(text);
    } catch (error) {
      throw new ScopeError(`${where}[${index}]`, messageOf(error), { cause: error });
    }
  });
  return ({ url }) => matchers.findIndex((matches) => matches(url));
}

const nameOf = (host: string): string => host || '(none)';
