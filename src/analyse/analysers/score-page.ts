/**
 * The score of a page and of its links: the mean of the analysers that have an opinion.
 *
 * No opinion is not zero, and neither is a failure: an analyser that throws is reported in its part of the score, and
 * the others decide. Pure if the analysers are pure.
 */
import { messageOf, type Page } from '../../model/index.js';
import type { AnalyserPlugin, Score } from '../../plugins/index.js';

/** An analyser with its options checked and completed, as the registry returns it. */
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
  return { value: meanOf(parts.map(({ value }) => value)), parts };
}

export interface LinkScores {
  /** One for each link of the page, in their order. */
  readonly values: readonly (number | null)[];
  /** Analysers that failed on the links. Their score of the page then counts for the links. */
  readonly failed: readonly ScorePart[];
}

/** Scores links. An analyser that only scores pages gives each link the score of its page. `parts` are the parts of the page's score. */
export function scoreLinks(page: Page, analysers: readonly ChosenAnalyser[], parts: readonly ScorePart[]): LinkScores {
  const failed: ScorePart[] = [];
  const opinions = analysers.map((chosen, at) => {
    const own = parts[at]?.value ?? null;
    try {
      const scores = chosen.plugin.analyseLinks?.(page, chosen.options);
      return scores ? (link: number) => valueOf(scores[link]) : () => own;
    } catch (error) {
      failed.push({ analyser: chosen.plugin.name, value: null, because: `its links: ${failureOf(error)}` });
      return () => own;
    }
  });
  return { values: page.links.map((_link, at) => meanOf(opinions.map((opinion) => opinion(at)))), failed };
}

function meanOf(opinions: readonly (number | null)[]): number | null {
  const values = opinions.filter((value) => value !== null);
  return values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null;
}

const valueOf = (score: Score | null | undefined): number | null => (score && !Number.isNaN(score.value) ? inRange(score.value) : null);

const inRange = (value: number): number => Math.min(1, Math.max(0, value));

const failureOf = (error: unknown): string => `failed: ${messageOf(error)}`;

function partOf(page: Page, { plugin, options }: ChosenAnalyser): ScorePart {
  const analyser = plugin.name;
  try {
    const score = plugin.analyse(page, options);
    if (!score) return { analyser, value: null, because: 'no opinion' };
    if (Number.isNaN(score.value)) return { analyser, value: null, because: `failed: its value is not a number (${score.because})` };
    return { analyser, value: inRange(score.value), because: score.because };
  } catch (error) {
    return { analyser, value: null, because: failureOf(error) };
  }
}
