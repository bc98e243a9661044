/**
 * What a page says about itself: title, meta tags, language, JSON-LD, robots directives, base.
 *
 * Elements inside templates and noscript do not count: a refresh or a base in `<noscript>` is for other browsers than
 * us.
 */
import { applyMeta, type MutableDirectives } from '../directives.js';
import { ATTR, TAG } from './html-names.js';
import { foldSpace, type HtmlText, Zone } from './html-text.js';
import type { HtmlTree } from './html-tree.js';

const MAX_VALUES = 500;
const MAX_VALUE_LENGTH = 10_000;
const MAX_TITLE = 2000;
const MAX_JSON_LD = 32;
const MAX_JSON_LD_LENGTH = 65_536;

export interface HtmlMetadata {
  readonly title: string | null;
  readonly values: ReadonlyMap<string, string[]>;
  /** `href` of the first base element that has one. */
  readonly base: string | null;
  /** Content of each refresh pragma and the row it stands in. */
  readonly refreshes: readonly (readonly [row: number, content: string])[];
  readonly lang: string | null;
}

export function metadataOf(tree: HtmlTree, { zone }: HtmlText, directives: MutableDirectives, agent: string): HtmlMetadata {
  const pass = new MetadataPass(tree, directives, agent);
  for (let row = 0; row < tree.count; row++) {
    const tag = tree.tag[row] ?? 0;
    if (tag < TAG.html || tag > TAG.script) continue;
    const speaks = zone[row] !== Zone.noscript && (zone[row] !== Zone.inert || tag === TAG.script);
    if (speaks) pass.take(row, tag);
  }
  return pass;
}

class MetadataPass implements HtmlMetadata {
  title: string | null = null;
  base: string | null = null;
  lang: string | null = null;
  readonly values = new Map<string, string[]>();
  readonly refreshes: (readonly [number, string])[] = [];
  private count = 0;
  private scripts = 0;

  constructor(
    private readonly tree: HtmlTree,
    private readonly directives: MutableDirectives,
    private readonly agent: string,
  ) {}

  take(row: number, tag: number): void {
    if (tag === TAG.meta) this.takeMeta(row);
    else if (tag === TAG.title) this.takeTitle(row);
    else if (tag === TAG.base) this.base ??= this.tree.attribute(row, ATTR.href);
    else if (tag === TAG.script) this.takeScript(row);
    else if (tag === TAG.html) this.takeLanguage(row);
  }

  /** The first title counts, unless it belongs to a drawing in the page. */
  private takeTitle(row: number): void {
    if (this.title !== null || this.inside(row, TAG.svg)) return;
    const title = foldSpace(this.tree.textOf(row, MAX_TITLE));
    if (title !== '') this.title = title;
  }

  private inside(row: number, tag: number): boolean {
    for (let at = this.tree.parent[row] ?? -1; at >= 0; at = this.tree.parent[at] ?? -1) if (this.tree.tag[at] === tag) return true;
    return false;
  }

  private takeLanguage(row: number): void {
    const lang = this.tree.attribute(row, ATTR.lang, 100) ?? this.tree.attribute(row, ATTR['xml:lang'], 100);
    if (lang === null || lang.trim() === '' || this.lang !== null) return;
    this.lang = lang.trim();
    this.add('html:lang', this.lang);
  }

  private takeMeta(row: number): void {
    const content = this.tree.attribute(row, ATTR.content, MAX_VALUE_LENGTH);
    if (content === null) return;
    const pragma = this.nameIn(row, ATTR['http-equiv']);
    if (pragma === 'refresh') this.refreshes.push([row, content]);
    const name = this.nameIn(row, ATTR.name);
    if (name !== null) applyMeta(this.directives, name, content, this.agent);
    const property = this.nameIn(row, ATTR.property);
    const names = new Set([name, property, pragma, this.nameIn(row, ATTR.itemprop)]);
    const value = foldSpace(content);
    for (const key of names) if (key !== null) this.add(key, value);
  }

  private nameIn(row: number, attribute: number): string | null {
    const value = this.tree.attribute(row, attribute, 200)?.trim().toLowerCase();
    return value === undefined || value === '' ? null : value;
  }

  private takeScript(row: number): void {
    if (this.scripts >= MAX_JSON_LD || this.nameIn(row, ATTR.type) !== 'application/ld+json') return;
    const json = this.tree.textOf(row, MAX_JSON_LD_LENGTH + 1).trim();
    if (json === '' || json.length > MAX_JSON_LD_LENGTH) return;
    this.scripts++;
    this.add('json-ld', json);
  }

  private add(name: string, value: string): void {
    if (this.count >= MAX_VALUES || value === '') return;
    this.count++;
    const values = this.values.get(name);
    if (values) values.push(value);
    else this.values.set(name, [value]);
  }
}

/** `5; url=/next`, read as browsers do; null when it only reloads the page or is not a refresh. */
export function parseRefresh(content: string): { readonly seconds: number; readonly url: string } | null {
  const match = /^[\t\n\f\r ]*(\d*(?:\.[\d.]*)?)[\t\n\f\r ]*(?:[;,]|(?<=[\t\n\f\r ]))[\t\n\f\r ]*([^]*)$/.exec(content.slice(0, 20_000));
  if (!match || match[1] === '') return null;
  const rest = (match[2] ?? '').replace(/^url[\t\n\f\r ]*=[\t\n\f\r ]*/i, '');
  const quote = rest[0] === '"' || rest[0] === "'" ? rest[0] : null;
  const url = quote === null ? rest : rest.slice(1).split(quote, 1)[0];
  return url === undefined || url.trim() === '' ? null : { seconds: Number.parseFloat(match[1] ?? '0') || 0, url: url.trim() };
}
