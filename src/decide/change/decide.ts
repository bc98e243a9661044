/**
 * Decide: what a visit means for a document, by comparing what was seen with what is known.
 *
 * Pure: no clock, no store. Bytes that differ are not yet a change: session numbers, advertisements and the time of day
 * in a footer's markup differ at every visit. A document counts as updated when its title, text, tables, metadata or
 * files differ, or, where there is no text to compare, its bytes. Every answer says why.
 */
import { FIELDS, type Field, type FieldDigests } from './field-digests.js';

/** `Del` takes evidence that a single visit cannot give; whoever gathers it decides on it. */
export type Operation = 'Add' | 'Upd' | 'Del' | 'None';

export interface KnownVersion {
  readonly digests: FieldDigests;
}

/** What this visit found, or the server's word (304) that nothing changed. */
export type SeenVersion = { readonly digests: FieldDigests } | { readonly notModified: true };

export interface Decision {
  readonly operation: Operation;
  /** For people, in a clause: `text changed`. */
  readonly reason: string;
  /** Every part that differs, also those too slight to make an update; empty for Add. */
  readonly changed: readonly Field[];
}

/** Parts whose change is a change of the document. Links alone are not: navigation and tracking change all the time. */
const WEIGHTY: ReadonlySet<Field> = new Set<Field>(['title', 'text', 'tables', 'metadata', 'statements', 'files']);
/** What all rules, past and present, make the same digest of. */
const COMMON: readonly Field[] = ['title', 'links', 'content'];

export function decide(known: KnownVersion | null, seen: SeenVersion): Decision {
  if ('notModified' in seen) return { operation: 'None', reason: 'the server says it is not modified', changed: [] };
  if (!known) return { operation: 'Add', reason: 'not known before', changed: [] };
  if (known.digests.plain === undefined ? seen.digests.plain : !seen.digests.plain) return acrossModes(known.digests, seen.digests);
  if (known.digests.awaits && !seen.digests.awaits && known.digests.content === seen.digests.content)
    return { operation: 'Upd', reason: 'its RDF can be read now', changed: ['statements'] };
  // Equal bytes settle it, even where a newer reader makes other fields of them.
  if (known.digests.content === seen.digests.content) return { operation: 'None', reason: 'the same bytes', changed: [] };
  return compare(known.digests, seen.digests);
}

/** Rendered then and plain now, or the other way round: how a page is read is no change of it, so it is compared as it was sent. */
function acrossModes(known: FieldDigests, seen: FieldDigests): Decision {
  return decide({ digests: known.plain ?? known }, { digests: seen.plain ?? seen });
}

function compare(known: FieldDigests, seen: FieldDigests): Decision {
  const changed =
    known.rules === seen.rules
      ? FIELDS.filter((field) => known[field] !== undefined && known[field] !== seen[field])
      : changedByOtherRules(known, seen);
  const weighty = changed.filter((field) => WEIGHTY.has(field));
  if (weighty.length > 0) return { operation: 'Upd', reason: weighty.map((field) => inWords(field, known, seen)).join(', '), changed };
  if (seen.visible === null) return { operation: 'Upd', reason: 'other bytes, and no text to compare', changed };
  return { operation: 'None', reason: 'other bytes, but the same title, text, tables and metadata', changed };
}

/** Stored by an earlier version of this program: what is shown can be compared, what counts as content cannot. */
function changedByOtherRules(known: FieldDigests, seen: FieldDigests): Field[] {
  return FIELDS.filter((field) => {
    if (field === 'text') return known.visible !== seen.visible;
    return COMMON.includes(field) && known[field] !== seen[field];
  });
}

function inWords(field: Field, known: FieldDigests, seen: FieldDigests): string {
  if (known.rules !== seen.rules) return `${field} changed`;
  if (known[field] === null) return `${field} appeared`;
  return seen[field] === null ? `${field} disappeared` : `${field} changed`;
}
