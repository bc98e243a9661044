/** The search box of the site. What it looks through is loaded when the reader first goes to it. */
import { findSections, type Hit, wordsOf } from '../find.js';
import type { Section } from '../sections.js';

declare global {
  var winnowSections: readonly Section[] | undefined;
}

const top = document.documentElement.dataset['top'] ?? '';
const box = document.querySelector<HTMLElement>('.search');
const input = document.querySelector<HTMLInputElement>('.search input');
const results = document.querySelector<HTMLElement>('#results');
if (box && input && results) makeSearch(box, input, results);

function makeSearch(area: HTMLElement, field: HTMLInputElement, list: HTMLElement): void {
  area.hidden = false;
  const show = () => showHits(list, field.value);
  field.addEventListener('focus', () => loadSections(show), { once: true });
  field.addEventListener('input', show);
  field.addEventListener('focus', show);
  document.addEventListener('keydown', (event) => onKey(event, field, list));
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !area.contains(target)) list.hidden = true;
  });
}

function loadSections(then: () => void): void {
  const script = document.createElement('script');
  script.src = `${top}search-index.js`;
  script.addEventListener('load', then);
  document.head.append(script);
}

function showHits(list: HTMLElement, query: string): void {
  const sections = globalThis.winnowSections;
  list.hidden = query.trim() === '' || !sections;
  if (list.hidden || !sections) return;
  const hits = findSections(sections, query);
  const words = wordsOf(query);
  list.replaceChildren(...(hits.length > 0 ? hits.map((hit) => lineOf(hit, words)) : [element('p', `No results for “${query.trim()}”.`)]));
}

function lineOf({ section, excerpt }: Hit, words: readonly string[]): HTMLElement {
  const link = document.createElement('a');
  link.href = top + section.address;
  const where = section.heading ? `${section.page} › ${section.heading}` : section.page;
  const text = document.createElement('span');
  text.append(...marked(excerpt, words));
  link.append(element('strong', where), text);
  return link;
}

/** The words of the query stand out. */
function marked(text: string, words: readonly string[]): Node[] {
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${words.join('|')})`, 'giu');
  return text.split(pattern).map((part, at) => (at % 2 === 1 ? element('mark', part) : document.createTextNode(part)));
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** `/` goes to the search box, the arrows through what was found, Escape back. */
function onKey(event: KeyboardEvent, field: HTMLInputElement, list: HTMLElement): void {
  const isWriting = event.target instanceof HTMLInputElement;
  if (event.key === '/' && !isWriting) {
    event.preventDefault();
    field.focus();
  }
  if (list.hidden) return;
  if (event.key === 'Escape') list.hidden = true;
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event, field, list);
  if (event.key === 'Enter' && isWriting) list.querySelector('a')?.click();
}

function move(event: KeyboardEvent, field: HTMLInputElement, list: HTMLElement): void {
  const stops = [field, ...list.querySelectorAll('a')];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  if (at < 0) return;
  event.preventDefault();
  stops.at((at + (event.key === 'ArrowDown' ? 1 : -1)) % stops.length)?.focus();
}
