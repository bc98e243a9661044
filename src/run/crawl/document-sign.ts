/**
 * What an answer says about a document without being one: that it is gone, or nothing at all.
 *
 * Only a plain word counts: 404 and 410, a permanent redirect, a page that says so. Everything that may be trouble, a
 * door that is closed to us or a moment's whim (5xx, 403, time-outs, temporary redirects) says nothing.
 */
import { isDoor } from '../../decide/index.js';
import { redirectTarget } from '../../fetch/index.js';
import type { Entry } from '../../frontier/queue/index.js';
import { asUrl, type Exchange } from '../../model/index.js';
import type { DocumentSign } from '../../store/index.js';
import type { Reading } from './reading.js';

const GONE: ReadonlySet<number> = new Set([404, 410]);
const PERMANENT: ReadonlySet<number> = new Set([301, 308]);

/** Null when the answer is a document, or says nothing about one. */
export function documentSign(entry: Entry, exchange: Exchange, { meaning, sign }: Pick<Reading, 'meaning' | 'sign'>): DocumentSign | null {
  const { status } = exchange;
  if (entry.kind !== 'page') return null;
  if (sign)
    return {
      kind: sign.kind === 'soft-404' ? 'soft-404' : 'unusable',
      detail: `answered ${status} with a page that is no document: ${sign.because}`,
    };
  if (meaning === 'refused' && GONE.has(status)) return { kind: 'gone', detail: `answered ${status}` };
  return meaning === 'redirect' ? redirectSign(entry, exchange) : null;
}

function redirectSign({ site, url }: Entry, exchange: Exchange): DocumentSign | null {
  const { status } = exchange;
  const target = asUrl(redirectTarget(exchange) ?? '');
  if (!target || target.origin !== site || isDoor(target.href)) return null;
  const detail = `answered ${status}, to ${target.href}`;
  const isHome = target.pathname === '/' && target.search === '';
  if (isHome && new URL(url).pathname !== '/') return { kind: 'home', detail };
  return PERMANENT.has(status) ? { kind: 'moved', detail } : { kind: 'elsewhere', detail, target: target.href };
}
