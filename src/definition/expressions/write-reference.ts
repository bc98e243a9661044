/** Writes the reference page of expressions and templates from the tables themselves. A test compares it with the file. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CHOOSING } from './functions/choosing.js';
import type { FieldFunction } from './functions/function.js';
import { PATTERNS } from './functions/patterns.js';
import { SELECTING } from './functions/selecting.js';
import { STRUCTURES } from './functions/structures.js';
import { TEXTS } from './functions/texts.js';
import { TEMPLATE_FILTERS } from './template.js';

const INTRODUCTION = `# Expressions and templates

Every function of expressions and every filter of templates. How they are written: [guides/expressions.md](../guides/expressions.md).

A function is an object with one key, its name. Its values stand in an object below it; where only the one in **bold** is
given, it can stand there alone: \`{ trim: h1 }\` is \`{ trim: { of: h1 } }\`. \`of\` is any expression; left out, it is the row.
Results are lists of texts, always.
`;

const GROUPS: readonly (readonly [title: string, functions: readonly FieldFunction[]])[] = [
  ['Finding', SELECTING],
  ['Choosing', CHOOSING],
  ['Changing texts', TEXTS],
  ['Patterns', PATTERNS],
  ['Shapes of rows', STRUCTURES],
];

/** \`folder\` is docs/reference of the project. */
export async function writeExpressionReference(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'expressions.md'), expressionReference());
}

export const expressionReference = (): string =>
  [INTRODUCTION, ...GROUPS.map(([title, functions]) => groupPart(title, functions)), filtersPart()].join('\n');

const groupPart = (title: string, functions: readonly FieldFunction[]): string =>
  [
    `## ${title}\n`,
    '| Function | Takes | What it gives | Example | On | Gives |',
    '|---|---|---|---|---|---|',
    ...functions.map(functionRow),
    '',
  ].join('\n');

function functionRow(entry: FieldFunction): string {
  const short = entry.short ?? 'of';
  const takes = Object.keys(entry.takes.shape).map((name) => (name === short ? `**${name}**` : name));
  const { expression, on, gives } = entry.example;
  const cells = [`\`${entry.name}\``, takes.join(', '), entry.about, code(flow(expression)), code(on), gives.map(code).join(', ')];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replace(/(?<!\s)\s*\n\s*/g, ' ')).join(' | ')} |`;
}

const code = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

/** Writes a value as YAML on one line. */
function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return Object.keys(value).length
      ? `{ ${Object.entries(value)
          .map(([key, each]) => `${key}: ${flow(each)}`)
          .join(', ')} }`
      : '{}';
  return typeof value === 'string' && !/^[\p{L}\p{N}][\p{L}\p{N} ._@/-]*$/u.test(value)
    ? `'${value.replaceAll("'", "''")}'`
    : String(value);
}

const filtersPart = (): string =>
  [
    '## Filters of templates\n',
    '`{name|filter:argument|filter}`, applied from left to right.\n',
    '| Filter | What it gives |',
    '|---|---|',
    ...Object.entries(TEMPLATE_FILTERS).map(([name, { about }]) => `| \`${name}\` | ${about} |`),
    '',
  ].join('\n');
