/**
 * SPARQL: solutions of a SELECT as rows, each variable a field. Pages go by key, because stores refuse large offsets.
 *
 * Virtuoso needs care: it refuses sorted results beyond a limit, gives up after a time, and may send part of the result as
 * if it were all. A refusal for size or time is met by splitting the window; a part is never taken for the whole.
 */
import type { StepOf } from '../../../../definition/connector/index.js';
import { HarvestError, type Question, type Values } from '../../port.js';
import { conversation, readAnswer } from '../answers.js';
import { type Page, pageOf } from '../page.js';
import { type Position, pagerOf } from '../pager.js';
import { type Compiled, compiled, type Sheet } from '../reading.js';
import { lookupOf, type Prepared, type Turn } from '../room.js';
import type { Conversation } from '../session.js';
import { filled } from '../template.js';

const RESULTS = 'application/sparql-results+json';
const MAX_URL = 4000;
const TOO_MUCH = /SR353|Sorted TOP clause|S1T00|SR171|timed? ?out|estimated execution time|exceeds the limit|22023/i;
const bindings = compiled('results.bindings[*]', 'sparql');

export async function* sparqlPages(prepared: Prepared, step: StepOf<'sparql'>, turn: Turn): AsyncGenerator<Page> {
  const talk = await conversation(prepared, turn);
  const pager = pagerOf(prepared);
  let rows = 0;
  let position: Position | null = pager.first();
  for (let pages = 1; position; pages++) {
    const sheet: Sheet = await solutions(prepared, talk, queryAt(prepared, step, turn, position.names));
    const variables = variablesOf(sheet);
    const page = await pageOf(prepared, turn, sheet, sheet.rows(prepared.each ?? bindings), (row) => ({
      fields: Object.fromEntries(variables.map(([name, expression]) => [name, row.values(expression)])),
    }));
    rows += page.found.length;
    yield page;
    const after = step.next && 'after' in step.next ? step.next.after : null;
    const last = after === null ? null : (page.found.at(-1)?.item.fields[after]?.at(-1) ?? null);
    position = pager.after(sheet, { pages, rows, rowsHere: page.found.length, announced: page.announced, last });
  }
}

function queryAt(prepared: Prepared, step: StepOf<'sparql'>, turn: Turn, names: Values): Question {
  const lookup = lookupOf(prepared, turn, names);
  const endpoint = filled(step.endpoint, lookup);
  const query = filled(step.query, lookup);
  if (endpoint === null || query === null) {
    throw new HarvestError('definition', 'a name in the endpoint or the query has no value', { rule: `${prepared.rule}.query` });
  }
  const sent = new URLSearchParams({ query, format: RESULTS }).toString();
  const common = { accept: RESULTS, jar: null, purpose: 'list' } as const;
  const url = `${endpoint}${endpoint.includes('?') ? '&' : '?'}${sent}`;
  if (url.length <= MAX_URL) return { ...common, url, method: 'GET', headers: [], body: null };
  return {
    ...common,
    url: endpoint,
    method: 'POST',
    headers: [['content-type', 'application/x-www-form-urlencoded']],
    body: Buffer.from(sent),
  };
}

async function solutions(prepared: Prepared, talk: Conversation, question: Question): Promise<Sheet> {
  const rule = `${prepared.rule}.query`;
  const answered = await talk.ask(question);
  prepared.tally.answers++;
  const says = Buffer.from(answered.bytes.subarray(0, 1000)).toString('utf8');
  if (answered.status >= 400) {
    const kind = TOO_MUCH.test(says) ? 'limit' : 'refused';
    throw new HarvestError(kind, `the store refuses the query: ${firstLine(says) || `status ${answered.status}`}`, {
      url: answered.url,
      rule,
    });
  }
  const sheet = readAnswer(prepared, answered);
  const count = solutionsIn(sheet);
  if (count === null) throw new HarvestError('template', 'the answer holds no solutions', { url: sheet.url, rule });
  if (isPart(sheet, count))
    throw new HarvestError('limit', `the store sends only part of the result, ${count} rows`, { url: sheet.url, rule });
  return sheet;
}

/** As many as the store gives at most, or what it found before its time was up. */
function isPart(sheet: Sheet, count: number): boolean {
  const most = sheet.header('x-sparql-maxrows');
  return (most !== null && count >= Number(most)) || sheet.header('x-sql-state') === 'S1TAT';
}

const firstLine = (text: string): string => text.split('\n', 1)[0]?.trim().slice(0, 300) ?? '';

function solutionsIn(sheet: Sheet): number | null {
  const answer = sheet.json() as { results?: { bindings?: unknown } } | null;
  const found = answer?.results?.bindings;
  return Array.isArray(found) ? found.length : null;
}

/** Each variable of the query is a field. */
function variablesOf(sheet: Sheet): readonly (readonly [name: string, expression: Compiled])[] {
  const { head } = sheet.json() as { head?: { vars?: unknown } };
  const names = Array.isArray(head?.vars) ? head.vars.filter((name) => typeof name === 'string' && /^\w+$/.test(name)) : [];
  return names.map((name: string) => [name, compiled(`${name}.value`, 'sparql')]);
}
