/** What a user typed, as words of the index. */
import { scanWords, wordIn } from './scan-words.js';

export interface QueryWord {
  /** Folded. */
  readonly word: string;
  /** As typed, in lower case: stemmers want the marks that folding takes away. */
  readonly raw: string;
  /** Its place among the words: those between which one was left out are not neighbours. */
  readonly at: number;
  /** A piece of a script that is cut into pairs. */
  readonly isPair: boolean;
}

export function queryWords(text: string): QueryWord[] {
  const words: (QueryWord & { readonly end: number })[] = [];
  scanWords(text, (scanned) => {
    const { start, end, isPair } = scanned;
    words.push({ word: wordIn(scanned), raw: text.slice(start, end).normalize('NFC').toLowerCase(), at: words.length, isPair, end });
    return words.length < 64;
  });
  // The single character at the end of a run is in its last pair already.
  return words.filter(
    ({ isPair, word, end }, index) => !(isPair && word.length === 1 && words[index - 1]?.isPair && words[index - 1]?.end === end),
  );
}

/** ä is also written ae: other spellings of a German word, folded. */
export function germanSpellings(raw: string, folded: string): string[] {
  const written = raw.replace(/ä/g, 'ae').replace(/ö/g, 'oe').replace(/ü/g, 'ue').replace(/ß/g, 'ss');
  const unwritten = folded.replace(/([aou])e/g, '$1');
  const spellings = [/[äöü]/.test(raw) ? queryWords(written)[0]?.word : undefined, /[aou]e/.test(folded) ? unwritten : undefined];
  return spellings.filter((spelling): spelling is string => spelling !== undefined && spelling !== folded && spelling.length > 2);
}
