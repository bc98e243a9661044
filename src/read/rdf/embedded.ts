/** RDF inside pages: JSON-LD in scripts, RDFa, microdata, microformats, what stylesheets make of them. Each is read by itself: a fault in one is no fault of the others. */
import type { Quad } from '@rdfjs/types';
import { grddlSteps, mayNameStylesheets } from './grddl.js';
import { type JsonLdOptions, readJsonLd } from './json-ld.js';
import { baseOf } from './markup.js';
import { addMetaProperties, type MetaProperties, metaPropertiesIn } from './meta-properties.js';
import { readMicroformats } from './microformats.js';
import { QuadList, TooManyQuads } from './quad-list.js';
import { isMarkup, signsIn } from './signs.js';
import type { Transformations } from './transformations.js';

export interface EmbeddedReading {
  /** Names of what was found, by media type or as people call it. */
  readonly syntaxes: readonly string[];
  readonly quads: readonly Quad[];
  /** Those that nothing else about the page tells: JSON-LD and `meta` are metadata of the page besides. */
  readonly own: readonly Quad[];
  readonly problems: readonly string[];
}

export interface EmbeddedInput {
  readonly text: string;
  readonly type: string;
  readonly url: string;
  readonly most: number;
  readonly jsonLd: JsonLdOptions;
  readonly transformations: Transformations;
}

interface Part {
  readonly name: string;
  readonly isMetadata: boolean;
  read(list: QuadList): void | Promise<void>;
}

/** What somebody who parsed the page has found already. */
export interface EmbeddedParts extends MetaProperties {
  readonly base: string;
  /** Contents of the scripts that hold JSON-LD. */
  readonly scripts: readonly string[];
  /** What its head names as its profiles, which may have stylesheets. */
  readonly profiles: readonly string[];
  /** Whether there are signs of RDFa, microdata, microformats or GRDDL besides: then the page has to be read as a whole. */
  readonly isMarkedUp: boolean;
}

export const readEmbedded = (input: EmbeddedInput): Promise<EmbeddedReading> => readParts(partsOf(input), input.most);

/** Of a page that is not marked up. */
export const readFound = (found: EmbeddedParts, most: number, jsonLd: JsonLdOptions = {}): Promise<EmbeddedReading> =>
  readParts([...scriptParts(found.scripts, found.base, jsonLd), metaPart(found, found.base)], most);

async function readParts(parts: readonly Part[], most: number): Promise<EmbeddedReading> {
  const found = { syntaxes: new Set<string>(), quads: [] as Quad[], own: [] as Quad[], problems: [] as string[] };
  for (const part of parts) {
    const list = new QuadList(most - found.quads.length);
    try {
      await part.read(list);
    } catch (error) {
      found.problems.push(problemOf(part.name, error, most));
    }
    if (list.quads.length > 0) found.syntaxes.add(part.name);
    for (const quad of list.quads) found.quads.push(quad);
    if (!part.isMetadata) for (const quad of list.quads) found.own.push(quad);
  }
  return { ...found, syntaxes: [...found.syntaxes] };
}

function problemOf(name: string, error: unknown, most: number): string {
  if (error instanceof TooManyQuads) return `it has more than ${most} statements; the rest was left out`;
  return `${name}: ${error instanceof Error ? error.message.slice(0, 400) : String(error)}`;
}

const metaPart = (found: MetaProperties, base: string): Part => ({
  name: 'RDFa',
  isMetadata: true,
  read: (list) => addMetaProperties(found, base, list),
});

const scriptParts = (scripts: readonly string[], base: string, jsonLd: JsonLdOptions): Part[] =>
  scripts
    .slice(0, MOST_SCRIPTS)
    .map(bare)
    .filter((script) => script !== '')
    .map((script) => ({ name: 'application/ld+json', isMetadata: true, read: (list) => readJsonLd(script, base, list, jsonLd) }));

function partsOf(input: EmbeddedInput): Part[] {
  const base = isMarkup(input.type) ? baseOf(input.text, input.url) : input.url;
  return [...(isMarkup(input.type) ? markedParts(input, base) : []), ...grddlParts(input, base)];
}

const PROFILE = /<head\s[^<>]{0,1000}?\bprofile\s{0,9}=/i;

function grddlParts({ text, type, url, transformations }: EmbeddedInput, base: string): Part[] {
  const isWanted = mayNameStylesheets(text) || PROFILE.test(text.slice(0, 24_576)) || transformations.matching(url, type).length > 0;
  if (!isWanted) return [];
  return grddlSteps({ text, type, url, base, transformations }).map(({ read }) => ({ name: 'GRDDL', isMetadata: false, read }));
}

function markedParts({ text, type, url, jsonLd }: EmbeddedInput, base: string): Part[] {
  const signs = signsIn(text);
  const parts: Part[] = [];
  if (signs.jsonLd) parts.push(...scriptParts(scriptsIn(text), base, jsonLd));
  if (signs.metaOnly) parts.push(metaPart(metaPropertiesIn(text), base));
  // Their parsers are large, and loaded when the first page needs them.
  if (signs.rdfa)
    parts.push({ name: 'RDFa', isMetadata: false, read: async (list) => (await import('./rdfa.js')).readRdfa(text, type, url, list) });
  if (signs.microdata)
    parts.push({
      name: 'microdata',
      isMetadata: false,
      read: async (list) => (await import('./microdata.js')).readMicrodata(text, base, list),
    });
  if (signs.microformats) parts.push({ name: 'microformats', isMetadata: false, read: (list) => readMicroformats(text, base, list) });
  return parts;
}

const SCRIPT = /<script\b[^<>]{0,1000}?\stype\s{0,9}=\s{0,9}["']?application\/ld\+json\b[^<>]{0,1000}>/gi;
const MOST_SCRIPTS = 100;
const LARGEST_SCRIPT = 10_000_000;

function scriptsIn(page: string): string[] {
  const scripts: string[] = [];
  for (const { index, 0: tag } of page.matchAll(SCRIPT)) {
    const start = index + tag.length;
    const end = page.slice(start, start + LARGEST_SCRIPT).search(/<\/script[\s>]/i);
    if (end < 0 || scripts.length >= MOST_SCRIPTS) break;
    scripts.push(page.slice(start, start + end));
  }
  return scripts;
}

/** Without what is left of XHTML or a comment around the JSON. */
const bare = (script: string): string => script.replace(/^\s*(?:\/\/\s*)?<!(?:--|\[CDATA\[)|(?:\/\/\s*)?(?:-->|\]\]>)\s*$/g, '').trim();
