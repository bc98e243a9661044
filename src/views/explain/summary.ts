/** Where the matter stands, in one sentence: what somebody who asks about a URL wants to know first. */
import { FORGOTTEN, type KnownResource } from '../../store/index.js';
import type { Explanation } from './explanation.js';

type Facts = Omit<Explanation, 'summary'>;

export function summarise(facts: Facts, parent: KnownResource | null): string {
  return [standing(facts, parent), asideSentence(facts)].filter((sentence) => sentence !== '').join(' ');
}

/** Why nothing of its site comes, whatever else is true of the URL. */
const asideSentence = ({ setAside, site }: Facts): string =>
  setAside ? `${site} was set aside in run ${setAside.run} until ${setAside.until}: ${setAside.reason}.` : '';

function standing(facts: Facts, parent: KnownResource | null): string {
  const { known, document, refused, judgement } = facts;
  if (known) return knownSummary(facts, parent);
  if (refused) {
    const now = judgement.objection
      ? judgement.objection.by === refused.by
        ? ''
        : `; now ${judgement.objection.by} refuses it`
      : '; now no rule refuses it';
    return `Found and not followed: ${refused.by}, ${refused.reason}${now}.`;
  }
  return document ? '' : `Never seen: nothing that was read leads here. ${prospect(facts)}`;
}

function prospect({ judgement: { objection } }: Facts): string {
  return objection ? `If it were found, ${objection.by} would refuse it: ${objection.reason}.` : 'If it were found, it would be fetched.';
}

function knownSummary({ known, waiting, visits, document }: Facts, parent: KnownResource | null): string {
  const { state, reason, url } = known as NonNullable<Facts['known']>;
  if (url.startsWith(FORGOTTEN)) return 'Taken down (winnow forget): what was kept of it is gone, and it is not fetched again.';
  if (state === 'alias')
    return parent
      ? `Known as another name of ${parent.url}, which says so itself; never fetched under this one.`
      : 'It came with a document that was handed over whole: winnow trace tells how.';
  if (waiting) return waitingSummary(waiting, visits.length, reason);
  if (state === 'excluded') return `Found, queued and not fetched: ${reason ?? 'excluded'}.`;
  if (state === 'redirected') return `Redirected: ${reason ?? ''}.`;
  if (state === 'failed') return `Failed: ${reason ?? ''}, in ${times(visits.length)}.`;
  if (!document) return `Fetched, ${times(visits.length)}: ${reason ?? state}.`;
  return `Fetched, ${times(visits.length)}; a document since ${document.firstSeen.slice(0, 10)}, ${document.state}, last changed ${document.lastChanged.slice(0, 10)}.`;
}

function waitingSummary({ ahead, atSite, turnAt }: NonNullable<Facts['waiting']>, visits: number, reason: string | null): string {
  const again = visits ? `, to be visited again (last: ${reason ?? 'unknown'})` : '';
  const place = ahead ? `${ahead} of ${atSite} at its site ${ahead === 1 ? 'comes' : 'come'} before it` : 'first of its site';
  return `Queued${again}: ${place}${turnAt && Date.parse(turnAt) > Date.now() ? `; not before ${turnAt}` : ''}.`;
}

const times = (count: number): string => `${count} ${count === 1 ? 'attempt' : 'attempts'}`;
