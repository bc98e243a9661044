/**
 * Walks: from seed pages along links that regular expressions allow, nearest pages first. Pages whose address matches `rows`
 * are the rows. Levels may be missing: an archive that lists its articles itself needs no issue pages.
 *
 * Links on a row's page are followed like any other, and an address is asked for once, whatever led to it.
 */

import type { StepOf } from '../../../../definition/connector/index.js';
import { compileRe2 } from '../../../../model/index.js';
import { HarvestError, type Item, type Values } from '../../port.js';
import { conversation, NotThere, sheetFor } from '../answers.js';
import { linksOf } from '../links.js';
import { foundIn, type Page, pageOf } from '../page.js';
import { Sheet } from '../reading.js';
import { type Prepared, requestOf, type Turn } from '../room.js';
import type { Conversation } from '../session.js';

interface Place {
  readonly url: string;
  readonly depth: number;
  /** Text of the link that led here. */
  readonly label: string;
  readonly path: readonly string[];
}

/** Addresses one walk remembers. */
const MAX_PLACES = 1_000_000;

export async function* walkPages(prepared: Prepared, step: StepOf<'walk'>, turn: Turn): AsyncGenerator<Page> {
  const talk = await conversation(prepared, turn);
  yield* new Walk(prepared, step, turn, talk).pages();
}

class Walk {
  readonly #prepared: Prepared;
  readonly #step: StepOf<'walk'>;
  readonly #turn: Turn;
  readonly #talk: Conversation;
  readonly #seen = new Set<string>();

  constructor(prepared: Prepared, step: StepOf<'walk'>, turn: Turn, talk: Conversation) {
    this.#prepared = prepared;
    this.#step = step;
    this.#turn = turn;
    this.#talk = talk;
  }

  async *pages(): AsyncGenerator<Page> {
    let level = this.#seeds();
    for (let depth = 0; level.length > 0; depth++) {
      const next: Place[] = [];
      for (const place of level) yield* this.#visit(place, next);
      level = depth < this.#step.depth ? next : [];
    }
  }

  #seeds(): Place[] {
    return this.#step.seeds.flatMap((seed) => {
      const question = requestOf(this.#prepared, this.#turn, seed);
      if (!question || this.#isKnown(question.url)) return [];
      return [{ url: question.url, depth: 0, label: '', path: [] }];
    });
  }

  async *#visit(place: Place, next: Place[]): AsyncGenerator<Page> {
    if (this.#isRow(place) && !this.#isRead()) {
      yield await this.#unread(place);
      return;
    }
    const sheet = await this.#sheet(place);
    if (sheet === 'missing') yield* this.#missing(place);
    if (sheet === null || sheet === 'missing') return;
    if (this.#isRow(place)) yield await this.#row(place, sheet);
    if (sheet.as === 'html') next.push(...this.#follow(place, sheet));
  }

  #isRow({ url }: Place): boolean {
    return compileRe2(this.#step.rows).matcher(url).find();
  }

  /** A row of which nothing is to be read need not be fetched here. */
  #isRead(): boolean {
    return Object.keys(this.#step.fields).length > 0 || this.#prepared.each !== null || this.#step.name !== undefined;
  }

  /** Null where it cannot be had, which leaves the walk unfinished. */
  async #sheet({ url, depth }: Place): Promise<Sheet | 'missing' | null> {
    try {
      return await sheetFor(this.#prepared, this.#talk, { url, method: 'GET', headers: [], body: null, jar: null, purpose: 'list' });
    } catch (error) {
      if (depth === 0 || !(error instanceof HarvestError) || error.kind === 'definition') throw error;
      if (error instanceof NotThere) return 'missing';
      this.#prepared.room.findings.failure(error, this.#prepared.rule);
      return null;
    }
  }

  /** A row that is linked but not there may be gone. Of another page nobody knows what it would have led to. */
  async *#missing(place: Place): AsyncGenerator<Page> {
    const { rule, room } = this.#prepared;
    const page = await this.#unread(place, 'doubt');
    const [found] = page.found;
    if (this.#isRow(place) && found && room.keyOf(found.item.fields) !== null) yield page;
    else room.findings.problem(`${rule}.follow`, `a link leads nowhere (${place.url})`);
  }

  #follow({ depth, path }: Place, sheet: Sheet): Place[] {
    return linksOf(sheet).flatMap(({ url, text }) => {
      if (!this.#isAllowed(url) || this.#isKnown(url)) return [];
      return [{ url, depth: depth + 1, label: text, path: [...path, sheet.url] }];
    });
  }

  /** The first rule that matches decides; what none matches is not followed. */
  #isAllowed(url: string): boolean {
    for (const rule of this.#step.follow) {
      if ('allow' in rule && compileRe2(rule.allow).matcher(url).find()) return true;
      if ('deny' in rule && compileRe2(rule.deny).matcher(url).find()) return false;
    }
    return false;
  }

  #isKnown(url: string): boolean {
    if (this.#seen.has(url)) return true;
    if (this.#seen.size >= MAX_PLACES)
      throw new HarvestError('limit', `the walk leads to more than ${MAX_PLACES} addresses`, {
        url,
        rule: `${this.#prepared.rule}.follow`,
      });
    this.#seen.add(url);
    return false;
  }

  #row(place: Place, sheet: Sheet): Promise<Page> {
    return pageOf(this.#prepared, this.#from(place), sheet, sheet.rows(this.#prepared.each), () => ({ fields: placeFields(place) }));
  }

  async #unread(place: Place, sign: Item['sign'] = null): Promise<Page> {
    const { step, rule } = this.#prepared;
    const sheet = new Sheet({ text: '', as: 'text', url: place.url, namespaces: step.namespaces, rule, answered: null });
    this.#prepared.tally.answers++;
    const found = await foundIn(this.#prepared, this.#from(place), sheet, sheet.whole(), { fields: placeFields(place), sign });
    return { url: place.url, announced: null, found: [found] };
  }

  #from({ path }: Place): Turn {
    const { item } = this.#turn;
    return { ...this.#turn, item: { ...item, path: [...item.path, ...path] } };
  }
}

const placeFields = ({ url, label }: Place): Values => ({ url: [url], ...(label ? { label: [label] } : {}) });
