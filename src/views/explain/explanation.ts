/** The answer to `winnow explain URL`, as data: every decision with its rule and its numbers. Text is made of it elsewhere. */
import type { EntryKind } from '../../frontier/queue/index.js';
import type { Relatives, ResourceState } from '../../store/index.js';

export interface Explanation {
  /** As it was asked about. */
  readonly asked: string;
  /** What is requested. */
  readonly url: string;
  readonly site: string;
  /** In one sentence: where the matter stands. */
  readonly summary: string;
  readonly identity: Identity;
  /** What is known of it; null when nothing ever led here. */
  readonly known: Known | null;
  /** How it came in; null when it is not known. */
  readonly found: Found | null;
  /** It was refused when it was found. */
  readonly refused: Refused | null;
  /** Its site is in trouble and was set aside; null when it is not. */
  readonly setAside: AsideSite | null;
  /** What would become of it if it were found now. */
  readonly judgement: Judgement;
  /** When it may be asked for; null unless it is queued. */
  readonly waiting: Waiting | null;
  /** Oldest first. */
  readonly visits: readonly Visit[];
  readonly relatives: Relatives | null;
  readonly document: DocumentStory | null;
  readonly rendering: RenderingStory;
}

/** Whether its scripts run when it is visited. */
export interface RenderingStory {
  readonly mode: 'auto' | 'always' | 'never';
  /** Which layer of the definition says so: `crawl`, or the place of an entry of `sites`. */
  readonly from: string;
  /** The shape of its URL, by which is learned. */
  readonly template: string;
  readonly tried: number;
  readonly gained: number;
  /** A sentence. */
  readonly verdict: string;
  /** What the stored version has to say of it. */
  readonly notes: readonly string[];
}

export interface Identity {
  readonly policy: string;
  readonly key: string;
  /** How the spelling was changed on the way to the key, in words. */
  readonly changes: readonly string[];
}

export interface Known {
  readonly url: string;
  readonly kind: EntryKind;
  readonly state: ResourceState;
  readonly reason: string | null;
  readonly depth: number;
  readonly redirects: number;
  readonly score: number | null;
  readonly foundInRun: number;
  readonly visitedInRun: number | null;
  readonly attempts: number | null;
}

export interface Found {
  /** By what it came in, in words: a link, a sitemap, the definition. */
  readonly by: string;
  /** From where the path begins down to the resource itself. */
  readonly path: readonly PathStep[];
  /** Steps left out in the middle of a long path. */
  readonly omitted: number;
  readonly score: { readonly value: number | null; readonly combined: string | null };
}

export interface PathStep {
  readonly url: string;
  readonly depth: number;
  /** Kind of the link that led here. */
  readonly link: string;
  readonly anchor: string | null;
}

export interface Refused {
  readonly by: string;
  readonly reason: string;
  readonly foundOn: string | null;
  readonly run: number;
}

/** spent: not in this run. unknown: cannot be told without asking the site. */
export type Verdict = 'passes' | 'refuses' | 'spent' | 'unknown';

export interface RuleSays {
  readonly by: string;
  readonly verdict: Verdict;
  readonly reason: string;
}

export interface Judgement {
  /** What was assumed: how the URL is found. */
  readonly as: { readonly depth: number; readonly link: string; readonly foundOn: string | null; readonly assumed: boolean };
  /** Would be queued and, its turn come, fetched. */
  readonly fetched: boolean;
  /** The first rule that stands against it. */
  readonly objection: RuleSays | null;
  /** In the order they are asked. */
  readonly rules: readonly RuleSays[];
}

export interface AsideSite {
  readonly reason: string;
  readonly run: number;
  readonly at: string;
  /** The run does not ask it before; the next one may. */
  readonly until: string;
}

export interface Waiting {
  /** Entries of its site that come before it, of so many. */
  readonly ahead: number;
  readonly atSite: number;
  readonly immediate: boolean;
  readonly order: string;
  readonly delay: Delay;
  readonly lastAnswer: { readonly url: string; readonly endedAt: string; readonly outcome: string } | null;
  /** What stands against asking now, each with its own end where it has one. */
  readonly holds: readonly Hold[];
  /** The next request to its site is permitted from then on; null when that does not depend on time. */
  readonly siteFreeAt: string | null;
  /** About when its own turn comes, if all before it take one turn each. */
  readonly turnAt: string | null;
}

export interface Hold {
  readonly what: string;
  readonly until: string | null;
}

/** Milliseconds. */
export interface Delay {
  readonly owed: number;
  /** What makes it so long. */
  readonly because: string;
  readonly configured: number;
  /** Which layer of the definition: `crawl`, or the place of an entry of `sites`. */
  readonly configuredBy: string;
  readonly asked: number | null;
  readonly response: { readonly factor: number; readonly ms: number };
  readonly troubles: number;
}

export interface Visit {
  readonly run: number;
  readonly at: string;
  readonly url: string;
  readonly status: number | null;
  readonly ms: number;
  /** Milliseconds that had to pass since the site's last answer. */
  readonly owed: number | null;
  readonly type: string | null;
  readonly bytes: number;
  readonly location: string | null;
  readonly error: string | null;
  readonly truncated: string | null;
  readonly archive: { readonly file: string; readonly offset: number; readonly revisit: boolean } | null;
}

export interface DocumentStory {
  readonly identifier: string;
  readonly title: string | null;
  readonly language: string | null;
  readonly type: string | null;
  readonly score: number | null;
  /** URL of the document it says the same as, and how alike they are, 0 to 1. */
  readonly duplicateOf: string | null;
  readonly similarity: number | null;
  /** What the reader had to leave out or mend, in words. */
  readonly notes: readonly string[];
  readonly state: string;
  readonly firstSeen: string;
  readonly lastChanged: string;
  readonly lastChecked: string;
  readonly deleted: string | null;
  readonly checks: number;
  readonly changes: number;
  readonly entries: readonly EntryStory[];
  readonly pending: PendingStory | null;
  readonly evidence: readonly EvidenceItem[];
  /** What it would take for it to be deleted, or to be back. */
  readonly outlook: string;
}

export interface EvidenceItem {
  readonly kind: string;
  readonly detail: string;
  readonly run: number | null;
}

export interface EntryStory {
  readonly sequence: number;
  readonly operation: string;
  readonly run: number;
  readonly at: string;
  readonly reason: string;
  readonly suspicion: string | null;
  readonly changed: readonly FieldChange[];
  readonly evidence: readonly EvidenceItem[];
}

export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface PendingStory {
  readonly operation: string;
  readonly run: number;
  readonly at: string;
  readonly reason: string;
  readonly evidence: readonly EvidenceItem[];
  /** Held back with others of its site. */
  readonly anomaly: { readonly id: number; readonly kind: string; readonly detail: string; readonly state: string } | null;
}
