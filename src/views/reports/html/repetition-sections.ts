/** The sections about what a web repeats: documents that say the same, and kinds of URLs that lead nowhere. */
import type { FullReport } from '../full-report.js';
import { address, moment, more, number, plural, section, table, text } from './markup.js';

export function duplicates({ duplicates: clusters, summary }: FullReport): string {
  if (summary.duplicates.documents === 0) return '';
  const rows = clusters.map(({ url, title, state, copies, exact, examples }) => [
    `${text(title ?? '', 160) || '<small>(no title)</small>'}${state === 'deleted' ? ' <small>(deleted)</small>' : ''}<small>${address(url)}</small>`,
    number(copies),
    number(exact),
    examples.map(({ url: copy, similarity }) => `${address(copy)}, ${percent(similarity)}`).join('<br>'),
  ]);
  const columns = [
    { head: 'Original', as: 'address' as const },
    { head: 'Copies', as: 'number' as const },
    { head: 'Same words', as: 'number' as const },
    { head: 'Such as, and how alike', as: 'address' as const },
  ];
  const shown = clusters.reduce((sum, { copies }) => sum + copies, 0);
  const rest = more(summary.duplicates.documents - shown, 'duplicates of other documents');
  return section('duplicates', 'Near-duplicates', table(columns, rows) + rest, duplicatesInWords(summary.duplicates)).replace(
    '<section',
    WIDE,
  );
}

function duplicatesInWords({ documents, exact, ...run }: FullReport['summary']['duplicates']): string {
  const found = `${plural(documents, 'document says', 'documents say')} the same as others, ${number(exact)} with the very same words.`;
  if (run.texts === 0) return found;
  const compared = `${plural(run.candidates, 'pair was', 'pairs were')} compared in this run: ${number(run.trueDuplicates)} alike, ${number(run.falseCandidates)} not; ${number(run.saved)} comparisons were saved`;
  return `${found} ${compared}${run.unsettled ? `, ${number(run.unsettled)} are not settled` : ''}.`;
}

export function traps({ traps: list, summary }: FullReport): string {
  const rows = list.map((trap) => [
    `<bdi>${text(trap.site + trap.pattern)}</bdi><small>${text(trap.reason)}</small>${trap.examples.map((url) => `<small>${address(url)}</small>`).join('')}`,
    number(trap.fetched),
    trap.newText === null ? '–' : percent(trap.newText),
    number(trap.leftOut),
    stateOf(trap),
  ]);
  const columns = [
    { head: 'Kind of URL', as: 'address' as const },
    { head: 'Fetched', as: 'number' as const },
    { head: 'New text', as: 'number' as const },
    { head: 'Left out', as: 'number' as const },
    { head: 'State' },
  ];
  const rest = more(summary.traps.paused - list.filter(({ state }) => state === 'paused').length, 'paused: winnow traps');
  const remark = `${plural(summary.traps.paused, 'kind of URL leads', 'kinds of URLs lead')} nowhere and ${summary.traps.paused === 1 ? 'is' : 'are'} paused; ${plural(summary.traps.leftOut, 'URL was', 'URLs were')} left out. In a pattern # stands for a number or an identifier, ~ for a title.`;
  return section('traps', 'Traps', table(columns, rows) + rest, remark).replace('<section', WIDE);
}

function stateOf({ state, by, at, releasedAt }: FullReport['traps'][number]): string {
  if (state === 'paused') return `paused${by === 'user' ? ' by a person' : ''}<small>${moment(at)}</small>`;
  return `<span class="good">released</span>${releasedAt === null ? '' : `<small>${moment(releasedAt)}</small>`}`;
}

const WIDE = '<section class="wide"';
const percent = (share: number): string => `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;
