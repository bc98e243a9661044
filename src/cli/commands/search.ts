/** winnow search: full text over what a crawl holds, with the index brought up to date first. */

import { resolve } from 'node:path';
import { Command } from 'commander';
import { catchUp, dropDamagedIndex, withReading } from '../../assembly/index.js';
import { counted } from '../../model/index.js';
import { type Facet, meantText, parseQuery, type SearchFacets, type SearchHit, type SearchResult, withMarks } from '../../store/index.js';
import type { Exit } from '../exit-codes.js';
import { folded, widthOf } from '../lines.js';
import { printable, type Terminal, table } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { workspaceOption } from '../workspace-option.js';

const HELP = `
Examples:
  winnow search water protection                    documents with both words, in any of their forms
  winnow search '"court of appeal" -tax'            this phrase, without that word
  winnow search 'title:report type:pdf after:2023'  fields: title, url, site, type, language, after, before
  winnow search 'forest OR wood*' --site example.org --facets
  winnow search 'lang:de Häuser' --json             for programs; offsets in "marks" say where the words are

A date is the one a document states itself, else the day it last changed. OR stands between two alternatives;
parentheses group. May run while the crawl does; what is not indexed yet is indexed first.`;

interface Flags {
  readonly workspace: string;
  readonly site?: string;
  readonly lang?: string;
  readonly type?: string;
  readonly after?: string;
  readonly before?: string;
  readonly limit: string;
  readonly offset: string;
  readonly sort: string;
  readonly facets?: boolean;
  readonly json?: boolean;
}

export function searchCommand(terminal: Terminal, _exit: (how: Exit) => void): Command {
  return new Command('search')
    .description('Search the text of documents: words in all their forms, "phrases", fields, facets')
    .argument('[query...]', 'what to look for')
    .addOption(workspaceOption())
    .option('--site <host>', 'only this host and those below it')
    .option('--lang <tag>', 'only this language, such as de')
    .option('--type <type>', 'only this type: pdf, html, or a media type')
    .option('--after <date>', 'from this year, month or day on: 2024, 2024-05, 2024-05-17')
    .option('--before <date>', 'before this year, month or day')
    .option('--limit <number>', 'at most this many', '10')
    .option('--offset <number>', 'skip this many', '0')
    .option('--sort <order>', 'relevance, or date: the newest first', 'relevance')
    .option('--facets', 'also count sites, languages, types and years of all results')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action((words: string[], flags: Flags) => run(words.join(' '), flags, terminal));
}

async function run(query: string, flags: Flags, terminal: Terminal): Promise<void> {
  const workspace = resolve(flags.workspace);
  const { site, lang: language, type, after, before } = flags;
  const [limit, offset] = [numberOf('--limit', flags.limit, 1, 1000), numberOf('--offset', flags.offset, 0, 10_000)];
  if (flags.sort !== 'relevance' && flags.sort !== 'date') throw new UsageError(`--sort is relevance or date, not "${flags.sort}".`);
  const wanted = {
    node: parseQuery(query, { site, language, type, after, before }),
    limit,
    offset,
    sort: flags.sort,
    facets: flags.facets === true,
  } as const;
  await withReading(workspace, async (reading) => {
    const behind = await bringUpToDate(workspace, terminal);
    const started = performance.now();
    const result = reading.search().search(wanted);
    const seconds = (performance.now() - started) / 1000;
    terminal.print(flags.json ? asJson(query, offset, behind, result) : shown(query, result, offset, seconds, terminal));
  });
}

/** Returns how many entries of the journal are missing. An index that cannot be written to is searched as it is. */
async function bringUpToDate(workspace: string, terminal: Terminal): Promise<number> {
  const damage = await dropDamagedIndex(workspace);
  if (damage) terminal.remark(damage);
  try {
    const { behind } = await catchUp(workspace, {
      onProgress: (done, all) => terminal.live(`Indexing ${Math.min(done, all)} of ${counted(all, 'change')}`),
    });
    terminal.live('');
    if (behind > 0)
      terminal.remark(`Another process is indexing: the newest ${counted(behind, 'change is', 'changes are')} not searched yet.`);
    return behind;
  } catch (error) {
    terminal.live('');
    terminal.remark(`Winnow could not bring the index up to date (${(error as Error).message}), and searches what it holds.`);
    return 0;
  }
}

function numberOf(flag: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most && text.trim() !== '') return value;
  throw new UsageError(`${flag} ${text} is not a whole number from ${least} to ${most}.`);
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

function asJson(query: string, offset: number, behind: number, { total, hits, facets, meant }: SearchResult): string {
  const timed = hits.map(({ firstSeen, lastChanged, published, ...hit }) => ({
    ...hit,
    firstSeen: iso(firstSeen),
    lastChanged: iso(lastChanged),
    published: iso(published),
  }));
  return JSON.stringify(
    {
      query,
      total,
      offset,
      behind,
      ...(meant ? { meant: { query: meantText(query, meant), total: meant.total } } : {}),
      hits: timed,
      ...(facets ? { facets } : {}),
    },
    null,
    2,
  );
}

function shown(query: string, { total, hits, facets, meant }: SearchResult, offset: number, seconds: number, terminal: Terminal): string {
  const blocks = hits.map((hit, index) => hitLines(hit, offset + index + 1, terminal));
  const counts = facets && total > 0 ? [facetLines(facets, terminal)] : [];
  const question = meant ? [`Did you mean: ${printable(meantText(query, meant))} (${counted(meant.total, 'document')})`] : [];
  return [...blocks, ...counts, summary(total, offset, hits.length, seconds), ...question].join('\n\n');
}

function hitLines({ heading, url, snippet, ...hit }: SearchHit, number: number, terminal: Terminal): string {
  const { style } = terminal;
  const marked = (text: typeof snippet) => withMarks(text, printable, (inner) => style(['bold', 'yellow'], inner));
  const title =
    heading.text === ''
      ? style('dim', '(no title)')
      : withMarks(
          heading,
          (text) => style('bold', printable(text)),
          (inner) => style('yellow', inner),
        );
  const facts = [iso(hit.published ?? hit.lastChanged)?.slice(0, 10), hit.language, hit.type].filter(Boolean).join(' · ');
  const lines = [`${style('dim', String(number).padStart(3))}  ${title}`, `     ${style('cyan', printable(url))}`];
  if (snippet.text) lines.push(...folded(marked(snippet), widthOf(terminal) - 5).map((line) => `     ${line}`));
  return [...lines, `     ${style('dim', facts)}`].join('\n');
}

const FACETS_SHOWN = 8;

function facetLines(facets: SearchFacets, { style }: Terminal): string {
  const lines = (['site', 'language', 'type', 'year'] as const).map((name) => [style('dim', name), facetText(facets[name])]);
  return table(lines);
}

function facetText(values: readonly Facet[]): string {
  const first = values.slice(0, FACETS_SHOWN).map(({ value, count }) => `${printable(value) || 'unknown'} ${count}`);
  return [...first, ...(values.length > FACETS_SHOWN ? [`and ${values.length - FACETS_SHOWN} more`] : [])].join(', ');
}

function summary(total: number, offset: number, count: number, seconds: number): string {
  const documents = counted(total, 'document', 'documents', total.toLocaleString('en'));
  if (count === 0) return total === 0 ? 'No results.' : `${documents}, but none from ${offset + 1} on.`;
  const more = offset + count < total ? `; more with --offset ${offset + count}` : '';
  return `${offset + 1} to ${offset + count} of ${documents}, ${seconds.toFixed(3)} s${more}`;
}
