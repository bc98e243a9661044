/** URLs that come from outside while a crawl runs, by the drop folder or by another process: checked like links, queued like seeds. */
import type { NewEntry } from '../../frontier/queue/index.js';
import { scoreOfPrecedence } from '../../model/index.js';
import type { Workspace } from '../../store/index.js';
import type { Judge } from './found-links.js';
import { entryFor, type Identify } from './identify.js';

export interface OutsideUrl {
  readonly url: string;
  readonly score?: number | undefined;
  /** Counts where there is no score. */
  readonly priority?: number | undefined;
  readonly immediate?: boolean | undefined;
  readonly blacklist?: boolean | undefined;
  readonly depth?: number | undefined;
}

export interface OutsideCounts {
  readonly accepted: number;
  readonly updated: number;
  readonly blacklisted: number;
  /** No URL, out of scope, or visited already. */
  readonly refused: number;
}

export function outsideUrls(
  workspace: Workspace,
  identify: Identify,
  judge: Judge,
  /** Whether scores of a URL are summed: precedences are then of sums too. */
  sums: boolean,
): (urls: readonly OutsideUrl[]) => Promise<OutsideCounts> {
  const entryOf = ({ url, depth = 0, score, priority, immediate, blacklist }: OutsideUrl): NewEntry | null => {
    const identity = identify(url);
    if (!identity) return null;
    const candidate = { url: identity.url, host: identity.host, key: identity.key, depth, via: 'added', anchor: '', trail: [] };
    if (!blacklist && (judge.scope(candidate) ?? judge.filters(candidate))) return null;
    return {
      ...entryFor(identity, { kind: 'page', depth, via: null, link: 'added' }),
      score: score ?? (priority === undefined ? null : scoreOfPrecedence(priority, sums)),
      immediate: immediate ?? false,
    };
  };
  return async (urls) => {
    const wanted = urls.map((url) => ({ entry: entryOf(url), blacklist: url.blacklist ?? false }));
    const entries = wanted.filter((each): each is { entry: NewEntry; blacklist: boolean } => each.entry !== null);
    const blacklisted = await workspace.forbid(entries.filter(({ blacklist }) => blacklist).map(({ entry }) => entry));
    const { added, updated } = await workspace.add(entries.filter(({ blacklist }) => !blacklist).map(({ entry }) => entry));
    return { accepted: added, updated, blacklisted, refused: urls.length - added - updated - blacklisted };
  };
}
