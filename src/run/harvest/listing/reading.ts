/**
 * Sheets: answers as they are read. Decoded once, parsed when something is asked of them, and asked by the expressions of definition/expressions/.
 *
 * XML that ends too early and JSON that is none are errors here: half a list must never pass for a short one.
 */

import { isTag } from 'domhandler';
import type { Expression } from '../../../definition/connector/index.js';
import {
  type Compiled,
  type Content,
  ContentError,
  type ContentKind,
  compileExpression,
  type ExpressionOptions,
  type Fields,
  type Found,
  parseContent,
  resolveUrl,
  serialize,
  streamRows,
} from '../../../definition/expressions/index.js';
import { headerOf } from '../../../model/index.js';
import { decodeText, detectCharset } from '../../../read/index.js';
import { type Answered, HarvestError, type Item, type Values } from '../port.js';
import type { Lookup } from './names.js';

export type { Compiled } from '../../../definition/expressions/index.js';

export const compiled = (expression: Expression, where: string, options?: ExpressionOptions): Compiled =>
  compileExpression(expression, where, options);

export interface RowContext {
  readonly fields?: Values;
  /** Parameters, names the connector sets, the window. */
  readonly parameters?: Lookup;
  /** Brings a page for the function fetch; left out where no expression has it. */
  readonly fetch?: ((url: string) => Promise<Content | null>) | undefined;
}

/** A row of a list: part of a sheet. */
export interface Row {
  values(expression: Compiled, context?: RowContext): readonly string[];
  fields(fields: Fields, context: RowContext): Promise<Values>;
  written(): Item['row'];
}

export interface Manner {
  readonly as: ContentKind | undefined;
  readonly charset?: string | undefined;
  readonly namespaces: Readonly<Record<string, string>>;
  /** Of the step, for messages. */
  readonly rule: string;
}

interface Written extends Manner {
  readonly url: string;
  readonly text: string;
  readonly as: ContentKind;
  /** Null where it came as part of something else. */
  readonly answered: Answered | null;
  /** What the text was decoded from, where the whole is a file of its own. */
  readonly bytes?: Uint8Array | null;
}

export function sheetOf(answered: Answered, manner: Manner): Sheet {
  const text = decoded(answered, manner.charset);
  return new Sheet({ ...manner, url: withoutSession(answered.url), as: manner.as ?? kindOf(answered.type), text, answered });
}

export class Sheet {
  readonly url: string;
  readonly as: ContentKind;
  readonly text: string;
  readonly answered: Answered | null;
  readonly #manner: Manner;
  readonly #bytes: Uint8Array | null;
  #content: Content | null = null;

  constructor({ url, as, text, answered, bytes = null, ...manner }: Written) {
    this.#bytes = bytes;
    this.url = url;
    this.as = as;
    this.text = text;
    this.answered = answered;
    this.#manner = { ...manner, as };
  }

  values(expression: Compiled, context: RowContext = {}): readonly string[] {
    return this.#guarded(() => expression.values({ content: this.#parsed(), ...context }));
  }

  /** Without `each` the whole is one row; of a feed, its entries are. */
  rows(each: Compiled | null): readonly Row[] {
    const content = this.#parsed();
    const rows = each ?? (this.as === 'feed' ? ENTRIES : Array.isArray(content.json) ? ELEMENTS : null);
    return rows ? this.#guarded(() => rows.nodes({ content })).map((node) => this.#row(content, node)) : [this.whole()];
  }

  /** Rows of XML too large to be held at once. Throws when it is cut, which shows only at its end. */
  async *streamed(each: string): AsyncGenerator<Row> {
    const { namespaces } = this.#manner;
    let isCut = false;
    const options = { url: this.url, namespaces, onCut: () => (isCut = true) };
    try {
      for await (const content of streamRows(slices(this.text), each, options))
        yield this.#row(content, content.root?.children.find(isTag));
    } catch (error) {
      throw error instanceof ContentError ? this.#error(error.message, error) : error;
    }
    if (isCut) throw this.#error('the XML ends too early');
  }

  whole(): Row {
    return this.#row(this.#parsed());
  }

  json(): unknown {
    return this.#parsed().json;
  }

  content(): Content {
    return this.#parsed();
  }

  header(name: string): string | null {
    return headerOf(this.answered?.headers ?? [], name);
  }

  resolve(reference: string): string {
    const url = resolveUrl(this.#parsed().base, reference);
    if (url === null) throw this.#error(`${reference.slice(0, 200)} is no address`);
    return withoutFragment(url);
  }

  #row(content: Content, node?: Found): Row {
    const part = node === undefined ? { content } : { content, node };
    return {
      values: (expression, context) => this.#guarded(() => expression.values({ ...part, ...context })),
      fields: async (fields, { fetch, ...context }) =>
        fetch ? fields.readAsync({ ...part, ...context, fetch }) : this.#guarded(() => fields.read({ ...part, ...context })),
      written: () => (node === undefined ? this.#written() : serialize(node)),
    };
  }

  #written(): Item['row'] {
    const row = { as: this.as === 'feed' ? 'xml' : this.as, text: this.text } as const;
    return this.#bytes ? { ...row, bytes: this.#bytes } : row;
  }

  #parsed(): Content {
    if (this.#content) return this.#content;
    const { namespaces } = this.#manner;
    const content = this.#guarded(() => parseContent(this.text, { as: this.as, url: this.url, namespaces }));
    if (content.isCut) throw this.#error('the XML ends too early, or is none');
    this.#content = content;
    return content;
  }

  /** What cannot be read is a fault of the portal, not of the program. */
  #guarded<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof ContentError) throw this.#error(error.message, error);
      throw error;
    }
  }

  #error(message: string, cause?: unknown): HarvestError {
    return new HarvestError('template', message, { url: this.url, rule: `${this.#manner.rule}.read`, cause });
  }
}

const SLICE = 65_536;
const ELEMENTS = compiled('[*]', 'json');
const ENTRIES = compiled('//*[local-name()="entry" or local-name()="item"]', 'feed');

function decoded({ bytes, headers, type }: Answered, charset: string | undefined): string {
  return decodeText(bytes, charset ?? detectCharset(bytes, headerOf(headers, 'content-type'), type).charset);
}

function kindOf(type: string): ContentKind {
  if (/^application\/(atom|rss|rdf)\+xml$/.test(type)) return 'feed';
  if (/[/+]json$/.test(type)) return 'json';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  return /[/+]xml$/.test(type) ? 'xml' : 'text';
}

function* slices(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += SLICE) yield text.slice(at, at + SLICE);
}

/** Session ids in addresses are no part of them. */
export const withoutSession = (url: string): string => url.replace(/;jsessionid=[^?#/;]*/gi, '');

function withoutFragment(url: string): string {
  const at = url.indexOf('#');
  return at < 0 ? url : url.slice(0, at);
}
