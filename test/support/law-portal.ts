/** A portal as small as can be: a list of laws, a page for each. For what a test says of harvests, whatever the portal. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { html, notFound, type PortalFixture } from '../../src/webs/portals/index.js';

export interface LawPortal {
  readonly id: string;
  readonly host: string;
  readonly laws: number;
}

/** Laws are numbered from 1. */
export function lawPortal({ id, host, laws }: LawPortal): PortalFixture {
  const keys = Array.from({ length: laws }, (_law, at) => String(at + 1));
  const list = `<!doctype html><title>Laws</title><ul>${keys.map((key) => `<li><a href="/law/${key}">Law ${key}</a></li>`).join('')}</ul>`;
  return {
    connector: id,
    hosts: [host],
    quirks: ['none', 'at', 'all'],
    today: { 1: '2031-01-06T04:00:00Z', 2: '2031-01-07T04:00:00Z' },
    expected: { 1: keys, 2: { Add: [], Upd: [], Del: [], None: keys } },
    open: (day) => {
      return ({ url }) => {
        if (url.pathname === '/laws') return html(day === 'broken' ? list.replaceAll('li>', 'div>') : list);
        const key = url.pathname.replace('/law/', '');
        return keys.includes(key) ? html(`<!doctype html><title>Law ${key}</title><p>Everybody may have ${key} lamps.`) : notFound();
      };
    },
  };
}

/** Its connector; `more` is laid over what it says by itself. */
export const lawConnector = ({ id, host }: Pick<LawPortal, 'id' | 'host'>, more = ''): string => `
title: Laws of ${id}
url: https://${host}/
content: [legislation]
formats: [text/html]
languages: [en]
${more.includes('reuse:') ? '' : 'reuse: { terms: free, because: The portal says so on every page. }'}
politeness: { delay: 0ms }
list:
  - request: https://${host}/laws
    each: li
    fields: { title: a, link: { link: { of: a } }, number: { match: { of: a@href, pattern: '([0-9]+)$' } } }
    require: [title, link]
document:
  key: '{number}'
  title: '{title}'
  files: [{ request: '{link}' }]
${more}`;

/** A folder of its own with connectors in it, for processes that are started there. */
export async function folderWith(connectors: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-portals-'));
  await mkdir(join(folder, 'connectors'));
  for (const [id, text] of Object.entries(connectors)) await writeFile(join(folder, 'connectors', `${id}.yaml`), text);
  return folder;
}
