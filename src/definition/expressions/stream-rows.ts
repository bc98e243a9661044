/**
 * Reads rows of XML that is too large to parse at once: each row becomes a small content of its own while the document
 * streams by.
 *
 * `each` is a plain path of elements: /items/item, //item, feed/entry. Prefixes in it are ignored. Memory is that of one
 * row; a row that grows without end is refused.
 */
import { Document, Element } from 'domhandler';
import { type Content, NO_NAMESPACES, register } from './content.js';
import { ContentError, ExpressionError } from './content-error.js';
import { decoderFor, type TextReader } from './decode-bytes.js';
import { BoundedParser, withoutSubset, XmlHandler } from './tree/build-tree.js';
import { localPart } from './tree/nodes.js';

export interface StreamOptions {
  readonly url?: string;
  readonly charset?: string;
  readonly namespaces?: Readonly<Record<string, string>>;
  /** Called when the document ends while elements are open. */
  readonly onCut?: () => void;
}

/** A content whose root contains only the row. */
export interface StreamedRow extends Content {
  /** Pass it as `node` of a context to read fields of the row. */
  readonly row: Element;
}

const MAX_NODES_PER_ROW = 500_000;

/** Whether `each` can be read while the document streams by. */
export const isStreamable = (each: unknown): each is string =>
  typeof each === 'string' && /^(\/\/?)?[\p{L}_][\p{L}\p{N}_.:-]*(\/[\p{L}_][\p{L}\p{N}_.:-]*)*$/u.test(each);

export async function* streamRows(
  chunks: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
  each: string,
  options: StreamOptions = {},
): AsyncGenerator<StreamedRow> {
  if (!isStreamable(each))
    throw new ExpressionError('each', `${each} is no plain path of elements; only those can be read while the document flows by`);
  const handler = new RowHandler(each, options);
  const parser = new BoundedParser(handler, { xmlMode: true, decodeEntities: true });
  let isFirst = true;
  let decoder: TextReader | null = null;
  for await (const chunk of chunks) {
    if (typeof chunk !== 'string') decoder ??= decoderFor(chunk, options.charset);
    const text = typeof chunk === 'string' ? chunk : (decoder as TextReader).decode(chunk, { stream: true });
    parser.write(isFirst ? withoutSubset(text) : text);
    isFirst = false;
    yield* handler.take();
  }
  if (decoder) parser.write(decoder.decode());
  yield* handler.take();
  if (parser.openElements > 0) options.onCut?.(); // a row that was cut off is none
}

/** Drops what is outside of rows, and passes on each row when it is closed. */
class RowHandler extends XmlHandler {
  readonly #path: readonly string[];
  readonly #isAnywhere: boolean;
  readonly #options: StreamOptions;
  #rows: StreamedRow[] = [];
  #row: Element | null = null;
  #rowStart = 0;

  constructor(each: string, options: StreamOptions) {
    super();
    this.#path = each.replace(/^\/+/, '').split('/').map(localPart);
    this.#isAnywhere = each.startsWith('//');
    this.#options = options;
  }

  take(): StreamedRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  override onopentag(name: string, attributes: { [key: string]: string }): void {
    super.onopentag(name, attributes);
    const element = this.tagStack.at(-1);
    if (this.#row || !(element instanceof Element) || !this.#isRow()) return;
    this.#row = element;
    this.#rowStart = this.nodes;
  }

  override ontext(data: string): void {
    if (this.#row) super.ontext(data);
    if (this.#row && this.nodes - this.#rowStart > MAX_NODES_PER_ROW)
      throw new ContentError(`a row of it has more than ${MAX_NODES_PER_ROW} elements and texts`);
  }

  override oncomment(): void {}
  override onprocessinginstruction(): void {}

  override onclosetag(): void {
    const closed = this.tagStack.at(-1);
    super.onclosetag();
    if (!(closed instanceof Element)) return;
    if (closed === this.#row) this.#finish(closed);
    else if (!this.#row) this.#drop(closed);
  }

  #isRow(): boolean {
    const depth = this.tagStack.length - this.#path.length;
    if (depth < 1 || (depth > 1 && !this.#isAnywhere)) return false;
    return this.#path.every((name, at) => localPart((this.tagStack[depth + at] as Element).name) === name);
  }

  #drop(element: Element): void {
    this.nodes--;
    detach(element);
  }

  #finish(row: Element): void {
    row.attribs = { ...this.declared(), ...row.attribs };
    this.#row = null;
    const nodes = this.nodes - this.#rowStart;
    this.nodes = this.#rowStart - 1;
    detach(row);
    const root = new Document([row]);
    row.parent = root;
    const { url = null, namespaces = NO_NAMESPACES } = this.#options;
    const content = { as: 'xml', url, base: url, namespaces, source: '', root, json: undefined, nodes, isCut: false, row } as const;
    register(content);
    this.#rows.push(content);
  }
}

/** Removes an element that was just closed, and so is the last child of its parent. */
function detach(element: Element): void {
  element.parent?.children.pop();
  element.parent = null;
  element.prev = null;
}
