/**
 * Signs of RDF inside a page, read from the finished tree. Scripts and `meta` are taken as they are; for anything else
 * this only decides whether the page needs a reader for RDF.
 */
import type { Page } from '../../model/index.js';
import type { EmbeddedParts } from '../rdf/index.js';
import { ATTR, TAG } from './html-names.js';
import type { HtmlTree } from './html-tree.js';

/** A text that begins otherwise may be RDF served as HTML. */
const PAGE = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S]){0,500}-->\s*)*<(?:!doctype\s+html|html|head|body|title|meta)\b/i;
const MICROFORMAT = /(?:^|\s)(?:vcard|vevent|hreview|h-(?:card|event|review|entry|adr))(?=\s|$)/i;
/** A name with a prefix, as in RDFa; or the stylesheet of GRDDL. */
const RELATION = /:|\btransformation\b/i;
const MOST_PROPERTIES = 1000;
const LONGEST = 65_536;

/** Kept beside the page, not in it: only the reader of statements needs it, once, and it must not be stored. */
const found = new WeakMap<Page, EmbeddedParts>();

export const embeddedOf = (page: Page): EmbeddedParts | undefined => found.get(page);

export function noteEmbedded(page: Page, tree: HtmlTree, base: string): Page {
  if (!PAGE.test(tree.source.slice(0, 1000))) return page;
  const parts = {
    base,
    scripts: page.metadata['json-ld'] ?? [],
    properties: [] as [string, string][],
    prefixes: [] as string[],
    profiles: [] as string[],
    isMarkedUp: false,
  };
  for (let row = 0; row < tree.count && !parts.isMarkedUp; row++) {
    const end = tree.attributes[row + 1] ?? 0;
    for (let at = tree.attributes[row] ?? 0; at < end; at++) if (isSign(tree, row, at, parts)) parts.isMarkedUp = true;
  }
  found.set(page, parts);
  return page;
}

interface Gathered {
  readonly properties: [string, string][];
  readonly prefixes: string[];
  readonly profiles: string[];
}

/** Whether a row shows RDF for a separate reader. `meta` and prefixes are collected and do not count. */
function isSign(tree: HtmlTree, row: number, at: number, { properties, prefixes, profiles }: Gathered): boolean {
  switch (tree.attributeName[at]) {
    case ATTR.typeof:
    case ATTR.vocab:
    case ATTR.about:
    case ATTR.datatype:
    case ATTR.inlist:
    case ATTR.itemscope:
      return true;
    case ATTR.rel:
    case ATTR.rev:
      return RELATION.test(valueAt(tree, at));
    case ATTR.profile:
      if (tree.tag[row] === TAG.head) profiles.push(...(tree.attribute(row, ATTR.profile, LONGEST) ?? '').split(/\s+/));
      return false;
    case ATTR.class:
      return MICROFORMAT.test(valueAt(tree, at));
    case ATTR.prefix:
      if (prefixes.length < MOST_PROPERTIES) prefixes.push(tree.attribute(row, ATTR.prefix, LONGEST) ?? '');
      return false;
    case ATTR.property:
      if (tree.tag[row] !== TAG.meta) return true;
      if (properties.length < MOST_PROPERTIES && tree.has(row, ATTR.content))
        properties.push([tree.attribute(row, ATTR.property, LONGEST) ?? '', tree.attribute(row, ATTR.content, LONGEST) ?? '']);
      return false;
    default:
      return false;
  }
}

const valueAt = (tree: HtmlTree, at: number): string => tree.source.slice(tree.attributeRange[4 * at + 2], tree.attributeRange[4 * at + 3]);
