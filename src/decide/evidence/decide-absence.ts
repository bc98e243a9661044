/**
 * What follows when known documents are missing from a list.
 *
 * Pure. Only a complete list says anything. A list that lost much at once is more likely broken than right, so nothing is
 * concluded from it; what is missing otherwise is asked for once (a probe), and even then those that still answer are
 * believed gone only while they are few.
 */
export interface AbsenceRules {
  readonly absent: 'delete' | 'suspect' | 'ignore';
  /** Share of what is known that may vanish at once. */
  readonly most: number;
  /** So many may vanish whatever their share. */
  readonly least: number;
}

/** What the address of a missing document says: it is gone, it answers as before, or nothing can be told. */
export type Probe = 'gone' | 'answers' | 'unclear';

export interface AbsencePlan {
  readonly looksAt: boolean;
  /** Why nothing is concluded, and by which rule; null when nothing speaks against it. */
  readonly heldBack: { readonly rule: string; readonly message: string } | null;
}

/** Whether missing documents are looked at. `known` counts those that were there before the run. */
export function planAbsence(known: number, missing: number, rules: AbsenceRules): AbsencePlan {
  if (missing === 0 || rules.absent === 'ignore') return { looksAt: false, heldBack: null };
  const most = Math.max(rules.least, rules.most * known);
  if (missing <= most) return { looksAt: true, heldBack: null };
  const message = `${missing} of ${known} documents are missing from the list, which is more than ${Math.floor(most)}: nothing is deleted`;
  return { looksAt: false, heldBack: { rule: 'deletion.most', message } };
}

/** Of those that still answer at their address, so many are believed to be gone; more hint at a list that is wrong. */
const MOST_ANSWERING = 0.1;

export const mayDeleteAnswering = (known: number, answering: number): boolean => answering <= Math.max(1, MOST_ANSWERING * known);

/** What is done with one missing document. */
export function concludeAbsence(probe: Probe, rules: AbsenceRules, answeringMayGo: boolean): 'delete' | 'suspect' | 'hold' {
  if (probe === 'unclear') return 'suspect';
  if (probe === 'answers') return rules.absent === 'delete' && answeringMayGo ? 'delete' : 'hold';
  return rules.absent === 'delete' ? 'delete' : 'suspect';
}
