/** A file as expressions see it: parsed when the first of them asks, by what it is. */
import type { Expression } from '../../../definition/connector/index.js';
import {
  type Compiled,
  type Content,
  ContentError,
  type ContentKind,
  compileExpression,
  compileFields,
  type Fields,
  parseContent,
} from '../../../definition/expressions/index.js';
import { asUrl } from '../../../model/index.js';
import { decodeText, detectCharset, mediaType } from '../../../read/index.js';
import type { Measures } from '../measure/measures.js';
import { HarvestError, type Values } from '../port.js';

export interface FileContentOptions {
  readonly bytes: Uint8Array;
  /** Links are resolved against this. */
  readonly url: string;
  /** Left out: by content and name. */
  readonly type: string | null;
  readonly name: string | null;
  readonly charset: string | null;
  readonly read?: ContentKind | undefined;
  readonly declared?: string | null;
  readonly fields: Values;
  readonly parameters: Values;
  /** Sets of patterns by name. */
  readonly sets?: Readonly<Record<string, readonly string[]>>;
  /** Counts what expressions yield. */
  readonly measures?: Measures | undefined;
}

export interface FileContent {
  readonly bytes: Uint8Array;
  readonly url: string;
  readonly type: string;
  readonly isHtml: boolean;
  text(): string;
  values(expression: Expression, where: string): string[];
  /** Those that have a value; pairs under a star are fields of their own. */
  fields(fields: Readonly<Record<string, Expression>>, where: string): Values;
  /** Addresses, made absolute. */
  links(expression: Expression, where: string): string[];
}

/** Endings of members that say more than their bytes do. */
const BY_ENDING: Readonly<Record<string, string>> = {
  xml: 'application/xml',
  html: 'text/html',
  htm: 'text/html',
  json: 'application/json',
  txt: 'text/plain',
  csv: 'text/csv',
};

export function fileContent(options: FileContentOptions): FileContent {
  const { bytes, url, fields, parameters } = options;
  const ending = /\.([a-z]+)$/i.exec(options.name ?? '')?.[1]?.toLowerCase() ?? '';
  const type = options.type ?? mediaType(bytes, BY_ENDING[ending] ?? null);
  const kind = options.read ?? kindOf(type);
  let text: string | null = null;
  let content: Content | null = null;
  const textOf = (): string =>
    (text ??= decodeText(bytes, options.charset ?? detectCharset(bytes, options.declared ?? null, type).charset));
  const contentOf = (): Content => (content ??= parsed(textOf(), kind, url));
  const values = (expression: Expression, where: string): string[] => {
    const found = evaluated(where, url, () =>
      compiled(expression, where, options.sets).values({ content: contentOf(), fields, parameters }),
    );
    options.measures?.rule(where).take(found, url);
    return found;
  };
  return {
    bytes,
    url,
    type,
    isHtml: kind === 'html',
    text: textOf,
    values,
    fields(wanted, where) {
      const all = compiledFields(wanted, where, options.sets);
      const found = evaluated(where, url, () => all.read({ content: contentOf(), fields, parameters }));
      for (const name of all.names) options.measures?.rule(`${where}.${name}`).take(found[name] ?? [], url);
      return found;
    },
    links: (expression, where) => values(expression, where).flatMap((link) => absolute(link, contentOf().base ?? url) ?? []),
  };
}

export function kindOf(type: string): ContentKind {
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (/[/+]xml$/.test(type)) return 'xml';
  return /[/+]json$/.test(type) ? 'json' : 'text';
}

const parsed = (text: string, as: ContentKind, url: string): Content => parseContent(text, { as, url });

/** Expressions belong to frozen connectors: compiled once each. */
const byObject = new WeakMap<object, Compiled>();
const byText = new Map<string, Compiled>();

function compiled(expression: Expression, where: string, sets: FileContentOptions['sets']): Compiled {
  const known = typeof expression === 'string' ? byText.get(expression) : byObject.get(expression);
  if (known) return known;
  const made = compileExpression(expression, where, { ...(sets && { sets }) });
  if (typeof expression === 'string') byText.set(expression, made);
  else byObject.set(expression, made);
  return made;
}

const byFields = new WeakMap<object, Fields>();

function compiledFields(fields: Readonly<Record<string, Expression>>, where: string, sets: FileContentOptions['sets']): Fields {
  const known = byFields.get(fields) ?? compileFields(fields, where, { ...(sets && { sets }) });
  byFields.set(fields, known);
  return known;
}

/** A file that cannot be parsed is the portal's fault, and told with the rule that read it. */
function evaluated<T>(where: string, url: string, evaluate: () => T): T {
  try {
    return evaluate();
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    throw new HarvestError('template', `${url}: ${error.message}`, { url, rule: where, cause: error });
  }
}

const absolute = (link: string, base: string): string | null => asUrl(link.trim(), base)?.href ?? null;
