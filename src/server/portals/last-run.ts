/** The last run of a portal, as its workspace has it. */
import type { RunRow } from '../../store/index.js';
import { ApiError } from '../api-error.js';
import type { Crawls } from '../crawls/index.js';

export interface LastRun {
  readonly run: number;
  readonly state: string;
  readonly reason: string | null;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly documents: number | null;
  /** It concluded nothing, since something is wrong with the portal. */
  readonly isSuspicious: boolean;
}

/** Null where none has run, or the workspace cannot be read now. */
export function lastRunIn(crawls: Crawls, workspace: string, portal: string): LastRun | null {
  try {
    return crawls.at(workspace).read(({ repository }) => lastOf(repository.runs(), portal));
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

function lastOf(runs: readonly RunRow[], portal: string): LastRun | null {
  const last = runs.findLast(({ definition }) => read(definition)['portal'] === portal);
  if (!last) return null;
  const { documents, isSuspicious } = read(last.statistics);
  return {
    run: last.id,
    state: last.state,
    reason: last.reason,
    startedAt: new Date(last.startedAt).toISOString(),
    endedAt: last.endedAt === null ? null : new Date(last.endedAt).toISOString(),
    documents: typeof documents === 'number' ? documents : null,
    isSuspicious: isSuspicious === true,
  };
}

function read(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
