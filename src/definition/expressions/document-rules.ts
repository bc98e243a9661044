/**
 * Document rules: which fields a page has, by its address and type. Two layouts need two rules and no code.
 *
 * The first matching rule counts. When a field has a type, a value that is not of that type is dropped.
 */
import { z } from 'zod';
import { compileRe2 } from '../../model/index.js';
import { type Content, type ContentKind, parseContent } from './content.js';
import { ContentError } from './content-error.js';
import type { Expression } from './expression.js';
import { compileFields, type Fields } from './fields.js';

const text = z.string().min(1);
const expression: z.ZodType<Expression> = z.union([
  text,
  z.record(z.string(), z.unknown()),
  z.array(z.lazy((): z.ZodType<Expression> => expression)),
]);

/** Each type is also a function of the same name. */
export const FIELD_TYPES = ['string', 'long', 'float', 'date', 'date-time'] as const;

export const documentRule = z.strictObject({
  url: text.optional().describe('Regular expression (RE2) on the address.'),
  type: text.optional().describe('Regular expression (RE2) on the media type.'),
  read: z.enum(['html', 'xml', 'json', 'feed', 'text']).optional().describe('Left out: by the media type.'),
  namespaces: z.record(z.string(), z.string()).optional().describe('Prefixes for XPath.'),
  fields: z.record(z.string(), expression).describe('Field → where it is found.'),
  types: z.record(z.string(), z.enum(FIELD_TYPES)).default({}).describe('Field → its type; string where nothing is said.'),
});

export type DocumentRule = z.output<typeof documentRule>;

interface CompiledRule {
  readonly rule: DocumentRule;
  fits(url: string, type: string): boolean;
  readonly fields: Fields;
}

export interface DocumentInput {
  readonly url: string;
  /** Media type without parameters. */
  readonly type: string;
  /** Bytes with the charset that was found for them, or text. */
  readonly content: string | Uint8Array;
  readonly charset?: string | null;
}

export interface DocumentFields {
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** What could not be read, in sentences. */
  readonly problems: readonly string[];
}

export class DocumentRules {
  readonly #rules: readonly CompiledRule[];

  constructor(rules: readonly DocumentRule[], sets: Readonly<Record<string, readonly string[]>>, where: string) {
    this.#rules = rules.map((rule, at) => compileRule(rule, sets, `${where}[${at}]`));
  }

  /** Null when no rule matches. */
  read(input: DocumentInput): DocumentFields | null {
    const found = this.#rules.find((each) => each.fits(input.url, input.type));
    if (!found) return null;
    const problems: string[] = [];
    try {
      return { values: found.fields.read({ content: contentFor(found.rule, input), note: (problem) => problems.push(problem) }), problems };
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      return { values: {}, problems: [...problems, error.message] };
    }
  }
}

function compileRule(rule: DocumentRule, sets: Readonly<Record<string, readonly string[]>>, where: string): CompiledRule {
  const [url, type] = [rule.url, rule.type].map((pattern) => (pattern === undefined ? null : compileRe2(pattern)));
  const typed = Object.entries(rule.fields).map(([name, each]) => [name, withType(each, rule.types[name])] as const);
  const options = { sets, ...(rule.read && { as: rule.read }) };
  return {
    rule,
    fits: (address, mediaType) => (url?.test(address) ?? true) && (type?.test(mediaType) ?? true),
    fields: compileFields(Object.fromEntries(typed), `${where}.fields`, options),
  };
}

const withType = (each: Expression, type: string | undefined): Expression =>
  type === undefined || type === 'string' ? each : { [type]: { of: each } };

function contentFor({ read, namespaces }: DocumentRule, { url, type, content, charset }: DocumentInput): Content {
  const as = read ?? kindOfType(type);
  return parseContent(content, { as, url, ...(namespaces && { namespaces }), ...(charset && { charset }) });
}

/** Decides by the media type alone. */
export function kindOfType(type: string): ContentKind {
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (/^application\/(atom|rss|rdf)\+xml$/.test(type)) return 'feed';
  if (/[/+]xml$/.test(type)) return 'xml';
  return /[/+]json$/.test(type) ? 'json' : 'text';
}
