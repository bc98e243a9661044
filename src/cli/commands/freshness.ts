/** winnow freshness: how current a collection is likely to be, what a budget makes of it, and the proof by simulation. */

import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { lastRunOf, withReading } from '../../assembly/index.js';
import { type Forecast, type FreshnessGroup, forecast, MIXES, type Mix, type Simulation, simulate } from '../../frontier/revisit/index.js';
import { counted } from '../../model/index.js';
import { politePerDay, readPlanner } from '../../run/crawl/index.js';
import type { Exit } from '../exit-codes.js';
import { readStoredDefinition } from '../stored-definition.js';
import { printable, type Terminal, table } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { workspaceOption } from '../workspace-option.js';

const DAY = 86_400_000;
const ROWS = 15;

const HELP = `
Examples:
  winnow freshness                          the latest crawl below ./crawls
  winnow freshness --budget 500             what 500 fetches a day would make of it
  winnow freshness simulate                 a year over 10,000 pages: learnt schedule against uniform

Fresh means: as it is on the Web now. It is an estimate, from how often pages of each kind were seen to change.`;

export function freshnessCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  return new Command('freshness')
    .enablePositionalOptions() // simulate has flags of the same names
    .description('Estimate how current a crawl is, and what a budget of revisits buys')
    .addOption(workspaceOption().makeOptionMandatory(false))
    .option('--budget <fetches>', 'fetches a day (default: revisit.budget of the last run)', positive)
    .option('--json', 'print all sites and templates as JSON')
    .addHelpText('after', HELP)
    .addCommand(simulateCommand(terminal, exit))
    .action(async (flags: { workspace?: string; budget?: number; json?: boolean }) => exit(await showFreshness(flags, terminal)));
}

async function showFreshness(flags: { workspace?: string; budget?: number; json?: boolean }, terminal: Terminal): Promise<Exit> {
  if (!flags.workspace) throw new UsageError('There is no crawl below ./crawls. Say which: winnow freshness --workspace FOLDER');
  const folder = resolve(flags.workspace);
  const last = await lastRunOf(folder);
  if (!last) throw new UsageError(`Nothing has been crawled into ${flags.workspace} yet.`);
  const { definition } = await readStoredDefinition(last.definition);
  return withReading(folder, async ({ repository }): Promise<Exit> => {
    const { min, max } = definition.revisit;
    const budget = flags.budget ?? definition.revisit.budget;
    const allowed = politePerDay(repository, definition);
    const perSite = (site: number): number => allowed[site] ?? Number.POSITIVE_INFINITY;
    const view = forecast(await readPlanner(repository), { now: Date.now(), budget, minDays: min / DAY, maxDays: max / DAY, perSite });
    const origins = new Map(repository.sites().map(({ id, origin }) => [id, origin]));
    terminal.print(flags.json ? forecastJson(view, budget, origins) : forecastText(view, budget, origins, terminal));
    return 'ok';
  });
}

function forecastJson({ total, sites, templates, price }: Forecast, budget: number, origins: ReadonlyMap<number, string>): string {
  const named = (group: FreshnessGroup) => ({ ...group, site: origins.get(group.site) ?? null });
  return JSON.stringify({ budget, price, total, sites: sites.map(named), templates: templates.map(named) }, null, 2);
}

function forecastText(
  { total, sites, templates }: Forecast,
  budget: number,
  origins: ReadonlyMap<number, string>,
  { style }: Terminal,
): string {
  const rows = (groups: readonly FreshnessGroup[], name: (group: FreshnessGroup) => string) =>
    [HEAD, ...groups.slice(0, ROWS).map((group) => [...cells(group), printable(name(group))])] as (string | number)[][];
  const more = (groups: readonly unknown[]) => (groups.length > ROWS ? `\n  … and ${groups.length - ROWS} more (--json lists all)` : '');
  const origin = ({ site }: FreshnessGroup): string => origins.get(site) ?? '?';
  return [
    `${percent(total.freshNow)} of ${counted(total.pages, 'page')} are likely to be as they are on the Web now; ${total.dueNow} are due, ${total.dueTomorrow} by tomorrow.`,
    `With ${counted(budget, 'fetch', 'fetches')} a day ${percent(total.freshLater)} of them stay current; ${total.visitsPerDay.toFixed(1)} of these fetches find something new often enough to pay.`,
    `\n${style('bold', 'Sites')}\n${table(rows(sites, origin))}${more(sites)}`,
    `\n${style('bold', 'Templates')}\n${table(rows(templates, (group) => `${origin(group)}${group.template}`))}${more(templates)}`,
  ].join('\n');
}

const HEAD = ['pages', 'fresh now', 'with budget', 'changes every', 'visits a day', 'due', ''];

const cells = ({ pages, freshNow, freshLater, changesEvery, visitsPerDay, dueNow }: FreshnessGroup): (string | number)[] => [
  String(pages),
  percent(freshNow),
  percent(freshLater),
  changesEvery === null ? 'never' : daysInWords(changesEvery),
  visitsPerDay.toFixed(2),
  String(dueNow),
];

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;

function daysInWords(days: number): string {
  if (days < 1 / 24) return `${Math.round(days * 24 * 60)} min`;
  if (days < 2) return `${Math.round(days * 24)} h`;
  return days < 60 ? `${Math.round(days)} days` : `${Math.round(days / 30)} months`;
}

function simulateCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  return new Command('simulate')
    .description('Play a year of revisits: the learnt schedule against a uniform one at the same budget')
    .option('--pages <count>', 'pages', positive, 10_000)
    .option('--days <count>', 'days', positive, 365)
    .option('--budget <fetches>', 'fetches a day', positive, 250)
    .option('--seed <number>', 'the same number plays the same year', positive, 1)
    .addOption(new Option('--mix <mix>', 'how change rates are spread').choices(MIXES).default('web'))
    .option('--json', 'print the result as JSON')
    .addHelpText('after', SIMULATE_HELP)
    .action((flags: { pages: number; days: number; budget: number; seed: number; mix: Mix; json?: boolean }) => {
      const { json, ...options } = flags;
      const result = simulate(options);
      terminal.print(json ? JSON.stringify(result, null, 2) : simulationText(result));
      exit('ok');
    });
}

const SIMULATE_HELP = `
Examples:
  winnow freshness simulate                              half a minute, ten thousand pages
  winnow freshness simulate --pages 2000 --budget 50     quicker
  winnow freshness simulate --mix lognormal --seed 2     where there is little to gain

Mixes:
  web        templates of pages that change alike: a tenth never, three tenths hourly, the rest from daily to yearly
  lognormal  rates spread widely over all pages, nothing to be learned from kin
  zipf       a few pages change very often, most hardly ever

The learnt schedule knows only what its own visits saw. Proportional and optimal know the true rates.`;

function simulationText({ pages, days, budget, seed, mix, schedules, gain }: Simulation): string {
  const rows = schedules.map(({ name, fresh, visits }) => [
    name,
    `${(fresh * pages).toFixed(0)} fresh pages`,
    percent(fresh),
    counted(visits, 'visit'),
    KNOWS[name],
  ]);
  return [
    `${counted(pages, 'page')} (${mix}), ${counted(days, 'day')}, ${counted(budget, 'fetch', 'fetches')} a day, seed ${seed}; fresh pages averaged over time:`,
    table(rows),
    `The learnt schedule has ${gain >= 0 ? `${percent(gain)} more` : `${percent(-gain)} fewer`} fresh pages than the uniform one.`,
  ].join('\n');
}

const KNOWS = {
  learnt: 'learns from its own visits',
  uniform: 'every page equally often',
  proportional: 'as often as it changes, knowing how often',
  optimal: 'the best there is, knowing how often pages change',
} as const;

function positive(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('Write a whole number above 0.');
  return number;
}
