/**
 * Decides which part of a page an element belongs to: content, a data table, or furniture (navigation and the like).
 *
 * Decided once on the way down: everything inside furniture is furniture. The signs are the element's name, its role,
 * and the words of its class and id (furniture-words.ts). Wrappers are the trap: a `<form>` around the whole body, a
 * `<div class="sidebar-left">` around everything. An element that contains the page's `<main>`, or the larger half of a
 * page with paragraphs in it, is not furniture, whatever its class says. How far it looks into an element is bounded.
 */
import { Hint, hintOf, roleHint } from '../furniture-words.js';
import { ATTR, KNOWN_TAGS, TAG, type TagName } from './html-names.js';
import type { HtmlTree } from './html-tree.js';

/** Bits of a mark: the properties of a range of text. */
export const TABLE = 1;
export const FURNITURE = 2;
export const IN_MAIN = 4;
export const IN_ARTICLE = 8;
const IN_SECTION = 16;
/** Furniture by the words of its name alone. */
export const NAMED = 32;

const PLAIN = 0;
const WORDED = 1;
const ALWAYS = 2;
const HEADER = 3;
const FOOTER = 4;
const ASIDE = 5;
const FORM = 6;
const MAIN = 7;
const ARTICLE = 8;
const SECTION = 9;
const DATA = 10;
const HEADING = 11;

/** The kind of an element, by the number of its name. */
const KINDS = new Uint8Array(KNOWN_TAGS);
const kind = (value: number, ...names: TagName[]): void => {
  for (const name of names) KINDS[TAG[name]] = value;
};
kind(WORDED, 'div', 'p', 'ul', 'ol', 'dl', 'td', 'center', 'details', 'fieldset', 'address');
kind(ALWAYS, 'nav', 'search', 'menu', 'button', 'select', 'option', 'textarea', 'output', 'dialog', 'marquee');
kind(HEADER, 'header');
kind(FOOTER, 'footer');
kind(ASIDE, 'aside');
kind(FORM, 'form');
kind(MAIN, 'main');
kind(ARTICLE, 'article');
kind(SECTION, 'section');
kind(DATA, 'table');
kind(HEADING, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6');

/** Most rows of an element to look at, and characters that make a text prose. */
const LOOKED_AT = 20_000;
const PROSE = 300;

export class PartTracker {
  /** The mark of the text that comes next. */
  mark = 0;
  /** The innermost element that changed the mark, -1 when there is none. */
  top = -1;
  articles = 0;
  /** Where the first heading begins; -1 until there is one. */
  heading = -1;
  private readonly rows: number[] = [];
  private readonly marks: number[] = [];

  constructor(private readonly tree: HtmlTree) {}

  /** `at` is the position in the text where the element begins. */
  enter(row: number, at: number): void {
    if ((this.mark & (FURNITURE | TABLE)) !== 0) return;
    const tag = this.tree.tag[row] ?? 0;
    const kindOfTag = tag < KNOWN_TAGS ? (KINDS[tag] ?? PLAIN) : WORDED;
    if (kindOfTag === PLAIN) return;
    if (kindOfTag === HEADING) {
      if (this.heading < 0) this.heading = at;
      return;
    }
    if (kindOfTag === ARTICLE) this.articles++;
    const mark = this.mark | this.judge(row, kindOfTag);
    if (mark === this.mark) return;
    this.rows.push(row);
    this.marks.push(this.mark);
    this.mark = mark;
    this.top = row;
  }

  /** Call it for `top` alone; other elements changed nothing. */
  leave(): void {
    this.rows.pop();
    this.mark = this.marks.pop() ?? 0;
    this.top = this.rows.at(-1) ?? -1;
  }

  private judge(row: number, kindOfTag: number): number {
    switch (kindOfTag) {
      case ALWAYS:
        return FURNITURE;
      case MAIN:
        return IN_MAIN;
      case HEADER:
        return (this.mark & (IN_MAIN | IN_ARTICLE | IN_SECTION)) === 0 ? FURNITURE : this.byHint(row);
      case FOOTER:
        return (this.mark & IN_ARTICLE) === 0 ? FURNITURE : this.byHint(row);
      case ASIDE:
        return this.isNote(row) ? 0 : FURNITURE;
      case FORM:
        return this.holdsContent(row) ? 0 : FURNITURE;
      case ARTICLE:
        return IN_ARTICLE | this.byHint(row);
      case SECTION:
        return IN_SECTION | this.byHint(row);
      case DATA:
        return this.byHint(row) || (this.isDataTable(row) ? TABLE : 0);
      default:
        return this.byHint(row);
    }
  }

  private byHint(row: number): number {
    switch (this.hint(row)) {
      case Hint.main:
        return IN_MAIN;
      case Hint.article:
        return IN_ARTICLE;
      case Hint.strong:
        return this.holdsContent(row) ? 0 : FURNITURE | NAMED;
      case Hint.weak:
        return this.holdsContent(row) || this.readsLikeProse(row) ? 0 : FURNITURE | NAMED;
      // Inside the content a notice is about the document: that it was repealed, for example.
      case Hint.notice:
        return (this.mark & (IN_MAIN | IN_ARTICLE)) === 0 ? FURNITURE : 0;
      default:
        return 0;
    }
  }

  /** The strongest hint of role, class, id and custom element name. */
  private hint(row: number): number {
    const { tree } = this;
    let hint: number = (tree.tag[row] ?? 0) >= KNOWN_TAGS ? hintOf(tree.nameOf(row)) : Hint.none;
    const end = tree.attributes[row + 1] ?? 0;
    for (let at = tree.attributes[row] ?? 0; at < end; at++) {
      const name = tree.attributeName[at];
      if (name !== ATTR.class && name !== ATTR.id && name !== ATTR.role) continue;
      const value = tree.source.slice(tree.attributeRange[4 * at + 2], tree.attributeRange[4 * at + 3]);
      hint = Math.max(hint, name === ATTR.role ? roleHint(value) : hintOf(value));
    }
    return hint;
  }

  /** Footnotes are also written as asides. */
  private isNote(row: number): boolean {
    const role = this.tree.attribute(row, ATTR.role, 40) ?? '';
    const names = `${this.tree.attribute(row, ATTR.class, 200) ?? ''} ${this.tree.attribute(row, ATTR.id, 200) ?? ''}`;
    return role.startsWith('doc-') || role === 'note' || /foot-?note|endnote|fussnote/i.test(names);
  }

  private holdsContent(row: number): boolean {
    const { tree } = this;
    const last = this.lastLookedAt(row);
    const large = 2 * ((tree.last[row] ?? row) - row) > tree.count;
    for (let at = row + 1; at <= last; at++) {
      const tag = tree.tag[at];
      if (tag === TAG.main || (large && (tag === TAG.article || tag === TAG.h1 || tag === TAG.p))) return true;
    }
    return false;
  }

  private readsLikeProse(row: number): boolean {
    const { tree } = this;
    const last = this.lastLookedAt(row);
    for (let at = row + 1; at <= last; at++) {
      const tag = tree.tag[at];
      if (tag === TAG.table || (tag === TAG['#text'] && (tree.end[at] ?? 0) - (tree.start[at] ?? 0) > PROSE)) return true;
    }
    return false;
  }

  /** Tables are also used for layout: then they contain another table, or many blocks and no headings. */
  private isDataTable(row: number): boolean {
    const { tree } = this;
    const role = tree.attribute(row, ATTR.role, 40);
    if (role === 'presentation' || role === 'none') return false;
    const last = this.lastLookedAt(row);
    let headed = false;
    let blocks = 0;
    for (let at = row + 1; at <= last; at++) {
      const tag = tree.tag[at] ?? 0;
      if (tag === TAG.table) return false;
      if (tag === TAG.th || tag === TAG.caption) headed = true;
      else if (tag === TAG.div || tag === TAG.form || (tag >= TAG.h1 && tag <= TAG.h6)) blocks++;
    }
    return headed || blocks < 3;
  }

  private lastLookedAt(row: number): number {
    return Math.min(this.tree.last[row] ?? row, row + LOOKED_AT);
  }
}
