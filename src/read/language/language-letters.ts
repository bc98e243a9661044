/**
 * Letters and small words that only one of two close languages has. The two have so much in common that a short text may
 * resemble the wrong one more; these words cannot mislead. Words with a capital do not count: they may be names.
 */
const telling = (letters: string, words: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{M}])(?:\\p{Ll}{0,30}[${letters}]|(?:${words.split(' ').join('|')})(?![\\p{L}\\p{M}]))`, 'gu');

const PAIRS: readonly (readonly [one: string, its: RegExp, other: string, others: RegExp])[] = [
  [
    'cs',
    telling('ěřů', 'se jsou jsem byl byla bylo byli byly který která které kteří nebo také této tohoto roce'),
    'sk',
    telling('ľĺŕôä', 'sa sú som bol bola bolo boli ktorý ktorá ktoré ktorí alebo tiež iba tejto tohto'),
  ],
  ['bg', telling('ъщьюяй', 'са'), 'mk', telling('ѓќѕјљњџ', 'што')],
];

/** The other one of two close languages when all such words belong to it; else the language itself. */
export function byLetters(language: string, sample: string): string {
  for (const [one, its, other, others] of PAIRS) {
    if (language !== one && language !== other) continue;
    const [ofOne, ofOther] = [count(sample, its), count(sample, others)];
    if (ofOne > 0 && ofOther === 0) return one;
    if (ofOther > 0 && ofOne === 0) return other;
  }
  return language;
}

const count = (sample: string, letters: RegExp): number => sample.match(letters)?.length ?? 0;
