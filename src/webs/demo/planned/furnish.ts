/**
 * What stands around the text and changes without it: banners, notices, clocks, counters, tokens, adverts, menus, the
 * year in the footer, the template. Some of it differs at every visit; still nothing is left to chance.
 */
import type { Layout } from '../html.js';
import { hash } from '../prose/write.js';
import { link } from '../resources.js';
import { type Answer, dateOf, type Resource, type Visit, type World } from '../site.js';
import { type Furnishing, holds, type Plan } from './plan.js';

const TOPS: Partial<Record<Furnishing, string>> = {
  banner: '<div class="banner" role="status">Our doors stand open on Saturday: come and look through the great glass.</div>\n',
  clock: '<div class="clock">%clock%</div>\n',
};

const BOTTOMS: Partial<Record<Furnishing, string>> = {
  cookies: '\n<div id="cookie-notice" role="dialog"><p>We use cookies. By going on you agree.</p><button>Accept</button></div>',
  counter: '\n<div class="counter">You are visitor number %counter%.</div>',
  advert: '\n<div class="advert"><p>Advertisement: %advert%</p></div>',
  token:
    '\n<form action="/search" method="get"><input type="hidden" name="csrf" value="%token%"><input name="q"><button>Search</button></form>',
};

export function furnished(plan: Plan, world: World): Layout {
  const has = (what: Furnishing): boolean => holds(plan, world, what);
  const pick = (parts: Partial<Record<Furnishing, string>>): string =>
    (Object.keys(parts) as Furnishing[])
      .filter(has)
      .map((what) => parts[what] ?? '')
      .join('');
  const { layout } = plan;
  return {
    ...layout,
    top: pick(TOPS),
    bottom: pick(BOTTOMS),
    template: has('template') ? 2 : 1,
    nav: has('navigation') ? [link('/about', 'The house'), ...layout.nav.map((old) => ({ ...old, text: `${old.text} »` }))] : layout.nav,
    ...(layout.year === undefined ? {} : { year: layout.year + (has('year') ? 1 : 0) }),
  };
}

/** Fills in what is different at every visit. */
export function enlivened(resource: Resource, { day }: World): Resource {
  return { ...resource, answer: (visit) => fill(resource.answer(visit), visit, day) };
}

const ADVERTS = ['Lamps that last', 'Boots for wet days', 'Tea from the hills', 'A violin, hardly played', 'Ladders of all lengths'];

function fill(answer: Answer, { path, earlier }: Visit, day: number): Answer {
  if ('speak' in answer || typeof answer.body !== 'string') return answer;
  const number = hash(`${path}/${day}/${earlier}`);
  const clock = `${dateOf(day)}, ${String(number % 24).padStart(2, '0')}:${String(number % 60).padStart(2, '0')}`;
  const body = answer.body
    .replace('%clock%', `It is ${clock} o'clock`)
    .replace('%counter%', String(100_000 + (number % 900_000)))
    .replace('%token%', number.toString(16))
    .replace('%advert%', ADVERTS[number % ADVERTS.length] ?? '');
  return { ...answer, body };
}
