import { expect, it } from 'vitest';
import { commandError } from './command-errors.js';

it.each([
  [
    "error: required option '-w, --workspace <folder>' not specified",
    'There is no crawl below ./crawls. Name the folder of one: -w FOLDER',
  ],
  ["error: required option '--to <address>' not specified", 'The option --to <address> is needed.'],
  ["error: unknown command 'nosuch'", 'There is no command nosuch. All commands: winnow --help'],
  ["error: unknown command 'crwal'\n(Did you mean crawl?)", 'There is no command crwal. Did you mean crawl?'],
  ["error: unknown option '--nosuch'", 'There is no option --nosuch. The same command with --help lists all options.'],
  ["error: missing required argument 'url'", 'The argument url is missing. The same command with --help explains it.'],
  ["error: option '--depth <number>' argument missing", 'The option --depth <number> needs a value.'],
  [
    "error: too many arguments for 'status'. Expected 0 arguments but got 1: x.",
    'The command takes no arguments, not 1. With --help it explains itself.',
  ],
  ["error: command-argument value 'x' is invalid for argument 'verdict'.", "Command-argument value 'x' is invalid for argument 'verdict'."],
])('%s', (said, sentence) => expect(commandError(said)).toBe(`winnow: ${sentence}\n`));
