/**
 * Plan: a site whose days are written down as data. What befalls a page holds from its day on until the next is due;
 * what befalls the whole site holds on the days named and on no other.
 */
import type { Layout } from '../html.js';
import type { Topic } from '../prose/tongue.js';
import type { World } from '../site.js';

/** What a page of the site is like. */
export type Fate =
  | 'unborn'
  | 'well'
  /** Changes: the words say what differs. */
  | 'text'
  | 'title'
  | 'head title'
  | 'table'
  | 'text and table'
  | 'description'
  | 'shuffled head'
  | 'merged'
  /** Ways to go; unless it says so, nothing leads there any more. */
  | 'gone'
  | 'gone but linked'
  | 'gone for good'
  | 'soft'
  | 'soft but linked'
  | 'own words'
  | 'home'
  | 'home but linked'
  | 'moved'
  | 'moved but linked'
  | 'away for a while'
  | 'unlinked'
  /** Trouble. */
  | 'error'
  | 'hangs'
  | 'reset'
  | 'cut short'
  | 'login'
  | 'locked'
  | 'forbidden'
  | 'challenge';

/** What the whole site is like. */
export type Condition =
  | 'outage'
  | 'hangs'
  | 'refused'
  | 'unknown'
  | 'forbidden'
  | 'robots closed'
  | 'robots down'
  | 'login'
  | 'challenge'
  | 'challenge 403'
  | 'maintenance'
  | 'parked'
  | 'one text'
  | 'list cut'
  | 'list empty'
  | 'list halved'
  | 'sitemap cut'
  | 'emptied'
  | Furnishing;

/** Nothing but what stands around the text. */
export type Furnishing = 'banner' | 'cookies' | 'clock' | 'counter' | 'token' | 'navigation' | 'advert' | 'year' | 'template';

export type Fates = Readonly<Record<number, Fate>>;

export interface Plan {
  readonly name: string;
  readonly host: string;
  readonly address: number;
  readonly purpose: string;
  readonly layout: Layout;
  /** Where its items are, with slashes around. */
  readonly folder: string;
  readonly folderTitle: string;
  readonly topic: Topic;
  /** Items on the first day. */
  readonly items: number;
  /** Items from this number on are named by the sitemap alone. */
  readonly onlyInSitemapFrom?: number;
  /** Items have a table and a description. */
  readonly measured?: boolean;
  /** What its own error page says, where that is not what error pages say. */
  readonly ownWords?: string;
  /** Number of the item → day → fate. Items beyond the first are born when their first fate says so. */
  readonly fates: Readonly<Record<number, Fates>>;
  readonly days: Readonly<Record<number, readonly Condition[]>>;
}

export function fateOf(plan: Plan, number: number, day: number): Fate {
  const fates = plan.fates[number] ?? {};
  const begun = Object.keys(fates)
    .map(Number)
    .filter((known) => known <= day)
    .sort((a, b) => a - b);
  const latest = begun.at(-1);
  return (latest === undefined ? undefined : fates[latest]) ?? (number <= plan.items ? 'well' : 'unborn');
}

/** Every number that is an item on some day. */
export const itemNumbers = (plan: Plan): number[] =>
  Array.from({ length: Math.max(plan.items, ...Object.keys(plan.fates).map(Number)) }, (_, i) => i + 1);

export const holds = (plan: Plan, { day }: World, condition: Condition): boolean => plan.days[day]?.includes(condition) ?? false;

export const itemPath = (plan: Plan, number: number): string => `${plan.folder}${number}`;

/** Where it is after it has moved. */
export const newPath = (plan: Plan, number: number): string => `${plan.folder}new/${number}`;

const UNLISTED: ReadonlySet<Fate> = new Set<Fate>(['unborn', 'gone', 'gone for good', 'soft', 'own words', 'home', 'unlinked']);

/** Paths by which lists name the item: none when nothing leads to it. */
export function listedAs(plan: Plan, number: number, day: number): string | null {
  const fate = fateOf(plan, number, day);
  if (UNLISTED.has(fate)) return null;
  return fate === 'moved' ? newPath(plan, number) : itemPath(plan, number);
}
