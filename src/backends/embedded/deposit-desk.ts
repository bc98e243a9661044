/**
 * The owner's side of deposits: gives what they consist of its place among the resources and hands them to the writer.
 *
 * A document's resource is known by its identifier, an answer's by its URL, so two documents may share an address and an
 * address may belong to several answers. Deposits of one document go one after the other: the writer judges each by what the
 * one before has left.
 */
import type { NewEntry } from '../../frontier/queue/index.js';
import type { Answer, NewConversion, NewDeposit, StoredDeposit } from '../../store/index.js';
import type { FoundRow, SiteRowToAdd } from './commit.js';
import type { AnswerItem, DepositItem } from './deposit-items.js';
import type { FrontierOptions, FrontierStore } from './frontier-store.js';
import type { Writer } from './writer.js';

export class DepositDesk {
  readonly #store: FrontierStore;
  readonly #writer: Writer;
  readonly #identify: FrontierOptions['identify'];
  /** The last deposit of each document that has some under way. */
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor(store: FrontierStore, writer: Writer, identify: FrontierOptions['identify']) {
    this.#store = store;
    this.#writer = writer;
    this.#identify = identify;
  }

  take(deposit: NewDeposit): Promise<StoredDeposit | null> {
    const { identifier } = deposit;
    const before = this.#underWay.get(identifier);
    const taken = before ? before.then(() => this.#take(deposit)) : this.#take(deposit);
    const ended = taken.then(ignore, ignore).then(() => {
      if (this.#underWay.get(identifier) === ended) this.#underWay.delete(identifier);
    });
    this.#underWay.set(identifier, ended);
    return taken;
  }

  async #take({ answers, ...deposit }: NewDeposit): Promise<StoredDeposit | null> {
    const site = siteOf(deposit.url) ?? answers[0]?.site ?? `urn:crawler:${encodeURIComponent(deposit.crawler)}`;
    const own = this.#entry(deposit.url, site, `urn:uuid:${deposit.identifier}`);
    const { entries, rows, sites } = this.#admit(answers, own);
    const item: DepositItem = {
      resource: this.#store.idOf(own.fingerprint),
      at: deposit.at ?? answers.at(-1)?.fetch.startedAt ?? Date.now(),
      deposit,
      answers: this.#itemsOf(answers, entries),
    };
    const committed = await this.#writer.commit({ sites, added: rows, deposit: item });
    this.#store.publish(rows);
    const stored = committed.deposits[0];
    if (!stored || 'document' in stored) return stored ?? null;
    if (stored.isExpected) return null;
    throw new Error(`The document ${deposit.key} of ${deposit.crawler} was not stored: ${stored.reason}.`);
  }

  async keep(answers: readonly Answer[]): Promise<readonly number[]> {
    const { entries, rows, sites } = this.#admit(answers);
    const { fetches } = await this.#writer.commit({ sites, added: rows, answers: this.#itemsOf(answers, entries) });
    this.#store.publish(rows);
    return fetches;
  }

  async addConverted({ version, file, answer }: NewConversion): Promise<boolean> {
    const { entries, rows, sites } = this.#admit([answer]);
    const [item] = this.#itemsOf([answer], entries) as [AnswerItem];
    const { conversions } = await this.#writer.commit({ sites, added: rows, conversion: { version, file, answer: item } });
    this.#store.publish(rows);
    return conversions[0] === true;
  }

  #admit(answers: readonly Answer[], own?: NewEntry): { entries: NewEntry[]; rows: FoundRow[]; sites: SiteRowToAdd[] } {
    const entries = answers.map(({ url, site }) => this.#entry(url, site, url));
    const { rows, sites } = this.#store.admitDeposited(own ? [own, ...entries] : entries);
    return { entries, rows, sites };
  }

  #itemsOf(answers: readonly Answer[], entries: readonly NewEntry[]): AnswerItem[] {
    return answers.map(({ fetch }, at) => ({ resource: this.#store.idOf((entries[at] as NewEntry).fingerprint), fetch }));
  }

  #entry(url: string, site: string, name: string): NewEntry {
    const fingerprint = this.#identify(name);
    return { url, fingerprint, site, kind: 'page', depth: 0, redirects: 0, via: null, link: 'deposit', trail: null };
  }
}

const ignore = (): void => undefined;

function siteOf(url: string): string | null {
  return /^https?:/i.test(url) && URL.canParse(url) ? new URL(url).origin : null;
}
