/**
 * Writes articles out of the sentence banks. The same seed gives the same article on every machine
 * and on every run: the only source of variety is a hash of the seed, never Math.random.
 */
import { bulgarian } from './bulgarian.js';
import { english } from './english.js';
import { french } from './french.js';
import { german } from './german.js';
import { italian } from './italian.js';
import { slovene } from './slovene.js';
import type { Tongue, Topic } from './tongue.js';

export const TONGUES = { en: english, de: german, fr: french, sl: slovene, bg: bulgarian, it: italian } as const satisfies Record<
  string,
  Tongue
>;

export type Language = keyof typeof TONGUES;

export interface Article {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** Titles are numbered through templates and places, so that the first 24 of a topic differ. */
export function writeArticle(language: Language, topic: Topic, index: number, seed = ''): Article {
  const tongue: Tongue = TONGUES[language];
  const prose = tongue.topics[topic];
  const random = randomFrom(`${language}/${topic}/${index}/${seed}`);
  const place = pick(tongue.places, Math.floor(index / prose.titles.length));
  const fill = (template: string): string => fillSlots(template, tongue, place, random);
  const body = [...shuffle(prose.sentences, random), ...shuffle(tongue.general, random).slice(0, 3)].map(fill);
  const title = fill(pick(prose.titles, index));
  return { title, paragraphs: [body.slice(0, 3), body.slice(3, 6), body.slice(6)].map((sentences) => sentences.join(' ')) };
}

/** One paragraph for pages that are about nothing in particular. */
export function writeParagraph(language: Language, topic: Topic, seed: string): string {
  return writeArticle(language, topic, 0, seed).paragraphs[0] ?? '';
}

/** FNV-1a, 32 bits: enough to spread seeds, and the same everywhere. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

function randomFrom(seed: string): () => number {
  let state = hash(seed);
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function fillSlots(template: string, tongue: Tongue, place: string, random: () => number): string {
  return template.replace(/\{(place|person|month|number)\}/g, (_whole, slot: string) => {
    if (slot === 'place') return place;
    if (slot === 'number') return String(12 + Math.floor(random() * 880));
    const words = slot === 'person' ? tongue.people : tongue.months;
    return pick(words, Math.floor(random() * words.length));
  });
}

function pick(list: readonly string[], index: number): string {
  return list[index % list.length] ?? '';
}

function shuffle(list: readonly string[], random: () => number): string[] {
  const result = [...list];
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [result[i], result[j]] = [result[j] ?? '', result[i] ?? ''];
  }
  return result;
}
