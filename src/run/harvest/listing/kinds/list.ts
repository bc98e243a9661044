/** Lists that are asked for page by page: pages of HTML, XML, JSON and feeds, searches by form, with sessions that end in between. */
import type { SubmitTemplate } from '../../../../definition/connector/index.js';
import { parseAnyDate } from '../../../../model/index.js';
import { HarvestError, type Question } from '../../port.js';
import { conversation, NotThere, sheetFor } from '../answers.js';
import { readForm } from '../form.js';
import { digestOf, type Page, pageOf } from '../page.js';
import { numberIn, type Pager, type Position, pagerOf } from '../pager.js';
import { submission } from '../question.js';
import type { Sheet } from '../reading.js';
import { lookupOf, type Prepared, requestOf, type Turn } from '../room.js';
import { type Conversation, SessionLost } from '../session.js';
import { isWithin } from '../windows.js';
import { isStreamed, streamedPages } from './stream.js';

/** A session that ends more often than this for one page will not be had. */
const MAX_RENEWALS = 2;

export async function* listPages(prepared: Prepared, turn: Turn, pager: Pager = pagerOf(prepared)): AsyncGenerator<Page> {
  const talk = await conversation(prepared, turn);
  try {
    yield* new ListReader(prepared, turn, talk, pager).pages();
  } finally {
    await talk.end();
  }
}

/** A page of null is one that is read as it flows by. */
interface Read {
  readonly sheet: Sheet;
  readonly page: Page | null;
}

class ListReader {
  readonly #prepared: Prepared;
  readonly #turn: Turn;
  readonly #talk: Conversation;
  readonly #pager: Pager;
  /** The page read last: its form leads on. */
  #before: Sheet | null = null;
  /** Where the list was asked for so far, so that a lost session can be walked again. */
  readonly #walked: Position[] = [];
  readonly #digests = new Set<string>();

  constructor(prepared: Prepared, turn: Turn, talk: Conversation, pager: Pager) {
    this.#prepared = prepared;
    this.#turn = turn;
    this.#talk = talk;
    this.#pager = pager;
  }

  async *pages(): AsyncGenerator<Page> {
    let rows = 0;
    let announced: number | null = null;
    let position: Position | null = this.#pager.first();
    for (let pages = 1; position; pages++) {
      const read: Read | null = await this.#read(position, pages);
      if (!read) return;
      const { sheet, page } = read;
      if (!page) return yield* streamedPages(this.#prepared, this.#turn, sheet);
      rows += page.found.length;
      announced = page.announced ?? announced;
      yield { ...page, announced };
      this.#before = sheet;
      if (this.#isWalked()) this.#walked.push(position);
      position = this.#pager.after(sheet, { pages, rows, rowsHere: page.found.length, announced, last: this.#lastOf(page) });
    }
  }

  #lastOf({ found }: Page): string | null {
    const { next } = this.#prepared.step;
    return next && 'after' in next ? (found.at(-1)?.item.fields[next.after]?.at(-1) ?? null) : null;
  }

  /** Null where the list is over: a page that is not there, or a row that leads nowhere. */
  async #read(position: Position, pages: number): Promise<Read | null> {
    for (let renewals = 0; ; renewals++) {
      try {
        const sheet = await this.#asked(position, this.#before);
        if (!sheet) return null;
        if (isStreamed(this.#prepared, sheet)) return { sheet, page: null };
        const page = await pageOf(this.#prepared, this.#turn, sheet);
        this.#checkNew(page, position);
        this.#checkWithin(page);
        return { sheet, page };
      } catch (error) {
        if (error instanceof NotThere && pages > 1 && this.#endsWhereMissing()) return null;
        if (!(error instanceof SessionLost)) throw error;
        if (renewals === MAX_RENEWALS) throw this.#lost(position, error);
        await this.#again(pages);
      }
    }
  }

  /** Rows of an earlier page in place of those asked for: the state they were to follow from is lost. */
  #checkNew({ found }: Page, { submits }: Position): void {
    if (!this.#submits()) return;
    const digest = digestOf(found);
    if (submits && found.length > 0 && this.#digests.has(digest)) throw new SessionLost();
    this.#digests.add(digest);
  }

  /** Rows of another time than was searched for: the form was not heeded. */
  #checkWithin({ found }: Page): void {
    const { within, windows } = this.#prepared.step;
    const [from] = this.#turn.names['window.from'] ?? [];
    const [until] = this.#turn.names['window.until'] ?? [];
    if (within === undefined || !windows || from === undefined || until === undefined) return;
    const days = found.flatMap(({ item }) => parseAnyDate(item.fields[within]?.[0] ?? '')?.slice(0, 10) ?? []);
    if (!days.every((day) => isWithin(day, windows.by, { from, until }))) throw new SessionLost('within');
  }

  /** After a new session the search is made again, so that the page that was lost has something to follow. */
  async #again(pages: number): Promise<void> {
    await this.#talk.renew();
    if (pages === 1) return;
    try {
      this.#before = await this.#asked(this.#pager.first(), null);
      for (const position of this.#walked.slice(1)) this.#before = await this.#asked(position, this.#before);
    } catch (error) {
      if (!(error instanceof SessionLost)) throw error;
    }
  }

  #submits(): boolean {
    const { next } = this.#prepared.step;
    return next !== undefined && 'submit' in next;
  }

  /** A form that cannot name a page only leads to the next one. */
  #isWalked(): boolean {
    return this.#submits() && !JSON.stringify(this.#prepared.step.next).includes('{page');
  }

  async #asked(position: Position, before: Sheet | null): Promise<Sheet | null> {
    const sheet = await this.#reached(position, before);
    if (sheet && position.page !== undefined) this.#checkShown(sheet, position.page);
    return sheet;
  }

  async #reached(position: Position, before: Sheet | null): Promise<Sheet | null> {
    const { step } = this.#prepared;
    if (position.submits && before && step.next && 'submit' in step.next)
      return this.#submitted(before, step.next.submit, 'next.submit', position);
    const question = this.#question(position);
    if (!question) return null;
    const sheet = await sheetFor(this.#prepared, this.#talk, question);
    return step.submit && !position.link ? this.#submitted(sheet, step.submit, 'submit', position) : sheet;
  }

  #question({ link, request, names }: Position): Question | null {
    if (link !== undefined) return { url: link, method: 'GET', headers: [], body: null, jar: null, purpose: 'list', ...this.#manner() };
    const template = request ?? this.#prepared.step.request;
    if (template === undefined) throw new HarvestError('definition', 'the step has no request', { rule: this.#prepared.rule });
    const question = requestOf(this.#prepared, this.#turn, template, names);
    if (!question) this.#prepared.tally.passedOver++;
    return question;
  }

  /** What the request says of headers and patience holds for the pages it leads to. */
  #manner(): Partial<Question> {
    const { request } = this.#prepared.step;
    const first = request === undefined ? null : requestOf(this.#prepared, this.#turn, request, this.#pager.first().names);
    if (!first) return {};
    const { accept, timeoutMs, headers } = first;
    const kept = headers.filter(([name]) => name.toLowerCase() !== 'content-type');
    return { headers: kept, ...(accept === undefined ? {} : { accept }), ...(timeoutMs === undefined ? {} : { timeoutMs }) };
  }

  async #submitted(page: Sheet, submit: SubmitTemplate, place: string, { names }: Position): Promise<Sheet | null> {
    const rule = `${this.#prepared.rule}.${place}`;
    const form = readForm(page.text, page.url, submit.form, `${rule}.form`);
    const question = submission(form, submit, lookupOf(this.#prepared, this.#turn, names), { base: page.url, rule });
    if (!question) {
      this.#prepared.tally.passedOver++;
      return null;
    }
    return sheetFor(this.#prepared, this.#talk, question);
  }

  /** A portal that lost the session shows its first page instead of an error. */
  #checkShown(sheet: Sheet, page: number): void {
    const { shown } = this.#prepared.next;
    if (!shown) return;
    const [text] = sheet.values(shown);
    const number = text === undefined ? null : numberIn(text);
    if (number === null) this.#prepared.room.findings.note(`${this.#prepared.rule}.next.shown`, `no page number is shown (${sheet.url})`);
    else if (number !== page) throw new SessionLost();
  }

  #endsWhereMissing(): boolean {
    const { next } = this.#prepared.step;
    return next !== undefined && 'until' in next && next.until === 'missing';
  }

  #lost({ page }: Position, { message }: SessionLost): HarvestError {
    if (message === 'within')
      return new HarvestError('session', 'rows come that lie outside of the window asked for', { rule: `${this.#prepared.rule}.within` });
    const what = page === undefined ? 'the session ends again and again' : `page ${page} is asked for, but another one is shown each time`;
    return new HarvestError('session', what, {
      rule: `${this.#prepared.rule}.${page === undefined ? 'session.expired' : 'next.shown'}`,
      url: this.#before?.url ?? null,
    });
  }
}
