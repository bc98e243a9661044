/**
 * The tree that CSS and XPath walk: domhandler's nodes, each with its place in document order, and attributes as nodes
 * where XPath needs them.
 */
import { type AnyNode, type Document, type Element, hasChildren, isTag, isText, type NodeWithChildren } from 'domhandler';

/** Place in document order; set when the tree is built. */
const ORDER = Symbol('order');
type Ordered = AnyNode & { [ORDER]?: number };

export function setOrder(node: AnyNode, order: number): void {
  (node as Ordered)[ORDER] = order;
}

export const orderOf = (node: AnyNode): number => (node as Ordered)[ORDER] ?? 0;

export class AttributeNode {
  readonly owner: Element;
  readonly name: string;

  constructor(owner: Element, name: string) {
    this.owner = owner;
    this.name = name;
  }

  get value(): string {
    return attributeOf(this.owner, this.name) ?? '';
  }
}

export type TreeNode = AnyNode | AttributeNode;

/** Looks at own properties only: a page may have an attribute called `constructor`. */
export const attributeOf = (element: Element, name: string): string | null =>
  Object.hasOwn(element.attribs, name) ? (element.attribs[name] ?? '') : null;

export const childrenOf = (node: AnyNode): readonly AnyNode[] => (hasChildren(node) ? (node as NodeWithChildren).children : NONE);
const NONE: readonly AnyNode[] = [];

export const localPart = (name: string): string => name.slice(name.indexOf(':') + 1);
export const prefixPart = (name: string): string => (name.includes(':') ? name.slice(0, name.indexOf(':')) : '');

export function rootOf(node: AnyNode): Document | AnyNode {
  let root: AnyNode = node;
  while (root.parent) root = root.parent;
  return root;
}

/** The namespace URI of a prefix at this element; null when the prefix is not declared. */
export function namespaceAt(element: Element, prefix: string): string | null {
  if (prefix === 'xml') return 'http://www.w3.org/XML/1998/namespace';
  const declaration = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
  for (let node: AnyNode | null = element; node; node = node.parent) {
    const uri: string | null = isTag(node) ? attributeOf(node, declaration) : null;
    if (uri !== null) return uri;
  }
  return null;
}

/** All text inside, unchanged: the string-value of XPath. */
export function plainText(node: TreeNode): string {
  if (node instanceof AttributeNode) return node.value;
  if (isText(node)) return node.data;
  if (node.type === 'directive') return node.data.replace(/^\?\S*\s*|\?$/g, '');
  if (!hasChildren(node)) return 'data' in node ? node.data : '';
  const pieces: string[] = [];
  collectText(node, pieces);
  return pieces.join('');
}

function collectText(node: NodeWithChildren, pieces: string[]): void {
  for (const child of node.children) {
    if (isText(child)) pieces.push(child.data);
    else if (isTag(child)) collectText(child, pieces);
  }
}

const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript']);
const INLINE: ReadonlySet<string> = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/** The text a reader of the page sees: without scripts, a space where a line ends, white space collapsed. */
export function readableText(node: TreeNode, isHtml: boolean): string {
  if (!isHtml || node instanceof AttributeNode || !hasChildren(node)) return collapse(plainText(node));
  const pieces: string[] = [];
  collectReadable(node as NodeWithChildren, pieces);
  return collapse(pieces.join(''));
}

function collectReadable(node: NodeWithChildren, pieces: string[]): void {
  for (const child of node.children) {
    if (isText(child)) pieces.push(child.data);
    else if (isTag(child) && !UNSEEN.has(child.name)) collectElement(child, pieces);
  }
}

function collectElement(element: Element, pieces: string[]): void {
  const isInline = INLINE.has(element.name);
  if (!isInline) pieces.push(' ');
  collectReadable(element, pieces);
  if (!isInline) pieces.push(' ');
}

export const collapse = (text: string): string => text.replace(/[\s\u00a0\u200b\ufeff]+/g, ' ').trim();
