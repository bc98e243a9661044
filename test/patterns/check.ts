/**
 * Whether a text can make one of our own patterns run away: `npm run check:patterns`.
 *
 * Every pattern of the source is tried on texts made to trouble it, up to a hundred thousand characters. One in order
 * takes a few steps a character; one that tries every start, or every way to share a text, takes as many as there are
 * characters. Patterns that meet short texts only are listed with the longest they meet.
 */
import { join } from 'node:path';
import { attacksOn } from './attacks.js';
import { type FoundPattern, patternsIn, patternsMadeBy, patternsOfLoading } from './find-patterns.js';
import { measureStep, runnerOf, type Worst, worstOf } from './measure.js';

const root = join(import.meta.dirname, '..', '..');
const MOST_STEPS = 250;

/** Files whose patterns meet text that was cut before, and where. */
const LONGEST_MET: Readonly<Record<string, number>> = {
  'src/read/sign-phrases.ts': 3500, // recognisePage
  'src/read/volatile-text.ts': 160, // isVolatile
  'src/model/dates/date-format.ts': 200, // parseDate
};

/** Of files that put patterns together later than on loading, a call that does. */
const LATER: Readonly<Record<string, () => unknown>> = {
  'src/model/dates/date-format.ts': async () => (await import('../../src/model/index.js')).parseAnyDate('no date'),
  'src/backends/embedded/search/inflections/inflection.ts': () => import('../../src/backends/embedded/search/inflections/index.js'),
};

const { written, makers } = patternsIn(root);
const made = [...(await patternsOfLoading(root, makers)), ...(await patternsOfCalls())];
const silent = makers.filter((file) => !made.some(({ at }) => at.startsWith(file)));
const stepNs = measureStep();
const found = distinct([...written, ...made]).flatMap((pattern) => {
  const worst = worstFor(pattern);
  return worst && worst.steps > MOST_STEPS ? [{ ...pattern, ...worst }] : [];
});

for (const file of silent)
  process.stderr.write(
    `${file} puts a pattern together where nobody sees it: make it when the module loads, or list a call that does in test/patterns/check.ts.\n`,
  );
for (const { at, source, flags, steps, attack } of found)
  process.stderr.write(`${at}: /${source}/${flags} takes ${Math.round(steps)} steps a character on ${JSON.stringify(attack)}.\n`);
process.stdout.write(`${written.length + made.length} patterns, ${found.length} that run away.\n`);
process.exitCode = found.length + silent.length > 0 ? 1 : 0;

async function patternsOfCalls(): Promise<FoundPattern[]> {
  const each: FoundPattern[] = [];
  for (const call of Object.values(LATER)) each.push(...(await patternsMadeBy(call)));
  return each;
}

function worstFor({ source, flags, at }: FoundPattern): Worst | null {
  const attacks = attacksOn(source, flags);
  return attacks && worstOf(runnerOf(source, flags), attacks, stepNs, MOST_STEPS, LONGEST_MET[at.replace(/:\d+$/, '')]);
}

function distinct(patterns: readonly FoundPattern[]): FoundPattern[] {
  return [...new Map(patterns.map((pattern) => [`${pattern.source}/${pattern.flags}`, pattern])).values()];
}
