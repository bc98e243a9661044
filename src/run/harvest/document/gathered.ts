/** What was had of one document: its files with their bytes, what could not be had, and the fields found on the way. */
import type { Role } from '../../../definition/connector/index.js';
import type { Exchange } from '../../../model/index.js';
import type { Values } from '../port.js';

/** A file that was had. */
export interface HadFile {
  readonly name: string;
  readonly role: Role;
  /** Source address. */
  readonly url: string;
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly md5: string;
  readonly sha256: string;
  /** Of what is compared where that is not the bytes. */
  readonly compared: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** The answer its bytes came in. `isKept`: it is archived on its own, not with this document. */
  readonly source: { readonly exchange: Exchange; readonly isKept: boolean };
  readonly member: string | null;
  /** Where the server names a wrong one or none. */
  readonly charset: string | null;
}

/** A file that is as it was: the server says so (304), or it could not be had this time. */
export interface StandingFile {
  readonly name: string;
}

export interface Missing {
  /** `document.files[0]`. */
  readonly rule: string;
  readonly message: string;
  /** There is none (404, 406, 410), or it could not be had. */
  readonly kind: 'absent' | 'failed' | 'unreachable';
  readonly url: string | null;
  readonly isRequired: boolean;
}

/** What a rule for further files brought; one that may bring nothing, as it says itself, is not told of. */
export interface RuleYield {
  /** `document.files[0]`. */
  readonly rule: string;
  /** Null where it brought something. */
  readonly lack: string | null;
  /** Nothing was named for it: documents without annexes are common. Otherwise what is named was not to be had. */
  readonly isUnnamed: boolean;
}

export interface Gathered {
  readonly had: readonly HadFile[];
  readonly standing: readonly StandingFile[];
  readonly missing: readonly Missing[];
  readonly yields: readonly RuleYield[];
  readonly fields: Values;
  /** Everything that was answered for this document, in order. */
  readonly exchanges: readonly Exchange[];
  /** Addresses of hosts that moved, and the like. */
  readonly aliases: readonly string[];
}
