/**
 * The page a visit brought, where it was rendered: what the scripts added, and whether that makes it the one to keep.
 *
 * A page that its scripts add nothing to is kept as it was sent, so that it is compared with what it was sent like before.
 * Links that only scripts make are told by their path, which begins with `rendered`.
 */
import { counted, domainOf, isRequisite, type Link, type Page } from '../../model/index.js';

/** A rendered document on its way to a reader thread. */
export interface RenderedInput {
  /** Null: it could not be had, and the notes say why. */
  readonly html: Uint8Array | null;
  readonly links: readonly string[];
  readonly notes: readonly string[];
  /** It is kept whatever it brought: the definition says so. */
  readonly always: boolean;
}

/** What rendering brought. */
export interface Gain {
  readonly gained: boolean;
  /** For people, a clause. */
  readonly because: string;
}

export interface ChosenPage {
  readonly page: Page | null;
  /** Whether it is the rendered one. */
  readonly rendered: boolean;
  readonly gain: Gain;
}

export function choosePage(url: string, plain: Page | null, after: Page | null, { links, notes, always, html }: RenderedInput): ChosenPage {
  if (!after || html === null) return { page: plain && { ...plain, notes: [...plain.notes, ...notes] }, rendered: false, gain: NOT_HAD };
  const rendered = withScriptLinks(plain, after, links);
  const gain = gainOf(url, plain, rendered);
  if (!gain.gained && !always) return { page: plain && { ...plain, notes: [...plain.notes, ...notes] }, rendered: false, gain };
  return { page: { ...rendered, notes: [...rendered.notes, `rendered: ${gain.because}`, ...notes] }, rendered: true, gain };
}

const NOT_HAD: Gain = { gained: false, because: 'it could not be rendered' };

/** So much text has to be new, and so little of it to have been there before; nearly empty pages need not gain much. */
const ENOUGH = { characters: 100, share: 0.8 };
const FROM_NOTHING = { characters: 20, share: 0.2 };

function gainOf(url: string, plain: Page | null, after: Page): Gain {
  const [was, is] = [plain?.text.length ?? 0, after.text.length];
  const links = after.links.filter((link) => link.path.startsWith(MARK) && leadsOn(url, link)).length;
  const text = [ENOUGH, FROM_NOTHING].some(({ characters, share }) => is - was >= characters && was < share * is);
  const because = [
    `${counted(was, 'character')} before scripts and ${is} after`,
    ...(links ? [`${counted(links, 'link')} made by scripts`] : []),
  ].join(', ');
  return { gained: text || links > 0, because };
}

/** To another page of the same registrable domain. */
function leadsOn(url: string, { kind, url: to }: Link): boolean {
  if (isRequisite(kind) || kind === 'form' || !/^https?:/.test(to)) return false;
  return siteOf(to) === siteOf(url) && to.split('#', 1)[0] !== url;
}

function siteOf(url: string): string {
  const { hostname } = new URL(url);
  return domainOf(hostname) ?? hostname;
}

const MARK = 'rendered>';

function withScriptLinks(plain: Page | null, after: Page, targets: readonly string[]): Page {
  const known = new Set((plain?.links ?? []).map(nameOf));
  const marked = after.links.map((link) => (known.has(nameOf(link)) ? link : { ...link, path: `${MARK}${link.path}` }));
  const there = new Set(after.links.map(({ url }) => url));
  const made = targets.filter((url) => !there.has(url)).map(scriptLink);
  return { ...after, links: [...marked, ...made] };
}

const nameOf = ({ kind, url }: Link): string => `${kind} ${url}`;

const scriptLink = (url: string): Link => ({
  url,
  kind: 'a',
  anchor: '',
  rel: [],
  nofollow: false,
  paragraph: null,
  path: `${MARK}script`,
});
