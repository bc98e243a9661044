/**
 * The score of a page: the mean of the analysers that have an opinion on it.
 *
 * No opinion is not zero, and neither is a failure: an analyser that throws is reported in its part and the others
 * decide. Pure, given pure analysers.
 */
import { messageOf, type Page } from '../../model/index.js';
import type { AnalyserPlugin } from '../../plugins/index.js';

/** An analyser with its options checked and filled in, as the registry hands them out. */
export interface ChosenAnalyser {
  readonly plugin: AnalyserPlugin;
  readonly options: unknown;
}

export interface PageScore {
  /** 0..1; null when no analyser has an opinion. */
  readonly value: number | null;
  readonly parts: readonly ScorePart[];
}

export interface ScorePart {
  readonly analyser: string;
  readonly value: number | null;
  readonly because: string;
}

export function scorePage(page: Page, analysers: readonly ChosenAnalyser[]): PageScore {
  const parts = analysers.map((chosen) => partOf(page, chosen));
  const values = parts.flatMap(({ value }) => (value === null ? [] : [value]));
  return { value: values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null, parts };
}

function partOf(page: Page, { plugin, options }: ChosenAnalyser): ScorePart {
  const analyser = plugin.name;
  try {
    const score = plugin.analyse(page, options);
    if (!score) return { analyser, value: null, because: 'no opinion' };
    if (Number.isNaN(score.value)) return { analyser, value: null, because: `failed: its value is not a number (${score.because})` };
    return { analyser, value: Math.min(1, Math.max(0, score.value)), because: score.because };
  } catch (error) {
    return { analyser, value: null, because: `failed: ${messageOf(error)}` };
  }
}
