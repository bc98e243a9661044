/**
 * Content: what a server sent, parsed once and queried often.
 *
 * Pass text when the charset is already known (read/ finds it by the rules of browsers). Bytes are decoded by their
 * byte-order mark, the given label, their own declaration, or as UTF-8. Size and number of nodes are bounded. Broken
 * JSON is an error; XML that ends too early sets `isCut`.
 */

import type { AnyNode, Document } from 'domhandler';
import { messageOf } from '../../model/index.js';
import { ContentError } from './content-error.js';
import { decodeBytes } from './decode-bytes.js';
import { buildTree } from './tree/build-tree.js';
import { findFirst } from './tree/find.js';
import { attributeOf, rootOf } from './tree/nodes.js';

export type ContentKind = 'html' | 'xml' | 'json' | 'feed' | 'text';

export interface ContentOptions {
  readonly as: ContentKind;
  /** Where the content came from, after redirects: relative links are resolved against it. */
  readonly url?: string;
  /** Of bytes only; text is decoded already. */
  readonly charset?: string;
  /** Prefixes for XPath. */
  readonly namespaces?: Readonly<Record<string, string>>;
}

export interface Content {
  readonly as: ContentKind;
  readonly url: string | null;
  /** What relative links are resolved against: the URL, or the page's <base>. */
  readonly base: string | null;
  readonly namespaces: Readonly<Record<string, string>>;
  /** The content as sent, decoded. */
  readonly source: string;
  /** Of HTML and XML; else null. */
  readonly root: Document | null;
  /** The value of JSON content. */
  readonly json: unknown;
  /** Number of elements, texts and other nodes. */
  readonly nodes: number;
  /** The XML ends while elements are open. */
  readonly isCut: boolean;
}

const MAX_CHARS = 200_000_000;
/** One shared object: compiled XPath is cached for each table of prefixes. */
export const NO_NAMESPACES: Readonly<Record<string, string>> = {};

/** The root leads from a node to its content. Stored on the root itself: a weak map with many rows would slow garbage collection. */
const CONTENT = Symbol('content');
type Owned = { [CONTENT]?: Content };

export function parseContent(source: string | Uint8Array, options: ContentOptions): Content {
  const text = typeof source === 'string' ? source : decodeBytes(source, options.charset);
  if (text.length > MAX_CHARS) throw new ContentError(`it has ${text.length} characters; no more than ${MAX_CHARS} are read at once`);
  const { as, url = null, namespaces = NO_NAMESPACES } = options;
  const plain = { as, url, base: url, namespaces, source: text, root: null, json: undefined, nodes: 1, isCut: false };
  if (as === 'text') return plain;
  if (as === 'json') return { ...plain, json: parseJson(text) };
  const tree = buildTree(text.startsWith('\ufeff') ? text.slice(1) : text, as !== 'html');
  return register({ ...plain, ...tree, base: as === 'html' ? baseOf(tree.root, url) : url });
}

export function register(content: Content): Content {
  if (content.root) (content.root as Owned)[CONTENT] = content;
  return content;
}

/** The content a node belongs to; null for nodes that belong to none. */
export const contentOf = (node: AnyNode): Content | null => (rootOf(node) as Owned)[CONTENT] ?? null;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, '')) as unknown;
  } catch (error) {
    const begins = text.trim().slice(0, 40);
    throw new ContentError(`it is no JSON: ${messageOf(error)}${begins ? ` (it begins with ${begins})` : ' (it is empty)'}`, {
      cause: error,
    });
  }
}

function baseOf(root: Document, url: string | null): string | null {
  const element = findFirst(root, 'base');
  const href = element ? attributeOf(element, 'href') : null;
  return href === null ? url : (resolveUrl(url, href) ?? url);
}

/** An absolute address, or null. Spaces and the like inside a path are percent-encoded. */
export function resolveUrl(base: string | null, reference: string): string | null {
  try {
    return base === null ? new URL(reference.trim()).href : new URL(reference.trim(), base).href;
  } catch {
    return null;
  }
}
