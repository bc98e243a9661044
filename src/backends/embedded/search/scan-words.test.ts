import { describe, expect, it } from 'vitest';
import { hashOf, LONGEST_WORD, scanWords, wordIn } from './scan-words.js';

function wordsOf(text: string): string[] {
  const words: string[] = [];
  scanWords(text, (scanned) => {
    expect(scanned.hash).toBe(hashOf(wordIn(scanned)));
    expect(scanned.end).toBeGreaterThan(scanned.start);
    words.push(wordIn(scanned));
    return true;
  });
  return words;
}

describe('words of a text', () => {
  it.each([
    ['case and accents', 'Élan VITAL naïve Žužemberk Łódź', ['elan', 'vital', 'naive', 'zuzemberk', 'lodz']],
    ['decomposed accents', 'e\u0301lan', ['elan']],
    ['two letters for one', 'Straße Œuvre ﬁn', ['strasse', 'oeuvre', 'fin']],
    ['final sigma', 'νόμος ΝΌΜΟΣ', ['νομοσ', 'νομοσ']],
    ['Cyrillic keeps its letters', 'йод ёлка', ['йод', 'елка']],
    ['soft hyphens and joiners', 'co\u00adoper\u200date', ['cooperate']],
    ['signs part', "l'état, e-mail; 1.000", ['l', 'etat', 'e', 'mail', '1', '000']],
    ['full width', 'ＡＢＣ１２', ['abc12']],
    ['pairs', '東京都 x', ['東京', '京都', '都', 'x']],
    ['mixed scripts', 'USB接続2', ['usb', '接続', '続', '2']],
    ['pictures and halves of characters', 'a😀b \ud800 c\udc00', ['a', 'b', 'c']],
    ['Devanagari keeps its vowels', 'हिन्दी', ['हिन्दी']],
  ])('%s', (_case, text, expected) => expect(wordsOf(text)).toEqual(expected));

  it('cuts what has no end', () => {
    expect(wordsOf('x'.repeat(10_000)).map(({ length }) => length)).toEqual([LONGEST_WORD]);
    expect(wordsOf('ß'.repeat(10_000))[0]?.length).toBeLessThanOrEqual(LONGEST_WORD + 2);
  });
});
