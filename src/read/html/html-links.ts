/**
 * The outlinks of a page with kind, anchor, rel words, paragraph and place in the tree.
 *
 * Records everything the page refers to, requisites included; others decide what is followed. Links to the page itself
 * (`#top`) and to what cannot be fetched (mailto:, javascript:, tel:) are left out silently; references that are no URL
 * are counted in a note. Comments, data-* attributes and templates are ignored. Links inside noscript count, since
 * robots are shown that version.
 */
import type { Link, LinkKind } from '../../model/index.js';
import type { UrlResolver } from '../url-resolver.js';
import { cssUrls } from './css-urls.js';
import { type HtmlMetadata, parseRefresh } from './html-metadata.js';
import { ATTR, TAG } from './html-names.js';
import { foldSpace, type HtmlText, Zone } from './html-text.js';
import type { HtmlTree } from './html-tree.js';
import { linksLeftOut } from './most-links.js';
import { onclickUrls } from './onclick-links.js';
import { parseSrcset } from './srcset.js';

const MAX_ANCHOR = 500;
const MAX_STYLE = 1_000_000;
const MAX_PATH_STEPS = 24;
/** Most paths to cache: those of finished elements are not needed again. */
const MOST_PATHS = 10_000;
const NO_WORDS: readonly string[] = [];
/** Characters removed from a step, since paths are split at angle brackets. */
const NOT_IN_STEP = /[\s>]+/g;

export interface HtmlLinks {
  readonly links: readonly Link[];
  readonly canonical: string | null;
  readonly notes: readonly string[];
}

/** Links past the first `maxLinks` are only counted. */
export function linksOf(
  tree: HtmlTree,
  text: HtmlText,
  metadata: HtmlMetadata,
  urls: UrlResolver,
  nofollow: boolean,
  maxLinks: number,
): HtmlLinks {
  return new LinkPass(tree, text, urls, nofollow, maxLinks).run(metadata);
}

/** Hints for connections, and endpoints for remote procedures: no resources to visit. */
const NO_LINK: ReadonlySet<string> = new Set(['preconnect', 'dns-prefetch', 'pingback', 'edituri', 'wlwmanifest']);
const ICONS: ReadonlySet<string> = new Set([
  'icon',
  'apple-touch-icon',
  'apple-touch-icon-precomposed',
  'mask-icon',
  'apple-touch-startup-image',
  'fluid-icon',
]);
const PRELOADED: Readonly<Record<string, LinkKind>> = {
  script: 'script',
  worker: 'script',
  style: 'css',
  image: 'img',
  font: 'media',
  audio: 'media',
  video: 'media',
  track: 'media',
  document: 'link',
};

class LinkPass {
  private readonly links: Link[] = [];
  private canonical: string | null = null;
  private broken = 0;
  private left = 0;
  /** Paths of elements with links below them, with their number of steps. */
  private readonly paths = new Map<number, { readonly path: string; readonly steps: number }>();
  /** The same for very deep elements, shortened so that one more step fits. */
  private readonly cutPaths = new Map<number, string>();
  private lastPath = '';

  constructor(
    private readonly tree: HtmlTree,
    private readonly text: HtmlText,
    private readonly urls: UrlResolver,
    private readonly pageNofollow: boolean,
    private readonly maxLinks: number,
  ) {}

  run(metadata: HtmlMetadata): HtmlLinks {
    const { tree } = this;
    const { zone } = this.text;
    for (let row = 0; row < tree.count; row++) {
      const tag = tree.tag[row] ?? 0;
      if (tag <= TAG['#cdata']) continue;
      if (zone[row] === Zone.inert && tag !== TAG.script && tag !== TAG.style) continue;
      if (tree.attributes[row] === tree.attributes[row + 1] && tag !== TAG.style) continue;
      this.take(row, tag);
    }
    for (const [row, content] of metadata.refreshes) this.add(row, 'refresh', parseRefresh(content)?.url ?? null);
    return { links: this.links, canonical: this.canonical, notes: this.notes() };
  }

  private notes(): string[] {
    const notes: string[] = [];
    if (this.broken > 0) notes.push(`${this.broken} ${this.broken === 1 ? 'link' : 'links'} could not be understood as a URL`);
    if (this.left > 0) notes.push(linksLeftOut(this.left, this.maxLinks));
    return notes;
  }

  private take(row: number, tag: number): void {
    switch (tag) {
      case TAG.a:
        this.add(row, 'a', this.value(row, ATTR.href) ?? this.value(row, ATTR['xlink:href']));
        break;
      case TAG.area:
        this.add(row, 'area', this.value(row, ATTR.href));
        break;
      case TAG.link:
        this.takeLink(row);
        break;
      case TAG.img:
        this.addSet(row, ATTR.srcset);
        this.add(row, 'img', this.value(row, ATTR.src));
        break;
      case TAG.source:
        this.addSet(row, ATTR.srcset);
        this.add(row, 'media', this.value(row, ATTR.src));
        break;
      case TAG.image:
      case TAG.use:
        this.add(row, 'img', this.value(row, ATTR.href) ?? this.value(row, ATTR['xlink:href']));
        break;
      case TAG.script:
        this.takeScript(row);
        break;
      case TAG.style:
        this.addStyles(row, this.tree.textOf(row, MAX_STYLE));
        break;
      case TAG.iframe:
      case TAG.frame:
        this.add(row, tag === TAG.frame ? 'frame' : 'iframe', this.value(row, ATTR.src));
        break;
      case TAG.video:
      case TAG.audio:
      case TAG.track:
        this.add(row, 'img', this.value(row, ATTR.poster));
        this.add(row, 'media', this.value(row, ATTR.src));
        break;
      case TAG.embed:
        this.add(row, 'object', this.value(row, ATTR.src));
        break;
      case TAG.object:
        this.add(row, 'object', this.value(row, ATTR.data));
        break;
      case TAG.form:
        if (this.isGet(row, ATTR.method)) this.add(row, 'form', this.value(row, ATTR.action));
        break;
      case TAG.button:
      case TAG.input:
        if (this.isGet(row, ATTR.formmethod)) this.add(row, 'form', this.value(row, ATTR.formaction));
        if (this.value(row, ATTR.type)?.toLowerCase() === 'image') this.add(row, 'img', this.value(row, ATTR.src));
        break;
      case TAG.body:
      case TAG.table:
      case TAG.tr:
      case TAG.td:
      case TAG.th:
        this.add(row, 'img', this.value(row, ATTR.background));
        break;
    }
    const handler = this.value(row, ATTR.onclick);
    if (handler !== null) for (const url of onclickUrls(handler)) this.add(row, 'onclick', url);
    const style = this.value(row, ATTR.style);
    if (style !== null && style.includes('(')) this.addStyles(row, style);
  }

  private value(row: number, name: number): string | null {
    return this.tree.attribute(row, name);
  }

  /** Only a GET form leads to a page; sending a POST form would change something. */
  private isGet(row: number, name: number): boolean {
    const method = this.value(row, name);
    return method === null || !/^\s*(?:post|dialog)\s*$/i.test(method);
  }

  private takeScript(row: number): void {
    if (this.text.zone[this.tree.parent[row] ?? -1] === Zone.inert) return; // inside a template
    this.add(row, 'script', this.value(row, ATTR.src) ?? this.value(row, ATTR['xlink:href']));
  }

  private takeLink(row: number): void {
    const rel = wordsOf(this.value(row, ATTR.rel));
    if (rel.some((word) => NO_LINK.has(word))) return;
    const kind = kindOfRel(rel, this.value(row, ATTR.as));
    if (kind === 'img') this.addSet(row, ATTR.imagesrcset);
    const url = this.add(row, kind, this.value(row, ATTR.href), rel);
    if (kind === 'canonical' && this.canonical === null && url !== null) this.canonical = url;
  }

  private addSet(row: number, name: number): void {
    const set = this.value(row, name);
    if (set !== null) for (const url of parseSrcset(set)) this.add(row, 'img', url);
  }

  private addStyles(row: number, css: string): void {
    for (const { url, kind } of cssUrls(css)) this.add(row, kind, url);
  }

  /** Returns the URL when the reference became a link. */
  private add(row: number, kind: LinkKind, written: string | null, words?: readonly string[]): string | null {
    if (written === null) return null;
    const resolved = this.urls.resolve(written);
    if (resolved === 'ignored') return null;
    if (resolved === 'broken') {
      this.broken++;
      return null;
    }
    if (this.links.length >= this.maxLinks) {
      this.left++;
      return resolved.url;
    }
    const rel = words ?? wordsOf(this.value(row, ATTR.rel));
    const nofollow = this.pageNofollow || rel.includes('nofollow');
    this.links.push({
      url: resolved.url,
      kind,
      anchor: this.anchorOf(row, kind),
      rel,
      nofollow,
      paragraph: this.text.blockAt(row),
      path: this.sharedPath(row),
    });
    return resolved.url;
  }

  private anchorOf(row: number, kind: LinkKind): string {
    if (kind === 'img') return this.label(row, ATTR.alt);
    if (kind === 'area') return this.label(row, ATTR.alt);
    if (kind !== 'a' && kind !== 'onclick') return this.label(row, ATTR.title);
    const shown = this.shownAnchor(row);
    return shown !== '' ? shown : this.describedAnchor(row);
  }

  private label(row: number, attribute: number): string {
    const value = this.tree.attribute(row, attribute, 4 * MAX_ANCHOR);
    return value === null ? '' : foldSpace(value).slice(0, MAX_ANCHOR);
  }

  /** A second anchor inside the first ends it. */
  private shownAnchor(row: number): string {
    const { start, end, text, zone } = this.text;
    if (zone[row] !== Zone.visible) return foldSpace(this.tree.textOf(row, 4 * MAX_ANCHOR)).slice(0, MAX_ANCHOR);
    const from = start[row] ?? 0;
    let to = end[row] ?? from;
    if (to === from) return '';
    if (this.tree.last[row] !== row + 1) to = this.endBefore(row, to);
    const anchor = text.slice(from, Math.min(to, from + MAX_ANCHOR + 2)).trim();
    return (anchor.includes('\n') ? anchor.replaceAll('\n', ' ') : anchor).slice(0, MAX_ANCHOR);
  }

  private endBefore(row: number, end: number): number {
    const last = Math.min(this.tree.last[row] ?? row, row + 200);
    for (let at = row + 1; at <= last; at++) if (this.tree.tag[at] === TAG.a) return Math.min(end, this.text.start[at] ?? end);
    return end;
  }

  /** The anchor text of a linked picture is its alternative text. */
  private describedAnchor(row: number): string {
    const own = this.label(row, ATTR['aria-label']) || this.label(row, ATTR.title);
    if (own !== '') return own;
    const last = Math.min(this.tree.last[row] ?? row, row + 50);
    for (let at = row + 1; at <= last; at++) {
      const alt = this.tree.tag[at] === TAG.img ? this.label(at, ATTR.alt) : '';
      if (alt !== '') return alt;
    }
    return '';
  }

  /** The links of a list share their path: one string for all of them. */
  private sharedPath(row: number): string {
    const path = this.pathOf(row);
    if (path !== this.lastPath) this.lastPath = path;
    return this.lastPath;
  }

  /** Path of a deep element: drops outer steps, since the near ones say more. */
  private pathOf(row: number): string {
    const parent = this.tree.parent[row] ?? -1;
    const cut = this.cutPaths.get(parent);
    if (cut !== undefined) return `${cut}>${this.stepOf(row)}`;
    const beside = this.paths.get(parent);
    if (beside !== undefined && beside.steps < MAX_PATH_STEPS) return `${beside.path}>${this.stepOf(row)}`;
    const steps: number[] = [];
    let path = '';
    let above = 0;
    for (let at = row; at >= 0; at = this.tree.parent[at] ?? -1) {
      const known = this.paths.get(at);
      if (known !== undefined && known.steps + steps.length <= MAX_PATH_STEPS) {
        ({ path, steps: above } = known);
        break;
      }
      if (steps.length >= MAX_PATH_STEPS) {
        const outer = this.join('…', steps.slice(1));
        this.cutPaths.set(parent, outer);
        return `${outer}>${this.stepOf(row)}`;
      }
      steps.push(at);
    }
    const whole = this.join(path, steps);
    if (this.paths.size >= MOST_PATHS) this.paths.clear();
    if (steps.length > 1 && parent >= 0)
      this.paths.set(parent, { path: whole.slice(0, whole.lastIndexOf('>')), steps: above + steps.length - 1 });
    return whole;
  }

  /** `inner` lists steps from the inside out. */
  private join(outer: string, inner: readonly number[]): string {
    let path = outer;
    for (let at = inner.length - 1; at >= 0; at--) {
      const step = this.stepOf(inner[at] ?? 0);
      path = path === '' ? step : `${path}>${step}`;
    }
    return path;
  }

  private stepOf(row: number): string {
    const name = this.tree.nameOf(row).slice(0, 40);
    const id = this.tree.attribute(row, ATTR.id, 60)?.trim();
    if (id) return `${name}#${id.replace(NOT_IN_STEP, '_')}`;
    const first = firstWord(this.tree.attribute(row, ATTR.class, 60) ?? '');
    return first === '' ? name : `${name}.${first.includes('>') ? first.replace(NOT_IN_STEP, '_') : first}`;
  }
}

/** Called for every step to every link: splitting the list of words would take several times as long. */
const firstWord = (words: string): string => FIRST_WORD.exec(words)?.[0] ?? '';

const FIRST_WORD = /\S+/;

function kindOfRel(rel: readonly string[], as: string | null): LinkKind {
  if (rel.includes('stylesheet')) return 'css';
  if (rel.includes('canonical')) return 'canonical';
  if (rel.includes('manifest')) return 'object';
  if (rel.some((word) => ICONS.has(word))) return 'icon';
  if (rel.includes('alternate')) return 'alternate';
  if (rel.includes('modulepreload')) return 'script';
  if (rel.includes('image_src')) return 'img';
  return rel.includes('preload') ? (PRELOADED[as?.trim().toLowerCase() ?? ''] ?? 'object') : 'link';
}

function wordsOf(rel: string | null): readonly string[] {
  if (rel === null) return NO_WORDS;
  const words = rel
    .toLowerCase()
    .split(/[\t\n\f\r ,]+/, 20)
    .filter((word) => word !== '');
  return words.length === 0 ? NO_WORDS : words;
}
