/**
 * Ways to point at an element that outlive the next edit of a page: by its class, by what it is (itemprop, name, rel), by the
 * word before it, by an ancestor that has one of these. Never by its number among its siblings.
 */
import { type Element, isTag } from 'domhandler';
import { textOf } from '../../../definition/expressions/index.js';

/** As CSS for HTML, as XPath for XML. */
export interface Feature {
  readonly selector: string;
  /** Lower is sturdier. */
  readonly cost: number;
}

const MEANING = ['itemprop', 'property', 'name', 'rel', 'role', 'itemtype', 'headers', 'data-label', 'type'];
const MOST_CLASSES = 4;
const MOST_ANCESTORS = 5;

/** Ways to point at an element inside `top`; the nearest come first. */
export function featuresOf(element: Element, top: unknown, isXml: boolean): Feature[] {
  const own = ownFeatures(element, isXml);
  const around = ancestorsOf(element, top).flatMap((ancestor, index) =>
    ownFeatures(ancestor, isXml)
      .filter(({ cost }) => cost < 3)
      .flatMap((outer) => own.map((inner) => joined(outer, inner, index, isXml))),
  );
  const parent = isTag(element.parent as Element) && element.parent !== top ? childOf(element, own, isXml) : [];
  return [...own, ...(isXml ? [] : labelled(element)), ...around, ...parent];
}

function ownFeatures(element: Element, isXml: boolean): Feature[] {
  const tag = localName(element.name);
  const attributes = Object.entries(element.attribs);
  const meaning = attributes
    .filter(([name, value]) => (MEANING.includes(name) || /^data-[a-z-]+$/.test(name)) && isWord(value))
    .map(([name, value]) => ({ selector: isXml ? `//${tag}[@${name}="${value}"]` : `${tag}[${name}="${value}"]`, cost: 1 }));
  if (isXml) return [...meaning, { selector: `//${tag}`, cost: 2 }];
  const classes = (element.attribs['class'] ?? '').split(/\s+/).filter(isIdentifier).slice(0, MOST_CLASSES);
  return [
    ...classes.map((name) => ({ selector: `${tag}.${name}`, cost: /\d{2}/.test(name) ? 2.5 : 1 })),
    ...classes.map((name) => ({ selector: `.${name}`, cost: 1.5 })),
    ...meaning,
    ...(isIdentifier(element.attribs['id'] ?? '') && !/\d/.test(element.attribs['id'] ?? '')
      ? [{ selector: `#${element.attribs['id']}`, cost: 2 }]
      : []),
    ...linkFeatures(element),
    { selector: tag, cost: 3 },
  ];
}

/** A link by a part of its address that is a word: all articles lie below /article/. */
function linkFeatures({ name, attribs }: Element): Feature[] {
  const href = attribs['href'];
  if (href === undefined) return [];
  const words = href.replace(/^[a-z]+:\/\/[^/]*/i, '').match(/\/[a-z][a-z-]+(?=\/)|\/[a-z][a-z-]+\?|\?[a-z]+=|\.[a-z]{3,4}$/gi) ?? [];
  return words.map((word) => ({ selector: `${name}[href*="${/^\/[^?]*$/.test(word) ? `${word}/` : word}"]`, cost: 1.8 }));
}

/** By the words before it, where they are a label: `dt:contains("Date") + dd`. */
function labelled(element: Element): Feature[] {
  let before = element.prev;
  while (before && !isTag(before)) before = before.prev;
  if (!before || !/^(dt|th|td|b|strong|label|span|h\d|div|p)$/.test(before.name)) return [];
  const label = textOf(before).replace(/(?<![\s:])[\s:]+$/, '');
  if (!/^\p{L}[\p{L} ()/-]{1,40}$/u.test(label)) return [];
  return [{ selector: `${before.name}:contains("${label}") + ${element.name}`, cost: 1.6 }];
}

const joined = (outer: Feature, inner: Feature, distance: number, isXml: boolean): Feature => ({
  selector: isXml ? `${outer.selector}${inner.selector}` : `${outer.selector} ${inner.selector}`,
  cost: outer.cost + inner.cost + 0.2 * distance,
});

function childOf(element: Element, own: readonly Feature[], isXml: boolean): Feature[] {
  const parent = localName((element.parent as Element).name);
  if (isXml) return own.map(({ selector, cost }) => ({ selector: `//${parent}${selector.slice(1)}`, cost: cost + 1 }));
  return own.map(({ selector, cost }) => ({ selector: `${parent} > ${selector}`, cost: cost + 1.5 }));
}

function ancestorsOf(element: Element, top: unknown): Element[] {
  const ancestors: Element[] = [];
  for (let node = element.parent; node && node !== top && isTag(node) && ancestors.length < MOST_ANCESTORS; node = node.parent)
    ancestors.push(node);
  return ancestors;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
const isIdentifier = (text: string): boolean => /^[a-zA-Z_][\w-]*$/.test(text);
const isWord = (text: string): boolean => /^[\w.:/ -]{1,60}$/.test(text);
