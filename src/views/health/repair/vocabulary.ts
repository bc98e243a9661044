/** The names a page is made of: elements, classes, ids, attributes and what stands in them, keys of JSON; each with how often. */
import { isText } from 'domhandler';
import { type Content, elementsIn } from '../../../definition/expressions/index.js';

export type Kind = 'tag' | 'attribute' | 'class' | 'id' | 'word' | 'key';
export type Vocabulary = ReadonlyMap<Kind, ReadonlyMap<string, number>>;

const KINDS: readonly Kind[] = ['tag', 'attribute', 'class', 'id', 'word', 'key'];
const MOST_WORDS = 50_000;
const MOST_DEPTH = 100;

export function vocabularyOf(pages: readonly Content[]): Vocabulary {
  const vocabulary = new Map(KINDS.map((kind) => [kind, new Map<string, number>()]));
  const add = (kind: Kind, word: string): void => {
    const words = vocabulary.get(kind);
    if (words && (words.size < MOST_WORDS || words.has(word))) words.set(word, (words.get(word) ?? 0) + 1);
  };
  for (const { root, json } of pages) {
    if (root) addElements(root, add);
    else addKeys(json, add, 0);
  }
  return vocabulary;
}

type Add = (kind: Kind, word: string) => void;

function addElements(root: NonNullable<Content['root']>, add: Add): void {
  for (const { name, attribs, children } of elementsIn(root)) {
    for (const child of children) if (isText(child)) addWords(child.data, add);
    add('tag', localName(name));
    for (const [attribute, value] of Object.entries(attribs)) {
      add('attribute', attribute);
      const kind = attribute === 'class' ? 'class' : 'id';
      if (attribute !== 'class' && attribute !== 'id') addWords(value, add);
      else for (const word of value.split(/\s+/)) if (word) add(kind, word);
    }
  }
}

/** Of addresses and identifiers; sentences are no names. */
function addWords(text: string, add: Add): void {
  const plain = text.trim();
  if (plain === '' || plain.length > 500 || /\s/.test(plain)) return;
  for (const word of plain.split(/[^\p{L}\p{N}_-]+/u)) if (word) add('word', word);
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function addKeys(value: unknown, add: Add, depth: number): void {
  if (typeof value === 'string') addWords(value, add);
  if (typeof value !== 'object' || value === null || depth > MOST_DEPTH) return;
  if (!Array.isArray(value)) for (const key of Object.keys(value)) add('key', key);
  for (const each of Object.values(value)) addKeys(each, add, depth + 1);
}
