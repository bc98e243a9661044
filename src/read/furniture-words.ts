/**
 * What the words of a class, an id or a role say about an element: navigation and the like (furniture), or content.
 *
 * These are general words, not those of one site. A strong word decides alone; a weak one (`menu`, `social`) may also be
 * what a page is about, so the element's structure must agree (see html-parts.ts). Few values occur, again and again on
 * every page of a site, so results are cached.
 */
import { ownCopy } from '../model/index.js';
export const Hint = { none: 0, weak: 1, strong: 2, content: 3, main: 4, article: 5, notice: 6 } as const;

const STRONG =
  setOf(`nav navbar navigation navi subnav topnav sidenav breadcrumb breadcrumbs crumbs footer foot sidebar banner cookie cookies
  cookiebar consent gdpr promo promos promotion advert adverts advertisement advertisements advertising adsense adslot adbox newsletter
  pagination pager paginator skiplink skiplinks megamenu colophon copyright onetrust cookiebot addthis sharethis
  navigazione navegacion navegacao navigacija navigace navigacia nawigacja navigatie navigering navigointi
  brotkrumen brotkrume ariane fusszeile kopfzeile seitenleiste werbung publicite publicidad pubblicita reklama reklame
  piskotki kolacici stopka rodape patka lablec subsol zapati`);

const WEAK = setOf(`menu menus submenu menubar social socials share sharing sharebar shares related recommended recommendations ad ads adv
  sponsor sponsored search searchbox searchform login toolbar popup modal overlay toast clock counter hitcounter visitors ticker weather
  subscribe subscription masthead topbar bottombar tagcloud poll partager teilen condividi compartir udostepnij sdilet
  aside widget widgets backtotop skip jump hint tooltip languages langswitch`);

/** Whole names, whose words mean something else elsewhere: `page-header` contains the title. */
const WEAK_NAMES = setOf('header site-header siteheader global-header top-header main-header page-top language-switcher lang-switcher');

const CONTENT_NAMES = setOf(`content main maincontent main-content content-main page-content pagecontent entry-content post-content
  article-body article-content articlebody story-body main-text maintext inhalt contenu contenuto contenido`);

/** `with-sidebar` and `no-nav` describe the layout, and stand at the content as often as not. */
const ABOUT_THE_FRAME = /(?:^|[-_])(?:no|not|with|without|has|have|is|show|hide|hidden|open|closed|fixed|sticky|mit|ohne|avec|sans)[-_]/;

/** Landmark roles, and roles of things that appear and disappear. */
const ROLES: ReadonlyMap<string, number> = new Map([
  ...['navigation', 'banner', 'contentinfo', 'complementary', 'search', 'dialog', 'alertdialog', 'menu', 'menubar', 'toolbar'].map(
    (role) => [role, Hint.strong] as const,
  ),
  ...['timer', 'marquee', 'log', 'progressbar', 'tooltip'].map((role) => [role, Hint.strong] as const),
  ['status', Hint.notice],
  ['alert', Hint.notice],
  ['main', Hint.main],
  ['article', Hint.article],
  ['document', Hint.content],
  ['note', Hint.content],
]);

const MOST_KEPT = 5000;
const LONGEST = 300;
const kept = new Map<string, number>();

/** `value` is a class attribute, an id or the name of a custom element. */
export function hintOf(value: string): number {
  const known = kept.get(value);
  if (known !== undefined) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const hint = judge(value.slice(0, LONGEST));
  kept.set(ownCopy(value), hint);
  return hint;
}

export function roleHint(role: string): number {
  const word = role.trim().split(/\s/, 1)[0]?.toLowerCase() ?? '';
  return word.startsWith('doc-') ? Hint.content : (ROLES.get(word) ?? Hint.none);
}

function judge(value: string): number {
  let hint: number = Hint.none;
  for (const name of value.trim().split(/\s+/)) {
    const spaced = name.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
    if (CONTENT_NAMES.has(spaced)) return Hint.content;
    if (ABOUT_THE_FRAME.test(spaced)) continue;
    hint = Math.max(hint, WEAK_NAMES.has(spaced) ? Hint.weak : strongestOf(spaced));
  }
  return hint;
}

/** `main-nav_top-1` consists of the words main, nav, top. */
function strongestOf(name: string): number {
  let hint: number = Hint.none;
  for (const word of name.split(/[^\p{L}]+/u)) {
    if (STRONG.has(word)) return Hint.strong;
    if (WEAK.has(word) || /.(?:menu|nav)$/.test(word)) hint = Hint.weak;
    if (word === 'footnote' || word === 'footnotes') return Hint.none;
  }
  return hint;
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).filter((word) => word !== ''));
}
