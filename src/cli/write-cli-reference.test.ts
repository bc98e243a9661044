import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { makeProgram } from './program.js';
import { openTerminal } from './terminal.js';
import { cliReferenceFiles } from './write-cli-reference.js';

const files = await cliReferenceFiles();

describe('command-line reference', () => {
  it.each([...files])('docs/reference/%s is up to date', (name, text) => {
    expect(readFileSync(`docs/reference/${name}`, 'utf8'), 'write it anew with writeCliReference').toBe(text);
  });

  it('every command that does something has examples and speaks JSON', async () => {
    const page = files.get('cli.md') ?? '';
    const lacking = leaves(await makeProgram(openTerminal(), () => {}), []).filter(([path, command]) => {
      const help = page.split(`## ${path}\n`)[1]?.split('\n## ')[0] ?? '';
      return !/^Examples?:/m.test(help) || !command.options.some(({ long }) => long === '--json');
    });
    // The demo is for looking at.
    expect(lacking.map(([path]) => path).filter((path) => path !== 'winnow demo')).toEqual([]);
  });
});

function leaves(command: Command, above: readonly string[]): [path: string, command: Command][] {
  const path = [...above, command.name()];
  return command.commands.length ? command.commands.flatMap((child) => leaves(child, path)) : [[path.join(' '), command]];
}
