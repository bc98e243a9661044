/** The sentences a user sees: texts of the source that have several words, and lines of the pages. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

export interface Sentence {
  readonly text: string;
  /** File and line. */
  readonly at: string;
}

/** Texts of the program with at least two words; a text with gaps has `…` for each. */
export function sentencesOfSource(root: string): Sentence[] {
  const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !/\.(test|contract)\.ts$/.test(file));
  return files.sort().flatMap((file) => sentencesIn(readFileSync(join(root, file), 'utf8'), file));
}

export function sentencesIn(source: string, file: string): Sentence[] {
  const found: Sentence[] = [];
  const add = (text: string, start: number): void => {
    if (/\p{L}+\s+\p{L}+/u.test(text)) found.push({ text, at: `${file}:${source.slice(0, start).split('\n').length}` });
  };
  new Visitor({
    Literal: ({ value, start }) => void (typeof value === 'string' && add(value, start)),
    TemplateLiteral: ({ quasis, start }) => add(quasis.map(({ value }) => value.cooked ?? value.raw).join('…'), start),
  }).visit(parseSync(file, source).program);
  return found;
}

/** Lines of a page outside of code: what stands in code is written by others, or is a name. */
export function sentencesOfPage(root: string, file: string): Sentence[] {
  let isCode = false;
  return readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (/^\s*```/.test(line)) isCode = !isCode;
      return isCode ? [] : [{ text: line.replace(/`[^`]*`/g, '…').replace(/\]\([^)]*\)/g, ']'), at: `${file}:${index + 1}` }];
    });
}
