/**
 * What fields cost: twenty fields on a page of 25 KB, and rows of a large table of contents as it flows by.
 *
 *   npx tsx bench/fields.ts
 */
import { compileFields, type Expression, parseContent, streamRows } from '../src/definition/expressions/index.js';

const article = (at: number): string =>
  `<li class="article"><h3><a id="article-${at}" href="/article/view/${at}">On invented rules, part ${at}</a></h3>
   <div class="authors">Ada Example, Bo Example</div><div class="pages">${at}-${at + 9}</div><span class="date">${(at % 28) + 1}.3.2026</span>
   <p>A short abstract about nothing in particular that is here for its length alone.</p></li>`;
const PAGE = `<html><head><title>Volume 3</title>${Array.from({ length: 10 }, (_, at) => `<meta name="citation_author" content="Author ${at}">`).join('')}</head>
  <body><ul class="articles">${Array.from({ length: 72 }, (_, at) => article(at)).join('')}</ul></body></html>`;

const CSS: readonly Expression[] = [
  'title',
  'h3 a',
  'h3 a@href',
  '.authors',
  '.pages',
  'meta[name=citation_author]@content',
  { first: '.date' },
  { date: { of: '.date', from: 'd.M.yyyy' } },
  { match: { of: 'h3 a@href', pattern: '/(\\d+)$' } },
  { split: { of: '.authors', by: ',' } },
];
const XPATH: readonly Expression[] = [
  '//title',
  '//h3/a',
  '//h3/a/@href',
  "//div[@class='authors']",
  "//li[2]//span[contains(@class,'date')]",
].map((xpath) => ({ xpath }));
const FIELDS = Object.fromEntries([...CSS, ...CSS.slice(0, 5), ...XPATH].map((expression, at) => [`field${at}`, expression]));

function milliseconds(rounds: number, work: () => unknown): number {
  for (let round = 0; round < rounds / 5; round++) work();
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round++) work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / rounds;
}

const single: Record<string, ReturnType<typeof compileFields>> = {};
const fields = compileFields(FIELDS, 'fields');
const content = parseContent(PAGE, { as: 'html', url: 'https://example.org/' });
console.log(`page of ${(PAGE.length / 1024).toFixed(1)} KB, ${Object.keys(FIELDS).length} fields`);
console.log(`  parse            ${milliseconds(300, () => parseContent(PAGE, { as: 'html' })).toFixed(2)} ms`);
console.log(`  evaluate         ${milliseconds(300, () => fields.read({ content })).toFixed(2)} ms`);
for (const [name, expression] of Object.entries(FIELDS).slice(10))
  console.log(`    ${JSON.stringify(expression).padEnd(70)} ${milliseconds(200, () => compileFieldsOnce(name, expression)).toFixed(3)} ms`);

function compileFieldsOnce(name: string, expression: Expression): unknown {
  return (single[name] ??= compileFields({ [name]: expression }, 'x')).read({ content });
}

const ROWS = 150_000;
const row = (at: number) =>
  `<item><title>A title about as long as that of an act, number ${at}</title><link>https://www.example.org/act_${at}/xml.zip</link></item>\n`;

function* document(): Generator<string> {
  yield '<items>';
  for (let at = 0; at < ROWS; at += 500) yield Array.from({ length: 500 }, (_, next) => row(at + next)).join('');
  yield '</items>';
}

const rowFields = compileFields({ title: 'title', link: 'link' }, 'fields');
const size = ROWS * row(ROWS).length;
const before = process.cpuUsage();
let rows = 0;
let most = 0;
for await (const content of streamRows(document(), '/items/item')) {
  rowFields.read({ content, node: content.row });
  if (++rows % 5000 === 0) most = Math.max(most, process.memoryUsage().heapUsed);
}
const { user } = process.cpuUsage(before);
console.log(
  `stream of ${(size / 2 ** 20).toFixed(1)} MB: ${rows} rows, ${(user / 1e6).toFixed(1)} s of CPU, heap at most ${(most / 2 ** 20).toFixed(0)} MB`,
);
