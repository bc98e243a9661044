/**
 * What is written about the command line, made from the commands themselves: docs/reference/cli.md and exit-codes.md.
 * A test compares both with the files, so they cannot fall behind. `npm run docs` calls writeCliReference.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { EXIT_CODES } from './exit-codes.js';
import { makeProgram } from './program.js';
import { openTerminal } from './terminal.js';

/** File name → text, as the files under docs/reference must read. */
export const cliReferenceFiles = async (): Promise<ReadonlyMap<string, string>> =>
  new Map([
    ['cli.md', await commandsPage()],
    ['exit-codes.md', exitCodesPage()],
  ]);

/** `folder` is docs/reference of the project. Returns the paths written. */
export async function writeCliReference(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const files = [...(await cliReferenceFiles())].map(([name, text]) => ({ path: join(folder, name), text }));
  await Promise.all(files.map(({ path, text }) => writeFile(path, text)));
  return files.map(({ path }) => path);
}

const COMMANDS_INTRODUCTION = `# Commands

What \`winnow COMMAND --help\` prints, for every command. Results go to standard output, progress and remarks to standard
error; \`--json\` gives results to programs. What the exit codes mean: [exit-codes.md](exit-codes.md).
`;

async function commandsPage(): Promise<string> {
  const program = await makeProgram(openTerminal(), () => {});
  const sections = [...every(program, [])].map(([path, command]) => `## ${path.join(' ')}\n\n\`\`\`text\n${helpOf(command)}\n\`\`\`\n`);
  return [COMMANDS_INTRODUCTION, ...sections].join('\n');
}

function* every(command: Command, above: readonly string[]): Generator<[path: readonly string[], command: Command]> {
  const path = [...above, command.name()];
  yield [path, command];
  for (const child of command.commands) yield* every(child, path);
}

const WIDTH = 110;

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
    getOutHelpWidth: () => WIDTH,
    getOutHasColors: () => false,
  });
  command.outputHelp();
  return text.trimEnd();
}

function exitCodesPage(): string {
  const rows = Object.values(EXIT_CODES).map(({ code, means }) => `| ${code} | ${means} |`);
  return `# Exit codes\n\nA contract with scripts: a code keeps its meaning.\n\n| Code | Meaning |\n|---|---|\n${rows.join('\n')}\n\n${NOTES}`;
}

const NOTES = `\`winnow inspect … --jsonl\` ends with 0 even when lines were wrong: each wrong line has its own \`error\`.
\`winnow archive check\`, \`archive repair\`, \`import\`, \`backup\`, \`doctor\` and a single \`inspect\` end with 4 when what they looked at has
problems. \`winnow definition check\` ends with 2, as \`crawl\` would with the same file.
`;
