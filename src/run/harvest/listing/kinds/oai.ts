/**
 * OAI-PMH: records by resumption token, with deletions.
 *
 * A token stands alone in its request. One that has expired sends us back to the datestamp of the last record, or to the
 * beginning where records do not come in the order of their datestamps; what comes twice is one document all the same.
 */
import { hash } from 'node:crypto';
import type { StepOf } from '../../../../definition/connector/index.js';
import { HarvestError, type Item, type Question, type Values } from '../../port.js';
import { conversation, sheetFor } from '../answers.js';
import { type Page, pageOf } from '../page.js';
import { compiled, type Row, type Sheet } from '../reading.js';
import { lookupOf, type Prepared, type Turn } from '../room.js';
import type { Conversation } from '../session.js';
import { filled } from '../template.js';

const XPATHS = {
  root: compiled('/OAI-PMH', 'oai'),
  code: compiled('/OAI-PMH/error/@code', 'oai'),
  message: compiled('/OAI-PMH/error', 'oai'),
  records: compiled('/OAI-PMH/ListRecords/record', 'oai'),
  token: compiled('/OAI-PMH/ListRecords/resumptionToken', 'oai'),
  size: compiled('/OAI-PMH/ListRecords/resumptionToken/@completeListSize', 'oai'),
  granularity: compiled('/OAI-PMH/Identify/granularity', 'oai'),
  identifier: compiled('header/identifier', 'oai'),
  datestamp: compiled('header/datestamp', 'oai'),
  set: compiled('header/setSpec', 'oai'),
  status: compiled('header/@status', 'oai'),
};

/** Restarts that bring nothing new before the list is given up. */
const MAX_RESTARTS = 3;
/** Pages without a new record that are read where the repository announces more records than it has sent. */
const MOST_STALE = 5;

export async function* oaiPages(prepared: Prepared, step: StepOf<'oai'>, turn: Turn): AsyncGenerator<Page> {
  const talk = await conversation(prepared, turn);
  for (const set of setsOf(prepared, step, turn)) yield* new Harvest(prepared, step, turn, talk, set).pages();
}

/** A set may be a parameter with several values. */
function setsOf(prepared: Prepared, { sets }: StepOf<'oai'>, turn: Turn): readonly (string | null)[] {
  if (sets === undefined) return [null];
  const lookup = lookupOf(prepared, turn);
  const name = /^\{([^{}|]+)\}$/.exec(sets)?.[1];
  if (name !== undefined) return lookup(name) ?? [null];
  return [filled(sets, lookup)];
}

class Harvest {
  readonly #prepared: Prepared;
  readonly #step: StepOf<'oai'>;
  readonly #turn: Turn;
  readonly #talk: Conversation;
  readonly #set: string | null;
  #last = '';
  #isOrdered = true;
  /** Of the list since it was begun, or begun again: what comes a second time in it goes in a circle. */
  readonly #tokens = new Set<string>();
  readonly #records = new Set<number>();
  /** Pages in a row without a new record. */
  #stale = 0;

  constructor(prepared: Prepared, step: StepOf<'oai'>, turn: Turn, talk: Conversation, set: string | null) {
    this.#prepared = prepared;
    this.#step = step;
    this.#turn = turn;
    this.#talk = talk;
    this.#set = set;
  }

  async *pages(): AsyncGenerator<Page> {
    const span = await this.#span();
    let rows = 0;
    let restarts = 0;
    let isRestarted = false;
    for (let asked: Values | null = span; asked; ) {
      const sheet: Sheet = await this.#ask(asked);
      const code = sheet.values(XPATHS.code)[0];
      if (code === 'noRecordsMatch') return yield { url: sheet.url, found: [], announced: null };
      if (code === 'badResumptionToken' && 'resumptionToken' in asked) {
        if (++restarts > MAX_RESTARTS) throw this.#error(sheet, 'the resumption token expires again and again');
        isRestarted = true;
        this.#tokens.clear();
        this.#records.clear();
        asked = this.#isOrdered && this.#last ? { ...span, from: [this.#last] } : span;
        continue;
      }
      if (code !== undefined) throw this.#error(sheet, `the repository answers ${code}${said(sheet)}`);
      const page = await this.#page(sheet);
      rows += page.found.length;
      const announced = Number(sheet.values(XPATHS.size)[0] ?? Number.NaN);
      const begins = rows === page.found.length && !isRestarted;
      yield { ...page, announced: Number.isNaN(announced) || announced === 0 ? null : announced, begins, repeats: isRestarted };
      this.#mustBringMore(sheet, page, rows < announced);
      asked = this.#next(sheet);
    }
  }

  #page(sheet: Sheet): Promise<Page> {
    const rows = sheet.rows(this.#prepared.each ?? XPATHS.records);
    return pageOf(this.#prepared, this.#turn, sheet, rows, (row) => this.#known(row));
  }

  /** A deleted record has a header alone. */
  #known(row: Row): { fields: Values; sign: Item['sign'] } {
    const header = (name: 'identifier' | 'datestamp' | 'set' | 'status'): readonly string[] => row.values(XPATHS[name]);
    const [datestamp = ''] = header('datestamp');
    if (datestamp < this.#last) this.#isOrdered = false;
    else this.#last = datestamp;
    const fields = { oai: header('identifier'), datestamp: header('datestamp'), set: header('set') };
    return { fields, sign: header('status')[0] === 'deleted' ? 'tombstone' : null };
  }

  #next(sheet: Sheet): Values | null {
    const [token] = sheet.values(XPATHS.token);
    if (!token) return null;
    if (this.#tokens.has(token)) throw this.#error(sheet, `the resumption token ${token.slice(0, 100)} comes a second time`);
    this.#tokens.add(token);
    return { resumptionToken: [token] };
  }

  /**
   * Tokens may differ for ever; a list goes on only as long as it brings records. An empty one that ends is no circle, and a
   * repository that announces more than it has sent may repeat itself for a few pages.
   */
  #mustBringMore(sheet: Sheet, { found }: Page, isMoreOwed: boolean): void {
    const known = this.#records.size;
    for (const { item } of found) this.#records.add(keyOf(item));
    const isOver = !sheet.values(XPATHS.token)[0] && (found.length === 0 || this.#stale > 0);
    this.#stale = this.#records.size === known ? this.#stale + 1 : 0;
    const most = isMoreOwed ? MOST_STALE : 0;
    if (this.#stale > most && !isOver) throw this.#error(sheet, 'a page brings no record that was not there before');
  }

  /** Where from and until, in the granularity of the repository: a finer one is an error to it. */
  async #span(): Promise<Values> {
    const lookup = lookupOf(this.#prepared, this.#turn);
    const prefix = filled(this.#step.prefix, lookup);
    if (prefix === null) throw new HarvestError('definition', 'a name in prefix has no value', { rule: `${this.#prepared.rule}.prefix` });
    const from = lookup('window.from')?.[0] ?? lookup('cursor.from')?.[0];
    const until = lookup('window.until')?.[0];
    const isFine = from !== undefined && /T/.test(await this.#granularity());
    return {
      metadataPrefix: [prefix],
      ...(from === undefined ? {} : { from: [inGranularity(from, isFine, '00:00:00')] }),
      ...(until === undefined ? {} : { until: [inGranularity(until, isFine, '23:59:59')] }),
      ...(this.#set === null ? {} : { set: [this.#set] }),
    };
  }

  /** Days are understood by every repository. */
  async #granularity(): Promise<string> {
    const sheet = await sheetFor(this.#prepared, this.#talk, this.#question({ verb: 'Identify' }));
    return sheet.values(XPATHS.granularity)[0] ?? 'YYYY-MM-DD';
  }

  async #ask(asked: Values): Promise<Sheet> {
    const named = Object.fromEntries(Object.entries(asked).map(([name, [value = '']]) => [name, value]));
    const sheet = await sheetFor(this.#prepared, this.#talk, this.#question({ verb: 'ListRecords', ...named }));
    if (sheet.rows(XPATHS.root).length === 0) throw this.#error(sheet, 'the answer is none of OAI-PMH');
    return sheet;
  }

  #question(query: Record<string, string>): Question {
    const base = filled(this.#step.base, lookupOf(this.#prepared, this.#turn));
    if (base === null) throw new HarvestError('definition', 'a name in base has no value', { rule: `${this.#prepared.rule}.base` });
    const url = `${base}${base.includes('?') ? '&' : '?'}${new URLSearchParams(query).toString()}`;
    return { url, method: 'GET', headers: [], body: null, jar: null, purpose: 'list' };
  }

  #error({ url }: Sheet, message: string): HarvestError {
    return new HarvestError('template', message, { url, rule: `${this.#prepared.rule}.base` });
  }
}

/** Lists are long: a number instead of the identifier, and a chance of one in billions that two have the same. */
const keyOf = ({ fields }: Item): number => Number.parseInt(hash('sha1', fields['oai']?.[0] ?? '').slice(0, 13), 16);

function said(sheet: Sheet): string {
  const [message] = sheet.values(XPATHS.message);
  return message ? `: ${message.slice(0, 200)}` : '';
}

function inGranularity(moment: string, isFine: boolean, time: string): string {
  const day = moment.slice(0, 10);
  if (!isFine) return day;
  const clock = /T(\d{2}:\d{2}:\d{2})/.exec(moment)?.[1] ?? time;
  return `${day}T${clock}Z`;
}
