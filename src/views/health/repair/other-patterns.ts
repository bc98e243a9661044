/** Patterns that miss what they read, with words of what is read now in place of those it had. */
import type { Expression } from '../../../definition/connector/index.js';
import { compileExpression } from '../../../definition/expressions/index.js';
import { quietly, type ReadPage } from './reader.js';
import { selectorsIn, textsIn, withSelector } from './selectors.js';

/** Words of its patterns that what it reads has no more, replaced by those that it has now: /article/ has become /submission/. */
export function* withOtherPatterns(
  expression: Expression,
  before: readonly ReadPage[],
  now: readonly ReadPage[],
  group: 'fields' | 'singles',
): Generator<Expression> {
  const patterns = textsIn(expression).filter(({ isPattern }) => isPattern);
  if (patterns.length === 0) return;
  const [old, fresh] = [wordsRead(expression, before, group), wordsRead(expression, now, group)];
  const appeared = [...fresh].filter((word) => !old.has(word)).slice(0, MOST_WORDS);
  for (const pattern of patterns) {
    // A word that some rows still have may be gone from the others: those that are gone altogether come first.
    const dead = [...new Set(pattern.text.match(WORD)?.filter((word) => old.has(word)))].toSorted(
      (one, other) => Number(fresh.has(one)) - Number(fresh.has(other)),
    );
    for (const word of dead)
      for (const other of appeared)
        yield withSelector(
          expression,
          pattern,
          pattern.text.replace(WORD, (each) => (each === word ? other : each)),
        );
  }
}

const WORD = /[\p{L}_][\p{L}\p{N}_-]*/gu;
const MOST_WORDS = 12;

/** Words of everything the selectors of an expression find. */
function wordsRead(expression: Expression, pages: readonly ReadPage[], group: 'fields' | 'singles'): Set<string> {
  const words = new Set<string>();
  for (const { language, text } of selectorsIn(expression)) {
    const compiled = compileExpression(language === null ? text : { [language]: text }, 'selector');
    for (const { content, rows } of pages)
      for (const { node } of group === 'fields' ? rows.slice(0, 100) : [{ node: undefined }])
        for (const value of quietly(() => compiled.values({ content, ...(node === undefined ? {} : { node }) }), []))
          for (const word of value.slice(0, 2000).match(WORD) ?? []) words.add(word);
  }
  return words;
}
