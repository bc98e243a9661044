/**
 * Documents that may be gone: the list says so, hints at it, or no longer names them. Each is looked at before it is
 * deleted, and nothing is deleted because of a list that is not complete.
 */
import { counted } from '../../../model/index.js';
import type { Deposited } from '../../../store/index.js';
import { goneDeposit, sameDeposit } from '../document/make-deposit.js';
import type { ListingEnd } from '../port.js';
import { lookAtAbsent, type Probed, probeDocument } from './absence.js';
import type { RouteDocuments, Signed } from './route-documents.js';
import type { RouteJudge } from './route-judge.js';
import type { RouteRoom } from './route-room.js';

export class GoneDocuments {
  readonly #open: RouteRoom;
  readonly #judge: RouteJudge;
  readonly #documents: RouteDocuments;

  constructor(open: RouteRoom, judge: RouteJudge, documents: RouteDocuments) {
    this.#open = open;
    this.#judge = judge;
    this.#documents = documents;
  }

  /** What a list that broke off says of deletions comes again next time, since the cursor stays where it is. */
  async lookAtSigned({ isComplete }: ListingEnd): Promise<void> {
    const { signed } = this.#documents;
    if (isComplete && !this.#judge.halt) for (const each of signed) if (!this.#judge.stops()) await this.#lookAt(each);
    if (!isComplete && signed.length > 0) {
      const message = `${counted(signed.length, 'document is', 'documents are')} said to be gone; since the list is not complete, ${signed.length === 1 ? 'it is' : 'they are'} kept for now`;
      this.#open.room.note({ rule: 'deletion', message });
    }
  }

  /** What is missing from a complete list. `known`: documents that were there before the run. */
  async concludeAbsence(known: number): Promise<void> {
    const { room, now, store } = this.#open;
    const { connector, workspace, run } = room;
    const { deposits } = workspace.repository;
    const probe = (document: Deposited): Promise<Probed> => this.#probe(document);
    const end = await lookAtAbsent({ crawler: connector.id, run, known, rules: connector.deletion, deposits, probe });
    if (end.heldBack) room.problem(end.heldBack);
    for (const { document, conclusion, evidence } of end.conclusions) {
      if (conclusion === 'delete') await store(goneDeposit(document, 'Del', 'missing from the list', evidence, now()));
      else if (conclusion === 'suspect') await this.#suspect(document, evidence);
    }
  }

  async #suspect(document: Deposited, evidence: readonly string[]): Promise<void> {
    const { room, now } = this.#open;
    room.suspected++;
    await room.workspace.deposit(goneDeposit(document, 'None', 'may be gone', evidence, now()));
  }

  async #lookAt({ item, key }: Signed): Promise<void> {
    const { room, now, store } = this.#open;
    const { connector, workspace, run, keeper } = room;
    const known = workspace.repository.deposits.byKey(connector.id, key);
    if (!known || known.isDeleted || known.run === run) return; // this run has had it, whatever was said before
    if (item.sign === 'tombstone') return this.#isGone(known, 'the list says that it is gone', ['The list says that it is gone.']);
    const gathered = this.#isAskedFor() ? await this.#documents.gather(item, known) : null;
    const lack = gathered?.missing.find(({ isRequired }) => isRequired);
    if (gathered && !lack) return this.#documents.believe({ item, key, found: known, known }, gathered);
    if (gathered) keeper.keep(gathered.exchanges);
    if (lack?.kind === 'absent') return this.#isGone(known, 'gone', [HINT, `${lack.message}.`]);
    const { probe, evidence } = await this.#probe(known);
    if (probe === 'gone') return this.#isGone(known, 'gone', [HINT, evidence]);
    this.#documents.isSettled(key);
    return store(sameDeposit(known, 'still there, whatever the list hints', known.stamp, now()));
  }

  async #isGone(known: Deposited, reason: string, evidence: readonly string[]): Promise<void> {
    this.#documents.isSettled(known.key);
    await this.#open.store(goneDeposit(known, 'Del', reason, evidence, this.#open.now()));
  }

  /** Files that are rows or answers of a list cannot be asked for again. */
  #isAskedFor(): boolean {
    return this.#open.route.document.files.some(({ role, request }) => role === 'main' && request !== undefined);
  }

  #probe(document: Deposited): Promise<Probed> {
    const { room, route, names, session } = this.#open;
    const { connector, asker, workspace } = room;
    const { folder, repository } = workspace;
    const { files: rules } = route.document;
    return probeDocument(document, asker, { connector, rules, folder, names, jar: session.jar, deposits: repository.deposits });
  }
}

const HINT = 'The list hints that it is gone.';
