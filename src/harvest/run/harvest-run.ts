/**
 * One run of a connector: its routes in order, each listed, its documents gathered and decided one by one, and in the end
 * what the list no longer names.
 *
 * Thin on purpose: what a list is, what a document is made of and what follows from it is decided elsewhere. The surprise: a
 * document that this run has seen is never asked for again, so a run that was stopped, or that goes on by another route,
 * does nothing twice.
 */
import type { CompleteRoute } from '../../connector/index.js';
import type { Deposited, NewDeposit, Operation } from '../../store/index.js';
import { describeDocument, keyOf, missingFields } from '../document/describe-document.js';
import { type FileSession, gatherFiles } from '../document/gather-files.js';
import type { Gathered, Missing } from '../document/gathered.js';
import { decisionOf, goneDeposit, makeDeposit, sameDeposit } from '../document/make-deposit.js';
import { deliveredIn, type Edition, editionIn, writtenEdition } from '../edition.js';
import { listingNames, lookupIn } from '../listing/names.js';
import { openListing } from '../listing/open-listing.js';
import { questionOf } from '../listing/question.js';
import { filled } from '../listing/template.js';
import { isAs } from '../listing/where.js';
import { Measures } from '../measure/measures.js';
import { HarvestError, type Item, type ListingEnd, type Values } from '../port.js';
import { lookAtAbsent, type Probed, probeDocument } from './absence.js';
import { archiveMemory } from './archive-memory.js';
import { type EditionDeposit, goneIn, toldLater } from './edition-deposits.js';
import { type FormerIds, formerOf, readFormerIds } from './former-ids.js';
import { isImport, isKnownBetter } from './import-snapshot.js';
import { KeyTurns } from './key-turns.js';
import { Lane } from './lane.js';
import { type PlanOptions, planRoute, type RoutePlan } from './plan-route.js';
import type { HarvestRoom, RuleProblem } from './room.js';
import { SameContentGuard } from './same-content.js';

/** Why a route ended before its list did. */
export interface Halt {
  readonly kind: 'limit' | 'unreachable' | 'repeats' | 'broken' | 'stopped';
  readonly rule: string;
  readonly message: string;
}

export interface RouteEnd {
  readonly route: string;
  readonly plan: RoutePlan;
  readonly listing: ListingEnd;
  readonly halt: Halt | null;
}

/** Documents one after the other that nobody answers for: then the portal is down, and more questions help nobody. */
const MOST_UNREACHABLE = 5;
/** Documents that lack what they must have, of those listed: more mean that the portal has changed. */
const MOST_BROKEN = 0.2;
/** Documents that are not there: some always are not, most never. */
const MOST_UNHAD = 0.5;
/** Documents at a time where they are all there and nobody is asked for them. */
const AT_HAND = 200;

export class RouteRun {
  readonly #room: HarvestRoom;
  readonly #route: CompleteRoute;
  readonly #plan: RoutePlan;
  readonly #names: Values;
  readonly #session: FileSession;
  readonly #guard: SameContentGuard;
  readonly #quota: CompleteRoute['reuse']['quota'];
  readonly #measures: Measures;
  /** What the list says to be gone: looked at when it has been read, and only if it is complete. */
  readonly #signed: Signed[] = [];
  /** Listed, but not to be had. */
  readonly #unhad = new Map<string, { readonly known: Deposited; readonly lack: Missing }>();
  readonly #turns = new KeyTurns();
  /** Of the archive that is being read. */
  #archive = { rows: 0, broken: 0 };
  /** What an older crawler knew; read when it is first asked for. */
  #former: FormerIds | null = null;
  #halt: Halt | null = null;
  #unreachable = 0;
  #broken = 0;
  #firstBroken: RuleProblem | null = null;
  #unhadCount = 0;
  #firstUnhad: RuleProblem | null = null;
  #asked = 0;

  constructor(room: HarvestRoom, route: CompleteRoute, options: Omit<PlanOptions, 'since'>) {
    this.#room = room;
    this.#route = route;
    this.#plan = planRoute(route, room.progress.memory, { ...options, since: sinceOf(route, room) });
    this.#names = { ...listingNames(room.connector, room.parameters, this.#plan.today, this.#plan.cursor) };
    this.#session = sessionOf(room, this.#plan, this.#names);
    this.#guard = new SameContentGuard(room.connector.guard.sameContent);
    this.#measures = new Measures(route.name, this.#plan.mode);
    room.measures.push(this.#measures);
    this.#quota = quotaOf(route, room, this.#names);
  }

  async run(): Promise<RouteEnd> {
    const { connector, parameters, asker, options } = this.#room;
    const { steps, cursor, today, resumeAt } = this.#plan;
    const lane = new Lane(isAtHand(this.#route, steps) ? AT_HAND : (options.parallel ?? connector.politeness.concurrency));
    const archives = archiveMemory(this.#room, this.#route, this.#plan, () => this.#endArchive(lane));
    const onWindow = async ({ until }: { until: string }): Promise<void> => {
      await lane.drain();
      if (!this.#halt && (await this.#guard.settle())) this.#checkpoint(until);
    };
    this.#checkpoint(resumeAt);
    const asked = { connector, route: this.#route, steps, parameters, asker, cursor, today, resumeAt, onWindow, archives };
    const listing = openListing({ ...asked, measures: this.#measures });
    let isDeleting = false;
    for await (const item of listing) {
      // What an archive brings is stored before its deletions are looked at, and these before the next one.
      if (item.edition && isDeleting !== (item.sign !== null)) await this.#settle(lane);
      isDeleting = item.sign !== null;
      if (this.#stops()) break;
      this.#room.tally.listed++;
      this.#room.tally.share = listing.share();
      await lane.add(() => this.#document(item), item.edition ? item.row?.text.length : 0);
      await this.#room.keeper.ready();
      if (this.#stops()) break;
    }
    await lane.drain();
    if (!this.#halt) this.#room.tally.share = 1;
    const end = this.#judged(listing.end());
    await this.#guard.flush();
    await this.#lookAtSigned(end);
    await this.#endDocuments();
    return { route: this.#route.name, plan: this.#plan, listing: end, halt: this.#halt };
  }

  /** What is missing from a complete list; to be called after `run`. */
  async concludeAbsence(known: number): Promise<void> {
    const { connector, workspace, run } = this.#room;
    const { deposits } = workspace.repository;
    const probe = (document: Deposited): Promise<Probed> => this.#probe(document);
    const end = await lookAtAbsent({ crawler: connector.id, run, known, rules: connector.deletion, deposits, probe });
    if (end.heldBack) this.#room.problem(end.heldBack);
    for (const { document, conclusion, evidence } of end.conclusions) {
      if (conclusion === 'delete') await this.#store(goneDeposit(document, 'Del', 'missing from the list', evidence, this.#now()));
      else if (conclusion === 'suspect') await this.#suspect(document, evidence);
    }
  }

  async #suspect(document: Deposited, evidence: readonly string[]): Promise<void> {
    this.#room.suspected++;
    await this.#room.workspace.deposit(goneDeposit(document, 'None', 'may be gone', evidence, this.#now()));
  }

  #probe(document: Deposited): Promise<Probed> {
    const { connector, asker, workspace } = this.#room;
    const { folder, repository } = workspace;
    const { files: rules } = this.#route.document;
    const options = { connector, rules, folder, names: this.#names, jar: this.#session.jar, deposits: repository.deposits };
    return probeDocument(document, asker, options);
  }

  // ---- one document

  async #document(item: Item): Promise<void> {
    if (this.#stops()) return;
    try {
      await this.#take(item, keyOf(item, this.#route.document, this.#room.connector, this.#names));
    } catch (error) {
      if (!(error instanceof HarvestError) || error.kind === 'definition') throw error;
      this.#isBroken(error.rule ?? 'document', error.message);
    }
  }

  async #take(item: Item, key: string): Promise<void> {
    const { connector, workspace, run, options } = this.#room;
    if (isImport(this.#route) && isKnownBetter(workspace.repository.deposits.byKey(connector.id, key), this.#route)) return;
    if (item.edition && item.sign !== 'doubt') return this.#turns.take(key, () => this.#takeEdition(item, item.edition as Edition, key));
    if (item.sign !== null) return void this.#signed.push({ item, key });
    const found = workspace.repository.deposits.byKey(connector.id, key);
    if (found && !found.isDeleted && found.run === run) return;
    const known = found && !found.isDeleted ? found : null;
    if (known && item.stamp !== null && known.stamp === item.stamp && !options.downloadAll)
      return this.#store(sameDeposit(known, 'the list says that it has not changed', item.stamp, this.#now()));
    return this.#takeContent(item, key, found, known);
  }

  async #takeContent(item: Item, key: string, found: Deposited | null, known: Deposited | null): Promise<void> {
    const { options } = this.#room;
    if (known && options.onlyNew) return this.#store(sameDeposit(known, 'known, and only new ones are fetched', known.stamp, this.#now()));
    const former = found ? undefined : this.#formerOf(item, key);
    if (former !== undefined && options.onlyNew)
      return this.#isElsewhere(item, key, 'an older crawler had it, and only new ones are fetched');
    if (!this.#mayAsk()) return;
    const gathered = await this.#gather(item, known);
    if (former != null && gathered.had.some(({ role, md5 }) => role === 'main' && md5 === former)) {
      this.#room.keeper.keep(gathered.exchanges);
      return this.#isElsewhere(item, key, 'as an older crawler had it');
    }
    return this.#believe(item, key, found, known, gathered);
  }

  // ---- archives that follow each other

  /** Everything so far is stored. Where too much of it is not as it must be, nothing more is believed. */
  async #settle(lane: Lane): Promise<void> {
    await lane.drain();
    const { rows, broken } = this.#archive;
    const isBroken = broken > Math.max(1, MOST_BROKEN * rows) || (broken > 0 && broken === rows);
    const [problem] = isBroken ? problemOf(this.#firstBroken, broken, 0, 'of an archive are not as they must be') : this.#problems();
    if (problem) this.#halt ??= { kind: 'broken', ...problem };
  }

  async #endArchive(lane: Lane): Promise<boolean> {
    await this.#settle(lane);
    this.#archive = { rows: 0, broken: 0 };
    return !this.#stops();
  }

  async #takeEdition(item: Item, edition: Edition, key: string): Promise<void> {
    const { connector, workspace, run, options } = this.#room;
    const found = workspace.repository.deposits.byKey(connector.id, key);
    if (item.sign === 'tombstone') return this.#storeEdition(found && goneIn(found, edition, this.#now()));
    this.#archive.rows++;
    const before = found ? editionIn(found.stamp) : null;
    const isCompared = options.downloadAll && before?.stamp === edition.stamp && found?.run !== run;
    if (found && before && before.stamp >= edition.stamp && !isCompared)
      return this.#isAsItMustBe(item, key) ? this.#storeEdition(toldLater(found, edition, run, this.#now())) : undefined;
    const known = found && !found.isDeleted ? found : null;
    const stamp = writtenEdition(deliveredIn(edition, known ? before : null));
    return this.#takeContent({ ...item, stamp }, key, found, known);
  }

  async #storeEdition(made: EditionDeposit | null): Promise<void> {
    if (made?.isTold) return this.#store(made.deposit);
    if (made) await this.#room.workspace.deposit(made.deposit);
  }

  /** Known or not: rows that lack what they must have show that the portal has changed. */
  #isAsItMustBe({ fields }: Item, key: string): boolean {
    const { document } = this.#route;
    if (document.require.length === 0 || document.files.some((file) => Object.keys(file.fields).length > 0)) return true;
    const described = describeDocument(fields, document, this.#room.connector, this.#names);
    const absent = missingFields(described, fields, document);
    if (absent.length > 0) this.#isBroken(lackOf(absent).rule, `${key}: ${lackOf(absent).message}`);
    return absent.length === 0;
  }

  #formerOf(item: Item, key: string): string | null | undefined {
    const { connector, workspace } = this.#room;
    this.#former ??= readFormerIds(workspace.folder, connector.id);
    return formerOf(this.#former, item, key, { connector, rule: this.#route.document, names: this.#names });
  }

  /** Whoever was sent it has it; here it is no document. */
  #isElsewhere(item: Item, key: string, reason: string): void {
    const { tally, options } = this.#room;
    tally.operations.None++;
    options.onDocument?.({ key, operation: 'None', reason, url: item.path.at(-1) ?? '' });
    this.#room.report();
  }

  // ---- what is said to be gone

  /** What a list that broke off says of deletions comes again next time, since the cursor stays where it is. */
  async #lookAtSigned({ isComplete }: ListingEnd): Promise<void> {
    if (isComplete && !this.#halt) for (const each of this.#signed) if (!this.#stops()) await this.#lookAt(each);
    if (!isComplete && this.#signed.length > 0) {
      const message = `${this.#signed.length} documents are said to be gone; since the list is not complete, they are kept for now`;
      this.#room.note({ rule: 'deletion', message });
    }
  }

  async #lookAt({ item, key }: Signed): Promise<void> {
    const { connector, workspace, run } = this.#room;
    const known = workspace.repository.deposits.byKey(connector.id, key);
    if (!known || known.isDeleted || known.run === run) return; // this run has had it, whatever was said before
    if (item.sign === 'tombstone') return this.#isGone(known, 'the list says that it is gone', ['The list says that it is gone.']);
    const gathered = this.#isAskedFor() ? await this.#gather(item, known) : null;
    const lack = gathered?.missing.find(({ isRequired }) => isRequired);
    if (gathered && !lack) return this.#believe(item, key, known, known, gathered);
    if (gathered) this.#room.keeper.keep(gathered.exchanges);
    if (lack?.kind === 'absent') return this.#isGone(known, 'gone', [HINT, `${lack.message}.`]);
    const { probe, evidence } = await this.#probe(known);
    if (probe === 'gone') return this.#isGone(known, 'gone', [HINT, evidence]);
    this.#unhad.delete(key);
    return this.#store(sameDeposit(known, 'still there, whatever the list hints', known.stamp, this.#now()));
  }

  async #isGone(known: Deposited, reason: string, evidence: readonly string[]): Promise<void> {
    this.#unhad.delete(known.key);
    await this.#store(goneDeposit(known, 'Del', reason, evidence, this.#now()));
  }

  /** Files that are rows or answers of a list cannot be asked for again. */
  #isAskedFor(): boolean {
    return this.#route.document.files.some(({ role, request }) => role === 'main' && request !== undefined);
  }

  // ---- what a document is made of

  #gather(item: Item, known: Deposited | null): Promise<Gathered> {
    const { connector, asker, options } = this.#room;
    return gatherFiles(item, {
      connector,
      asker,
      rule: this.#route.document,
      names: this.#names,
      session: this.#session,
      known: known?.files.filter(({ operation }) => operation !== 'Del') ?? [],
      knownFields: known ? { ...known.fields, ...(known.title === null ? {} : { title: [known.title] }) } : {},
      downloadAll: options.downloadAll ?? false,
      measures: this.#measures,
      now: () => this.#now(),
    });
  }

  async #believe(item: Item, key: string, found: Deposited | null, known: Deposited | null, gathered: Gathered): Promise<void> {
    const { connector, keeper, workspace } = this.#room;
    const lacks = gathered.missing.find(({ isRequired }) => isRequired);
    if (lacks) return this.#lacking(item, key, known, gathered, lacks);
    this.#unreachable = 0;
    if (gathered.had.length + gathered.standing.length === 0) return this.#lacking(item, key, known, gathered, NOTHING_HAD);
    if (!isAs(this.#route.document.where, gathered.fields, lookupIn(connector, gathered.fields, this.#names)))
      return this.#isOutside(key, known, gathered);
    const described = describeDocument(gathered.fields, this.#route.document, connector, this.#names);
    const absent = missingFields(described, gathered.fields, this.#route.document);
    if (absent.length > 0) return this.#lacking(item, key, known, gathered, lackOf(absent));
    for (const note of described.notes) this.#room.remark(`${key}: ${note}`);
    for (const { message } of gathered.missing) this.#room.remark(`${key}: ${message}`);
    const stamp = gathered.missing.some(({ kind }) => kind !== 'absent') ? null : item.stamp;
    const decision = decisionOf(found, gathered);
    const parts = {
      connector,
      key,
      known: found,
      gathered,
      described,
      stamp,
      keeper,
      deposits: workspace.repository.deposits,
      now: this.#now(),
    };
    const deposit = await makeDeposit(parts, decision);
    if (gathered.had.length > 0) this.#room.tally.downloaded++;
    // Archives hold what they hold: nobody was asked who could repeat himself.
    if (deposit.operation === 'None' || item.edition) return this.#store(deposit);
    await this.#guarded(key, gathered.had.find(({ role }) => role === 'main')?.md5 ?? null, deposit);
  }

  /** Its files show that it was not asked for: changes are told of everything. */
  async #isOutside(key: string, known: Deposited | null, gathered: Gathered): Promise<void> {
    this.#room.keeper.keep(gathered.exchanges);
    this.#room.remark(`${key}: it is not what was asked for (document.where)`);
    if (known) await this.#store(sameDeposit(known, 'not asked for any more', known.stamp, this.#now()));
  }

  /** It is listed, so it is there; that it could not be had says nothing about it. */
  async #lacking(item: Item, key: string, known: Deposited | null, gathered: Gathered, lack: Missing): Promise<void> {
    this.#room.keeper.keep(gathered.exchanges);
    this.#room.tally.failed++;
    this.#room.remark(`${key}: ${lack.message}`);
    if (known) this.#unhad.set(key, { known, lack });
    // No list of the portal's says that it is there: it is looked at a second time.
    if (known && lack.kind === 'absent' && this.#room.connector.mode === 'by-identifier') this.#signed.push({ item, key });
    if (lack.kind === 'unreachable') this.#isUnreachable(lack.message);
    else if (lack.rule.startsWith('document.require')) this.#isBroken(lack.rule, lack.message);
    else if (lack.kind !== 'absent' || !this.#route.document.mayBeAbsent)
      this.#isUnhad({ rule: lack.rule, message: `${key}: ${lack.message}` });
  }

  async #guarded(key: string, main: string | null, deposit: NewDeposit): Promise<void> {
    const isBelieved = await this.#guard.take({ key, main, store: () => this.#store(deposit) });
    if (isBelieved || this.#halt) return;
    const keys = this.#guard.drop();
    const message = `${keys.length} documents in a row have the same main file (${keys.join(', ')}): the portal repeats itself`;
    this.#halt = { kind: 'repeats', rule: 'guard.sameContent', message };
  }

  async #store(deposit: NewDeposit): Promise<void> {
    const { workspace, tally, options } = this.#room;
    const stored = await workspace.deposit(deposit);
    if (!stored) return this.#room.remark(`${deposit.key}: nothing was stored, since it came or went meanwhile`);
    tally.operations[deposit.operation as Operation]++;
    options.onDocument?.({ key: deposit.key, operation: deposit.operation, reason: deposit.reason, url: deposit.url });
    this.#room.report();
  }

  // ---- when to stop

  #stops(): boolean {
    if (this.#room.stop.aborted) this.#halt ??= { kind: 'stopped', rule: 'stop', message: 'stopped on request' };
    return this.#halt !== null;
  }

  #mayAsk(): boolean {
    const quota = this.#room.quota.take(this.#quota);
    if (quota === null) {
      this.#asked++;
      return true;
    }
    const again = quota.again === null ? 'with the next run' : `on ${quota.again}`;
    this.#halt ??= { kind: 'limit', rule: 'reuse.quota', message: `the limit of ${quota.limit} is reached; it may go on ${again}` };
    return false;
  }

  #isUnreachable(message: string): void {
    if (++this.#unreachable < MOST_UNREACHABLE) return;
    this.#halt ??= {
      kind: 'unreachable',
      rule: 'document.files',
      message: `${this.#unreachable} documents in a row could not be reached, the last one since ${message}`,
    };
  }

  #isBroken(rule: string, message: string): void {
    this.#broken++;
    this.#archive.broken++;
    this.#room.remark(message);
    this.#firstBroken ??= { rule, message };
  }

  #isUnhad(lack: RuleProblem): void {
    this.#unhadCount++;
    this.#firstUnhad ??= lack;
  }

  async #endDocuments(): Promise<void> {
    await this.#guard.flush();
    for (const { known, lack } of this.#unhad.values())
      await this.#store(sameDeposit(known, `listed, but not to be had: ${lack.message}`, known.stamp, this.#now()));
    this.#unhad.clear();
    await this.#room.keeper.drain();
  }

  /** A list whose documents lack what they must have, or most of whose documents are not to be had, is not believed either. */
  #judged(end: ListingEnd): ListingEnd {
    const problems = this.#halt?.kind === 'broken' ? [] : this.#problems();
    if (problems.length === 0 && this.#firstBroken) this.#room.note(this.#firstBroken);
    return problems.length === 0 ? end : { ...end, isComplete: false, problems: [...end.problems, ...problems] };
  }

  #problems(): RuleProblem[] {
    return [
      ...problemOf(this.#firstBroken, this.#broken, Math.max(1, MOST_BROKEN * this.#asked), 'are not as they must be'),
      ...problemOf(this.#firstUnhad, this.#unhadCount, Math.max(2, MOST_UNHAD * this.#asked), 'could not be had'),
    ];
  }

  #checkpoint(resumeAt: string | null): void {
    const { progress, run, quota } = this.#room;
    const { mode, today } = this.#plan;
    progress.save({ unfinished: { run, route: this.#route.name, mode, today, resumeAt, documents: quota.thisRun } });
  }

  #now(): number {
    return Date.parse(this.#room.now());
  }
}

const problemOf = (first: RuleProblem | null, count: number, most: number, what: string): RuleProblem[] =>
  first && count > most ? [{ rule: first.rule, message: `${count} documents ${what}; the first: ${first.message}` }] : [];

interface Signed {
  readonly item: Item;
  readonly key: string;
}

/** Everything a document is made of came with the archive it stands in. */
const isAtHand = ({ document: { files } }: CompleteRoute, steps: RoutePlan['steps']): boolean =>
  steps.some((step) => step.kind === 'directory' && (step.full ?? step.delta) !== undefined) &&
  files.every(({ item, files: linked }) => item !== undefined && linked.length === 0);

const HINT = 'The list hints that it is gone.';

/** The day of a snapshot that was imported; null where the route knows of none. */
function sinceOf({ since }: CompleteRoute, { connector, parameters }: HarvestRoom): string | null {
  return since === undefined ? null : filled(since, lookupIn(connector, parameters));
}

/** What the re-use record allows, and no more than the user wants of one run. */
function quotaOf({ reuse: { quota } }: CompleteRoute, { connector }: HarvestRoom, names: Values): typeof quota {
  const limit = connector.limit === undefined ? null : filled(connector.limit, lookupIn(connector, names));
  return limit === null ? quota : { ...quota, run: Math.min(quota.run ?? Infinity, Math.max(0, Math.floor(Number(limit)))) };
}

const NOTHING_HAD: Missing = { rule: 'document.files', message: 'it has no files', kind: 'failed', url: null, isRequired: true };

const lackOf = (absent: readonly string[]): Missing => ({
  rule: `document.require[${absent[0]}]`,
  message: `it has no ${absent.join(', ')}`,
  kind: 'failed',
  url: null,
  isRequired: true,
});

/** Files are asked for in the session of the last step; where every request has its own, without one that is shared. */
export function sessionOf(room: Pick<HarvestRoom, 'connector'>, { mode, steps }: RoutePlan, names: Values): FileSession {
  const index = steps.length - 1;
  const session = steps[index]?.session ?? 'keep';
  const rule = `${mode}[${index}]`;
  if (session === 'none' || session === 'fresh') return { jar: null, expired: [], open: null };
  if (session === 'keep') return { jar: rule, expired: [], open: null };
  const open = questionOf(session.open, lookupIn(room.connector, names), { base: null, rule: `${rule}.session.open` });
  return { jar: rule, expired: session.expired, open };
}
