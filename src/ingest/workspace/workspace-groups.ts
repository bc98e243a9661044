/**
 * Received groups in a workspace: each is a deposit, so it is in the archive (resource records), the journal and the search
 * like everything else. One run goes on while the store is open.
 */

import type { Definition } from '../../definition/crawl/index.js';
import { counted } from '../../model/index.js';
import type { Deposited, DepositedFile, LogRow, NewLogRow, Workspace } from '../../store/index.js';
import { type GroupChange, GroupConflict, GroupOfAnother, type GroupState, type GroupStore, type KnownFile } from '../port.js';
import { isSentBy } from '../senders.js';
import { DocumentOwners } from './document-owners.js';
import { depositOf } from './group-deposit.js';
import { LaterReading } from './read-later.js';

/** Works beside the store and ends with it. */
export interface Finishing {
  finish(withinMs: number): Promise<void>;
}

export interface WorkspaceGroupsOptions {
  /** Open; it is closed with the store. */
  readonly workspace: Workspace;
  /** Entry of the threads that read. */
  readonly readerThread: URL;
  /** Makes what comes in searchable; null: nobody searches here. */
  readonly indexing: Finishing | null;
  readonly definition: Definition;
  /** Folder the definition's modules are relative to. */
  readonly folder: string;
  /** Whether the text of main files is read for the search, which takes most of the time; left out: yes. */
  readonly readsText?: boolean;
}

/** How long the end waits for the search index; what is left is indexed next time. */
const INDEX_MS = 10_000;

export async function makeWorkspaceGroups(options: WorkspaceGroupsOptions): Promise<WorkspaceGroups> {
  const { workspace, definition, folder, readerThread, indexing, readsText = true } = options;
  const last = workspace.repository.runs().at(-1);
  const isOpen = last !== undefined && last.state !== 'finished';
  const told = isOpen ? last.definition : JSON.stringify({ ...definition, name: 'ingest' });
  // Nothing is visited: what a crawl has left to do here waits for the crawl.
  await workspace.beginRun(told, Date.now(), undefined, { selection: new Uint8Array(0) });
  const texts = new LaterReading({ definition, folder, workspace, readsText, readerThread });
  return new WorkspaceGroups(workspace, definition, texts, indexing, isOpen);
}

export class WorkspaceGroups implements GroupStore {
  readonly workspace: Workspace;
  readonly #archive: Definition['archive'];
  readonly #texts: LaterReading;
  readonly #indexing: Finishing | null;
  /** The run is a crawl's that was stopped, and stays so. */
  readonly #isBorrowed: boolean;
  readonly #owners: DocumentOwners;
  #received = 0;

  constructor(workspace: Workspace, { archive }: Definition, texts: LaterReading, indexing: Finishing | null, isBorrowed: boolean) {
    this.workspace = workspace;
    this.#archive = archive;
    this.#texts = texts;
    this.#indexing = indexing;
    this.#isBorrowed = isBorrowed;
    this.#owners = new DocumentOwners(workspace.repository.deposits);
  }

  async known(identifier: string): Promise<readonly KnownFile[] | null> {
    const group = this.#there(identifier);
    return group ? group.files.map(knownFile) : null;
  }

  async store(change: GroupChange): Promise<void> {
    const { identifier, operation } = change.group;
    const known = this.#there(identifier);
    // Cheaper than to find it out when everything is read; the commit looks again.
    if ((operation === 'Add') === (known !== null)) throw new GroupConflict(identifier, known !== null);
    if (known && change.onlyOf !== undefined && !isSentBy(known.sender, change.onlyOf)) throw new GroupOfAnother(identifier);
    await this.#deposit(change, known);
    this.#received++;
  }

  async #deposit(change: GroupChange, known: Deposited | null): Promise<void> {
    const { identifier, operation } = change.group;
    const end = this.#owners.claim(identifier, change.contents.keys());
    let isStored = false;
    try {
      await this.#texts.beside(async () => {
        const receiving = { archive: this.#archive, whyUnread: this.#texts.whyUnread };
        const deposit = await depositOf(change, known, receiving, Date.now());
        if (!(await this.workspace.deposit(deposit))) throw new GroupConflict(identifier, operation === 'Add');
      });
      isStored = true;
    } finally {
      end(isStored);
    }
  }

  async log(row: NewLogRow, key?: string): Promise<void> {
    await this.workspace.logCall(row, key);
  }

  async *logRows(after = 0): AsyncIterable<LogRow> {
    yield* this.workspace.repository.deposits.log({ after });
  }

  async content(group: string, document: string): Promise<Uint8Array | null> {
    const file = this.#there(group)?.files.find(({ identifier }) => identifier === document);
    return file ? this.workspace.repository.deposits.read(file) : null;
  }

  async state(identifier: string): Promise<GroupState | null> {
    const group = this.workspace.repository.deposits.byIdentifier(identifier);
    if (!group) return null;
    const { crawler, sender, operation, date, isDeleted } = group;
    const documents = group.files.map((file) => ({ ...knownFile(file), operation: file.operation, length: file.length }));
    return { identifier, crawler, sender, operation, date: new Date(date), isDeleted, documents: isDeleted ? [] : documents };
  }

  async close(): Promise<void> {
    await this.#texts.close();
    const statistics = JSON.stringify({ pages: this.#received, completed: this.#received });
    const state = this.#isBorrowed ? 'stopped' : 'finished';
    await this.workspace.endRun(state, `received ${counted(this.#received, 'group')}`, statistics, Date.now());
    await this.#indexing?.finish(INDEX_MS);
    await this.workspace.close();
  }

  #there(identifier: string): Deposited | null {
    const group = this.workspace.repository.deposits.byIdentifier(identifier);
    return group?.isDeleted ? null : group;
  }
}

const knownFile = ({ identifier, name, type, url, md5 }: DepositedFile): KnownFile => ({ identifier, file: name, format: type, url, md5 });
