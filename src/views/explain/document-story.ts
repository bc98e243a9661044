/** Why a document was typed as it was: its journal with reasons, digests and evidence, what waits, and what could come next. */
import type { KnownChange, KnownDocument, PendingChange } from '../../store/index.js';
import type { DocumentStory, EntryStory, EvidenceItem, FieldChange, PendingStory } from './explanation.js';

export function documentStory(document: KnownDocument): DocumentStory {
  const { entries, pending, evidence, notes, firstSeen, lastChanged, lastChecked, deleted, ...rest } = document;
  return {
    ...rest,
    notes: (notes ?? '').split('\n').filter((note) => note !== ''),
    firstSeen: iso(firstSeen),
    lastChanged: iso(lastChanged),
    lastChecked: iso(lastChecked),
    deleted: deleted === null ? null : iso(deleted),
    entries: entries.map(entryStory),
    pending: pending && pendingStory(pending),
    evidence: evidenceIn(evidence),
    outlook: outlookFor(document),
  };
}

function entryStory({
  sequence,
  operation,
  run,
  at,
  reason,
  suspicion,
  evidence,
  changed,
  digests,
  digestsBefore,
}: KnownChange): EntryStory {
  const [before, after] = [digestsIn(digestsBefore), digestsIn(digests)];
  const fields = listIn<string>(changed).map(
    (field): FieldChange => ({ field, before: before[field] ?? null, after: after[field] ?? null }),
  );
  return { sequence, operation, run, at: iso(at), reason, suspicion, changed: fields, evidence: evidenceIn(evidence) };
}

const pendingStory = ({ operation, run, at, reason, evidence, anomaly }: PendingChange): PendingStory => ({
  operation,
  run,
  at: iso(at),
  reason,
  evidence: evidenceIn(evidence),
  anomaly,
});

/** As docs/decisions/0016 has it. */
function outlookFor({ state, pending, evidence }: KnownDocument): string {
  if (pending?.anomaly) return `Held back with others of its site: winnow anomalies shows them; accept makes it a change, reject drops it.`;
  if (state === 'deleted') return 'A good answer brings it back under the same identifier, as an Add.';
  const kinds = [...new Set(evidenceIn(evidence).map(({ kind }) => kind))];
  if (state === 'suspected')
    return `Deleted when the next run finds evidence again, or another kind than ${kinds.join(', ') || 'what there is'}; a good answer clears it.`;
  return 'Deleted only on two kinds of evidence in one run (404 or 410, an error page, a move, no longer listed …), or one again in the next run.';
}

function evidenceIn(json: string): EvidenceItem[] {
  return listIn<Partial<EvidenceItem>>(json).map(({ kind = '', detail = '', run = null }) => ({ kind, detail, run }));
}

function digestsIn(json: string | null): Record<string, string | null> {
  try {
    return json ? (JSON.parse(json) as Record<string, string | null>) : {};
  } catch {
    return {};
  }
}

/** Lists are JSON; one that is spoilt must not hide the rest. */
function listIn<T>(json: string): T[] {
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) ? (list as T[]) : [];
  } catch {
    return [];
  }
}

const iso = (at: number): string => new Date(at).toISOString();
