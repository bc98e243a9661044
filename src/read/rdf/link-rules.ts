/** Which resources named in statements are links to follow. */
import type { Quad, Term } from '@rdfjs/types';
import { RE2JS } from 're2js';
import { expandName, nameIn } from './vocabularies.js';

/** As in the definition's block `rdf`. */
export interface FollowOptions {
  readonly follow: readonly string[];
  readonly followAll: boolean;
  readonly followMatching?: { readonly regex: string; readonly replacement?: string | undefined } | undefined;
  readonly schemas: boolean;
}

export interface QuadLink {
  readonly url: string;
  /** The property that led there, or what else it was found by. */
  readonly relation: string;
}

export type QuadLinks = (quads: readonly Quad[]) => QuadLink[];

const MOST = 100_000;

/** Null when nothing is to be followed. Each URL is named once, by what it was found by first. */
export function linkRules(options: FollowOptions): QuadLinks | null {
  const rules = [
    byProperty(options.follow),
    byPattern(options.followMatching),
    ...(options.followAll ? [all] : []),
    ...(options.schemas ? [schemas] : []),
  ].filter((rule) => rule !== null);
  if (rules.length === 0) return null;
  return (quads) => {
    const found = new Map<string, string>();
    for (const quad of quads)
      for (const rule of rules) if (found.size < MOST) rule(quad, (url, by) => found.has(url) || found.set(url, by));
    return [...found].map(([url, relation]) => ({ url, relation }));
  };
}

type Rule = (quad: Quad, found: (url: string, relation: string) => void) => void;

function byProperty(names: readonly string[]): Rule | null {
  const properties = new Set(names.map((name) => expandName(name) ?? name));
  if (properties.size === 0) return null;
  return ({ predicate, object }, found) => {
    if (isPlace(object) && properties.has(predicate.value)) found(object.value, predicate.value);
  };
}

/** A place that matches is followed, with the replacement put in for what matched. */
function byPattern(matching: FollowOptions['followMatching']): Rule | null {
  if (!matching) return null;
  const pattern = RE2JS.compile(matching.regex);
  return ({ subject, predicate, object }, found) => {
    for (const term of [subject, object]) {
      if (!isPlace(term) || !pattern.test(term.value)) continue;
      const url = matching.replacement === undefined ? term.value : pattern.matcher(term.value).replaceAll(matching.replacement);
      if (isHttp(url)) found(url, predicate.value);
    }
  };
}

const all: Rule = ({ subject, predicate, object }, found) => {
  for (const term of [subject, object]) if (isPlace(term)) found(term.value, predicate.value);
};

const TYPE = nameIn('rdf', 'type');
const SCHEMA_RELATION = nameIn('rdfs', 'isDefinedBy');

/** The documents of the namespaces of used properties and classes. */
const schemas: Rule = ({ predicate, object }, found) => {
  const used = predicate.value === TYPE && isPlace(object) ? [predicate, object] : [predicate];
  for (const { value } of used) if (isHttp(value)) found(namespaceOf(value), SCHEMA_RELATION);
};

function namespaceOf(iri: string): string {
  const hash = iri.indexOf('#');
  return hash >= 0 ? iri.slice(0, hash) : iri.slice(0, Math.max(iri.lastIndexOf('/') + 1, iri.indexOf('/', 8) + 1) || iri.length);
}

const isPlace = (term: Term): boolean => term.termType === 'NamedNode' && isHttp(term.value);
const isHttp = (iri: string): boolean => /^https?:\/\/[^/]/i.test(iri) && URL.canParse(iri);
