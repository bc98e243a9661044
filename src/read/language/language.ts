/**
 * Recognises the language of a text. Callers use only this module, so the method behind it may change.
 *
 * Some scripts tell the language (language-scripts.ts); the others are recognised by a table of letter sequences and
 * words (language-table.ts), which the first call loads. With too few letters the answer is null rather than a guess.
 */
import { byLetters } from './language-letters.js';
import { languageOfScript } from './language-scripts.js';
import { languageTable } from './language-table.js';

export interface LanguageVerdict {
  /** ISO 639-1. */
  readonly language: string | null;
  /** 0..1, comparable between texts of similar length. */
  readonly confidence: number;
}

const UNKNOWN: LanguageVerdict = { language: null, confidence: 0 };
/** Length of the sample: two or three sentences. Time grows with the sample. */
const SAMPLE = 260;
/** Below this the best language leads by chance; then a declared language decides. */
const UNSURE = 0.7;

/** `declared` is what the page states; it breaks ties and never overrules a certain result. */
export function detectLanguage(text: string, declared: string | null = null): LanguageVerdict {
  const sample = sampleOf(text);
  if (!ENOUGH_LETTERS.test(sample)) return UNKNOWN;
  const script = languageOfScript(sample);
  if (script) return { language: script.language, confidence: round(0.5 + script.share / 2) };
  const claimed = declared?.slice(0, 2).toLowerCase() ?? '';
  const found = languageTable().recognise(sample, { expected: claimed });
  if (!found) return UNKNOWN;
  const claim = found.confidenceOf(claimed);
  if (found.confidence < UNSURE && claim > 0.3 * found.confidence) return { language: claimed, confidence: round(claim) };
  return { language: byLetters(found.language, sample.normalize('NFC')), confidence: round(found.confidence) };
}

/** How well the text fits its best language; the measure by which readings of unknown bytes are compared. */
export function languageScore(text: string): number {
  return languageTable().recognise(text, { whole: true })?.fit ?? 0;
}

const round = (value: number): number => Math.round(Math.min(Math.max(value, 0), 1) * 1000) / 1000;

/** Long lines from the middle on, where the main text is; menus consist of short lines. */
function sampleOf(text: string): string {
  if (text.length <= SAMPLE) return text;
  const middle = text.length >> 1;
  return longLines(text, middle) || longLines(text, 0) || text.slice(middle - SAMPLE / 2, middle + SAMPLE / 2);
}

function longLines(text: string, from: number): string {
  let sample = '';
  let start = text.indexOf('\n', from) + 1;
  if (start === 0 || from === 0) start = from;
  for (let lines = 0; lines < 200 && sample.length < SAMPLE && start < text.length; lines++) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    if (end - start >= 60) sample += `${text.slice(start, Math.min(end, start + SAMPLE))} `;
    start = end + 1;
  }
  return sample.slice(0, SAMPLE);
}

/** Stops as soon as there are enough letters; counting all of them would cost as much as recognising. */
const ENOUGH_LETTERS = /(?:\p{L}\P{L}*){8}/u;
