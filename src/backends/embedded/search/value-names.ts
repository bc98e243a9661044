/** Which sites, languages and types a value of a query means. */
import type { NameKind, Names } from './names.js';

/** What people call types. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  html: ['text/html', 'application/xhtml+xml'],
  text: ['text/plain'],
  txt: ['text/plain'],
  word: ['application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  doc: ['application/msword'],
  docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  excel: ['application/vnd.ms-excel', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  xls: ['application/vnd.ms-excel'],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  powerpoint: ['application/vnd.ms-powerpoint', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ppt: ['application/vnd.ms-powerpoint'],
  pptx: ['application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  odt: ['application/vnd.oasis.opendocument.text'],
  ods: ['application/vnd.oasis.opendocument.spreadsheet'],
  xml: ['text/xml', 'application/xml'],
};

export function matchingNames(names: Names, kind: NameKind, value: string): ReadonlySet<number> {
  const numbers = new Set<number>();
  names.all(kind).forEach((name, number) => {
    if (MATCH[kind](name.toLowerCase(), value)) numbers.add(number);
  });
  return numbers;
}

const MATCH: Readonly<Record<NameKind, (name: string, value: string) => boolean>> = {
  /** A host, which holds for all hosts below it, with or without a port; or a site with its scheme. */
  site(origin, value) {
    const wanted = value.replace(/(?<!\/)\/+$/, '');
    if (wanted.includes('://')) return origin === wanted;
    const host = origin.replace(/^[a-z]+:\/\//, '');
    const bare = wanted.includes(':') ? host : host.replace(/:\d+$/, '');
    return bare === wanted || bare.endsWith(`.${wanted}`);
  },
  language: (tag, value) => tag === value || tag.startsWith(`${value}-`),
  type(type, value) {
    if (Object.hasOwn(TYPES, value)) return (TYPES[value] as readonly string[]).includes(type);
    return value.endsWith('/') ? type.startsWith(value) : type === value || type.split('/')[1] === value || type.startsWith(`${value}/`);
  },
};
