/** Documents the connector language from its schema: the reference page, and the JSON Schema for editors. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { connectorSchema } from './schema.js';

interface Node {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly additionalProperties?: Node | boolean;
  readonly anyOf?: readonly Node[];
}

/** Fields that occur in several places are described once; the others refer to it. */
const AS_ELSEWHERE: Readonly<Record<string, string>> = {
  changes: 'Steps, as in `list`.',
  'routes[].list': 'Steps, as in `list`.',
  'routes[].changes': 'Steps, as in `list`.',
  'routes[].snapshot.list': 'Steps, as in `list`.',
  'routes[].snapshot.rest': 'Steps, as in `list`.',
  'routes[].snapshot.document': 'What differs from `document` for what comes from the snapshot.',
  'routes[].document': 'What differs from `document` on this route.',
  'routes[].reuse': 'What differs from `reuse` on this route.',
  'list[].with': 'Steps, as in `list`.',
  'list[].branches': 'Lists of steps, put together: each begins with the same item.',
};

export const connectorReference = (): ReadonlyMap<string, string> => {
  const options = { io: 'input', target: 'draft-2020-12' } as const;
  // Steps occur in many places: written out in each of them, the schema would take megabytes.
  const schema = z.toJSONSchema(connectorSchema, { ...options, reused: 'ref' });
  return new Map([
    ['connector.md', pageOf(z.toJSONSchema(connectorSchema, options) as Node)],
    ['connector.schema.json', `${JSON.stringify({ title: 'Winnow connector', ...schema }, null, 2)}\n`],
  ]);
};

export async function writeConnectorReference(folder: string): Promise<void> {
  for (const [name, text] of connectorReference()) await writeFile(join(folder, name), text);
}

const INTRODUCTION = `# Connectors

Every field a connector may have, made from the schema by \`npm run docs\`. How to write one: [guide](../guides/connectors.md); expressions: [expressions.md](expressions.md). \`[]\` stands for each of a list, \`*\` for any name. Steps of a list have what their \`kind\` needs besides what all have.`;

function pageOf(schema: Node): string {
  const rows = new Map<string, string>();
  collect(schema, '', rows);
  return `${INTRODUCTION}\n\n| Field | Value | Default | Meaning |\n| --- | --- | --- | --- |\n${[...rows.values()].join('\n')}\n`;
}

/** Walks all alternatives; the first that has a field describes it. */
function collect(node: Node, path: string, rows: Map<string, string>): void {
  for (const alternative of node.anyOf ?? []) collect(alternative, path, rows);
  if (node.items) collect(node.items, `${path}[]`, rows);
  if (typeof node.additionalProperties === 'object' && hasFields(node.additionalProperties))
    collect(node.additionalProperties, `${path}.*`, rows);
  for (const [name, field] of Object.entries(node.properties ?? {})) {
    const at = path === '' ? name : `${path}.${name}`;
    if (!rows.has(at)) rows.set(at, rowOf(at, field));
    if (AS_ELSEWHERE[at] === undefined) collect(field, at, rows);
  }
}

const hasFields = ({ properties, anyOf }: Node): boolean => properties !== undefined || anyOf !== undefined;

function rowOf(path: string, field: Node): string {
  const cells = [
    `\`${path}\``,
    valueOf(field),
    field.default === undefined ? '' : `\`${JSON.stringify(field.default)}\``,
    AS_ELSEWHERE[path] ?? field.description ?? '',
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

function valueOf({ type, items, const: only, enum: words, anyOf }: Node): string {
  if (only !== undefined) return `\`${String(only)}\``;
  if (words) return words.map((word) => `\`${String(word)}\``).join(', ');
  if (anyOf) return [...new Set(anyOf.map(valueOf))].join(' or ');
  if (type === 'array') return `list${items?.type === 'string' ? ' of texts' : ''}`;
  return type === undefined ? 'any' : (NAMES[type] ?? type);
}

const NAMES: Readonly<Record<string, string>> = { string: 'text', integer: 'number', object: 'fields', boolean: 'true or false' };
