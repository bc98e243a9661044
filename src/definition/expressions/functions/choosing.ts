/** Functions that choose among values, or take one from elsewhere. */
import { z } from 'zod';
import { type Found, textOf } from '../found.js';
import { firstThatYields, valuesNamed } from '../scope.js';
import { compileTemplate } from '../template.js';
import { anyExpression, at, defineFunction, type FieldFunction, of, text } from './function.js';

const seen = (found: readonly Found[]): Found[] => found.filter((each) => typeof each !== 'string' || each !== '');

const constant = {
  about: 'A text that is always the same.',
  takes: { value: z.union([text, z.array(text)]) },
  short: 'value',
  compile:
    ({ value }: { value: string | string[] }) =>
    () =>
      [value].flat(),
};

const field = {
  about: 'The values of a field of the item that was read before, or of a parameter.',
  takes: { name: z.string() },
  short: 'name',
  compile:
    ({ name }: { name: string }) =>
    (scope: Parameters<ReturnType<FieldFunction['compile']>>[0]) =>
      valuesNamed(scope.context, name),
};

export const CHOOSING: readonly FieldFunction[] = [
  defineFunction({ ...constant, name: 'const', example: { expression: { const: 'de' }, on: '<p>x', gives: ['de'] } }),
  defineFunction({ ...constant, name: 'constant', example: { expression: { constant: ['a', 'b'] }, on: '<p>x', gives: ['a', 'b'] } }),
  defineFunction({ ...field, name: 'field', example: { expression: { field: 'journal' }, on: '<p>x', gives: ['Lamp Law'] } }),
  defineFunction({ ...field, name: 'field-value', example: { expression: { 'field-value': 'journal' }, on: '<p>x', gives: ['Lamp Law'] } }),
  defineFunction({
    name: 'template',
    about: 'Text with {fields} filled in. Without one of them it yields nothing.',
    takes: { text: z.string() },
    short: 'text',
    example: { expression: { template: '{journal|upper}/1' }, on: '<p>x', gives: ['LAMP LAW/1'] },
    compile({ text: source }, { where }) {
      const template = compileTemplate(source, where);
      return (scope) => {
        const rendered = template.render((name) => valuesNamed(scope.context, name));
        return rendered === null ? [] : [rendered];
      };
    },
  }),
  defineFunction({
    name: 'first',
    about: 'The first value.',
    takes: of,
    example: { expression: { first: 'li' }, on: '<li>a<li>b', gives: ['a'] },
    compile: (args, compiler) => {
      const all = compiler.of(args);
      return (scope) => seen(all(scope)).slice(0, 1);
    },
  }),
  defineFunction({
    name: 'last',
    about: 'The last value.',
    takes: of,
    example: { expression: { last: 'li' }, on: '<li>a<li>b', gives: ['b'] },
    compile: (args, compiler) => {
      const all = compiler.of(args);
      return (scope) => seen(all(scope)).slice(-1);
    },
  }),
  defineFunction({
    name: 'default',
    about: 'The first of several expressions that yields anything. The last one may be a plain text in a const.',
    takes: { of: anyExpression.optional(), list: anyExpression.optional(), value: anyExpression.optional() },
    short: 'list',
    example: { expression: { default: ['h1', 'h2', { const: 'untitled' }] }, on: '<h2>b</h2>', gives: ['b'] },
    compile({ of: before, list = [], value }, compiler) {
      const all = [before, ...[list].flat(), value].filter((each) => each !== undefined);
      const compiled = all.map((each, index) => compiler.inside(`[${index}]`).expression(each));
      return (scope) => firstThatYields(compiled, scope);
    },
  }),
  defineFunction({
    name: 'size',
    about: 'How many values there are.',
    takes: of,
    example: { expression: { size: 'li' }, on: '<li>a<li>b', gives: ['2'] },
    compile: (args, compiler) => {
      const all = compiler.of(args);
      return (scope) => [String(all(scope).length)];
    },
  }),
  defineFunction({
    name: 'for-each',
    about: 'For each value or node of `of`, what `do` yields when it starts from there.',
    takes: { ...of, do: anyExpression },
    example: {
      expression: { 'for-each': { of: 'li', do: { concat: ['b', { const: ': ' }, 'i'] } } },
      on: '<li><b>A</b><i>1</i><li><b>B</b><i>2</i>',
      gives: ['A: 1', 'B: 2'],
    },
    compile(args, compiler) {
      const [all, each] = [compiler.of(args), compiler.inside('.do').expression(args.do)];
      return (scope) => all(scope).flatMap((node) => each(at(scope, node)));
    },
  }),
  defineFunction({
    name: 'map',
    about: 'Other words for known ones; `otherwise` for all others, which else are left out. `same` keeps them.',
    takes: { ...of, to: z.record(z.string(), text), otherwise: text.optional() },
    example: {
      expression: { map: { of: 'b', to: { HEJUD: 'judgment' }, otherwise: 'other' } },
      on: '<b>HEJUD</b><b>X</b>',
      gives: ['judgment', 'other'],
    },
    compile(args, compiler) {
      const [all, { to, otherwise }] = [compiler.of(args), args];
      const say = (word: string) => (Object.hasOwn(to, word) ? to[word] : otherwise === 'same' ? word : otherwise);
      return (scope) => all(scope).flatMap((found) => say(textOf(found)) ?? []);
    },
  }),
];
