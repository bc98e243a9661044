/**
 * Requisites of pages that are known already: where an earlier run left them out, a page that answers that it has not
 * changed, or is not visited at all, would never say again what it needs. Its stored links do.
 */
import type { Definition } from '../../definition/crawl/index.js';
import type { NewEntry } from '../../frontier/queue/index.js';
import { isRequisite, type LinkKind } from '../../model/index.js';
import type { Repository, RunRow, Workspace } from '../../store/index.js';
import { documentFiles } from './document-files.js';
import { type FoundLink, LinkFollower } from './found-links.js';
import { mediaRules } from './media-rules.js';
import type { Pipeline } from './pipeline.js';

const ADDED_AT_ONCE = 5000;

/** True when a run left them out, and none that wanted them has come to its end since. */
export function lacksRequisites({ capture }: Definition, runs: readonly RunRow[]): boolean {
  if (!capture.requisites) return false;
  const last = runs.findLastIndex((run) => run.state === 'finished' && wantedThem(run));
  return runs.slice(last + 1).some((run) => !wantedThem(run));
}

function wantedThem({ definition }: RunRow): boolean {
  const { capture } = JSON.parse(definition) as { readonly capture?: Partial<Definition['capture']> };
  return capture?.requisites === true;
}

/** Queues them; what is known is left as it is, so that a run that was cut off may do it again. */
export async function queueKnownRequisites(workspace: Workspace, definition: Definition, pipeline: Pipeline): Promise<void> {
  const { capture, documents } = definition;
  const { identify, judge } = pipeline;
  const follower = new LinkFollower(capture, identify, judge, documentFiles(documents), () => null, mediaRules(definition));
  let found: NewEntry[] = [];
  for (const { resource, links } of workspace.repository.graph.linkLists()) {
    found.push(...requisitesOf(workspace.repository, resource, links, follower));
    if (found.length < ADDED_AT_ONCE) continue;
    await workspace.add(found);
    found = [];
  }
  if (found.length > 0) await workspace.add(found);
}

function requisitesOf({ explain }: Repository, id: number, stored: string, follower: LinkFollower): NewEntry[] {
  const links = linksIn(stored);
  const page = links.length > 0 ? explain.resource(id) : null;
  if (!page) return [];
  const { url, depth, seed } = page;
  const origin = { url, kind: 'page', depth, redirects: 0, link: page.link, trail: null, language: null } as const;
  const { found } = follower.follow(links, origin);
  return found.filter(({ kind }) => kind === 'requisite').map((entry) => ({ ...entry, via: id, seed: seed ?? id }));
}

/** As the repository keeps them: a list a link, of URL, kind, anchor, rel words and nofollow first. */
function linksIn(stored: string): FoundLink[] {
  const rows = JSON.parse(stored || '[]') as [url: string, kind: LinkKind, anchor: string, rel: string, nofollow: number][];
  return rows
    .filter(([, kind]) => isRequisite(kind) || kind === 'frame' || kind === 'iframe')
    .map(([url, kind, anchor, , nofollow]) => ({ url, kind, anchor, nofollow: nofollow === 1 }));
}
