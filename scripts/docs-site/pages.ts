/** The Markdown pages of the project with their headings and links: what the site is made of, and what the test of links reads. */
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { lexer, type Token, type Tokens, walkTokens } from 'marked';

export interface Heading {
  readonly token: Tokens.Heading;
  readonly depth: number;
  readonly text: string;
  /** What a link names behind `#`; the same as on the usual code hosts. */
  readonly id: string;
}

export interface Page {
  /** Path from the root of the project, with slashes. */
  readonly file: string;
  readonly title: string;
  readonly tokens: readonly Token[];
  readonly headings: readonly Heading[];
  /** Addresses of links and pictures as they are written. */
  readonly links: readonly string[];
}

/** Folders without a page of their own get a list of their pages: folder → title. */
const LISTED_FOLDERS: Readonly<Record<string, string>> = { 'docs/decisions': 'Decisions', 'docs/portals': 'Portals' };

/** Every page, the overview of the guides first. */
export function readPages(root: string): readonly Page[] {
  const files = globSync(['docs/**/*.md', '*.md'], { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  const written = files.sort(overviewFirst).map((file) => parsePage(file, readFileSync(join(root, file), 'utf8')));
  const lists = Object.entries(LISTED_FOLDERS).map(([folder, title]) => listOf(folder, title, written));
  return [...written, ...lists];
}

export const OVERVIEW = 'docs/README.md';
const overviewFirst = (a: string, b: string): number => Number(b === OVERVIEW) - Number(a === OVERVIEW) || a.localeCompare(b, 'en');

export function parsePage(file: string, markdown: string): Page {
  const tokens = lexer(markdown);
  const headings: Heading[] = [];
  const links: string[] = [];
  const taken = new Map<string, number>();
  void walkTokens(tokens, (token) => {
    if (isHeading(token)) headings.push({ token, depth: token.depth, text: plainText([token]), id: freshId(plainText([token]), taken) });
    if (token.type === 'link' || token.type === 'image') links.push(String(token['href']));
  });
  return { file, title: headings[0]?.text ?? file, tokens, headings, links };
}

export const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';

/** The page a link leads to, or the path of another file of the project; `null` when it leads out of the project. */
export function targetOf(page: Page, href: string): { readonly file: string; readonly anchor: string } | null {
  if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return null;
  const [path = '', anchor = ''] = href.split('#');
  const file = path === '' ? page.file : posix.join(posix.dirname(page.file), decodeURI(path)).replace(/\/$/, '');
  return { file: file in LISTED_FOLDERS ? `${file}/index.md` : file, anchor };
}

/** What a reader sees of some tokens, without their markup. */
export function plainText(tokens: readonly Token[]): string {
  return tokens.map(textOf).join('').replace(/\s+/g, ' ').trim();
}

function textOf(token: Token): string {
  if (token.type === 'table') return [token['header'], ...token['rows']].flat().map(cellText).join(' ');
  if (token.type === 'list') return (token as Tokens.List).items.map((item) => `${plainText(item.tokens)} `).join('');
  if (token.type === 'html' || token.type === 'image') return '';
  if ('tokens' in token && token.tokens) return token.tokens.map(textOf).join('') + (isInline(token) ? '' : ' ');
  return 'text' in token ? String(token.text) : ' ';
}

const cellText = (cell: Tokens.TableCell): string => plainText(cell.tokens);
const isInline = ({ type }: Token): boolean => ['text', 'link', 'strong', 'em', 'del', 'codespan'].includes(type);

/** As code hosts make them: small letters, no punctuation, hyphens for spaces, a number for the second of a name. */
function freshId(text: string, taken: Map<string, number>): string {
  const id = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
  const before = taken.get(id) ?? 0;
  taken.set(id, before + 1);
  return before === 0 ? id : `${id}-${before}`;
}

function listOf(folder: string, title: string, pages: readonly Page[]): Page {
  const lines = pages.filter(({ file }) => posix.dirname(file) === folder).map((page) => `- [${page.title}](${posix.basename(page.file)})`);
  return parsePage(`${folder}/index.md`, `# ${title}\n\n${lines.join('\n')}\n`);
}
