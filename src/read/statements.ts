/** What a page says as RDF, beside what its reader made of it: read from the same bytes, once. */
import type { Link, Page, Statements } from '../model/index.js';
import type { ReadInput } from '../plugins/index.js';
import { embeddedOf } from './html/html-embedded.js';
import {
  describeFile,
  describesItself,
  type EmbeddedParts,
  type FollowOptions,
  linkRules,
  mayHoldRdf,
  nQuadLines,
  type QuadLink,
  type RdfReading,
  readFoundRdf,
  readRdf,
  type TransformationOptions,
  type Transformations,
  transformationsOf,
} from './rdf/index.js';

export interface StatementOptions extends FollowOptions {
  readonly read: 'auto' | 'always' | 'never';
  /** Statements of one document, at most. */
  readonly most: number;
  /** Stylesheets that make RDF of documents. */
  readonly transformations: readonly TransformationOptions[];
}

/** A crawled copy of a context of JSON-LD, parsed; null when there is none. */
export type ContextOf = (url: string) => object | null;

export type AddStatements = (page: Page, input: ReadInput) => Page | Promise<Page>;

/** A promise only where there is something to read: most pages pass through. */
export function statementReader(options: StatementOptions, known: ContextOf = () => null): AddStatements {
  const { read, most } = options;
  if (read === 'never') return (page) => page;
  const linksIn = linkRules(options);
  const transformations = transformationsOf(options.transformations);
  return (page, input) => {
    const { bytes, contentType, url, type } = input;
    const missing = new Set<string>();
    const contextOf: ContextOf = (context) => known(context) ?? (missing.add(context), null);
    const finish = (reading: RdfReading): Page =>
      withReading(page, url, reading, [...(linksIn?.(reading.quads) ?? []), ...contextLinks(missing)], [...missing]);
    if (describesItself(type)) return describeFile(bytes, page.metadata, url, most).then(finish);
    const found = embeddedOf(page);
    const isMeant = isTransformed(url, type, found, transformations);
    if (found && !found.isMarkedUp && read !== 'always' && !isMeant)
      return isBare(found) ? page : readFoundRdf(found, most, contextOf).then(finish);
    if (!isMeant && !mayHoldRdf({ bytes, type, contentType, url }) && !(read === 'always' && type.includes('html'))) return page;
    return readRdf({ bytes, contentType, type, url, most, contextOf, transformations }).then(finish);
  };
}

/** Whether there is a stylesheet for it, though it names none. */
const isTransformed = (url: string, type: string, found: EmbeddedParts | undefined, { matching, named }: Transformations): boolean =>
  matching(url, type).length > 0 || (found?.profiles.some((profile) => named(profile) !== null) ?? false);

const isBare = ({ scripts, properties }: EmbeddedParts): boolean => scripts.length === 0 && properties.length === 0;

const CONTEXT_RELATION = 'http://www.w3.org/ns/json-ld#context';

/** Whatever is followed else: without them a later run could not read the document, either. */
const contextLinks = (missing: ReadonlySet<string>): QuadLink[] =>
  [...missing].filter((url) => /^https?:/i.test(url) && URL.canParse(url)).map((url) => ({ url, relation: CONTEXT_RELATION }));

function withReading(page: Page, url: string, reading: RdfReading, found: readonly QuadLink[], awaits: readonly string[]): Page {
  const { syntax, quads, own, problems } = reading;
  if (syntax === '') return page;
  const lines = nQuadLines(quads);
  const compared = own.length === quads.length ? lines : nQuadLines(own);
  const statements: Statements = { syntax, quads, problems, lines, compared, ...(awaits.length > 0 ? { awaits } : {}) };
  const self = url.split('#', 1)[0];
  const links = found.filter((link) => link.url.split('#', 1)[0] !== self).map((link) => linkOf(link, page.directives.nofollow));
  if (links.length === 0 && problems.length === 0) return { ...page, statements };
  return { ...page, statements, links: [...page.links, ...links], notes: [...page.notes, ...problems] };
}

const linkOf = ({ url, relation }: QuadLink, nofollow: boolean): Link => ({
  url: new URL(url).href,
  kind: 'rdf',
  anchor: '',
  rel: [relation],
  nofollow,
  paragraph: null,
  path: '',
});
