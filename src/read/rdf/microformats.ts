/** Microformats, the classic ones and their successors, as statements of the vocabularies they were made from: vCard, iCalendar, schema.org. */
import type { Quad } from '@rdfjs/types';
import { parseDocument } from 'htmlparser2';
import { DataFactory } from 'n3';
import type { QuadList } from './quad-list.js';

const { namedNode, blankNode, literal, quad } = DataFactory;
const VCARD = 'http://www.w3.org/2006/vcard/ns#';
const ICAL = 'http://www.w3.org/2002/12/cal/icaltzd#';
const SCHEMA = 'http://schema.org/';
const TYPE = namedNode('http://www.w3.org/1999/02/22-rdf-syntax-ns#type');
const XSD = 'http://www.w3.org/2001/XMLSchema#';

type Value = ReturnType<typeof namedNode | typeof blankNode | typeof literal>;
type ValueKind = 'text' | 'url' | 'moment';
interface Format {
  readonly type: string;
  /** Class names of properties, without the prefix of microformats 2, and what they become. */
  readonly properties: Readonly<Record<string, readonly [property: string, kind: ValueKind]>>;
}

const each = (namespace: string, kind: ValueKind, names: string): Format['properties'] =>
  Object.fromEntries(names.split(' ').map((name) => [name, [namespace + name, kind] as const]));

const ADDRESS: Format = {
  type: `${VCARD}Address`,
  properties: each(VCARD, 'text', 'street-address extended-address post-office-box locality region postal-code country-name'),
};
const CARD: Format = {
  type: `${VCARD}VCard`,
  properties: {
    ...each(
      VCARD,
      'text',
      'fn given-name family-name additional-name honorific-prefix honorific-suffix nickname title role note label category',
    ),
    ...each(VCARD, 'url', 'url email tel photo logo uid'),
    ...each(VCARD, 'moment', 'bday rev'),
    name: [`${VCARD}fn`, 'text'],
    'organization-name': [`${VCARD}organization-name`, 'text'],
    org: [`${VCARD}organization-name`, 'text'],
    latitude: [`${VCARD}latitude`, 'text'],
    longitude: [`${VCARD}longitude`, 'text'],
    adr: [`${VCARD}adr`, 'text'],
  },
};
const EVENT: Format = {
  type: `${ICAL}Vevent`,
  properties: {
    ...each(ICAL, 'text', 'summary location description category status uid'),
    ...each(ICAL, 'moment', 'dtstart dtend dtstamp'),
    ...each(ICAL, 'url', 'url'),
    name: [`${ICAL}summary`, 'text'],
    start: [`${ICAL}dtstart`, 'moment'],
    end: [`${ICAL}dtend`, 'moment'],
    organizer: [`${ICAL}organizer`, 'text'],
  },
};
const REVIEW: Format = {
  type: `${SCHEMA}Review`,
  properties: {
    summary: [`${SCHEMA}name`, 'text'],
    name: [`${SCHEMA}name`, 'text'],
    description: [`${SCHEMA}reviewBody`, 'text'],
    content: [`${SCHEMA}reviewBody`, 'text'],
    rating: [`${SCHEMA}reviewRating`, 'text'],
    item: [`${SCHEMA}itemReviewed`, 'text'],
    reviewer: [`${SCHEMA}author`, 'text'],
    author: [`${SCHEMA}author`, 'text'],
    dtreviewed: [`${SCHEMA}datePublished`, 'moment'],
    published: [`${SCHEMA}datePublished`, 'moment'],
  },
};
const ENTRY: Format = {
  type: `${SCHEMA}BlogPosting`,
  properties: {
    name: [`${SCHEMA}headline`, 'text'],
    summary: [`${SCHEMA}description`, 'text'],
    content: [`${SCHEMA}articleBody`, 'text'],
    author: [`${SCHEMA}author`, 'text'],
    category: [`${SCHEMA}keywords`, 'text'],
    published: [`${SCHEMA}datePublished`, 'moment'],
    updated: [`${SCHEMA}dateModified`, 'moment'],
    url: [`${SCHEMA}url`, 'url'],
  },
};

const CLASSIC: Readonly<Record<string, Format>> = { vcard: CARD, vevent: EVENT, hreview: REVIEW, adr: ADDRESS };
const MODERN: Readonly<Record<string, Format>> = {
  'h-card': CARD,
  'h-event': EVENT,
  'h-review': REVIEW,
  'h-entry': ENTRY,
  'h-adr': ADDRESS,
};

type Node = ReturnType<typeof parseDocument>['children'][number];
interface Element {
  readonly name: string;
  readonly attribs: Readonly<Record<string, string>>;
  readonly children: readonly Node[];
}

/** What an element inside belongs to. */
interface Owner {
  readonly node: ReturnType<typeof blankNode>;
  readonly format: Format;
  readonly isModern: boolean;
}

export function readMicroformats(page: string, url: string, list: QuadList): void {
  const waiting: [node: Node, owner: Owner | null][] = parseDocument(page).children.map((node) => [node, null]);
  waiting.reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const element = elementOf(next[0]);
    if (!element) continue;
    const owner = visit(element, next[1], url, list);
    for (let at = element.children.length - 1; at >= 0; at--) waiting.push([element.children[at] as Node, owner]);
  }
}

const elementOf = (node: Node): Element | null => ('attribs' in node && 'children' in node ? (node as unknown as Element) : null);

/** States what the element says; gives the owner of what stands inside it. */
function visit(element: Element, owner: Owner | null, url: string, list: QuadList): Owner | null {
  const classes = (element.attribs['class'] ?? '').split(/\s+/).filter((name) => name !== '');
  if (classes.length === 0) return owner;
  const format = formatOf(classes, owner);
  const node = format ? blankNode() : null;
  const state = (subject: Owner['node'], property: string, object: Value): void =>
    list.add(quad(subject, namedNode(property), object) as unknown as Quad);
  if (owner)
    for (const [property, kind] of propertiesIn(classes, owner)) {
      const value = node ?? valueOf(element, kind, url);
      if (value) state(owner.node, property, value);
    }
  if (!format || !node) return owner;
  list.add(quad(node, TYPE, namedNode(format.type)) as unknown as Quad);
  return { node, format, isModern: classes.some((name) => name in MODERN) };
}

/** An address by its classic name is one only inside a card: too many pages call something adr. */
function formatOf(classes: readonly string[], owner: Owner | null): Format | null {
  for (const name of classes) {
    const format = MODERN[name] ?? (name === 'adr' && !owner ? undefined : CLASSIC[name]);
    if (format) return format;
  }
  return null;
}

function propertiesIn(classes: readonly string[], { format, isModern }: Owner): (readonly [string, ValueKind])[] {
  const found = new Map<string, readonly [string, ValueKind]>();
  for (const name of classes) {
    const plain = isModern ? (/^(?:p|u|dt|e)-(.+)$/.exec(name)?.[1] ?? '') : name;
    const property = format.properties[plain];
    if (property) found.set(property[0], property);
  }
  return [...found.values()];
}

function valueOf(element: Element, kind: ValueKind, url: string): Value | null {
  const { attribs } = element;
  const place = attribs['href'] ?? attribs['src'] ?? attribs['data'];
  if (kind === 'url' && place !== undefined && URL.canParse(place, url)) return namedNode(new URL(place, url).href);
  const text = (
    attribs['datetime'] ??
    (element.name === 'abbr' ? attribs['title'] : undefined) ??
    attribs['value'] ??
    attribs['alt'] ??
    textOf(element)
  )
    .replace(/\s+/g, ' ')
    .trim();
  if (text === '') return null;
  return kind === 'moment' ? moment(text) : literal(text);
}

function moment(text: string): ReturnType<typeof literal> {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return literal(text, namedNode(`${XSD}date`));
  const whole = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?$/i.exec(text);
  if (!whole) return literal(text);
  const [, day, time, seconds = ':00', zone = ''] = whole;
  return literal(`${day}T${time}${seconds}${zone.toUpperCase().replace(/(\d\d)(\d\d)$/, '$1:$2')}`, namedNode(`${XSD}dateTime`));
}

const LONGEST = 100_000;

function textOf(element: Element): string {
  let text = '';
  const waiting: Node[] = [...element.children].reverse();
  for (let node = waiting.pop(); node && text.length < LONGEST; node = waiting.pop()) {
    if ('data' in node && node.type === 'text') text += node.data;
    else if ('children' in node) for (let at = node.children.length - 1; at >= 0; at--) waiting.push(node.children[at] as Node);
  }
  return text;
}
