/** winnow definition: check a definition, see what each value is and who set it, get the schema, make a first one. */
import { writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Command } from 'commander';
import { loadRegistry } from '../../assembly/index.js';
import {
  DefinitionError,
  definitionJsonSchema,
  explainDefinition,
  formatProblems,
  type LoadedDefinition,
  loadDefinition,
  referencePage,
} from '../../definition/crawl/index.js';
import { parseUrl } from '../../model/index.js';
import { checkDefinition } from '../../run/crawl/index.js';
import type { Exit } from '../exit-codes.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';

const EXAMPLES = `
Examples:
  winnow definition init crawl.yaml https://example.org    a commented definition to start from
  winnow definition check crawl.yaml                       every mistake at once, with its line
  winnow definition explain crawl.yaml --all               each value, and who set it
  winnow definition schema > crawl.schema.json             for completion in editors`;

export function definitionCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  const definition = new Command('definition').description('Check, explain or begin a crawl definition').addHelpText('after', EXAMPLES);
  definition
    .command('check')
    .description('Check definitions; exit code 2 when one has a mistake')
    .argument('<files...>', 'definition files (.yaml, .json, .ts)')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  winnow definition check crawl.yaml')
    .action(async (files: string[], flags: { json?: boolean }) => exit(await check(files, flags.json === true, terminal)));
  definition
    .command('explain')
    .description('Show each value that is not the default, and who set it')
    .argument('<file>', 'definition file')
    .option('--all', 'show defaults too')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  winnow definition explain crawl.yaml\n  winnow definition explain crawl.yaml --all --json')
    .action(async (file: string, flags: { all?: boolean; json?: boolean }) => {
      const { values, text } = explainDefinition(await loadDefinition({ file }), { all: flags.all });
      terminal.print(flags.json ? JSON.stringify(values, null, 2) : text);
    });
  definition
    .command('schema')
    .description('Print the JSON Schema of definitions')
    .option('--json', 'the schema is JSON in any case')
    .addHelpText('after', '\nExample:\n  winnow definition schema > crawl.schema.json')
    .action(() => terminal.print(JSON.stringify(definitionJsonSchema(), null, 2)));
  definition
    .command('reference')
    .description('Print the reference page of all fields')
    .option('--json', 'print the schema instead')
    .addHelpText('after', '\nExample:\n  winnow definition reference | less')
    .action(({ json }: { json?: boolean }) =>
      terminal.print(json ? JSON.stringify(definitionJsonSchema(), null, 2) : referencePage().trimEnd()),
    );
  definition
    .command('init')
    .description('Write a commented definition to start from; - prints it')
    .argument('[file]', 'file to write', 'crawl.yaml')
    .argument('[url]', 'where the crawl starts', 'https://example.org/')
    .option('--json', 'print what was written as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  winnow definition init\n  winnow definition init news.yaml https://news.example/\n  winnow definition init -',
    )
    .action((file: string, url: string, flags: { json?: boolean }) => init(file, url, flags.json === true, terminal));
  return definition;
}

async function check(files: readonly string[], asJson: boolean, terminal: Terminal): Promise<Exit> {
  const results = await Promise.all(files.map(async (file) => ({ file, ...(await problemsOf(file)) })));
  if (asJson)
    terminal.print(
      JSON.stringify(
        results.map(({ file, valid, problems }) => ({ file, valid, problems })),
        null,
        2,
      ),
    );
  else for (const result of results) tell(result, terminal);
  return results.every(({ valid }) => valid) ? 'ok' : 'usage';
}

function tell(
  { file, valid, problems }: { file: string; valid: boolean; problems: LoadedDefinition['problems'] },
  terminal: Terminal,
): void {
  if (problems.length) terminal.remark(formatProblems(problems));
  if (valid) terminal.print(`${terminal.style('green', 'good')}  ${file}`);
}

/** Remarks about a good definition (a variable of ours that means nothing) are problems too, but no mistakes. */
async function problemsOf(file: string): Promise<{ valid: boolean; problems: LoadedDefinition['problems'] }> {
  try {
    const loaded = await loadDefinition({ file });
    checkDefinition(loaded, await loadRegistry(loaded.definition.plugins, dirname(resolve(file))));
    return { valid: true, problems: loaded.problems };
  } catch (error) {
    if (error instanceof DefinitionError) return { valid: false, problems: error.problems };
    throw error;
  }
}

async function init(file: string, url: string, asJson: boolean, terminal: Terminal): Promise<void> {
  const start = parseUrl(url)?.url;
  if (!start || !/^https?:/.test(start)) throw new UsageError(`${url} is not a URL to start from. Write it whole: https://example.org/`);
  const text = starterDefinition(new URL(start));
  if (file === '-') return terminal.print(text.trimEnd());
  await writeFile(file, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      error.code === 'EEXIST'
        ? `${file} exists already; it was left as it is. Choose another name.`
        : `${file} cannot be written: ${error.message}`,
    );
  });
  if (asJson) terminal.print(JSON.stringify({ file }));
  else terminal.print(`Wrote ${file}. Look through it, then: winnow crawl ${file}`);
}

/** Everything a first crawl needs, and a comment for each thing a second one may want. */
function starterDefinition(url: URL): string {
  const host = url.hostname;
  return `# A crawl definition. Every field: winnow definition reference
# Check it with: winnow definition check FILE

name: ${JSON.stringify(host.replace(/[^a-z0-9.-]+/gi, '-').replace(/^[^a-z0-9]+|(?<![^a-z0-9])[^a-z0-9]+$/gi, '') || 'crawl')}

# Where to start. Also possible: { sitemap: URL } and { file: seeds.txt }.
seeds:
  - ${JSON.stringify(url.href)}

# What belongs to the crawl. Left out, it is the hosts of the seeds.
scope:
  hosts: [${JSON.stringify(url.host)}]
  # depth: 5                    # links from a seed
  # not: { url: ['*/login*'] }  # leave these out

# How gently. A Crawl-delay of the site that is longer wins.
politeness:
  delay: 3s

# Stop at the first that is reached. Without them the crawl ends when nothing is left.
budget:
  pages: 1000
  # time: 2h

fetch:
  # Who you are: site owners want to be able to reach you.
  # contact: you@example.org
  robots: obey

capture:
  # Images, styles and scripts too, so that the archive shows pages as they were; false: pages only.
  requisites: true
`;
}
