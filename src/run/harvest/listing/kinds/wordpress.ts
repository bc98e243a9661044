/** WordPress REST: posts page by page, as many pages as the header of the answer says; only what was modified where a cursor is known. */
import type { StepOf } from '../../../../definition/connector/index.js';
import { headerOf } from '../../../../model/index.js';
import { HarvestError, type Values } from '../../port.js';
import { conversation, sheetFor } from '../answers.js';
import { type Page, pageOf } from '../page.js';
import { compiled, type Row, type Sheet } from '../reading.js';
import { lookupOf, type Prepared, requestOf, type Turn } from '../room.js';
import { filled } from '../template.js';

const SIZE = '100';

export async function* wordpressPages(prepared: Prepared, step: StepOf<'wordpress'>, turn: Turn): AsyncGenerator<Page> {
  const talk = await conversation(prepared, turn);
  let pages = 1;
  for (let page = 1; page <= pages; page++) {
    const question = requestOf(prepared, turn, step.request ?? postsOf(prepared, step, turn), { page: [String(page)], size: [SIZE] });
    if (!question) return;
    const sheet = await sheetFor(prepared, talk, question);
    const posts = sheet.rows(prepared.each);
    if (!Array.isArray(sheet.json()))
      throw new HarvestError('template', 'the answer is no list of posts', { url: sheet.url, rule: `${prepared.rule}.base` });
    pages = pagesSaid(prepared, sheet) ?? pages;
    yield { ...(await pageOf(prepared, turn, sheet, posts, (row) => ({ fields: postFields(row) }))), announced: totalSaid(sheet) };
  }
}

/** By number where everything is listed: an order by date would shift while it is read. */
function postsOf(prepared: Prepared, step: StepOf<'wordpress'>, turn: Turn): { url: string; query: Record<string, string> } {
  const lookup = lookupOf(prepared, turn);
  const base = filled(step.base, lookup)?.replace(/(?<!\/)\/+$/, '') ?? '';
  const since: Record<string, string> = prepared.room.cursor ? { orderby: 'modified', modified_after: '{cursor.from}' } : { orderby: 'id' };
  return { url: `${base}/wp-json/wp/v2/${step.type}`, query: { per_page: '{size}', page: '{page}', order: 'asc', ...since } };
}

function pagesSaid({ rule }: Prepared, sheet: Sheet): number {
  const said = sheet.header('x-wp-totalpages');
  if (said === null) throw new HarvestError('template', 'the header X-WP-TotalPages is missing', { url: sheet.url, rule: `${rule}.base` });
  return Number(said);
}

const totalSaid = (sheet: Sheet): number | null => {
  const said = headerOf(sheet.answered?.headers ?? [], 'x-wp-total');
  return said === null || !/^\d+$/.test(said) ? null : Number(said);
};

const NAMES = ['id', 'link', 'slug', 'modified_gmt', 'date_gmt'].map((name) => [name, compiled(name, 'wordpress')] as const);

const postFields = (row: Row): Values => Object.fromEntries(NAMES.map(([name, expression]) => [name, row.values(expression)]));
