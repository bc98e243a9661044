/** The sidebar of the site: the groups of docs/README.md, in its order. */
import type { Token, Tokens } from 'marked';
import { isHeading, type Page, plainText } from './pages.js';

export interface SidebarGroup {
  readonly title: string;
  readonly links: readonly { readonly label: string; readonly href: string }[];
}

export function sidebarOf(overview: Page): readonly SidebarGroup[] {
  const groups: { title: string; links: { label: string; href: string }[] }[] = [];
  for (const token of overview.tokens) {
    if (isHeading(token) && token.depth === 2) groups.push({ title: plainText([token]), links: [] });
    if (token.type === 'list') groups.at(-1)?.links.push(...(token as Tokens.List).items.flatMap(({ tokens }) => firstLink(tokens)));
  }
  return groups;
}

/** An entry is a link and, after a colon, what the page is about; the sidebar has room for the link. */
function firstLink(tokens: readonly Token[]): { label: string; href: string }[] {
  for (const token of tokens) {
    if (token.type === 'link') return [{ label: plainText([token]), href: String(token['href']) }];
    const [inner] = 'tokens' in token && token.tokens ? firstLink(token.tokens) : [];
    if (inner) return [inner];
  }
  return [];
}
