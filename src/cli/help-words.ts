/** Other words for --help: those of Windows programs, which the crawlers before this one were. */
const WORDS: ReadonlySet<string> = new Set(['-?', '/?', '-help', '--?']);

/** What stands behind `--` is no option. */
export function withHelpWords(words: readonly string[]): string[] {
  const end = words.indexOf('--');
  return words.map((word, at) => (WORDS.has(word.toLowerCase()) && (end < 0 || at < end) ? '--help' : word));
}
