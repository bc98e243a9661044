/** CKAN: data sets, the resources in them, and where wanted the records of their data store. */

import type { StepOf } from '../../../../definition/connector/index.js';
import { compileRe2 } from '../../../../model/index.js';
import { HarvestError, type Question, type Values } from '../../port.js';
import { conversation, sheetFor } from '../answers.js';
import { type Page, pageOf } from '../page.js';
import { compiled, type Row, type Sheet } from '../reading.js';
import { lookupOf, type Prepared, type Turn } from '../room.js';
import type { Conversation } from '../session.js';
import { filled } from '../template.js';

const SIZE = 100;
const RESOURCES = compiled('result.resources[*]', 'ckan');
const RECORDS = compiled('result.records[*]', 'ckan');
const ID = compiled('id', 'ckan');
const MODIFIED = compiled('last_modified', 'ckan');
const IN_DATASTORE = compiled('datastore_active', 'ckan');

export async function* ckanPages(prepared: Prepared, step: StepOf<'ckan'>, turn: Turn): AsyncGenerator<Page> {
  const portal = new Portal(prepared, step, turn, await conversation(prepared, turn));
  for (const name of await portal.packages()) yield* portal.resources(name);
}

class Portal {
  readonly #prepared: Prepared;
  readonly #step: StepOf<'ckan'>;
  readonly #turn: Turn;
  readonly #talk: Conversation;

  constructor(prepared: Prepared, step: StepOf<'ckan'>, turn: Turn, talk: Conversation) {
    this.#prepared = prepared;
    this.#step = step;
    this.#turn = turn;
    this.#talk = talk;
  }

  /** One name, or all that match what stands between slashes. */
  async packages(): Promise<readonly string[]> {
    const wanted = filled(this.#step.packages, lookupOf(this.#prepared, this.#turn)) ?? '';
    const expression = /^\/(.*)\/$/s.exec(wanted)?.[1];
    if (expression === undefined) return [wanted];
    const { result } = (await this.#act('package_list', {})).json() as { result?: unknown };
    const names = Array.isArray(result) ? result.filter((name) => typeof name === 'string') : [];
    return names.filter((name) => compileRe2(expression).matcher(name).find());
  }

  async *resources(name: string): AsyncGenerator<Page> {
    const sheet = await this.#act('package_show', { id: name });
    const rows = sheet.rows(RESOURCES).filter((row) => this.#isNew(row));
    if (!this.#step.records) {
      yield await pageOf(this.#prepared, this.#turn, sheet, this.#step.each ? sheet.rows(this.#prepared.each) : rows, (row) => ({
        fields: resourceFields(name, row),
      }));
      return;
    }
    for (const row of rows.filter(hasRecords)) yield* this.#records(resourceFields(name, row));
  }

  /** Each data store is a list of its own, so that its total is held against its own rows. */
  async *#records(fields: Values): AsyncGenerator<Page> {
    const id = fields['resource']?.[0] ?? '';
    for (let offset = 0; ; ) {
      const sheet = await this.#act('datastore_search', { resource_id: id, limit: String(SIZE), offset: String(offset) });
      const rows = sheet.rows(this.#prepared.each ?? RECORDS);
      const { total } = (sheet.json() as { result: { total?: unknown } }).result;
      const announced = typeof total === 'number' ? total : null;
      yield { ...(await pageOf(this.#prepared, this.#turn, sheet, rows, () => ({ fields }))), announced, begins: offset === 0 };
      offset += rows.length;
      if (rows.length === 0 || (announced === null ? rows.length < SIZE : offset >= announced)) return;
    }
  }

  /** Where changes are asked for: resources that were modified since. */
  #isNew(row: Row): boolean {
    const { cursor } = this.#prepared.room;
    const [modified] = row.values(MODIFIED);
    return !cursor || modified === undefined || modified.slice(0, 10) >= cursor.from.slice(0, 10);
  }

  async #act(action: string, query: Record<string, string>): Promise<Sheet> {
    const sheet = await sheetFor(this.#prepared, this.#talk, this.#question(action, query));
    const answer = sheet.json() as { success?: unknown; result?: unknown; error?: { message?: unknown } } | null;
    if (answer?.success !== true || typeof answer.result !== 'object' || answer.result === null) {
      throw this.#error(sheet.url, `${action} fails: ${String(answer?.error?.message ?? 'the answer says no success')}`);
    }
    return sheet;
  }

  #question(action: string, query: Record<string, string>): Question {
    const base = filled(this.#step.base, lookupOf(this.#prepared, this.#turn))?.replace(/(?<!\/)\/+$/, '');
    if (base === undefined) throw new HarvestError('definition', 'a name in base has no value', { rule: `${this.#prepared.rule}.base` });
    const search = new URLSearchParams(query).toString();
    return {
      url: `${base}/api/3/action/${action}${search && `?${search}`}`,
      method: 'GET',
      headers: [],
      body: null,
      jar: null,
      purpose: 'list',
    };
  }

  #error(url: string, message: string): HarvestError {
    return new HarvestError('refused', message, { url, rule: `${this.#prepared.rule}.base` });
  }
}

/** Files that were never loaded into the data store have no records there. */
const hasRecords = (row: Row): boolean => row.values(IN_DATASTORE)[0] !== 'false';

function resourceFields(name: string, row: Row): Values {
  return { package: [name], resource: row.values(ID), modified: row.values(MODIFIED) };
}
