/** The program: puts the commands together, turns errors into a sentence and an exit code. */
import { setFlagsFromString } from 'node:v8';
import { CommanderError } from 'commander';
import { prepareCrawl } from '../assembly/index.js';
import { exitOf, isDiskFull, messageOf } from '../model/index.js';
import { leaveInterrupts } from './early-interrupt.js';
import { EXIT_CODES, type Exit } from './exit-codes.js';
import { withHelpWords } from './help-words.js';
import { makeProgram } from './program.js';
import { systemWords } from './system-errors.js';
import { openTerminal } from './terminal.js';

/** Commands that listen to Ctrl-C themselves once they have begun. */
const ENDS_CLEANLY: ReadonlySet<string> = new Set([
  'backup',
  'crawl',
  'demo',
  'import',
  'ingest',
  'portals',
  'resume',
  'send',
  'serve',
  'watch',
]);

/** In the first line stand only options that Node itself documents: what another version does not know would keep it from starting. */
setFlagsFromString('--heap-growing-percent=70');

const terminal = openTerminal();
let exitCode: number = EXIT_CODES.ok.code;
const exit = (how: Exit) => {
  exitCode = EXIT_CODES[how].code;
};

// Nobody reads any further, as with `| head`: a crawl goes on all the same, and nothing else has failed either.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error) => {
    if (codeOf(error) !== 'EPIPE') throw error;
  });

if (isCrawl(process.argv)) prepareCrawl();
if (!ENDS_CLEANLY.has(process.argv[2] ?? '')) leaveInterrupts();

try {
  const program = await makeProgram(terminal, exit, process.argv[2]);
  await program.parseAsync(withHelpWords(process.argv));
} catch (error) {
  exit(explain(error));
}
process.exitCode = exitCode;

/** Nearly always: a thread that is started for nothing ends with the program. */
function isCrawl([, , command = '', ...words]: readonly string[]): boolean {
  return ['crawl', 'resume', 'demo'].includes(command) && !words.some((word) => word.startsWith('--help') || word === '-h');
}

function explain(error: unknown): Exit {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 'ok' : 'usage';
  const message = messageOf(error);
  const isFull = isDiskFull(error);
  const words = isFull ? message : systemWords(message);
  terminal.remark(`${terminal.style('red', 'winnow:')} ${words}${adviceOn(error, message)}`);
  const known = exitOf(error);
  if (known !== null && known !== 'failed') return known;
  if (isFull) return 'paused';
  if (isDamage(error)) return 'found';
  if (process.env['WINNOW_DEBUG']) terminal.remark((error as Error).stack ?? '');
  return 'failed';
}

/** Errors of the system itself name no way out. */
function adviceOn(error: unknown, message: string): string {
  const code = codeOf(error) ?? '';
  if (isDiskFull(error))
    return /free some space/i.test(message) ? '' : '. The disk is full: free some space and run the same command again.';
  if (isDamage(error)) return ` (${code}). A database is damaged: winnow doctor --deep says which, where, and what to do.`;
  if (/^(SQLITE_(IOERR|CANTOPEN|READONLY)|E(IO|ROFS|MFILE|NFILE)$)/.test(code))
    return ` (${code}). The workspace cannot be read or written: see to its disk, then run the same command again. What was reported as done is kept.`;
  return '';
}

/** SQLite stumbled over it, where no checksums are. */
function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error) ?? '');
}

/** Errors of the writer thread keep their code, but not their class. */
function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}
