/**
 * Languages recognised by their script, because no other language of the table is written in it.
 *
 * Counts the sample in one pass. Chinese and Japanese share characters; kana distinguish them.
 */

/** First and last unit of a script, by sixteens, and its language. */
const SCRIPTS: readonly (readonly [first: number, last: number, language: string])[] = [
  [0x0530, 0x058f, 'hy'],
  [0x0980, 0x09ff, 'bn'],
  [0x0a00, 0x0a7f, 'pa'],
  [0x0a80, 0x0aff, 'gu'],
  [0x0b00, 0x0b7f, 'or'],
  [0x0b80, 0x0bff, 'ta'],
  [0x0c00, 0x0c7f, 'te'],
  [0x0c80, 0x0cff, 'kn'],
  [0x0d00, 0x0d7f, 'ml'],
  [0x0e00, 0x0e7f, 'th'],
  [0x0e80, 0x0eff, 'lo'],
  [0x10a0, 0x10ff, 'ka'],
  [0x1100, 0x11ff, 'ko'],
  [0x1200, 0x137f, 'am'],
  [0x1c90, 0x1cbf, 'ka'],
  [0x3040, 0x30ff, 'ja'],
  [0x3400, 0x9fff, 'zh'],
  [0xac00, 0xd7af, 'ko'],
];

const LANGUAGES = [...new Set(SCRIPTS.map(([, , language]) => language))];
/** Number of the language of each block of sixteen units, counted from one. */
const LANGUAGE_OF = new Uint8Array(0x1000);
for (const [first, last, language] of SCRIPTS) LANGUAGE_OF.fill(LANGUAGES.indexOf(language) + 1, first >> 4, (last >> 4) + 1);

const CHINESE = LANGUAGES.indexOf('zh') + 1;
const JAPANESE = LANGUAGES.indexOf('ja') + 1;
/** Share of all units except ASCII signs. A page in Chinese is full of Latin names and addresses. */
const ENOUGH = 0.3;
const LEAST_KANA = 0.05;

export function languageOfScript(sample: string): { readonly language: string; readonly share: number } | null {
  const counts = new Uint32Array(LANGUAGES.length + 1);
  let letters = 0;
  for (let at = 0; at < sample.length; at++) {
    const unit = sample.charCodeAt(at);
    if (unit < 0x41) continue;
    letters++;
    if (unit < 0x530) continue;
    const language = LANGUAGE_OF[unit >> 4] as number;
    counts[language] = (counts[language] as number) + 1;
  }
  counts[0] = 0;
  const kana = counts[JAPANESE] as number;
  const han = counts[CHINESE] as number;
  if (kana > LEAST_KANA * (kana + han)) {
    counts[JAPANESE] = kana + han;
    counts[CHINESE] = 0;
  }
  const most = counts.reduce((best, count, at) => (count > (counts[best] as number) ? at : best), 0);
  const share = (counts[most] as number) / Math.max(letters, 1);
  return most === 0 || share < ENOUGH ? null : { language: LANGUAGES[most - 1] as string, share };
}
