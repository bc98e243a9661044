/** One item of a planned site: the resource, or resources, that its fate makes of it. */
import { type Block, htmlAnswer, type Layout, type PageSpec, page, renderPage } from '../html.js';
import { hang, reset, truncated } from '../lies.js';
import { writeArticle, writeParagraph } from '../prose/write.js';
import { failing, failingWith, missing, redirect } from '../resources.js';
import type { Resource } from '../site.js';
import { troubled } from './disguises.js';
import { type Fate, itemPath, newPath, type Plan } from './plan.js';

export function itemResources(plan: Plan, layout: Layout, number: number, fate: Fate): Resource[] {
  const path = itemPath(plan, number);
  switch (fate) {
    case 'unborn':
      return [];
    case 'gone':
    case 'gone but linked':
      return [missing(layout, path, 404, 'answers 404')];
    case 'gone for good':
      return [missing(layout, path, 410, 'answers 410')];
    case 'soft':
    case 'soft but linked':
      return [missing(layout, path, 200, 'an error page with status 200')];
    case 'own words':
      return [ownErrorPage(plan, layout, path, 200)];
    case 'home':
    case 'home but linked':
      return [redirect(path, 301, '/')];
    case 'moved':
    case 'moved but linked':
      return [redirect(path, 301, newPath(plan, number)), page(layout, specOf(plan, newPath(plan, number), number, 'well'))];
    case 'away for a while':
      return [redirect(path, 302, '/about')];
    default:
      return [troubledItem(path, fate, page(layout, specOf(plan, path, number, fate)), layout)];
  }
}

/** The site's error page in words of its own. */
export function ownErrorPage(plan: Plan, layout: Layout, path: string, status: 200 | 404): Resource {
  const words = plan.ownWords ?? '';
  const html = renderPage(layout, { path, title: words, blocks: [`${words}, and nobody remembers what once stood at this place.`] });
  const note = 'the error page of the site, in its own words';
  return { path, kind: 'missing', status, note, answer: () => ({ ...htmlAnswer(html), status }) };
}

function troubledItem(path: string, fate: Fate, well: Resource, layout: Layout): Resource {
  switch (fate) {
    case 'error':
      return failingWith(path, 500, 'answers 500');
    case 'hangs':
      return failing(path, null, 'never answers', hang);
    case 'reset':
      return failing(path, null, 'resets the connection', reset);
    case 'cut short':
      return cutShort(path, layout);
    case 'login':
      return troubled(path, 200, 'login');
    case 'locked':
      return troubled(path, 401, 'login');
    case 'forbidden':
      return failingWith(path, 403, 'answers 403');
    case 'challenge':
      return troubled(path, 200, 'challenge');
    default:
      return well;
  }
}

/** Ends before its Content-Length. */
export function cutShort(path: string, layout: Layout): Resource {
  const html = renderPage(layout, { path, title: 'Half', blocks: ['Half of it.'] });
  return failing(path, 200, 'breaks off half-way', () => truncated(html.slice(0, html.length / 2), Buffer.byteLength(html)));
}

function specOf(plan: Plan, path: string, number: number, fate: Fate): PageSpec {
  const { title, paragraphs } = writeArticle(plan.layout.language, plan.topic, number, plan.layout.site);
  const more = fate === 'text' || fate === 'text and table' ? [writeParagraph(plan.layout.language, plan.topic, `${path}/more`)] : [];
  const text = fate === 'merged' ? ['Both records are kept as one from now on, in the order in which they came in.'] : paragraphs;
  return {
    path,
    title: fate === 'title' ? `${title} (2)` : title,
    ...(fate === 'head title' ? { headTitle: `${title}, in short` } : {}),
    blocks: [...text, ...more, ...(plan.measured ? [readings(number, fate)] : [])],
    ...(plan.measured ? { description: fate === 'description' ? `All about ${title}` : title, head: headOf(number, fate) } : {}),
  };
}

/** One number of it is another when the fate says so. */
function readings(number: number, fate: Fate): Block {
  const changed = fate === 'table' || fate === 'text and table';
  const value = (row: number): string => String(10 * number + row + (changed && row === 2 ? 5 : 0));
  return { table: [['Hour', 'Reading'], ...[1, 2, 3].map((row) => [`${6 * row}:00`, value(row)])] };
}

function headOf(number: number, fate: Fate): string {
  const fields = [
    `<meta name="author" content="The keeper of station ${number}">`,
    '<meta name="keywords" content="readings, weather, hours">',
    `<meta property="og:type" content="article">`,
  ];
  return `${(fate === 'shuffled head' ? fields.toReversed() : fields).join('\n')}\n`;
}
