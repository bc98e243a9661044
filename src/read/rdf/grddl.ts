/**
 * GRDDL: pages and XML documents that name a stylesheet which makes RDF of them, and those it is configured for.
 *
 * A stylesheet that a document names is applied only where there is a copy of it: nothing is asked of the network.
 */
import { SaxesParser } from 'saxes';
import type { QuadList } from './quad-list.js';
import { readSyntax } from './read-syntax.js';
import { syntaxOf } from './syntaxes.js';
import { tidy } from './tidy.js';
import type { Transformation, Transformations } from './transformations.js';

const DATA_VIEW = 'http://www.w3.org/2003/g/data-view';
const MOST = 4;
const HEAD = 24_576;

export interface GrddlInput {
  readonly text: string;
  readonly type: string;
  readonly url: string;
  /** What relative addresses refer to. */
  readonly base: string;
  readonly transformations: Transformations;
}

/** One stylesheet for one document. */
export interface GrddlStep {
  /** Throws an error that says what is missing or wrong. */
  read(list: QuadList): Promise<void>;
}

export const isXml = (type: string): boolean => /[/+]xml$/.test(type) && !type.includes('html');

/** Whether it may name stylesheets; cheap, and asked for documents that show other signs of RDF too. */
export const mayNameStylesheets = (text: string): boolean =>
  text.slice(0, HEAD).includes('/2003/g/data-view') || /\brel\s{0,9}=\s{0,9}["']?[^"'<>=]{0,200}\btransformation\b/i.test(text);

export function grddlSteps(input: GrddlInput): GrddlStep[] {
  try {
    return stepsFor(input, isPage(input) ? fromPage(input.text) : fromXml(input.text));
  } catch (error) {
    return [{ read: () => Promise.reject(error as Error) }];
  }
}

/** XHTML may be called XML. */
const isPage = ({ type, text }: GrddlInput): boolean => !isXml(type) || /<html[\s>]/.test(text.slice(0, 2000));

function stepsFor({ type, url, base, transformations }: GrddlInput, { xml, named, mayBeNamed }: Named): GrddlStep[] {
  const meant = transformations.matching(url, type).map((found) => stepOf(found, xml, url, base));
  const asked = absolute(named, base).map((address) => {
    const found = transformations.named(address);
    return found ? stepOf(found, xml, url, base) : missing(address);
  });
  const known = absolute(mayBeNamed, base).flatMap((address) => transformations.named(address) ?? []);
  return [...meant, ...asked, ...known.map((found) => stepOf(found, xml, url, base))].slice(0, MOST);
}

interface Named {
  readonly xml: string;
  /** Stylesheets. */
  readonly named: readonly string[];
  /** Profiles and namespaces, which have stylesheets now and then. */
  readonly mayBeNamed: readonly string[];
}

function fromPage(text: string): Named {
  const { xhtml, profiles, transformations } = tidy(text);
  return { xml: xhtml, named: transformations, mayBeNamed: profiles };
}

/** What the root element says. Nothing, where it is no XML: the stylesheet will tell. */
function fromXml(text: string): Named {
  const found = { named: '', namespace: '' };
  const parser = new SaxesParser({ xmlns: true });
  let isDone = false;
  parser.on('error', () => {
    isDone = true;
  });
  parser.on('opentag', ({ uri, attributes }) => {
    if (isDone) return;
    isDone = true;
    found.namespace = uri;
    for (const { uri: owner, local, value } of Object.values(attributes))
      if (owner === `${DATA_VIEW}#` && local === 'transformation') found.named = value;
  });
  parser.write(text.slice(0, HEAD));
  return { xml: text, named: wordsIn(found.named), mayBeNamed: wordsIn(found.namespace) };
}

const wordsIn = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

const absolute = (addresses: readonly string[], base: string): string[] => [
  ...new Set(addresses.flatMap((address) => (URL.canParse(address, base) ? [new URL(address, base).href] : []))),
];

const missing = (address: string): GrddlStep => ({
  read: () =>
    Promise.reject(
      new Error(
        `the transformation ${address} is not at hand. Save it to a file and add to the definition: rdf.transformations: [{ url: "${address}", file: "…" }]`,
      ),
    ),
});

const stepOf = (transformation: Transformation, xml: string, url: string, base: string): GrddlStep => ({
  async read(list) {
    try {
      await addResult(await transformation.apply(xml, url), base, list);
    } catch (error) {
      if (!(error instanceof Error) || error.name === 'TooManyQuads') throw error;
      throw new Error(`${transformation.name}: ${error.message}`, { cause: error });
    }
  },
});

async function addResult(result: string, base: string, list: QuadList): Promise<void> {
  if (result.replace(/^\s*<\?xml[^>]*\?>/, '').trim() === '') return;
  const verdict = syntaxOf(null, result.slice(0, HEAD), base);
  if (verdict === null) throw new Error('What it makes of the document is no RDF.');
  await readSyntax(verdict.syntax, result, base, list);
}
