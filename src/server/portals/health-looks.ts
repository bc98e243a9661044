/** How portals do, as the health of their runs says: looked at when a workspace has changed, and kept until it does again. */
import type { LookAtPortals } from '../api/portal-health.js';
import type { Crawls } from '../crawls/index.js';
import type { PortalEntry } from './serving.js';

export interface PortalHealth {
  readonly state: 'healthy' | 'new' | 'unusual' | 'broken';
  /** What is wrong, the worst first. */
  readonly findings: readonly string[];
}

interface Look {
  readonly stamp: string;
  readonly health: Promise<PortalHealth | null>;
}

/** A page does not wait longer than this: what is not known by then is there the next time. */
const PATIENCE_MS = 2000;

export class HealthLooks {
  readonly #lookAt: LookAtPortals | null;
  readonly #crawls: Crawls;
  readonly #looks = new Map<string, Look>();

  constructor(lookAt: LookAtPortals | null, crawls: Crawls) {
    this.#lookAt = lookAt;
    this.#crawls = crawls;
  }

  /** Null: nobody knows, or not yet. While it runs, what was known before holds. */
  async of({ id, workspace }: PortalEntry, isRunning: boolean): Promise<PortalHealth | null> {
    const stamp = this.#crawls.at(workspace).stamp();
    const known = this.#looks.get(id);
    if (!this.#lookAt || stamp === '') return null;
    if (known && (isRunning || known.stamp === stamp)) return inTime(known.health);
    const health = this.#look(id, workspace, this.#lookAt);
    this.#looks.set(id, { stamp, health });
    return inTime(health);
  }

  /** A workspace that cannot be read now says nothing. */
  async #look(id: string, workspace: string, lookAt: LookAtPortals): Promise<PortalHealth | null> {
    const found = await lookAt(workspace).catch(() => []);
    const health = found.find(({ portal }) => portal === id);
    return health ? { state: health.state, findings: health.findings.map(inWords) } : null;
  }
}

const inWords = ({ rule, message }: { readonly rule: string | null; readonly message: string }): string =>
  rule === null || message.includes(rule) ? message : `${rule}: ${message}`;

function inTime<T>(known: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS);
  });
  return Promise.race([known, late]).finally(() => clearTimeout(timer));
}
