/**
 * The documents of a route, one by one: which of them are fetched, what is believed of what came, and what is stored.
 *
 * What is said to be gone is only noted here: see gone-documents.ts. A document that this run has seen is not asked for
 * again.
 */
import type { Deposited, NewDeposit } from '../../../store/index.js';
import { describeDocument, keyOf, missingFields } from '../document/describe-document.js';
import { gatherFiles } from '../document/gather-files.js';
import type { Gathered, Missing } from '../document/gathered.js';
import { decisionOf, makeDeposit, sameDeposit } from '../document/make-deposit.js';
import { deliveredIn, type Edition, editionIn, writtenEdition } from '../edition.js';
import { lookupIn } from '../listing/names.js';
import { isAs } from '../listing/where.js';
import { HarvestError, type Item } from '../port.js';
import { type EditionDeposit, goneIn, toldLater } from './edition-deposits.js';
import { type FormerIds, formerOf, readFormerIds } from './former-ids.js';
import { isImport, isKnownBetter } from './import-snapshot.js';
import { KeyTurns } from './key-turns.js';
import type { RouteJudge } from './route-judge.js';
import type { RouteRoom } from './route-room.js';
import { SameContentGuard } from './same-content.js';

/** A document that the list says to be gone, or hints at it. */
export interface Signed {
  readonly item: Item;
  readonly key: string;
}

/** A document as the list has it, and as it is stored. */
interface Listed {
  readonly item: Item;
  readonly key: string;
  /** With its tombstone. */
  readonly found: Deposited | null;
  readonly known: Deposited | null;
}

export class RouteDocuments {
  readonly #open: RouteRoom;
  readonly #judge: RouteJudge;
  readonly #guard: SameContentGuard;
  readonly #turns = new KeyTurns();
  readonly #signed: Signed[] = [];
  /** Listed, but not to be had. */
  readonly #unhad = new Map<string, { readonly known: Deposited; readonly lack: Missing }>();
  /** What an older crawler knew; read when it is first asked for. */
  #former: FormerIds | null = null;

  constructor(open: RouteRoom, judge: RouteJudge) {
    this.#open = open;
    this.#judge = judge;
    this.#guard = new SameContentGuard(open.room.connector.guard.sameContent);
  }

  /** What is said to be gone: to be looked at when the list has been read, and only if it is complete. */
  get signed(): readonly Signed[] {
    return this.#signed;
  }

  async take(item: Item): Promise<void> {
    const { room, route, names } = this.#open;
    if (this.#judge.stops()) return;
    try {
      await this.#take(item, keyOf(item, route.document, room.connector, names));
    } catch (error) {
      if (!(error instanceof HarvestError) || error.kind === 'definition') throw error;
      this.#judge.isBroken(error.rule ?? 'document', error.message);
    }
  }

  /** Stores what there is no doubt about; false while something is held. */
  settle(): Promise<boolean> {
    return this.#guard.settle();
  }

  /** The list has been read: what was held is believed. */
  flush(): Promise<void> {
    return this.#guard.flush();
  }

  /** More is known of it than that it could not be had. */
  isSettled(key: string): void {
    this.#unhad.delete(key);
  }

  async end(): Promise<void> {
    const { room, now, store } = this.#open;
    await this.#guard.flush();
    for (const { known, lack } of this.#unhad.values())
      await store(sameDeposit(known, `listed, but not to be had: ${lack.message}`, known.stamp, now()));
    this.#unhad.clear();
    await room.keeper.drain();
  }

  // ---- which are fetched

  async #take(item: Item, key: string): Promise<void> {
    const { room, route, now, store } = this.#open;
    const { connector, workspace, run, options } = room;
    if (isImport(route) && isKnownBetter(workspace.repository.deposits.byKey(connector.id, key), route)) return;
    if (item.edition && item.sign !== 'doubt') return this.#turns.take(key, () => this.#takeEdition(item, item.edition as Edition, key));
    if (item.sign !== null) return void this.#signed.push({ item, key });
    const found = workspace.repository.deposits.byKey(connector.id, key);
    if (found && !found.isDeleted && found.run === run) return this.#judge.isSkipped();
    const known = found && !found.isDeleted ? found : null;
    if (known && item.stamp !== null && known.stamp === item.stamp && !options.downloadAll) {
      this.#judge.isSkipped();
      return store(sameDeposit(known, 'the list says that it has not changed', item.stamp, now()));
    }
    return this.#takeContent({ item, key, found, known });
  }

  async #takeContent(listed: Listed): Promise<void> {
    const { room, now, store } = this.#open;
    const { item, key, found, known } = listed;
    const { onlyNew } = room.options;
    if (known && onlyNew) this.#judge.isSkipped();
    if (known && onlyNew) return store(sameDeposit(known, 'known, and only new ones are fetched', known.stamp, now()));
    const former = found ? undefined : this.#formerOf(item, key);
    if (former !== undefined && onlyNew) return this.#isElsewhere(item, key, 'an older crawler had it, and only new ones are fetched');
    if (!this.#judge.mayAsk()) return;
    const gathered = await this.gather(item, known);
    this.#judge.weigh(gathered.yields);
    if (former != null && gathered.had.some(({ role, md5 }) => role === 'main' && md5 === former)) {
      room.keeper.keep(gathered.exchanges);
      return this.#isElsewhere(item, key, 'as an older crawler had it');
    }
    return this.believe(listed, gathered);
  }

  #formerOf(item: Item, key: string): string | null | undefined {
    const { room, route, names } = this.#open;
    const { connector, workspace } = room;
    this.#former ??= readFormerIds(workspace.folder, connector.id);
    return formerOf(this.#former, item, key, { connector, rule: route.document, names });
  }

  /** Whoever was sent it has it; here it is no document. */
  #isElsewhere(item: Item, key: string, reason: string): void {
    const { tally, options, report } = this.#open.room;
    tally.operations.None++;
    options.onDocument?.({ key, operation: 'None', reason, url: item.path.at(-1) ?? '' });
    report();
  }

  // ---- rows of archives that follow each other

  async #takeEdition(item: Item, edition: Edition, key: string): Promise<void> {
    const { connector, workspace, run, options } = this.#open.room;
    const now = this.#open.now();
    const found = workspace.repository.deposits.byKey(connector.id, key);
    if (item.sign === 'tombstone') return this.#storeEdition(found && goneIn(found, edition, now));
    this.#judge.isRow();
    const before = found ? editionIn(found.stamp) : null;
    const isCompared = options.downloadAll && before?.stamp === edition.stamp && found?.run !== run;
    if (found && before && before.stamp >= edition.stamp && !isCompared)
      return this.#isAsItMustBe(item, key) ? this.#storeEdition(toldLater(found, edition, run, now)) : undefined;
    const known = found && !found.isDeleted ? found : null;
    const stamp = writtenEdition(deliveredIn(edition, known ? before : null));
    return this.#takeContent({ item: { ...item, stamp }, key, found, known });
  }

  async #storeEdition(made: EditionDeposit | null): Promise<void> {
    if (made?.isTold) return this.#open.store(made.deposit);
    if (made) await this.#open.room.workspace.deposit(made.deposit);
  }

  /** Known or not: rows that lack what they must have show that the portal has changed. */
  #isAsItMustBe({ fields }: Item, key: string): boolean {
    const { room, route, names } = this.#open;
    const { document } = route;
    if (document.require.length === 0 || document.files.some((file) => Object.keys(file.fields).length > 0)) return true;
    const described = describeDocument(fields, document, room.connector, names);
    const absent = missingFields(described, fields, document);
    if (absent.length > 0) this.#judge.isBroken(lackOf(absent).rule, `${key}: ${lackOf(absent).message}`);
    return absent.length === 0;
  }

  // ---- what came of it

  gather(item: Item, known: Deposited | null): Promise<Gathered> {
    const { room, route, names, session, measures, now } = this.#open;
    const { connector, asker, options } = room;
    return gatherFiles(item, {
      connector,
      asker,
      rule: route.document,
      names,
      session,
      known: known?.files.filter(({ operation }) => operation !== 'Del') ?? [],
      knownFields: known ? { ...known.fields, ...(known.title === null ? {} : { title: [known.title] }) } : {},
      downloadAll: options.downloadAll ?? false,
      measures,
      now,
    });
  }

  async believe(listed: Listed, gathered: Gathered): Promise<void> {
    const { room, route, names } = this.#open;
    const { connector } = room;
    const lacks = gathered.missing.find(({ isRequired }) => isRequired);
    if (lacks) return this.#lacking(listed, gathered, lacks);
    this.#judge.isReached();
    if (gathered.had.length + gathered.standing.length === 0) return this.#lacking(listed, gathered, NOTHING_HAD);
    if (!isAs(route.document.where, gathered.fields, lookupIn(connector, gathered.fields, names))) return this.#isOutside(listed, gathered);
    const described = describeDocument(gathered.fields, route.document, connector, names);
    const absent = missingFields(described, gathered.fields, route.document);
    if (absent.length > 0) return this.#lacking(listed, gathered, lackOf(absent));
    return this.#storeContent(listed, gathered, described);
  }

  async #storeContent({ item, key, found }: Listed, gathered: Gathered, described: ReturnType<typeof describeDocument>): Promise<void> {
    const { room, store, now } = this.#open;
    const { connector, keeper, workspace } = room;
    for (const note of described.notes) room.remark(`${key}: ${note}`);
    for (const { message } of gathered.missing) room.remark(`${key}: ${message}`);
    const stamp = gathered.missing.some(({ kind }) => kind !== 'absent') ? null : item.stamp;
    const { deposits } = workspace.repository;
    const parts = { connector, key, known: found, gathered, described, stamp, keeper, deposits, now: now() };
    const deposit = await makeDeposit(parts, decisionOf(found, gathered));
    if (gathered.had.length > 0) room.tally.downloaded++;
    // Archives hold what they hold: nobody was asked who could repeat himself.
    if (deposit.operation === 'None' || item.edition) return store(deposit);
    await this.#guarded(key, gathered.had.find(({ role }) => role === 'main')?.md5 ?? null, deposit);
  }

  /** Its files show that it was not asked for: changes are told of everything. */
  async #isOutside({ key, known }: Listed, gathered: Gathered): Promise<void> {
    const { room, now, store } = this.#open;
    room.keeper.keep(gathered.exchanges);
    room.remark(`${key}: it is not what was asked for (document.where)`);
    if (known) await store(sameDeposit(known, 'not asked for any more', known.stamp, now()));
  }

  /** It is listed, so it is there; that it could not be had says nothing about it. */
  #lacking({ item, key, known }: Listed, gathered: Gathered, lack: Missing): void {
    const { room, route } = this.#open;
    room.keeper.keep(gathered.exchanges);
    room.tally.failed++;
    room.remark(`${key}: ${lack.message}`);
    if (known) this.#unhad.set(key, { known, lack });
    // No list of the portal's says that it is there: it is looked at a second time.
    if (known && lack.kind === 'absent' && room.connector.mode === 'by-identifier') this.#signed.push({ item, key });
    if (lack.kind === 'unreachable') this.#judge.isUnreachable(lack.message);
    else if (lack.rule.startsWith('document.require')) this.#judge.isBroken(lack.rule, lack.message);
    else if (lack.kind !== 'absent' || !route.document.mayBeAbsent)
      this.#judge.isUnhad({ rule: lack.rule, message: `${key}: ${lack.message}` });
  }

  async #guarded(key: string, main: string | null, deposit: NewDeposit): Promise<void> {
    const isBelieved = await this.#guard.take({ key, main, store: () => this.#open.store(deposit) });
    if (!isBelieved && !this.#judge.halt) this.#judge.repeats(this.#guard.drop());
  }
}

const NOTHING_HAD: Missing = { rule: 'document.files', message: 'it has no files', kind: 'failed', url: null, isRequired: true };

const lackOf = (absent: readonly string[]): Missing => ({
  rule: `document.require[${absent[0]}]`,
  message: `it has no ${absent.join(', ')}`,
  kind: 'failed',
  url: null,
  isRequired: true,
});
