/** What a server needs to show portals and to run their workers: given by whoever starts it, since connectors and harvests are not its own. */
import type { ParameterForm } from '../../definition/connector/index.js';
import type { Work } from '../../run/workers/index.js';
import type { FieldProblem } from '../api-error.js';

/** One text, several, or yes and no. */
export type FormValue = string | readonly string[] | boolean;

/** What the fields of a form hold, by section and name. */
export interface FormValues {
  /** Of the portal. */
  readonly parameters: Readonly<Record<string, FormValue>>;
  /** Of every run. */
  readonly run: Readonly<Record<string, FormValue>>;
}

/** A portal as a row of the list. */
export interface PortalEntry {
  readonly id: string;
  readonly number: number | null;
  readonly title: string;
  /** In words; null: it belongs to none. */
  readonly country: string | null;
  readonly languages: readonly string[];
  /** What happens when it is run: ready, refused, needs to be accepted. */
  readonly availability: string;
  /** Where its runs are kept unless somebody says otherwise. */
  readonly workspace: string;
}

/** One portal, with everything its page shows. */
export interface PortalWorker extends PortalEntry {
  readonly url: string | null;
  /** What whoever runs it has to know of its terms. */
  readonly terms: string;
  /** What the user has to confirm; null: nothing. */
  readonly confirm: string | null;
  readonly form: ParameterForm;
  /** The help text. */
  readonly usage: string;
  /** Of a worker file. Throws with a sentence where it is none. */
  open(file: string): { readonly values: FormValues; readonly notes: readonly string[] };
  /** As a worker file. */
  save(values: FormValues): string;
  /** What is wrong with the values. */
  check(values: FormValues): Promise<readonly FieldProblem[]>;
  readonly work: Work<FormValues>;
}

export interface PortalServing {
  list(): Promise<readonly PortalEntry[]>;
  /** By id; null: there is none. */
  find(id: string): Promise<PortalWorker | null>;
  /** Whether runs may be started from here. */
  readonly mayStart: boolean;
}
