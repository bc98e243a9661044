/** Functions that change texts. */
import type { AnyNode } from 'domhandler';
import { z } from 'zod';
import {
  compileRe2,
  findIdentifiers,
  formatDate,
  IDENTIFIER_KINDS,
  isDateFormat,
  messageOf,
  parseAnyDate,
  parseDate,
  parseIdentifier,
} from '../../../model/index.js';
import { parseContent } from '../content.js';
import { type Found, JsonNode, textOf } from '../found.js';
import { replaceAll } from '../matching.js';
import type { Scope } from '../scope.js';
import { collapse, plainText, readableText } from '../tree/nodes.js';
import { type Compiler, defineFunction, eachSource, eachText, type FieldFunction, of, text } from './function.js';
import { readNumber } from './numbers.js';

/** Compiles a pattern; one that RE2 refuses is reported as a mistake of the connector, with its place. */
export function patternAt(compiler: Compiler, pattern: string): ReturnType<typeof compileRe2> {
  try {
    return compileRe2(pattern);
  } catch (error) {
    return compiler.fail(messageOf(error));
  }
}

const simple = (
  name: string,
  about: string,
  example: FieldFunction['example'],
  change: (value: string) => string | readonly string[] | null,
) => defineFunction({ name, about, takes: of, example, compile: (args, compiler) => eachText(compiler.of(args), change) });

const DECODERS: Record<string, (value: string) => string> = {
  html: (value) => {
    const { root } = parseContent(value, { as: 'html' });
    return root ? readableText(root, true) : '';
  },
  json: (value) => textOf(new JsonNode(parseContent(value, { as: 'json' }).json)),
  base64: (value) => Buffer.from(value, 'base64').toString('utf8'),
  percent: percentDecoded,
  entities: (value) => plainText(parseContent(value.replace(/</g, '&lt;'), { as: 'html' }).root as AnyNode),
};

function percentDecoded(value: string): string {
  try {
    return decodeURIComponent(value.replace(/\+/g, ' '));
  } catch {
    return value; // a stray percent sign: it is no percent-encoding
  }
}

export const TEXTS: readonly FieldFunction[] = [
  simple(
    'trim',
    'Without white space at its ends, and white space inside folded.',
    { expression: { trim: { const: '  a  b ' } }, on: '<p>', gives: ['a b'] },
    collapse,
  ),
  simple('lower', 'Small letters.', { expression: { lower: 'p' }, on: '<p>Ab', gives: ['ab'] }, (value) => value.toLowerCase()),
  simple('upper', 'Capital letters.', { expression: { upper: 'p' }, on: '<p>Ab', gives: ['AB'] }, (value) => value.toUpperCase()),
  simple('string', 'A field of type string: its text.', { expression: { string: 'p' }, on: '<p>a', gives: ['a'] }, (value) => value),
  simple(
    'long',
    'A field of type long: a whole number; what is none is left out.',
    { expression: { long: 'p' }, on: '<p>12 pages', gives: ['12'] },
    (value) => readNumber(value, '.', true),
  ),
  simple(
    'float',
    'A field of type float: a number; what is none is left out.',
    { expression: { float: 'p' }, on: '<p>1.50 EUR', gives: ['1.5'] },
    (value) => readNumber(value, '.', false),
  ),
  defineFunction({
    name: 'number',
    about: 'The first number in a text. `decimal` says which sign stands before fractions; the other one parts thousands.',
    takes: { ...of, decimal: z.enum(['.', ',']).default('.') },
    example: { expression: { number: { of: 'p', decimal: ',' } }, on: '<p>Seiten: 1.234,5', gives: ['1234.5'] },
    compile: (args, compiler) => eachText(compiler.of(args), (value) => readNumber(value, args.decimal, false)),
  }),
  defineFunction({
    name: 'replace',
    about: 'What a pattern matches, replaced everywhere; $1 and $<name> in `with` are groups.',
    takes: { ...of, pattern: z.string(), with: text.default('') },
    example: { expression: { replace: { of: 'p', pattern: '(\\d+)/(\\d+)', with: '$2-$1' } }, on: '<p>No 7/2031', gives: ['No 2031-7'] },
    compile(args, compiler) {
      const pattern = patternAt(compiler, args.pattern);
      return eachText(compiler.of(args), (value, scope) => replaceAll(pattern, value, args.with, scope.context.note));
    },
  }),
  defineFunction({
    name: 'truncate',
    about: 'At most so many characters.',
    takes: { ...of, length: z.number().int().min(0) },
    example: { expression: { truncate: { of: 'p', length: 3 } }, on: '<p>abcdef', gives: ['abc'] },
    compile: (args, compiler) =>
      eachText(compiler.of(args), (value) =>
        Array.from(value.slice(0, 2 * args.length))
          .slice(0, args.length)
          .join(''),
      ),
  }),
  defineFunction({
    name: 'concat',
    about:
      'One text of several: the first value of each expression, with `with` between those that have one. Of a single expression, all its values.',
    takes: { ...of, list: z.array(z.unknown()).optional(), with: text.default('') },
    short: 'list',
    example: { expression: { concat: ['b', { const: '/' }, 'i'] }, on: '<b>7</b><i>2031</i>', gives: ['7/2031'] },
    compile(args, compiler) {
      const list = args.list ?? (Array.isArray(args.of) ? args.of : null);
      const parts = list?.map((each, index) => compiler.inside(`[${index}]`).expression(each)) ?? [];
      const all = list ? (scope: Scope) => parts.flatMap((part) => seen(part(scope)).slice(0, 1)) : compiler.of(args);
      return (scope) => [seen(all(scope)).map(textOf).join(args.with)];
    },
  }),
  defineFunction({
    name: 'split',
    about: 'The pieces between the places where a text stands.',
    takes: { ...of, by: text.default(';') },
    example: { expression: { split: { of: 'p', by: ';' } }, on: '<p>6;6-1; 8', gives: ['6', '6-1', '8'] },
    compile: (args, compiler) =>
      eachSource(compiler.of(args), (value) =>
        value
          .split(args.by)
          .map((piece) => piece.trim())
          .filter((piece) => piece !== ''),
      ),
  }),
  defineFunction({
    name: 'join',
    about: 'All values as one, with a text between them.',
    takes: { ...of, by: text.default('; ') },
    example: { expression: { join: { of: 'li', by: ', ' } }, on: '<li>a<li>b', gives: ['a, b'] },
    compile(args, compiler) {
      const all = compiler.of(args);
      return (scope) => {
        const values = all(scope)
          .map(textOf)
          .filter((value) => value !== '');
        return values.length ? [values.join(args.by)] : [];
      };
    },
  }),
  defineFunction({
    name: 'decode',
    about: 'Undoes an encoding: html (tags and entities to text), json (a text inside JSON), base64, percent, entities.',
    takes: { ...of, as: z.enum(['html', 'json', 'base64', 'percent', 'entities']) },
    example: { expression: { decode: { of: 'title', as: 'html' } }, on: '{"title":"A&amp;B<br/>C"}', gives: ['A&B C'] },
    compile(args, compiler) {
      const decode = DECODERS[args.as] as (value: string) => string;
      return eachSource(compiler.of(args), (value) => [decode(value)]);
    },
  }),
  defineFunction({
    name: 'date',
    about:
      'A date in ISO 8601. `from` says how it is written (d.M.yyyy, d MMMM yyyy), or several ways; left out, the usual ways are tried. `to` writes it another way. What is no date is left out.',
    takes: {
      ...of,
      from: z.union([z.string(), z.array(z.string())]).optional(),
      to: z.string().optional(),
      language: z.string().optional(),
    },
    example: { expression: { date: { of: 'p', from: 'd MMMM yyyy' } }, on: '<p>14 януари 2031', gives: ['2031-01-14'] },
    compile(args, compiler) {
      const read = dateReader(args, compiler);
      return eachText(compiler.of(args), (value) => read(value));
    },
  }),
  defineFunction({
    name: 'identifier',
    about:
      'An ECLI, ELI, CELEX number, URN:NIR, DOI or URN in its one spelling; what is none is left out. With `find`, those a text mentions.',
    takes: { ...of, as: z.enum(IDENTIFIER_KINDS), find: z.boolean().default(false) },
    example: {
      expression: { identifier: { of: 'p', as: 'ecli', find: true } },
      on: '<p>See ecli:eu:c:2014:317.',
      gives: ['ECLI:EU:C:2014:317'],
    },
    compile: (args, compiler) =>
      eachText(compiler.of(args), (value) => (args.find ? findIdentifiers(args.as, value) : parseIdentifier(args.as, value))),
  }),
  defineFunction({
    name: 'date-time',
    about: 'A moment in ISO 8601: a date that names no time is its beginning.',
    takes: { ...of, from: z.union([z.string(), z.array(z.string())]).optional(), language: z.string().optional() },
    example: { expression: { 'date-time': 'p' }, on: '<p>14.1.2031 08:30', gives: ['2031-01-14T08:30:00'] },
    compile(args, compiler) {
      const read = dateReader(args, compiler);
      return eachText(compiler.of(args), (value) => momentOf(read(value)));
    },
  }),
];

const seen = (found: readonly Found[]): Found[] => found.filter((each) => textOf(each) !== '');

const momentOf = (iso: string | null): string | null => (iso !== null && /^\d{4}-\d\d-\d\d$/.test(iso) ? `${iso}T00:00:00` : iso);

interface DateArguments {
  readonly from?: string | string[] | undefined;
  readonly to?: string | undefined;
  readonly language?: string | undefined;
}

function dateReader({ from, to, language }: DateArguments, compiler: Compiler): (value: string) => string | null {
  const formats = from === undefined ? [] : [from].flat();
  for (const format of [...formats, ...(to === undefined ? [] : [to])])
    if (!isDateFormat(format)) compiler.fail(`${format} is no form of a date; write it with yyyy, MM, M, MMMM, dd, d, HH, mm and ss`);
  const languages = language === undefined ? undefined : [language];
  const isoOf = (value: string) => {
    if (!formats.length) return parseAnyDate(value, languages);
    for (const format of formats) {
      const iso = parseDate(value, format, languages);
      if (iso !== null) return iso;
    }
    return null;
  };
  return (value) => {
    const iso = isoOf(value);
    return iso === null || to === undefined ? iso : formatDate(iso, to, language);
  };
}
