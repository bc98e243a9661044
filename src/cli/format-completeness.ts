/** The completeness statement for people: short in a report, every site and seed when it is asked for. */

import { counted } from '../model/index.js';
import type { Completeness, Limit, PartCompleteness, RunReport } from '../views/reports/index.js';
import { type Line, section } from './lines.js';
import { printable, type Terminal, table } from './terminal.js';

const SHOWN = 8;

/** A section of the report: the sites that are not complete, with the limit that counts most. */
export function completenessSummary(completeness: Completeness | null, style: Terminal['style']): string {
  if (!completeness || completeness.sites.length === 0) return '';
  const { sites } = completeness;
  const limited = sites.filter(({ state }) => state === 'limited');
  const head = `${style('bold', 'Completeness')}\n  ${verdict(completeness, limited.length)}`;
  const rows = limited.slice(0, SHOWN).map((site) => [printable(site.site), site.unfetched, 'left', limitWords(site), unknownWords(site)]);
  const more = limited.length - rows.length;
  const rest = more > 0 ? `\n  ${more} more: winnow report --completeness` : '';
  return `${head}${rows.length ? `\n${table(rows).replace(/^/gm, '  ')}` : ''}${rest}`;
}

function verdict({ sites, documents, unfetched, outside }: Completeness, limited: number): string {
  const beyond = outside ? `; ${counted(outside, 'link')} to sites out of scope` : '';
  if (limited === 0)
    return `All of ${counted(sites.length, 'site')} gone through: ${counted(documents, 'document')} held, nothing left${beyond}.`;
  return `${sites.length - limited} of ${counted(sites.length, 'site')} gone through, ${limited} limited: ${counted(documents, 'document')} held, ${counted(unfetched, 'known page')} not fetched${beyond}.`;
}

const limitWords = ({ limits }: PartCompleteness): string => limits.map(({ by }) => by).join(', ');

const unknownWords = ({ estimate }: PartCompleteness): string => (estimate ? `about ${estimate.unknown} more unknown (estimate)` : '');

/** Every site and every seed. */
export function formatCompleteness({ completeness, name, run }: RunReport, terminal: Pick<Terminal, 'style'>, width: number): string {
  if (!completeness) return `Only the last run is known well enough to say how complete it is, and run ${run} is not the last.`;
  const limited = completeness.sites.filter(({ state }) => state === 'limited').length;
  const part = (title: string, of: PartCompleteness): string =>
    section(`${printable(title)}  ${stateWord(of, terminal)}`, linesOf(of), terminal, width);
  return [
    terminal.style('bold', `Completeness of ${printable(name)}, run ${run}`),
    verdict(completeness, limited),
    ...completeness.sites.map((site) => part(site.site, site)),
    terminal.style('bold', 'By seed'),
    ...completeness.seeds.map((seed) => part(`${seed.seed}${seed.is === 'seed' ? '' : ` (${seed.is})`}`, seed)),
  ].join('\n\n');
}

const stateWord = ({ state }: PartCompleteness, { style }: Pick<Terminal, 'style'>): string =>
  style(state === 'complete' ? 'green' : 'yellow', state);

function linesOf(part: PartCompleteness): Line[] {
  const { documents, known, unfetched, unchecked, failed, unanswered, excluded, listed, listedUnfetched, estimate } = part;
  const refused = Object.entries(part.rejected).sort(([, a], [, b]) => b - a);
  return [
    ['held', `${counted(documents, 'document')} of ${counted(known, 'known page')}`],
    ['left', `${unfetched} never fetched${unchecked ? `, ${unchecked} still to be checked again` : ''}`],
    ...part.limits.map((limit, index): Line => [index ? '' : 'limited by', limitText(limit)]),
    ...(failed + unanswered ? [['failed', `${failed} answered that there is nothing, ${unanswered} gave no answer`] as Line] : []),
    ...(excluded ? [['robots.txt', `${excluded} not to be fetched`] as Line] : []),
    ...(refused.length ? [['left out', refused.map(([rule, links]) => `${printable(rule)} ${links}`).join(', ')] as Line] : []),
    ...(listed ? [['sitemaps', `list ${listed}, ${listedUnfetched} of them not fetched`] as Line] : []),
    ['unknown', unknownText(part, estimate)],
  ];
}

const limitText = ({ by, urls, detail }: Limit): string => `${by}: ${counted(urls, 'URL')}; ${printable(detail)}`;

function unknownText({ unfetched }: PartCompleteness, estimate: PartCompleteness['estimate']): string {
  if (estimate) return `about ${counted(estimate.unknown, 'page')} not found yet (${estimate.basis})`;
  return unfetched === 0 ? 'none that links or sitemaps lead to' : 'no estimate: too few links to tell';
}
