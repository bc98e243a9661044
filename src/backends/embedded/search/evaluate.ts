/**
 * What a planned query gives in one segment: a number for each of its documents, below zero where it does not fit, else
 * how well it does (BM25, the title counting more). Whole columns of numbers are gone through instead of lists: that
 * is some hundred microseconds for a hundred thousand documents, whatever the query.
 */
import { ByteReader } from './bytes.js';
import type { Dictionary } from './dictionary.js';
import { matchPhrase } from './match-phrase.js';
import type { Plan, WordPlan } from './plan.js';
import type { Segment } from './segments.js';
import { timesAsName } from './title-names.js';
import { ANY } from './word-forms.js';

export interface Setting {
  readonly dictionary: Dictionary;
  /** In the whole index. */
  readonly documents: number;
  readonly averageLength: number;
  /** By number of the language's name. */
  readonly languageBits: Uint32Array;
}

const NO = -1;
const K1 = 1.2;
const B = 0.75;
/** A word in the title counts as if it stood so often more in the text. */
const TITLE_WEIGHT = 4;
/** A word that only stands in the name of the site: it is found, after all that has it otherwise. */
const NAME_ONLY = 0.1;
/** A form of the word counts less than the word. */
const FORM_WEIGHT = 0.7;

export function evaluate(plan: Plan, segment: Segment, setting: Setting): Float32Array {
  const { count } = segment.attributes;
  switch (plan.kind) {
    case 'all':
      return new Float32Array(count);
    case 'word':
      return evaluateWord(plan, segment, setting);
    case 'phrase': {
      const { times, inTitle } = matchPhrase(plan, segment, setting.dictionary);
      return weighed(times, inTitle, plan.documents, segment, setting);
    }
    case 'names':
      return where(segment.attributes[plan.column], ({ numbers }, value) => numbers.has(value), plan);
    case 'dates':
      return where(segment.attributes.date, ({ from, until }, day) => day >= from && day < until, plan);
    case 'not':
      return evaluate(plan.plan, segment, setting).map((score) => (score < 0 ? 0 : NO));
    default:
      return plan.plans.map((each) => evaluate(each, segment, setting)).reduce(plan.kind === 'and' ? both : either);
  }
}

function where<Of extends Plan>(column: ArrayLike<number>, holds: (plan: Of, value: number) => boolean, plan: Of): Float32Array {
  const scores = new Float32Array(column.length);
  for (let at = 0; at < column.length; at++) if (!holds(plan, column[at] as number)) scores[at] = NO;
  return scores;
}

function both(a: Float32Array, b: Float32Array): Float32Array {
  for (let at = 0; at < a.length; at++) a[at] = (a[at] as number) < 0 || (b[at] as number) < 0 ? NO : (a[at] as number) + (b[at] as number);
  return a;
}

function either(a: Float32Array, b: Float32Array): Float32Array {
  for (let at = 0; at < a.length; at++) {
    const [one, other] = [a[at] as number, b[at] as number];
    a[at] = one < 0 ? other : other < 0 ? one : one + other;
  }
  return a;
}

function evaluateWord({ field, forms, documents, names }: WordPlan, segment: Segment, setting: Setting): Float32Array {
  const { count, language } = segment.attributes;
  const times = new Float32Array(count);
  const inTitle = new Uint8Array(count);
  for (const { entry, languages } of forms.get(segment.id) ?? []) {
    const reader = new ByteReader(setting.dictionary.docsOf(entry));
    const weight = languages === ANY ? 1 : FORM_WEIGHT;
    const asName = names.size > 0 ? timesAsName(entry, segment, setting.dictionary, names) : null;
    for (let left = entry.documents, document = 0; left > 0; left--) {
      const head = reader.number();
      const often = head & 1 ? 1 : reader.number();
      document += head >>> 2;
      if (languages !== ANY && ((setting.languageBits[language[document] as number] as number) & languages) === 0) continue;
      if ((head & 2) === 0 && field === 'title') continue;
      const { named, own } = asName?.get(document) ?? { named: 0, own: head & 2 };
      if (own > 0) inTitle[document] = 1;
      times[document] = (times[document] as number) + Math.max(often - named, NAME_ONLY) * weight;
    }
  }
  return weighed(times, inTitle, documents, segment, setting);
}

/** BM25 of something that occurs so often. */
function weighed(times: Float32Array, inTitle: Uint8Array, found: number, segment: Segment, setting: Setting): Float32Array {
  const { length } = segment.attributes;
  const { documents, averageLength } = setting;
  const rare = Math.log(1 + (Math.max(0, documents - found) + 0.5) / (Math.min(found, documents) + 0.5));
  for (let at = 0; at < times.length; at++) {
    const often = times[at] as number;
    if (often === 0) {
      times[at] = NO;
      continue;
    }
    const weight = often + TITLE_WEIGHT * (inTitle[at] as number);
    times[at] = (rare * weight * (K1 + 1)) / (weight + K1 * (1 - B + (B * (length[at] as number)) / averageLength));
  }
  return times;
}
