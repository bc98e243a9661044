/** Functions that find nodes and read what they contain. */
import { type AnyNode, isTag } from 'domhandler';
import { z } from 'zod';
import { type Content, contentOf, resolveUrl } from '../content.js';
import { type Found, isTree, textOf } from '../found.js';
import { PageNeeded, type Scope, wholeOf } from '../scope.js';
import { compileSelector, type Language, selectorOf } from '../select/select.js';
import { elementsIn } from '../tree/find.js';
import { AttributeNode, attributeOf } from '../tree/nodes.js';
import { innerHtml } from '../tree/serialize.js';
import { anyExpression, at, type Compiler, defineFunction, type FieldFunction, of } from './function.js';

const selecting = (name: Language, about: string, example: FieldFunction['example']) =>
  defineFunction({
    name,
    about,
    takes: { ...of, select: z.string() },
    short: 'select',
    example,
    compile(args, compiler) {
      const [all, select] = [compiler.of(args), selectorOf(name, args.select, compiler.where)];
      return (scope) => all(scope).flatMap((node) => select(node));
    },
  });

/** What relative links of this node are resolved against. */
function baseAt(found: Found, scope: Scope): string | null {
  const own = isTree(found) ? contentOf(found) : null;
  return own?.base ?? scope.context.content.base;
}

function linkOf(found: Found): string | null {
  if (!isTree(found)) return textOf(found) || null;
  for (const element of isTag(found) ? [found, ...elementsIn(found)] : elementsIn(found)) {
    const link =
      attributeOf(element, 'href') ?? attributeOf(element, 'src') ?? attributeOf(element, 'xlink:href') ?? attributeOf(element, 'data');
    if (link !== null) return link;
  }
  return contentOf(found)?.as === 'html' ? null : textOf(found) || null;
}

function resolved(found: Found, link: string | null, scope: Scope): string[] {
  const url = link === null ? null : resolveUrl(baseAt(found, scope), link);
  return url === null ? [] : [url];
}

function page(url: string, scope: Scope): Content | null {
  const known = scope.fetched.get(url);
  if (known === undefined) throw new PageNeeded(url);
  return known;
}

function attributesOf(found: Found, name: string): Found[] {
  if (!isTree(found) || !isTag(found)) return [];
  const spelled = attributeOf(found, name) === null ? name.toLowerCase() : name;
  return attributeOf(found, spelled) === null ? [] : [new AttributeNode(found, spelled)];
}

export const SELECTING: readonly FieldFunction[] = [
  defineFunction({
    name: 'expr',
    about: 'A selector in the language of what is read; the same as writing it alone.',
    takes: { ...of, select: z.string() },
    short: 'select',
    example: { expression: { expr: 'h1' }, on: '<h1>a</h1>', gives: ['a'] },
    compile(args, compiler) {
      const [all, select] = [compiler.of(args), compileSelector(args.select, compiler.where, compiler.options.as)];
      return (scope) => all(scope).flatMap((node) => select(node));
    },
  }),
  selecting(
    'css',
    'A CSS selector, on HTML, XML or a text that is read as HTML. @name at its end is an attribute, ::html what is inside.',
    {
      expression: { css: 'a@href' },
      on: '<a href="/x">a</a>',
      gives: ['/x'],
    },
  ),
  selecting('xpath', 'An XPath 1.0 expression, on XML, HTML or a text that is read as XML.', {
    expression: { xpath: 'substring-after(//p, "No ")' },
    on: '<p>No 7',
    gives: ['7'],
  }),
  selecting('json', 'A path into JSON, or into a text that is read as JSON.', {
    expression: { json: { of: 'd', select: 'items[*].id' } },
    on: '{"d":"{\\"items\\":[{\\"id\\":1},{\\"id\\":2}]}"}',
    gives: ['1', '2'],
  }),
  defineFunction({
    name: 'text',
    about: 'The text, as a reader sees it.',
    takes: of,
    example: { expression: { text: 'div' }, on: '<div>a<br>b <script>c</script></div>', gives: ['a b'] },
    compile(args, compiler) {
      const all = compiler.of(args);
      return (scope) => all(scope).map(textOf);
    },
  }),
  defineFunction({
    name: 'html',
    about: 'What is inside, as source.',
    takes: of,
    example: { expression: { html: 'div' }, on: '<div>a<b>b</b></div>', gives: ['a<b>b</b>'] },
    compile(args, compiler) {
      const all = compiler.of(args);
      return (scope) => all(scope).map((found) => (isTree(found) ? innerHtml(found as AnyNode) : textOf(found)));
    },
  }),
  defineFunction({
    name: 'attribute',
    about: 'An attribute of the elements.',
    takes: { ...of, name: z.string() },
    short: 'name',
    example: { expression: { attribute: { of: 'meta', name: 'content' } }, on: '<meta name="x" content="y">', gives: ['y'] },
    compile(args, compiler) {
      const all = compiler.of(args);
      return (scope) => all(scope).flatMap((found) => attributesOf(found, args.name));
    },
  }),
  defineFunction({
    name: 'link',
    about:
      'The absolute address an element leads to: its href or src, or that of the first element in it that has one. Of texts, themselves.',
    takes: of,
    example: { expression: { link: 'h2' }, on: '<h2><a href="a b.pdf">x</a></h2>', gives: ['https://example.org/journal/a%20b.pdf'] },
    compile(args, compiler) {
      const all = compiler.of(args);
      return (scope) => all(scope).flatMap((found) => resolved(found, linkOf(found), scope));
    },
  }),
  defineFunction({
    name: 'resolve',
    about: 'Addresses made absolute.',
    takes: of,
    example: { expression: { resolve: 'b' }, on: '<b>../x</b>', gives: ['https://example.org/x'] },
    compile(args, compiler) {
      const all = compiler.of(args);
      return (scope) => all(scope).flatMap((found) => resolved(found, textOf(found), scope));
    },
  }),
  defineFunction({
    name: 'url',
    about: 'The address of the page itself.',
    takes: of,
    example: { expression: { url: {} }, on: '<p>', gives: ['https://example.org/journal/1'] },
    compile:
      () =>
      ({ context: { content } }) =>
        content.url === null ? [] : [content.url],
  }),
  defineFunction({
    name: 'fetch',
    about: 'Another page, and what `take` finds in it. The address is an expression; the request is as polite as any.',
    takes: { ...of, url: anyExpression.optional(), take: anyExpression },
    example: { expression: { fetch: { url: 'a@href', take: 'h1' } }, on: '<a href="other">x</a>', gives: ['Other page'] },
    compile(args, compiler: Compiler) {
      const urls = args.url === undefined ? compiler.of(args) : compiler.inside('.url').expression(args.url);
      const take = compiler.inside('.take').expression(args.take);
      return (scope) =>
        urls(scope)
          .flatMap((found) => resolved(found, linkOf(found), scope))
          .flatMap((url) => {
            const content = page(url, scope);
            return content ? take({ ...at(scope, wholeOf(content)), context: { ...scope.context, content } }) : [];
          });
    },
  }),
];
