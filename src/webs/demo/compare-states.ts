/** Compares two states of a page as its site states them: which parts of it differ. */

/** The parts of a document whose change is a change of it; `content`, its bytes, of a file that says the same as before or nothing. */
export type Field = 'title' | 'text' | 'tables' | 'metadata' | 'content';

export interface Known {
  readonly title: string;
  /** With its heading. */
  readonly text: string;
  readonly tables: string;
  readonly metadata: string;
  /** A digest. */
  readonly bytes: string;
  readonly isFile: boolean;
}

const PARTS = ['title', 'text', 'tables', 'metadata'] as const;

export function compareStates(before: Known, now: Known): { fields: Field[]; bytesChanged: boolean } {
  const bytesChanged = before.bytes !== now.bytes;
  const fields = PARTS.filter((part) => before[part] !== now[part]);
  return { fields: now.isFile && bytesChanged && fields.length === 0 ? ['content'] : fields, bytesChanged };
}
