/**
 * Which group each document identifier belongs to. Only this process stores groups in its workspace, so that it is enough to
 * remember it: read once, when the first group comes. What is found is looked up again before anybody is refused.
 */
import { hash } from 'node:crypto';
import type { DepositRows } from '../../store/index.js';
import { DocumentOfAnother } from '../port.js';

export class DocumentOwners {
  readonly #deposits: DepositRows;
  #groups: Map<number, string> | null = null;
  /** Of groups that are being stored. */
  readonly #claimed = new Map<string, string>();

  constructor(deposits: DepositRows) {
    this.#deposits = deposits;
  }

  /** Takes all documents for the group, or none. What comes back is told whether the group was stored. */
  claim(group: string, documents: Iterable<string>): (isStored: boolean) => void {
    const brought = [...documents];
    const groups = (this.#groups ??= this.#read());
    for (const document of brought) {
      const owner = this.#ownerOf(document, groups);
      if (owner !== null && owner !== group) throw new DocumentOfAnother(document, owner);
    }
    for (const document of brought) this.#claimed.set(document, group);
    return (isStored) => {
      for (const document of brought) {
        this.#claimed.delete(document);
        if (isStored) groups.set(keyOf(document), group);
      }
    };
  }

  #ownerOf(document: string, groups: ReadonlyMap<number, string>): string | null {
    const claimed = this.#claimed.get(document);
    if (claimed !== undefined) return claimed;
    const owner = groups.get(keyOf(document));
    return owner !== undefined && this.#has(owner, document) ? owner : null;
  }

  #has(group: string, document: string): boolean {
    const known = this.#deposits.byIdentifier(group);
    return known !== null && !known.isDeleted && known.files.some(({ identifier }) => identifier === document);
  }

  #read(): Map<number, string> {
    const groups = new Map<number, string>();
    for (const { identifier: group, files, isDeleted } of this.#deposits.all())
      if (!isDeleted) for (const { identifier } of files) groups.set(keyOf(identifier), group);
    return groups;
  }
}

/** A number takes a third of the room of the identifier. */
const keyOf = (document: string): number => Number.parseInt(hash('sha1', document).slice(0, 13), 16);
