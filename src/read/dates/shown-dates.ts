/**
 * The publication day as readers see it, for pages that state it nowhere else.
 *
 * Every full date of the visible text gets a weight: how near it is to the headline, whether its words or surrounding
 * names speak of publishing, whether it has a line of its own. Dates of comments, teasers, events, copyright notes and
 * clocks do not count, nor those inside sentences. No answer is better than a bad guess: below a minimum weight there is
 * none.
 */

import { isoDate } from '../fact-dates.js';
import { BoxHint, boxHint } from '../html/box-words.js';
import { ATTR, TAG } from '../html/html-names.js';
import { FURNITURE, NAMED } from '../html/html-parts.js';
import { type HtmlText, Zone } from '../html/html-text.js';
import type { HtmlTree } from '../html/html-tree.js';
import { datesIn, type Locale } from './written-dates.js';

interface Shown {
  readonly tree: HtmlTree;
  readonly text: HtmlText;
  /** Where the main part begins and ends in the text. */
  readonly start: number;
  readonly end: number;
}

interface Candidate {
  readonly row: number;
  readonly start: number;
  readonly end: number;
  readonly date: string;
  readonly isTime: boolean;
}

export interface ShownDates {
  readonly published: string | null;
  readonly modified: string | null;
  /** Whether all signs agree. */
  readonly isSure: boolean;
}

const MOST_TEXT = 300_000;
const MOST_DATES = 200;
const MOST_TIMES = 100;
/** A line about the article is not longer; in a longer block only a date at its very beginning counts. */
const LONGEST_LINE = 200;
const DATELINE = 45;
/** Some pages state it in a sentence below the article. */
const LONGEST_NOTE = 500;
const LABEL = 60;
const LONGEST_BEFORE = 25;
const LEAST = 3;
const SURE = 7;
const LEAST_OF_CHANGE = 2;
const LEVELS = 8;

export function shownDates(shown: Shown, locale: Locale, isPossible: (date: string) => boolean): ShownDates {
  return new Weighing(shown, locale).best(isPossible);
}

class Weighing {
  /** Where the headline begins and ends. */
  private readonly head: number;
  private readonly headEnd: number;
  /** How many dates stand in elements with the same names. */
  private readonly alike = new Map<string, number>();
  private readonly alikeInMain = new Map<string, number>();

  constructor(
    private readonly shown: Shown,
    private readonly locale: Locale,
  ) {
    [this.head, this.headEnd] = this.headline();
  }

  best(isPossible: (date: string) => boolean): ShownDates {
    const candidates = this.candidates().filter(({ date }) => isPossible(date));
    this.count(candidates);
    let published: string | null = null;
    let modified: string | null = null;
    let [most, mostModified] = [LEAST, LEAST_OF_CHANGE];
    for (const candidate of candidates) {
      const label = this.labelOf(candidate);
      const weight = this.weigh(candidate, label);
      if (this.isOfChange(candidate, label)) {
        if (weight >= mostModified) [modified, mostModified] = [candidate.date, weight + 0.01];
      } else if (weight >= most) [published, most] = [candidate.date, weight + 0.01];
    }
    return { published, modified, isSure: published !== null && most >= SURE };
  }

  private count(candidates: readonly Candidate[]): void {
    const { start: from, end: to } = this.shown;
    for (const { row, start } of candidates) {
      const kind = this.kindOf(row);
      this.alike.set(kind, (this.alike.get(kind) ?? 0) + 1);
      if (start >= Math.min(this.head, from) && start < to) this.alikeInMain.set(kind, (this.alikeInMain.get(kind) ?? 0) + 1);
    }
  }

  /** The `<h1>` nearest to the beginning of the main part, or that beginning itself. */
  private headline(): [start: number, end: number] {
    const { tree, text, start, end } = this.shown;
    let best: [number, number] = [start, start];
    let nearest = Number.POSITIVE_INFINITY;
    for (let row = tree.tag.indexOf(TAG.h1); row >= 0 && row < tree.count; row = tree.tag.indexOf(TAG.h1, row + 1)) {
      const [from, to] = [text.start[row] ?? 0, text.end[row] ?? 0];
      const distance = Math.abs(from - start);
      if (text.zone[row] !== Zone.visible || to - from < 5 || from > end || distance >= nearest) continue;
      best = [from, to];
      nearest = distance;
    }
    return best;
  }

  private candidates(): Candidate[] {
    const { text } = this.shown;
    const times = this.times();
    const found = datesIn(text.text, 0, Math.min(text.text.length, MOST_TEXT), this.locale, MOST_DATES);
    const written = found
      .filter(({ start }) => !times.some((time) => start >= time.start && start < time.end))
      .map(({ start, end, day }) => ({ row: this.rowAt(start), start, end, date: day, isTime: false }));
    return [...times, ...written].sort((a, b) => a.start - b.start);
  }

  private times(): Candidate[] {
    const { tree, text } = this.shown;
    const found: Candidate[] = [];
    for (let row = tree.tag.indexOf(TAG.time); row >= 0 && row < tree.count; row = tree.tag.indexOf(TAG.time, row + 1)) {
      const start = text.start[row] ?? 0;
      const end = text.end[row] ?? start;
      const written = tree.attribute(row, ATTR.datetime, 60) ?? text.text.slice(start, Math.min(end, start + 60));
      const date =
        text.zone[row] === Zone.visible ? (isoDate(written, this.locale) ?? isoDate(text.text.slice(start, end), this.locale)) : null;
      if (date !== null && date.length >= 10) found.push({ row, start, end, date, isTime: true });
      if (found.length >= MOST_TIMES) break;
    }
    return found;
  }

  /** The row whose text contains a position; rows begin in text order. */
  private rowAt(position: number): number {
    const { tree, text } = this.shown;
    let [low, high] = [0, tree.count - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((text.start[middle] ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    while (low > 0 && (tree.isElement(low) || (text.end[low] ?? 0) <= position)) low--;
    return low;
  }

  private weigh(candidate: Candidate, label: string): number {
    const { tree, text } = this.shown;
    const { row, start, end } = candidate;
    const [from, to] = text.blockAt(row) ?? [start, end];
    if (COPYRIGHT.test(label) || OF_PEOPLE.test(label)) return 0;
    const isLine = to - from <= LONGEST_LINE;
    const isTold = label.search(PUBLISHED) >= 0 || label.search(CHANGED) >= 0;
    const isNote = isTold && to - from <= LONGEST_NOTE && start > this.shown.end - LONGEST_NOTE;
    if (!isLine && !candidate.isTime && !isNote && start - from > DATELINE) return 0;
    const elsewhere = this.elsewhere(row);
    if (elsewhere === OTHERS) return 0;
    let weight = candidate.isTime ? 2 : 0;
    if (isLine) weight += to - from <= 2 * (end - start) + 20 ? 2 : 1;
    if (isTold) weight += isNote ? 4 : 3;
    else if (start - from > LONGEST_BEFORE && !candidate.isTime && this.readsOn(from, start)) weight -= 2;
    if (this.isNamedDate(row)) weight += 2;
    if (elsewhere === MAYBE_OTHERS) weight -= 2;
    if ((this.alike.get(this.kindOf(row)) ?? 0) >= 3 && !this.isAloneInMain(row, start)) weight -= 2;
    if (((text.part[row] ?? 0) & FURNITURE) !== 0) weight -= ((text.part[row] ?? 0) & NAMED) !== 0 ? 2 : 3;
    if (tree.tag[tree.parent[row] ?? 0] === TAG.a && to - from > 3 * (end - start)) weight -= 3;
    return weight + Math.max(this.nearness(start, end), isNote ? 0 : -2);
  }

  /** Whether the words before a date are no name, place or label: the text is then about the date. */
  private readsOn(from: number, start: number): boolean {
    const before = this.shown.text.text.slice(from, start);
    return (before.match(/(?<![\p{L}\p{N}])\p{Ll}{3,}/gu)?.length ?? 0) >= 3 && !/[|/•·–—\n]\s{0,9}$/u.test(before);
  }

  /** Below the headline is the usual place; above it is less usual, and some pages have it at the end of the article. */
  private nearness(start: number, end: number): number {
    const { start: from, end: to } = this.shown;
    const after = Math.min(start - this.headEnd, Math.abs(start - from));
    if (start >= this.headEnd) {
      if (after < 200) return 4;
      if (after < 700) return 3;
      if (start < to) return after < 2000 ? 1 : 0;
      return start - to < 300 ? 1 : -2;
    }
    if (start >= this.head) return 3;
    const before = this.head - end;
    return before < 150 ? 3 : before < 400 ? 1 : -2;
  }

  private isOfChange({ row }: Candidate, label: string): boolean {
    // Of two words, the one nearer to the date counts.
    const changed = lastOf(CHANGED, label);
    const published = lastOf(PUBLISHED, label);
    return changed >= 0 || published >= 0 ? changed > published : this.isNamedChanged(row);
  }

  /** The words before the date: in its own block, or all of a short block before it. */
  private labelOf({ row, start, end, isTime }: Candidate): string {
    const { text } = this.shown;
    const [from, to] = text.blockAt(row) ?? [start, end];
    const inside = isTime ? text.text.slice(start, Math.min(end, start + LABEL)).replace(/\d.*/s, '') : '';
    // A word in the sentence before does not count.
    const before = text.text.slice(Math.max(from, start - LABEL), start).replace(/^.*[.!?]\s+(?=\p{Lu})/su, '');
    const own = `${before}${inside}` + (VERB_BEHIND.exec(text.text.slice(end, Math.min(to, end + LABEL)))?.[0] ?? '');
    if (own.trim().length > 2 || from === 0) return own;
    const above = text.text.slice(Math.max(0, from - 1 - LABEL / 2), Math.max(0, from - 1));
    const line = above.slice(above.lastIndexOf('\n') + 1);
    return line.length < LABEL / 2 ? `${line} ${own}` : own;
  }

  /** Names around the date that say it belongs to something else. */
  private elsewhere(row: number): RegExp | null {
    const { tree, text } = this.shown;
    let at = tree.isElement(row) ? row : (tree.parent[row] ?? -1);
    let found: RegExp | null = null;
    for (let level = 0; level < LEVELS && at >= 0; level++, at = tree.parent[at] ?? -1) {
      // An element that contains the headline, or most of the main part, contains the article.
      if ((text.start[at] ?? 0) <= this.head && (text.end[at] ?? 0) >= this.headEnd && this.headEnd > this.head) return found;
      if ((text.end[at] ?? 0) - (text.start[at] ?? 0) > 0.5 * (this.shown.end - this.shown.start)) return found;
      const names = this.namesOf(at);
      if (names !== '' && (OTHERS.test(names) || boxHint(names) === BoxHint.comments)) return OTHERS;
      if (MAYBE_OTHERS.test(names)) found = MAYBE_OTHERS;
    }
    return found;
  }

  /** Whether the date is one of a list of similar ones, but the only one in the article. */
  private isAloneInMain(row: number, start: number): boolean {
    const inMain = start >= Math.min(this.head, this.shown.start) && start < this.shown.end;
    return inMain && this.alikeInMain.get(this.kindOf(row)) === 1;
  }

  private isNamedDate(row: number): boolean {
    const { tree } = this.shown;
    let at = tree.isElement(row) ? row : (tree.parent[row] ?? -1);
    for (let level = 0; level < 3 && at >= 0; level++, at = tree.parent[at] ?? -1) if (DATE_NAMES.test(this.namesOf(at))) return true;
    return false;
  }

  private isNamedChanged(row: number): boolean {
    const { tree } = this.shown;
    const names = this.namesOf(tree.isElement(row) ? row : (tree.parent[row] ?? row));
    return /updat|modif|edited|changed|aktualis/i.test(names) && !/publi|creat|post/i.test(names);
  }

  private kindOf(row: number): string {
    const { tree } = this.shown;
    const element = tree.isElement(row) ? row : (tree.parent[row] ?? row);
    const above = tree.parent[element] ?? -1;
    return `${tree.tag[element]} ${this.namesOf(element)} ${above < 0 ? '' : this.namesOf(above)}`;
  }

  private namesOf(row: number): string {
    const { tree } = this.shown;
    return `${tree.attribute(row, ATTR.class, 200) ?? ''} ${tree.attribute(row, ATTR.id, 100) ?? ''}`.trim();
  }
}

function lastOf(pattern: RegExp, text: string): number {
  let at = -1;
  for (const match of text.matchAll(pattern)) at = match.index;
  return at;
}

const DATE_NAMES =
  /(?:^|[\s_-])(?:pub|post|entry|article|news|story|create)?-?_?(?:date|dates|datum|data|fecha|dato|datetime|timestamp|time|pubdate)(?:$|[\s_-])|publi(?:sh|c)|byline|postmeta|post-meta|dateline|[a-z](?:Date|Datum|Time)(?:$|[\s_A-Z-])|posted|erstellt|authored|submitted/;
/** Names of elements whose days belong to something else. */
const OTHERS =
  /(?:^|[\s_-])(?:related|sidebar|aside|nav|menu|comments?|kommentare?|respond|calendar|archive|ticker|weather|copyright|popular|trending|marginal|forthcoming|upcoming|login|search|cookie)(?:$|[\s_-])/i;
const MAYBE_OTHERS = /(?:^|[\s_-])(?:teasers?|events?|termine?|recent|latest|cards?)(?:$|[\s_-])/i;
const OF_PEOPLE = /(?:joined|founded|registered|member since|born|geboren|mitglied seit|dabei seit|registriert|inscrit|miembro desde)\W*$/i;
const COPYRIGHT = /©|\(c\)|copyright|all rights|alle rechte/i;

/** Verbs after the date, as in German and related languages. */
const VERB_BEHIND = /(?:veröffentlicht|publiziert|erstellt|geändert|bearbeitet|aktualisiert)/iu;
/** Words for publishing before a date, in the languages of the Union. */
const PUBLISHED =
  /publi|post(?:ed|é|at)|written|issued|released|created|erschienen|veröffentlich|erstellt|datum|(?:beitrag|artikel|eintrag|text) (?:ist|wurde)|vom\s{0,9}$|stand:?\s{0,9}$|(?:^|[^\p{L}])(?:date|datum|data|fecha|dato|datums|kuupäev|päivä|dátum|dată|дата|ημερομηνία)\s{0,9}:?\s{0,9}$|mis en ligne|parution|inserito|geplaatst|gepubliceerd|opublikowan|dodano|zveřejněn|vydáno|zverejnen|objavljen|közzétéve|megjelent|julkaistu|avaldatud|paskelbta|publicēts|δημοσιεύ|публикуван|foilsithe|ippubblikat|offentliggjort|udgivet|lagt ut|publicerad|skapad/giu;
const CHANGED =
  /updat|modif|edited|revised|changed|aktuali[sz]|geändert|änderung|bearbeitet|mis à jour|màj|mise à jour|aggiornat|bijgewerkt|gewijzigd|zaktualizowan|upraven|ažurir|posodobljen|frissítve|módosít|päivitetty|muudetud|uuendatud|atnaujint|atjaunināt|ενημέρω|обновен|opdateret|uppdaterad|ändrad|nuashonraithe|aġġornat/giu;
