/**
 * Builds one kind of tree from HTML and XML, so that CSS and XPath work on both.
 *
 * Tolerant for both, as the Web needs; `isCut` tells when the document breaks off. No DTD is read and no entity of the
 * document's own is expanded. Depth stops at 512, as in browsers: a deeper element becomes a sibling, so no walk of the
 * tree can exhaust the stack. The number of nodes is bounded.
 */
import { type ChildNode, type Document, DomHandler, Element } from 'domhandler';
import { Parser, type ParserOptions } from 'htmlparser2';
import { ContentError } from '../content-error.js';
import { prefixPart, setOrder } from './nodes.js';

const MAX_DEPTH = 512;
export const MAX_NODES = 4_000_000;

export interface Tree {
  readonly root: Document;
  readonly nodes: number;
  /** The document ended while elements were open that need an end tag. */
  readonly isCut: boolean;
}

export function buildTree(text: string, isXml: boolean): Tree {
  const handler = isXml ? new XmlHandler() : new TreeHandler();
  const parser = new BoundedParser(handler, { xmlMode: isXml, decodeEntities: true });
  parser.write(isXml ? withoutSubset(text) : text);
  const isCut = isXml && (parser.openElements > 0 || handler.nodes === 0);
  parser.end();
  return { root: handler.root, nodes: handler.nodes, isCut };
}

/** Removes the declarations inside a doctype: they are no text, and the tokenizer does not know where they end. */
export function withoutSubset(source: string): string {
  const doctype = /<!DOCTYPE[^<>[]{0,2000}\[/.exec(source.slice(0, 20_000));
  if (!doctype) return source;
  const end = source.indexOf(']>', doctype.index);
  return end < 0 ? source.slice(0, doctype.index) : source.slice(0, doctype.index) + source.slice(end + 2);
}

/** The parser shifts its array of open elements: without a bound, deep nesting would take quadratic time. */
export class BoundedParser extends Parser {
  constructor(handler: DomHandler, options: ParserOptions) {
    super(handler, options);
  }

  get openElements(): number {
    return this.#stack.length;
  }

  get #stack(): string[] {
    return (this as unknown as { stack: string[] }).stack;
  }

  override onopentagname(start: number, end: number): void {
    if (this.#stack.length >= MAX_DEPTH) this.#closeInnermost();
    super.onopentagname(start, end);
  }

  #closeInnermost(): void {
    this.#stack.shift();
    (this as unknown as { cbs: DomHandler }).cbs.onclosetag();
  }
}

/** Numbers the nodes in document order. CDATA counts as text. */
export class TreeHandler extends DomHandler {
  nodes = 0;

  override oncdatastart(): void {}
  override oncdataend(): void {}

  protected override addNode(node: ChildNode): void {
    if (++this.nodes > MAX_NODES) throw new ContentError(`it has more than ${MAX_NODES} elements and texts`);
    setOrder(node, this.nodes);
    super.addNode(node);
  }
}

/** Knows the namespace of each element. */
export class XmlHandler extends TreeHandler {
  readonly #scopes: Record<string, string>[] = [Object.create(null) as Record<string, string>];

  constructor() {
    super(null, { xmlMode: true });
  }

  /** Outside of the outermost element there are only line ends, not text. */
  override ontext(data: string): void {
    if (this.tagStack.length > 1) super.ontext(data);
  }

  protected override addNode(node: ChildNode): void {
    super.addNode(node);
    if (!(node instanceof Element)) return;
    const scope = this.#scopeOf(node);
    this.#scopes.push(scope);
    const uri = scope[prefixPart(node.name)];
    if (uri) node.namespace = uri;
  }

  /** The namespaces in force at the element that was just closed, as attributes. */
  protected declared(): Record<string, string> {
    const declared: Record<string, string> = {};
    for (const prefix in this.#scopes.at(-1)) declared[prefix ? `xmlns:${prefix}` : 'xmlns'] = this.#scopes.at(-1)?.[prefix] ?? '';
    return declared;
  }

  override onclosetag(): void {
    super.onclosetag();
    if (this.#scopes.length > 1) this.#scopes.pop();
  }

  #scopeOf(element: Element): Record<string, string> {
    const outer = this.#scopes.at(-1) ?? {};
    const declared = Object.entries(element.attribs).filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'));
    if (!declared.length) return outer;
    const scope = Object.create(outer) as Record<string, string>;
    for (const [name, uri] of declared) scope[name.slice(6)] = uri;
    return scope;
  }
}
