/** Keys of queued URLs in the external view of scores. */
import { precedenceOf } from '../../../model/index.js';

export interface KeyedEntry {
  readonly domain: string;
  readonly immediate: boolean;
  readonly score: number | null;
  /** Ever increasing, which makes keys unique. */
  readonly counter: number;
}

/** No opinion counts as neither good nor bad. */
const NO_OPINION = 0.5;

/** Domain, immediate flag, precedence and counter, written so that keys of one domain sort as they are fetched. */
export function frontierKey({ domain, immediate, score, counter }: KeyedEntry, sums = false): string {
  const precedence = precedenceOf(score ?? NO_OPINION, sums);
  return `${domain} ${immediate ? 0 : 1} ${String(precedence).padStart(3, '0')} ${String(counter).padStart(10, '0')}`;
}
