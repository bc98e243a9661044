/** A document group as it is handed over: one work, its files, and what is said of them. The edge's words for document and file. */
export type Operation = 'Add' | 'Upd' | 'Del' | 'None';

export interface DocumentGroup {
  readonly date: Date;
  readonly crawler: string;
  readonly lang: string;
  readonly format: string;
  readonly filename: string;
  readonly identifier: string;
  readonly operation: Operation;
  /** 1 legislation, 2 case law, 3 article (an extension); null: not said. */
  readonly type: 1 | 2 | 3 | null;
  readonly documents: readonly GroupDocument[];
}

export interface GroupDocument {
  readonly format: string;
  readonly file: string;
  readonly identifier: string;
  readonly operation: Operation;
  readonly url: string;
  readonly md5: string;
}
