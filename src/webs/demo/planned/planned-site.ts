/**
 * Builds a site from its plan: a front page, a page about it, a list, items, robots.txt and a sitemap. Where the day has
 * something in store for the whole site, that takes the place of what was built.
 */
import { type Layout, page } from '../html.js';
import { hang, reset } from '../lies.js';
import { writeParagraph } from '../prose/write.js';
import { failing, failingWith, link, missing, robots, sitemap, styleSheet, titleOf } from '../resources.js';
import type { Link, Resource, Site, World } from '../site.js';
import { disguised, troubled } from './disguises.js';
import { enlivened, furnished } from './furnish.js';
import { type Condition, fateOf, holds, itemNumbers, itemPath, listedAs, type Plan } from './plan.js';
import { cutShort, itemResources, ownErrorPage } from './planned-item.js';

export function plannedSite(plan: Plan): Site {
  const { name, host, address, purpose } = plan;
  return {
    name,
    host,
    address,
    purpose,
    seeds: ['/'],
    nameFails: (day) => (['refused', 'unknown'] as const).find((how) => plan.days[day]?.includes(how)) ?? null,
    build: (world) => befallen(plan, world, resourcesOf(plan, world)),
  };
}

function resourcesOf(plan: Plan, world: World): Resource[] {
  const layout = furnished(plan, world);
  const pages = [frontPage(plan, layout), aboutPage(layout), listPage(plan, layout, world), ...itemsOf(plan, layout, world)];
  return [
    robots('User-agent: *\nDisallow: /search\n'),
    styleSheet(layout.colour),
    ...sitemapOf(plan, world),
    ...pages.map((one) => enlivened(one, world)),
    ...(plan.ownWords ? [ownErrorPage(plan, layout, DEAD_LINK, 404)] : []),
  ];
}

const DEAD_LINK = '/lost';

function frontPage(plan: Plan, layout: Layout): Resource {
  const lost = plan.ownWords ? [{ p: [link(DEAD_LINK, 'Lost and found')] }] : [];
  const text = writeParagraph(layout.language, plan.topic, `${plan.name}/front`);
  return page(layout, { path: '/', title: layout.site, blocks: [text, ...lost] });
}

const aboutPage = (layout: Layout): Resource =>
  page(layout, { path: '/about', title: `${layout.site}: who we are`, blocks: [writeParagraph(layout.language, 'council', layout.site)] });

function listPage(plan: Plan, layout: Layout, world: World): Resource {
  if (holds(plan, world, 'list cut')) return cutShort(plan.folder, layout);
  const all = listed(plan, world, (number) => number < onlyInSitemapFrom(plan));
  const shown = holds(plan, world, 'list empty') ? [] : holds(plan, world, 'list halved') ? all.slice(0, all.length / 2) : all;
  return page(layout, { path: plan.folder, title: plan.folderTitle, blocks: [{ list: shown }] });
}

const onlyInSitemapFrom = (plan: Plan): number => plan.onlyInSitemapFrom ?? Infinity;

function listed(plan: Plan, { day }: World, wanted: (number: number) => boolean): Link[] {
  return itemNumbers(plan)
    .filter(wanted)
    .flatMap((number) => {
      const path = listedAs(plan, number, day);
      const title = titleOf(plan.layout.language, plan.topic, number, plan.layout.site);
      const shown = fateOf(plan, number, day) === 'title' ? `${title} (2)` : title;
      return path === null ? [] : [link(path, shown)];
    });
}

/** A site that hides nothing from its lists has no sitemap. */
function sitemapOf(plan: Plan, world: World): Resource[] {
  if (plan.onlyInSitemapFrom === undefined) return [];
  const all = listed(plan, world, (number) => number >= onlyInSitemapFrom(plan)).map(({ href }) => ({ path: href }));
  const kept = holds(plan, world, 'emptied') ? [] : all;
  const whole = sitemap('/sitemap.xml', `http://${plan.host}`, [{ path: '/' }, ...kept]);
  return [holds(plan, world, 'sitemap cut') ? cutSitemap(whole) : whole];
}

/** Breaks off in the middle of an entry; the server thinks nothing of it. */
function cutSitemap(whole: Resource): Resource {
  const links = whole.links ?? [];
  const answer: Resource['answer'] = (visit) => {
    const full = whole.answer(visit);
    return 'speak' in full || typeof full.body !== 'string' ? full : { ...full, body: full.body.slice(0, full.body.length / 2) };
  };
  return { ...whole, links: links.slice(0, Math.floor(links.length / 2) - 1), answer };
}

function itemsOf(plan: Plan, layout: Layout, world: World): Resource[] {
  const emptied = holds(plan, world, 'emptied');
  return itemNumbers(plan).flatMap((number) => {
    const resources = itemResources(plan, layout, number, fateOf(plan, number, world.day));
    if (!emptied || number < onlyInSitemapFrom(plan) || resources.length === 0) return resources;
    return [{ ...missing(layout, itemPath(plan, number), 404, 'its database is empty'), anomaly: 'held back' as const }];
  });
}

const everywhere = (resource: Resource): Resource[] => [{ ...resource, below: true }];

type Befall = (all: readonly Resource[], plan: Plan) => readonly Resource[];

const pagesIn = (all: readonly Resource[], change: (resource: Resource) => Resource): Resource[] =>
  all.map((resource) => (resource.kind === 'page' ? change(resource) : resource));

const closed = (all: readonly Resource[], control: Resource): Resource[] => [
  control,
  ...all.filter(({ kind }) => kind !== 'robots').map((resource) => ({ ...resource, disallowed: true })),
];

const BEFALLS: Partial<Record<Condition, Befall>> = {
  outage: () => everywhere(failingWith('/', 503, 'outage')),
  hangs: () => everywhere(failing('/', null, 'never answers', hang)),
  refused: () => everywhere(failing('/', null, 'refuses the connection', reset)),
  unknown: () => everywhere(failing('/', null, 'nobody knows its name', reset)),
  forbidden: () => everywhere(failingWith('/', 403, 'forbidden to everybody')),
  'challenge 403': () => [troubled('/', 403, 'challenge', true)],
  'robots closed': (all) => closed(all, robots('User-agent: *\nDisallow: /\n')),
  'robots down': (all) => closed(all, { ...robots(''), answer: () => ({ status: 503, body: 'Not now.\n' }) }),
  login: (all) => pagesIn(all, (one) => disguised(one, 'login')),
  challenge: (all) => pagesIn(all, (one) => disguised(one, 'challenge')),
  maintenance: (all) => pagesIn(all, (one) => disguised(one, 'maintenance')),
  parked: (all) => pagesIn(all, (one) => disguised(one, 'parked')),
  'one text': (all, { layout }) => pagesIn(all, ({ path }) => oneText(layout, path)),
};

const oneText = (layout: Layout, path: string): Resource =>
  page(layout, { path, title: layout.site, blocks: [writeParagraph(layout.language, 'harbour', 'one')] }, { anomaly: 'held back' });

function befallen(plan: Plan, { day }: World, all: readonly Resource[]): readonly Resource[] {
  const befall = (plan.days[day] ?? []).map((condition) => BEFALLS[condition]).find((known) => known !== undefined);
  return befall ? befall(all, plan) : all;
}
