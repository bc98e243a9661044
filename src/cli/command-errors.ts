/** What a wrong command line is told: the words of the library that reads it, as sentences that say what to do. */

/** In order; the first that fits is said. */
const SENTENCES: readonly [said: RegExp, sentence: (...groups: string[]) => string][] = [
  [
    /^required option '-w, --workspace <folder>' not specified/,
    () => 'There is no crawl below ./crawls. Name the folder of one: -w FOLDER',
  ],
  [/^required option '([^']+)' not specified/, (option) => `The option ${option} is needed.`],
  [/^unknown command '([^']+)'/, (command) => `There is no command ${command}. All commands: winnow --help`],
  [/^unknown option '([^']+)'/, (option) => `There is no option ${option}. The same command with --help lists all options.`],
  [/^missing required argument '([^']+)'/, (argument) => `The argument ${argument} is missing. The same command with --help explains it.`],
  [/^option '([^']+)' argument missing/, (option) => `The option ${option} needs a value.`],
  [
    /^too many arguments(?: for '([^']+)')?\. Expected (\d+) arguments? but got (\d+)/,
    (_command, most, given) =>
      `The command takes ${most === '0' ? 'no arguments' : `${most} at most`}, not ${given}. With --help it explains itself.`,
  ],
];

/** `text` as it would be printed: `error: …` and, where a name is nearly right, a second line with a guess. */
export function commandError(text: string): string {
  const [first = '', ...others] = text
    .trim()
    .replace(/^error: /, '')
    .split('\n');
  const guess = /^\(Did you mean (.*)\?\)$/.exec(others.join(' ').trim())?.[1];
  const sentence = sentenceFor(first);
  if (guess) return `winnow: ${firstOf(sentence)} Did you mean ${guess}?\n`;
  return `winnow: ${[sentence, ...others].join('\n')}\n`;
}

/** Without what follows the first full stop. */
function firstOf(sentences: string): string {
  const end = sentences.indexOf('. ');
  return end === -1 ? sentences : sentences.slice(0, end + 1);
}

function sentenceFor(said: string): string {
  for (const [pattern, sentence] of SENTENCES) {
    const found = pattern.exec(said);
    if (found) return sentence(...found.slice(1).map((group) => group ?? ''));
  }
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}`;
}
