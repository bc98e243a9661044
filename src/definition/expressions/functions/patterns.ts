/** Functions that read texts with patterns: single ones, and sets whose named groups become fields. */
import { z } from 'zod';
import { type Found, isTree, Pair, sourceOf, textOf } from '../found.js';
import { matchesIn, type Pattern } from '../matching.js';
import type { Evaluate, Scope } from '../scope.js';
import { type Compiler, defineFunction, type FieldFunction, of } from './function.js';
import { patternAt } from './texts.js';

interface NamedPattern {
  readonly source: string;
  readonly pattern: Pattern;
  /** Names of groups in their order. */
  readonly groups: readonly string[];
}

const named = (compiler: Compiler, source: string): NamedPattern => {
  const pattern = patternAt(compiler, source);
  const groups = Object.entries(pattern.namedGroups()).sort(([, left], [, right]) => Number(left) - Number(right));
  return { source, pattern, groups: groups.map(([name]) => name) };
};

function* pairsOf(pattern: NamedPattern, text: string, scope: Scope): Generator<Found> {
  for (const match of matchesIn(pattern.pattern, text, scope.context.note)) {
    const pairs = pattern.groups.flatMap((name) => pairOf(name, match.group(name)));
    if (pattern.groups.length) yield* pairs;
    else yield (match.groupCount() > 0 ? match.group(1) : match.group(0)) ?? '';
  }
}

/** For elements the text a reader sees, white space folded; plain texts keep their lines. */
const readText = (found: Found): string => (isTree(found) ? textOf(found) : sourceOf(found));

const pairOf = (name: string, value: string | null): Pair[] =>
  value === null || value.trim() === '' ? [] : [new Pair(name, value.trim())];

function applySet(of: Evaluate, patterns: readonly NamedPattern[]): Evaluate {
  return (scope) => of(scope).flatMap((found) => patterns.flatMap((pattern) => [...pairsOf(pattern, readText(found), scope)]));
}

function setNamed(compiler: Compiler, set: string | readonly string[]): readonly string[] {
  if (typeof set !== 'string') return set;
  if (compiler.options.anySet) return ['x'];
  const known = compiler.options.sets ?? {};
  if (Object.hasOwn(known, set)) return known[set] ?? [];
  return compiler.fail(`there is no set of patterns "${set}". Known: ${Object.keys(known).join(', ') || 'none'}.`);
}

export const PATTERNS: readonly FieldFunction[] = [
  defineFunction({
    name: 'match',
    about: 'What a pattern matches, each time: a group by number or name; left out, the first group, or all of it.',
    takes: { ...of, pattern: z.string(), group: z.union([z.number().int(), z.string()]).optional() },
    example: { expression: { match: { of: 'p', pattern: 'No (\\d+)' } }, on: '<p>No 7 and No 9', gives: ['7', '9'] },
    compile(args, compiler) {
      const pattern = named(compiler, args.pattern);
      const all = compiler.of(args);
      const group = args.group ?? (pattern.pattern.groupCount() > 0 ? 1 : 0);
      if (typeof group === 'string' ? !pattern.groups.includes(group) : group > pattern.pattern.groupCount())
        compiler.fail(`the pattern ${args.pattern} has no group ${group}`);
      return (scope) => all(scope).flatMap((found) => groupsIn(pattern, readText(found), group, scope));
    },
  }),
  defineFunction({
    name: 'regex',
    about:
      'A set of patterns, applied in their order. Named groups are pairs: under a field called * each becomes a field of its own name.',
    takes: { ...of, set: z.union([z.string(), z.array(z.string())]).optional(), pattern: z.string().optional() },
    example: {
      expression: { regex: { of: 'p', set: ['No (?<number>\\d+)', 'of (?<year>\\d{4})'] } },
      on: '<p>No 7 of 2031',
      gives: ['7', '2031'],
    },
    compile(args, compiler) {
      const sources = [
        ...(args.set === undefined ? [] : setNamed(compiler, args.set)),
        ...(args.pattern === undefined ? [] : [args.pattern]),
      ];
      if (!sources.length) compiler.fail('regex needs set or pattern');
      return applySet(
        compiler.of(args),
        sources.map((source) => named(compiler, source)),
      );
    },
  }),
];

function groupsIn(pattern: NamedPattern, text: string, group: string | number, scope: Scope): string[] {
  const found: string[] = [];
  for (const match of matchesIn(pattern.pattern, text, scope.context.note)) {
    const value = match.group(group);
    if (value !== null && value !== '') found.push(value);
  }
  return found;
}
