/**
 * Documents definitions from the schema: the JSON Schema for editors and the reference page. A test compares both with
 * the files in docs/reference, so they cannot become stale.
 */
import { z } from 'zod';
import { environmentName } from './environment.js';
import { definitionFields, type Field, markOf, shapeOf } from './fields.js';
import { inWords } from './findings.js';
import { definitionFlags } from './flags.js';
import { PROFILES } from './profiles/index.js';
import { definitionSchema } from './schema.js';

/** JSON Schema, draft 2020-12, of what a user writes: everything with a default may be left out. */
export function definitionJsonSchema(): Record<string, unknown> {
  const { $schema, properties, ...schema } = z.toJSONSchema(definitionSchema, { io: 'input', target: 'draft-2020-12' });
  const pointer = { type: 'string', description: 'Address of this schema, for editors.' };
  return { $schema, title: 'Winnow crawl definition', ...schema, properties: { $schema: pointer, ...properties } };
}

export function referencePage(): string {
  const parts = [INTRODUCTION, '## Top level', TOP_LEVEL, table(fieldsOf('')), SEEDS];
  for (const [name, schema] of sections()) {
    parts.push(`## ${name}`, schema.description ?? '', table(fieldsOf(name)), ...(NOTES[name] ? [NOTES[name]] : []));
  }
  return `${parts.join('\n\n')}\n`;
}

const sections = () => Object.entries(definitionSchema.shape).filter(([name]) => fieldsOf(name).length > 0);

const fieldsOf = (section: string) =>
  definitionFields().filter(({ path }) => (section === '' ? !path.includes('.') : path.startsWith(`${section}.`)));

const HEAD = '| Field | Type | Default | Meaning | Flag | Variable |\n|---|---|---|---|---|---|';

const table = (fields: readonly Field[]) => [HEAD, ...fields.map(row)].join('\n');

function row(field: Field): string {
  const flag = definitionFlags().find(({ path }) => path === field.path);
  const flags = [flag?.short, flag?.flag, flag?.negation].filter((name) => name !== undefined).map(code);
  const cells = [
    code(field.path),
    typeName(field.schema),
    fallback(field),
    field.description,
    flags.join(' '),
    code(environmentName(field.path)),
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

const code = (text: string) => `\`${text}\``;

function fallback({ fallback: value }: Field): string {
  return value === undefined ? '' : code(typeof value === 'string' ? value : JSON.stringify(value));
}

function typeName(schema: z.ZodType): string {
  const shape = shapeOf(schema);
  switch (shape.kind) {
    case 'words':
      return inWords(shape.words, 'or');
    case 'list':
      return `list of ${elementName(shape.of)}`;
    case 'map':
      return `mapping of name to ${typeName(shape.of)}`;
    case 'choice':
      return inWords(shape.options.map(typeName), 'or', '');
    case 'object':
      return nounOf(schema) ?? `mapping of ${inWords([...shape.fields.keys()], 'and')}`;
    case 'boolean':
      return '`true` or `false`';
    default:
      return shape.kind;
  }
}

function elementName(schema: z.ZodType): string {
  const noun = nounOf(schema) ?? typeName(schema);
  return noun === 'text' ? noun : noun.replace(/^(seed|plug-in|rule|notice|site setting|whole number|mapping)/, '$1s');
}

const nounOf = (schema: z.ZodType) => markOf(schema).noun?.replace(/^an? /, '');

const INTRODUCTION = `# The crawl definition

<!-- Made from src/definition/crawl/schema.ts by \`npm run docs\`. Change the schema, not this page. -->

A definition says what is crawled and how. The smallest one is a list of seeds:

\`\`\`yaml
seeds: [https://example.org]
\`\`\`

It is written in YAML (\`.yaml\`, \`.yml\`), JSON (\`.json\`) or as a module with a default export (\`.ts\`, \`.mts\`, \`.js\`, \`.mjs\`, \`.cjs\`):

\`\`\`ts
import { defineCrawl } from 'winnow-crawler';

export default defineCrawl({ seeds: ['https://example.org'], politeness: { delay: '5s' } });
\`\`\`

## Where values come from

Five layers, each over the one before: the defaults below; what \`extends\` names; the file; the environment; flags.
Sections are joined field by field, and so are mappings of names. Lists and rules are replaced as a whole.
\`winnow definition explain FILE\` prints every value with the layer it came from.

- **extends** names a built-in profile (${inWords([...PROFILES.keys()], 'or')}) or another definition file, which may extend a further one.
- **Environment variables** and **flags** exist for the fields as the tables say. Entries of a list are separated by commas, those of a
  mapping are \`key=value\`; both may be JSON instead. Where entries may contain commas (URLs, patterns, modules) repeat the flag,
  or put each on a line of its own in the variable.
- **Secrets**: in passwords, tokens, user names, the proxy and header values of a file, \`\${NAME}\` stands for the environment variable NAME;
  \`$\${NAME}\` stands for the text itself. Options of a plug-in take part when their name says password, secret, token, key or the like.
- **Names of files** are relative to the file they are written in; in variables and flags, to the current folder.

## How values are written

- **duration**: a number with a unit, \`500ms\`, \`3s\`, \`10m\`, \`8h\`, \`1d\`, \`2w\`, or several, \`1h30m\`. A number alone is seconds.
- **size**: a number with a unit, \`100KB\`, \`50MB\`, \`1GB\`, \`2TB\` (powers of 1000) or \`1KiB\`, \`1MiB\`, \`1GiB\` (powers of 1024). A number alone is bytes.
- **text** that starts with a special character, such as the \`*\` of a pattern, needs quotes in YAML: \`'*/login*'\`.

## In an editor

Editors that know YAML complete and check a definition when its first line names the schema:

\`\`\`yaml
# yaml-language-server: $schema=./node_modules/winnow-crawler/docs/reference/definition.schema.json
\`\`\``;

const TOP_LEVEL = 'Sections that hold further fields follow below.';

const SEEDS = `A **seed** is the text of a URL or one of these:

| Form | Meaning |
|---|---|
| \`https://example.org\` | A URL; the scheme may be left out (https is tried first). |
| \`{ url: https://example.org, depth: 1 }\` | A URL that counts as so many links away from a seed already. |
| \`{ sitemap: https://example.org/sitemap.xml }\` | A sitemap whose entries become seeds. |
| \`{ file: urls.txt }\` | A text file, one URL per line; lines starting with // or # are comments. |

A **plug-in** is its name, or \`{ use: name }\` with its options beside it: \`{ use: name, limit: 5 }\`.

A **site setting** says what is different for a part of the web. \`for\` is a host name, which also holds for every host
below it, or one site with scheme and port. What an entry leaves out comes from the next wider one, and at last from
\`politeness\` and \`budget.perSite\`:

\`\`\`yaml
sites:
  - { for: gov.si, politeness: { delay: 5s }, budget: { pages: 500 } }
  - { for: www.gov.si, politeness: { delay: 1s } }
  - { for: 'https://archive.gov.si:8443', politeness: { delay: 10s, maxDelay: 2m, perSite: 1, responseFactor: 2 } }
\`\`\`

A **notice** is a webhook or a mail; [Following changes](../guides/following-changes.md) has all their fields:

\`\`\`yaml
notify:
  - { webhook: 'https://example.org/hook', secret: '\${HOOK_SECRET}', on: [add, upd, del, anomaly, run] }
  - { mail: ops@example.org, from: winnow@example.org, smtp: 'smtps://\${SMTP_LOGIN}@mail.example.org' }
\`\`\`

A **hook** is a mail, a program, a request or the next run; a **conversion** names a service or a program. [After a run](../guides/after-a-run.md)
has all their fields:

\`\`\`yaml
afterRun:
  - { mail: ops@example.org, from: winnow@example.org, smtp: 'smtp://localhost:25', when: failure }
  - { program: [bin/publish, --quick], timeout: 5m, when: success }
  - { call: 'https://example.org/done', secret: '\${HOOK_SECRET}' }
  - { next: courts.yaml }
convert:
  - { to: 'https://convert.example/akn', types: [text/xml], suffix: .akn.xml }
\`\`\``;

const NOTES: Readonly<Record<string, string>> = {
  scope: `Rules that stand side by side must all hold. A **rule** inside \`all\`, \`any\`, \`not\` and \`path\` has the same fields again:

\`\`\`yaml
scope:
  domains: [example.org]
  depth: 6
  not: { url: ['*/login*', '*/print/*'] }
\`\`\``,
  fetch: `Each of the **credentials** names its site:

\`\`\`yaml
fetch:
  credentials:
    - { site: 'https://intranet.example.org', scheme: basic, user: reader, password: '\${INTRANET_PASSWORD}' }
\`\`\``,
};
