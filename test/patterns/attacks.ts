/**
 * Texts on which a pattern may run away, derived from the pattern itself.
 *
 * Backtracking costs most where a part repeats for long and then something does not fit: so every part that may repeat
 * is repeated, once behind what leads up to it, and once together with that. What does not fit comes last.
 */
import type { AST } from '@eslint-community/regexpp';
import { type Part, parsePattern, Samples, visit } from './samples.js';

/** A start, what is repeated to the length wanted, and an end. */
export interface Attack {
  readonly start: string;
  readonly repeated: string;
  readonly end: string;
}

/** A part that repeats less often than this costs no more than so many steps a character. */
const FEW = 30;
const MOST_EACH = 40;
/** Of the ends that a pattern may stumble over. */
const MISFITS_EACH = 3;

/** Null: nothing in it repeats for long, so no text can cost more than a few steps a character. */
export function attacksOn(source: string, flags: string): Attack[] | null {
  const pattern = parsePattern(source, flags);
  const samples = new Samples(pattern, flags);
  const repeats = repeatsOf(pattern);
  if (repeats.length === 0) return null;
  return repeats.flatMap((repeat) => attacksOnPart(repeat, samples).slice(0, MOST_EACH));
}

function attacksOnPart(repeat: AST.Quantifier, samples: Samples): Attack[] {
  const attacks = new Map<string, Attack>();
  const misfits = misfitsOf(repeat, samples);
  const add = (start: string, repeated: string) => {
    if (repeated !== '') for (const end of misfits) attacks.set(JSON.stringify([start, repeated, end]), { start, repeated, end });
  };
  for (const before of samplesBefore(repeat, samples)) {
    add(before, before); // the way up to it, again and again
    for (const piece of samples.of(repeat.element)) {
      add(before, piece);
      add('', before + piece);
      add('', `${before + piece} `); // where it has to begin with a word
      add('a', piece);
    }
  }
  return [...attacks.values()];
}

/** What a repeated part does not match, and then more of it: a line's end fits neither `.` nor `$` when something follows. */
function misfitsOf({ element }: AST.Quantifier, samples: Samples): string[] {
  const others = samples.notIn(element).map((character) => `${character}\n\u0001`);
  return [...new Set(['\u0001\n\u0001', ...others.slice(0, MISFITS_EACH - 1), ''])].slice(0, MISFITS_EACH);
}

export const textOf = ({ start, repeated, end }: Attack, length: number): string =>
  start + repeated.repeat(Math.max(1, Math.floor(length / repeated.length))) + end;

function repeatsOf(pattern: AST.Pattern): AST.Quantifier[] {
  const found: AST.Quantifier[] = [];
  visit(pattern, (node) => {
    if (node.type === 'Quantifier' && node.max > FEW) found.push(node);
  });
  return found;
}

/** What has to come before it for the engine to get there. */
function samplesBefore(node: Part, samples: Samples): string[] {
  const parent = node.parent;
  if (!parent) return [''];
  const outer = samplesBefore(parent, samples);
  if (parent.type !== 'Alternative') return outer;
  const earlier = parent.elements.slice(0, parent.elements.indexOf(node as AST.Element));
  const each = earlier.map((element) => samples.of(element)).filter((texts) => texts.length > 0);
  const count = Math.min(3, Math.max(outer.length, 1, ...each.map((texts) => texts.length)));
  const at = (texts: readonly string[], i: number) => texts[i % texts.length] ?? '';
  return [...new Set(Array.from({ length: count }, (_, i) => at(outer, i) + each.map((texts) => at(texts, i)).join('')))];
}
