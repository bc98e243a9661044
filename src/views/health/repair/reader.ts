/**
 * Readers: the part of a connector that reads one kind of page (a step of a list, a file of a document), so that it can be
 * asked again of pages in the archive, as it is written and as it might be.
 */
import type { CompleteConnector, CompleteRoute, Expression, FileRule, MemberRule, Step } from '../../../definition/connector/index.js';
import { pathOf } from '../../../definition/crawl/index.js';
import {
  type Compiled,
  type Content,
  type ContentKind,
  compileExpression,
  compileFields,
  type Fields,
  type Found,
} from '../../../definition/expressions/index.js';
import { valueAt } from '../rule-place.js';

export interface Reader {
  /** `list[0]`, `document.files[1]`. */
  readonly rule: string;
  /** Null: the whole page is one row. */
  readonly each: Expression | null;
  readonly fields: Readonly<Record<string, Expression>>;
  /** Asked of the page: `count`, `next.link`. */
  readonly singles: Readonly<Record<string, Expression>>;
  readonly require: readonly string[];
  readonly read: ContentKind | undefined;
  readonly charset: string | undefined;
  readonly namespaces: Readonly<Record<string, string>>;
  readonly sets: Readonly<Record<string, readonly string[]>>;
  /** For templates. */
  readonly parameters: Readonly<Record<string, readonly string[]>>;
  /** Rows are found by this unless `each` is said. */
  readonly rows: Expression | null;
}

/** Null where nothing is read there, or not from a page. */
export function readerOf(connector: CompleteConnector, route: CompleteRoute, rule: string): Reader | null {
  const path = pathOf(rule.replace(/\.inner$/, ''));
  const said = valueAt(route, path);
  if (typeof said !== 'object' || said === null) return null;
  const shared = { rule, sets: connector.sets, parameters: namesOf(connector) };
  return path[0] === 'document' ? fileReader(said as FileRule, shared) : stepReader(said as Step, shared);
}

type Shared = Pick<Reader, 'rule' | 'sets' | 'parameters'>;

/** Lists whose rows the program finds by itself. */
const ROWS: Partial<Record<Step['kind'], Expression>> = {
  oai: '/OAI-PMH/ListRecords/record',
  sparql: 'results.bindings[*]',
  ckan: 'result.records[*]',
  wordpress: '[*]',
};

function stepReader(step: Step, shared: Shared): Reader | null {
  if (step.kind === 'branches' || step.kind === 'join') return null;
  const { each, fields, require, read, charset, namespaces } = step;
  const rows = ROWS[step.kind] ?? null;
  return { ...shared, each: each ?? null, rows, fields, singles: singlesOf(step), require, read, charset, namespaces };
}

function singlesOf({ count, next }: Step): Record<string, Expression> {
  const until: { pages?: Expression; more?: Expression } = next && 'until' in next && typeof next.until === 'object' ? next.until : {};
  const all: Record<string, Expression | undefined> = {
    count,
    'next.link': next && 'link' in next ? next.link : undefined,
    'next.token': next && 'token' in next ? next.token : undefined,
    'next.until.pages': until.pages,
    'next.until.more': until.more,
    'next.shown': next && 'shown' in next ? next.shown : undefined,
  };
  return Object.fromEntries(Object.entries(all).flatMap(([name, each]) => (each === undefined ? [] : [[name, each]])));
}

function fileReader(file: FileRule | MemberRule, shared: Shared): Reader {
  const { fields, read, charset } = file;
  const plain = { each: null, rows: null, require: [], read, charset, namespaces: {} };
  if (shared.rule.endsWith('.inner')) return { ...shared, ...plain, fields: {}, singles: { '': (file as FileRule).inner as Expression } };
  const { select, files = [] } = file as Partial<FileRule>;
  const links = files.map(({ links: expression }, index) => [`files[${index}]`, expression] as const);
  const singles = { ...(select === undefined ? {} : { select }), ...Object.fromEntries(links) };
  return { ...shared, ...plain, fields, singles };
}

/** What the connector sets, and parameters as they are when nobody gives any. */
function namesOf({ set, parameters }: CompleteConnector): Reader['parameters'] {
  const defaults = Object.entries(parameters).map(([name, { default: value }]) => [
    name,
    value === undefined ? [] : [value].flat().map(String),
  ]);
  return { ...Object.fromEntries(defaults), ...Object.fromEntries(Object.entries(set).map(([name, text]) => [name, [text]])) };
}

export interface ReadRow {
  readonly node: Found | undefined;
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

export interface ReadPage {
  readonly url: string;
  readonly content: Content;
  readonly rows: readonly ReadRow[];
  readonly singles: Readonly<Record<string, readonly string[]>>;
}

/** Throws ExpressionError where an expression cannot be one. */
export function readPages(reader: Reader, pages: readonly Content[]): ReadPage[] {
  const compiled = compile(reader);
  return pages.map((content) => ({
    url: content.url ?? '',
    content,
    rows: rowsIn(compiled, reader, content),
    singles: Object.fromEntries(
      compiled.singles.map(([name, each]) => [name, quietly(() => each.values({ content, ...given(reader) }), [])]),
    ),
  }));
}

interface CompiledReader {
  readonly each: Compiled | null;
  readonly fields: Fields;
  readonly singles: readonly (readonly [string, Compiled])[];
}

function compile({ rule, each, rows, fields, singles, sets }: Reader): CompiledReader {
  const options = { sets };
  const chosen = each ?? rows;
  return {
    each: chosen === null ? null : compileExpression(chosen, `${rule}.each`, options),
    fields: compileFields(fields, `${rule}.fields`, options),
    singles: Object.entries(singles).map(([name, one]) => [name, compileExpression(one, `${rule}.${name}`, options)] as const),
  };
}

const given = ({ parameters }: Reader) => ({ parameters });
const ENTRIES = compileExpression('//*[local-name()="entry" or local-name()="item"]', 'feed');
const ELEMENTS = compileExpression('[*]', 'json');

function rowsIn({ each, fields }: CompiledReader, reader: Reader, content: Content): ReadRow[] {
  const isFile = reader.rule.startsWith('document.');
  const usual = content.as === 'feed' ? ENTRIES : Array.isArray(content.json) && !isFile ? ELEMENTS : null;
  const rows = each ?? usual;
  const nodes = rows ? quietly(() => rows.nodes({ content, ...given(reader) }), []) : [undefined];
  const read = (node: Found | undefined): ReadRow['fields'] =>
    quietly(() => fields.read({ content, ...(node === undefined ? {} : { node }), ...given(reader) }), {});
  return nodes.slice(0, MOST_ROWS).map((node) => ({ node, fields: read(node) }));
}

const MOST_ROWS = 500;

const UNREAD: ReadonlySet<string> = new Set(['ContentError', 'PageNeeded', 'ExpressionError']);

/** A page that an expression cannot read has no answer to it; so has one that needs another page. */
export function quietly<T>(read: () => T, nothing: T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && UNREAD.has(error.name)) return nothing;
    throw error;
  }
}
