/**
 * Makes a `crawldb` of a crawl: a SQLite file with the tables of the contract, from which every other form is written.
 *
 * Numbers of pages are those of our resources, so a page keeps its number from one export to the next. A site is a host
 * without its `www.`, whatever scheme and port it was met under. What the contract leaves open is decided in
 * docs/decisions/0028-government-map.md. Everything is streamed: memory stays flat whatever the size of the crawl.
 */

import { type ConsumerDatabase, openDatabase } from '../../../follow/consumers/index.js';
import type { FingerprintOf, MapPlace, MapResource, WebMapRows } from '../../../store/index.js';
import { isHtml, pageKindOf } from '../web-map/kinds.js';
import { PathBook } from '../web-map/path-book.js';
import { type BytesAt, saveBytes } from '../web-map/save-files.js';
import { type ChosenFile, type FileChoice, fileChooser } from '../web-map/saved-files.js';
import { Misfits } from './misfits.js';
import { CrawldbRows } from './rows.js';
import { CODES, isCodeTable, sqliteSchema, TABLES } from './schema.js';

export interface CrawldbOptions extends FileChoice {
  readonly fingerprintOf: FingerprintOf;
  /** Text of an archived answer; null when the archive does not give it. */
  readonly textAt: (
    place: MapPlace,
    hints: { readonly charset?: string | null; readonly contentType?: string | null },
  ) => Promise<string | null>;
  readonly bytesAt: BytesAt;
  /** Save images and files below this folder too; left out: only the paths they would have are told. */
  readonly folder?: string | undefined;
  /** With the text of pages; left out: yes. */
  readonly content?: boolean | undefined;
  /** Links marked nofollow were not followed. */
  readonly obeyNofollow: boolean;
  readonly onProgress?: ((progress: { readonly step: string; readonly rows: number }) => void) | undefined;
}

export interface CrawldbReport {
  /** Rows of each table. */
  readonly tables: Readonly<Record<string, number>>;
  readonly pageTypes: Readonly<Record<string, number>>;
  /** Values that do not fit, and what was done about each; of very many the first. */
  readonly misfits: { readonly count: number; readonly listed: Misfits['list'] };
  /** Pages whose content the archive does not give any more. */
  readonly unreadable: { readonly count: number; readonly listed: readonly string[] };
}

const LISTED = 1000;

export async function buildCrawldb(map: WebMapRows, file: string, options: CrawldbOptions): Promise<CrawldbReport> {
  const db = openDatabase(file);
  const book = new PathBook();
  try {
    return await new Building(map, db, book, options).run();
  } finally {
    book.close();
    db.close();
  }
}

class Building {
  readonly #map: WebMapRows;
  readonly #db: ConsumerDatabase;
  readonly #options: CrawldbOptions;
  readonly #rows: CrawldbRows;
  readonly #choose: (resource: MapResource) => ChosenFile | null;
  readonly #misfits = new Misfits();
  readonly #unreadable = { count: 0, listed: [] as string[] };
  /** Number of each of our sites → number of its row. */
  readonly #siteRows = new Map<number, number>();

  constructor(map: WebMapRows, db: ConsumerDatabase, book: PathBook, options: CrawldbOptions) {
    this.#map = map;
    this.#db = db;
    this.#options = options;
    // Made beside its place and renamed when it is whole: nothing of it need last before.
    db.pragma('journal_mode = OFF');
    db.pragma('synchronous = OFF');
    db.exec(sqliteSchema());
    this.#rows = new CrawldbRows(db, this.#misfits);
    this.#choose = fileChooser(options, book);
  }

  async run(): Promise<CrawldbReport> {
    for (const [table, codes] of Object.entries(CODES))
      for (const code of codes) this.#db.prepare(`INSERT INTO ${table} VALUES (?)`).run(code);
    this.#rows.begin();
    await this.#addSites();
    await this.#addPages();
    this.#addLinks();
    this.#rows.finish();
    return this.#report();
  }

  async #addSites(): Promise<void> {
    const groups = grouped(this.#map.sites(), ({ origin }) => domainIn(origin));
    for (const sites of groups.values()) for (const { id } of sites) this.#siteRows.set(id, sites[0]?.id ?? id);
    const sitemaps = grouped(this.#map.sitemaps(), ({ site }) => this.#siteRows.get(site) ?? site);
    for (const [domain, sites] of groups) {
      const id = sites[0]?.id as number;
      const robots = sites.find((site) => site.robots?.length)?.robots;
      this.#rows.addSite(id, domain, robots ? new TextDecoder().decode(robots) : null, await this.#sitemapText(id, sitemaps.get(id) ?? []));
    }
  }

  /** Several sitemaps stand one after the other, each under its address. */
  async #sitemapText(site: number, sitemaps: readonly (MapPlace & { declaredType: string | null })[]): Promise<string | null> {
    const texts: string[] = [];
    let length = 0;
    for (const sitemap of sitemaps) {
      const text = await this.#options.textAt(sitemap, { contentType: sitemap.declaredType });
      if (text === null) this.#cannotRead(sitemap.url);
      if (text === null) continue;
      length += text.length;
      if (length > LONGEST_SITEMAPS) {
        this.#misfits.leaveOut('site', 'sitemap_content', site, length, LONGEST_SITEMAPS, sitemap.url);
        break;
      }
      texts.push(sitemaps.length > 1 ? `<!-- ${sitemap.url.replaceAll('--', '%2D%2D')} -->\n${text}` : text);
    }
    return texts.length ? texts.join('\n') : null;
  }

  async #addPages(): Promise<void> {
    let count = 0;
    for (const resource of this.#map.resources()) {
      await this.#addResource(resource);
      if (++count % 500 === 0) this.#tell('pages', count);
    }
    this.#tell('pages', count);
  }

  async #addResource(resource: MapResource): Promise<void> {
    const page = pageKindOf(resource);
    const added = page !== null && (await this.#addPage(resource, page.kind));
    const chosen = this.#choose(resource);
    if (!chosen || (page !== null && !added)) return;
    const path = await this.#savedPath(resource, chosen);
    if (path === null) return;
    if (chosen.kind === 'image') this.#rows.noteImage(resource, path, added);
    else if (added) this.#rows.addData(resource.id, chosen.kind, path);
  }

  async #addPage(resource: MapResource, kind: 'html' | 'binary' | 'duplicate' | 'frontier' | null): Promise<boolean> {
    const { content = true } = this.#options;
    const html = content && kind === 'html' && isHtml(resource) && resource.bytes > 0 ? await this.#htmlOf(resource) : null;
    return this.#rows.addPage({
      ...resource,
      site: this.#siteRows.get(resource.site) ?? null,
      type: kind === null ? null : kind.toUpperCase(),
      html,
    });
  }

  async #htmlOf({ place, charset, declaredType, url }: MapResource): Promise<string | null> {
    const text = place && (await this.#options.textAt(place, { charset, contentType: declaredType }));
    if (text === null) this.#cannotRead(url);
    return text;
  }

  async #savedPath({ place, url }: MapResource, { path }: ChosenFile): Promise<string | null> {
    const { folder, bytesAt } = this.#options;
    if (folder === undefined) return path;
    try {
      return (await saveBytes(bytesAt(place as MapPlace), folder, path)).path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw error;
      this.#cannotRead(url);
      return null;
    }
  }

  /** A page leads to pages, and shows images; a duplicate leads to its original as well. */
  #addLinks(): void {
    let count = 0;
    for (const { from, links } of this.#map.links(this.#options.fingerprintOf)) {
      for (const { to, kind, nofollow } of links) {
        if (kind === 'img') this.#rows.addImage(from, to);
        else if (!isRequisiteKind(kind) && !(nofollow && this.#options.obeyNofollow)) this.#rows.addLink(from, to);
      }
      if (++count % 1000 === 0) this.#tell('links', count);
    }
    this.#rows.addDuplicateLinks();
    this.#tell('links', count);
  }

  #cannotRead(url: string): void {
    this.#unreadable.count++;
    if (this.#unreadable.listed.length < LISTED) this.#unreadable.listed.push(url);
  }

  #tell(step: string, rows: number): void {
    this.#options.onProgress?.({ step, rows });
  }

  #report(): CrawldbReport {
    const count = (table: string) => this.#db.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number;
    const types = this.#db.prepare("SELECT coalesce(page_type_code, 'none'), count(*) FROM page GROUP BY 1").raw().all() as [
      string,
      number,
    ][];
    return {
      tables: Object.fromEntries(TABLES.filter((table) => !isCodeTable(table)).map(({ name }) => [name, count(name)])),
      pageTypes: Object.fromEntries(types),
      misfits: { count: this.#misfits.count, listed: this.#misfits.list },
      unreadable: this.#unreadable,
    };
  }
}

/** Characters of all sitemaps of a site together. */
const LONGEST_SITEMAPS = 32 * 1024 * 1024;

/** Links of these kinds belong to a page instead of leading away from it; a form is sent, not followed. */
const NO_HYPERLINKS: ReadonlySet<string> = new Set(['img', 'script', 'css', 'icon', 'media', 'object', 'form']);
const isRequisiteKind = (kind: string): boolean => NO_HYPERLINKS.has(kind);

const domainIn = (origin: string): string => new URL(origin).host.replace(/^www\./, '');

function grouped<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
