/** What became of each group at the receivers of a workspace: the last word of the last outbox that spoke of it. */

import { consumerStates, openDatabase } from '../../../follow/consumers/index.js';
import type { Repository } from '../../../store/index.js';

export interface SendState {
  /** unsent, or as in the book of the outbox: waiting, sent, refused, incomplete, unchanged. */
  readonly state: string;
  /** Of the receiver, or why it was not sent. */
  readonly answer: string | null;
  readonly at?: number;
  /** Name of the outbox. */
  readonly outbox?: string;
}

/** By the identifier of the group. */
export function sendStates(workspace: string, repository: Pick<Repository, 'journal'>): Map<string, SendState> {
  const states = new Map<string, SendState>();
  for (const { outbox, identifier, ...sent } of parcels(workspace, repository)) {
    const known = states.get(identifier);
    if (!known || (known.at ?? 0) <= sent.at) states.set(identifier, { ...sent, outbox });
  }
  return states;
}

/** Everything that was sent, or was to be, of one group. */
export function sendStory(workspace: string, repository: Pick<Repository, 'journal'>, group: string): ParcelStory[] {
  return [...parcels(workspace, repository, group)].toSorted((a, b) => a.at - b.at);
}

export interface ParcelStory {
  readonly outbox: string;
  readonly identifier: string;
  readonly operation: string;
  readonly state: string;
  readonly attempts: number;
  readonly answer: string | null;
  readonly at: number;
}

function* parcels(workspace: string, repository: Pick<Repository, 'journal'>, group?: string): Generator<ParcelStory> {
  for (const { file, kind, name } of consumerStates(workspace, repository)) {
    if (kind !== 'document-groups') continue;
    const db = openDatabase(file, { readonly: true, fileMustExist: true });
    try {
      const rows = db.prepare(PARCELS).iterate({ group: group ?? null }) as IterableIterator<Omit<ParcelStory, 'outbox'>>;
      for (const row of rows) yield { outbox: name, ...row };
    } finally {
      db.close();
    }
  }
}

const PARCELS =
  'SELECT identifier, operation, state, attempts, answer, at FROM parcel WHERE @group IS NULL OR identifier = @group ORDER BY id';
