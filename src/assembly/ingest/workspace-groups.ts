/**
 * Received groups in a workspace: each is a deposit, so it is in the archive (resource records), the journal and the search
 * like everything else. One run goes on while the store is open.
 */

import { openWorkspace } from '../../backends/index.js';
import type { Definition } from '../../definition/crawl/index.js';
import {
  DocumentOwners,
  depositOf,
  type GroupChange,
  GroupConflict,
  GroupOfAnother,
  type GroupState,
  type GroupStore,
  isSentBy,
  type KnownFile,
  LaterReading,
} from '../../ingest/index.js';
import { counted } from '../../model/index.js';
import { compiledUrl } from '../../platform/index.js';
import type { Deposited, DepositedFile, LogRow, NewLogRow, Workspace } from '../../store/index.js';
import { type Indexing, indexWhenIdle } from '../search/index-beside.js';
import { workspaceOptions } from '../workspace-options.js';

export interface WorkspaceGroupsOptions {
  /** Folder of the workspace. */
  readonly workspace: string;
  readonly definition: Definition;
  /** Folder the definition's modules are relative to. */
  readonly folder: string;
  /** Whether the text of main files is read for the search, which takes most of the time; left out: yes. */
  readonly readsText?: boolean;
  /** Told in a sentence what was found and mended. */
  readonly onRemark?: (remark: string) => void;
}

/** How long the end waits for the search index; what is left is indexed next time. */
const INDEX_MS = 10_000;

export async function openWorkspaceGroups(options: WorkspaceGroupsOptions): Promise<WorkspaceGroups> {
  const { definition, folder, readsText = true, onRemark = () => undefined } = options;
  const workspace = openWorkspace(workspaceOptions(definition, options.workspace, null));
  for (const remark of workspace.remarks) onRemark(remark);
  const last = workspace.repository.runs().at(-1);
  const isOpen = last !== undefined && last.state !== 'finished';
  const told = isOpen ? last.definition : JSON.stringify({ ...definition, name: 'ingest' });
  // Nothing is visited: what a crawl has left to do here waits for the crawl.
  await workspace.beginRun(told, Date.now(), undefined, { selection: new Uint8Array(0) });
  const readerThread = compiledUrl(import.meta.url, '../reader-thread.js');
  const texts = new LaterReading({ definition, folder, workspace, readsText, readerThread });
  const indexing = definition.search.index ? indexWhenIdle(workspace.folder, () => workspace.repository.journal.last(), onRemark) : null;
  return new WorkspaceGroups(workspace, definition, texts, indexing, isOpen);
}

export class WorkspaceGroups implements GroupStore {
  readonly workspace: Workspace;
  readonly #archive: Definition['archive'];
  readonly #texts: LaterReading;
  readonly #indexing: Indexing | null;
  /** The run is a crawl's that was stopped, and stays so. */
  readonly #isBorrowed: boolean;
  readonly #owners: DocumentOwners;
  #received = 0;

  constructor(workspace: Workspace, { archive }: Definition, texts: LaterReading, indexing: Indexing | null, isBorrowed: boolean) {
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
