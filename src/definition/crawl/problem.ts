/**
 * Problems of a definition, and how they are shown. A problem knows its place, so that a reader or an editor can go
 * there; on a terminal the line is shown with a caret under the fault.
 *
 * Nothing here decides what counts as a problem.
 */

import { WinnowError } from '../../model/index.js';
/** Where something was written: a place in a file, an environment variable, a flag. */
export interface Place {
  /** As text: `crawl.yaml:3:1`, `environment variable WINNOW_POLITENESS_DELAY`, `flag --delay`. */
  readonly text: string;
  readonly file?: string;
  /** Line and column count from 1. */
  readonly line?: number;
  readonly column?: number;
  /** The offending line with a caret below the fault. */
  readonly excerpt?: string;
}

export interface Problem extends Partial<Omit<Place, 'text'>> {
  /** Dotted path of the field; empty for the file as a whole. */
  readonly path: string;
  /** A whole sentence, full stop included. */
  readonly message: string;
  /** What to write instead, ready to be pasted. */
  readonly suggestion?: string;
  /** The place as text. */
  readonly where: string;
}

/** Thrown with every problem at once; `message` is the text for a terminal. */
export class DefinitionError extends WinnowError {
  override readonly name = 'DefinitionError';
  constructor(
    readonly problems: readonly Problem[],
    options?: ErrorOptions,
  ) {
    super('DEFINITION_WRONG', formatProblems(problems), options);
  }
}

export function problemAt(place: Place, path: string, message: string, suggestion?: string): Problem {
  const { text, ...rest } = place;
  return { path, message, where: text, ...rest, ...(suggestion === undefined ? {} : { suggestion }) };
}

/** A file with thousands of mistakes has one cause, which the first screenful shows. */
const SHOWN = 20;

export function formatProblems(problems: readonly Problem[]): string {
  const shown = problems.slice(0, SHOWN).map(formatProblem);
  if (problems.length > 1) shown.unshift(`The definition has ${problems.length} problems.`);
  if (problems.length > SHOWN) shown.push(`… and ${problems.length - SHOWN} more.`);
  return shown.join('\n\n');
}

function formatProblem({ where, message, suggestion, excerpt }: Problem): string {
  const question = suggestion === undefined ? '' : ` Did you mean \`${suggestion}\`?`;
  return `${where}: ${message}${question}${excerpt ? `\n\n${excerpt}` : ''}`;
}

const WIDTH = 100;

/** One line of the source with its number, and a caret under `column`. Long lines are cut to a window around it. */
export function excerptOf(line: string, number: number, column: number, length: number): string {
  const start = line.length <= WIDTH ? 0 : Math.max(0, Math.min(column - 1 - WIDTH / 4, line.length - WIDTH));
  const before = start > 0 ? '…' : '';
  const after = start + WIDTH < line.length ? '…' : '';
  const seen = printable(line.slice(start, start + WIDTH));
  const caret = Math.max(0, column - 1 - start) + before.length;
  const marked = '^'.repeat(Math.max(1, Math.min(length, seen.length + before.length - caret)));
  const margin = String(number).length + 2;
  return `${' '.repeat(2)}${number} | ${before}${seen}${after}\n${' '.repeat(margin)} | ${' '.repeat(caret)}${marked}`;
}

/** Control characters would move the caret, or do worse to the reader's terminal. */
const printable = (text: string) =>
  [...text].map((char) => (char === '\t' ? '→' : char < ' ' || (char >= '\u007f' && char < '\u00a0') ? '·' : char)).join('');
