/** What a server needs to take groups in. */
import type { GroupStore, Ingest, IngestLimits } from '../../ingest/index.js';
import type { SenderOptions } from '../access/index.js';

export interface IngestServing extends SenderOptions {
  readonly ingest: Ingest;
  /** Asked for the state of groups and for the log. */
  readonly store: Pick<GroupStore, 'known' | 'state' | 'logRows'>;
  readonly spoolFolder: string;
  readonly limits: IngestLimits;
  /** Null: only REST. */
  readonly soap: SoapServing | null;
  /** Milliseconds for a whole message. */
  readonly receiveTimeout?: number;
}

export interface SoapServing {
  /** Where it answers. */
  readonly path: string;
  /** Whether the WSDL and its schemas are given to anybody who asks. */
  readonly publishMetadata: boolean;
  readonly includeExceptionDetail: boolean;
}
