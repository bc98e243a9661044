/** Expressions as connectors write them: every function by its example, selectors in the language of what is read, and mistakes told with their place. */
import { describe, expect, it } from 'vitest';
import { type Content, parseContent } from './content.js';
import { compileExpression, type Expression } from './expression.js';
import { FUNCTIONS } from './functions/table.js';

const URL_OF_PAGE = 'https://example.org/journal/1';
const kindOf = (source: string): Content['as'] => (/^[{[]/.test(source) ? 'json' : source.startsWith('<?xml') ? 'xml' : 'html');
const read = (source: string, as = kindOf(source)): Content => parseContent(source, { as, url: URL_OF_PAGE });
const values = (expression: Expression, source: string, as?: Content['as']): string[] =>
  compileExpression(expression, 'fields.x').values({ content: read(source, as), fields: { journal: ['Lamp Law'] } });

describe('E-64 every function of the table', () => {
  it.each([...FUNCTIONS.values()].map((entry) => [entry.name, entry] as const))('%s', async (_name, { example }) => {
    const context = { content: read(example.on), fields: { journal: ['Lamp Law'] }, fetch: async () => read('<h1>Other page</h1>') };
    expect(await compileExpression(example.expression as Expression, 'fields.x').valuesAsync(context)).toEqual(example.gives);
  });

  it.each(
    'expr text attribute link url replace concat truncate trim first last default constant decode resolve size for-each field-value fetch'.split(
      ' ',
    ),
  )('%s is there', (name) => expect(FUNCTIONS.has(name)).toBe(true));
});
