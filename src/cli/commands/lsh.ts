import { Command } from 'commander';
import type { Exit } from '../exit-codes.js';
import type { Terminal } from '../terminal.js';
export function lshCommand(_terminal: Terminal, _exit: (how: Exit) => void): Command {
  return new Command('lsh');
}
