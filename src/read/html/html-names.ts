/**
 * The names of elements and attributes that the HTML reader treats specially, as small numbers. Comparing numbers
 * instead of strings makes several passes over one tree cheaper than one pass over objects. Other names get a number per
 * page (see html-tree.ts).
 */
const TAG_NAMES = [
  '',
  '#text',
  '#cdata',
  'html',
  'head',
  'body',
  'title',
  'base',
  'meta',
  'link',
  'script',
  'style',
  'noscript',
  'template',
  'a',
  'area',
  'img',
  'picture',
  'source',
  'video',
  'audio',
  'track',
  'iframe',
  'frame',
  'frameset',
  'noframes',
  'noembed',
  'object',
  'embed',
  'form',
  'input',
  'button',
  'select',
  'option',
  'optgroup',
  'textarea',
  'datalist',
  'output',
  'label',
  'fieldset',
  'legend',
  'p',
  'div',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'br',
  'wbr',
  'pre',
  'listing',
  'xmp',
  'plaintext',
  'blockquote',
  'address',
  'center',
  'article',
  'section',
  'nav',
  'aside',
  'header',
  'footer',
  'main',
  'hgroup',
  'search',
  'figure',
  'figcaption',
  'details',
  'summary',
  'dialog',
  'menu',
  'dir',
  'ul',
  'ol',
  'li',
  'dl',
  'dt',
  'dd',
  'table',
  'caption',
  'colgroup',
  'col',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'td',
  'th',
  'ruby',
  'rt',
  'rp',
  'canvas',
  'svg',
  'math',
  'image',
  'use',
  'desc',
  'annotation',
  'span',
  'b',
  'i',
  'em',
  'strong',
  'small',
  'u',
  'code',
  'sup',
  'sub',
  'basefont',
  'command',
  'isindex',
  'keygen',
  'param',
  'applet',
  'marquee',
  'foreignobject',
  'annotation-xml',
  'mi',
  'mo',
  'mn',
  'ms',
  'mtext',
  'metadata',
  'time',
] as const;

const ATTRIBUTE_NAMES = [
  '',
  'href',
  'src',
  'rel',
  'id',
  'class',
  'name',
  'content',
  'property',
  'http-equiv',
  'itemprop',
  'charset',
  'lang',
  'xml:lang',
  'type',
  'alt',
  'title',
  'aria-label',
  'srcset',
  'imagesrcset',
  'poster',
  'data',
  'action',
  'method',
  'formaction',
  'formmethod',
  'background',
  'style',
  'hidden',
  'xlink:href',
  'as',
  'open',
  'media',
  'hreflang',
  'role',
  'datetime',
  'onclick',
  'rev',
  'typeof',
  'vocab',
  'about',
  'datatype',
  'inlist',
  'itemscope',
  'prefix',
  'profile',
] as const;

export type TagName = (typeof TAG_NAMES)[number];
export type AttributeName = (typeof ATTRIBUTE_NAMES)[number];

/** Numbers by name: `TAG.div`, `ATTR.href`. */
export const TAG = numbered(TAG_NAMES);
export const ATTR = numbered(ATTRIBUTE_NAMES);

/** Elements below this number are in the tables; those above are the page's own. */
export const KNOWN_TAGS = TAG_NAMES.length;

export const tagName = (tag: number): string | undefined => TAG_NAMES[tag];

function numbered<Name extends string>(names: readonly Name[]): Readonly<Record<Name, number>> {
  return Object.fromEntries(names.map((name, index) => [name, index])) as Record<Name, number>;
}

const mapOf = (names: readonly string[]): ReadonlyMap<string, number> => new Map(names.map((name, index) => [name, index]));
export const TAG_NUMBERS = mapOf(TAG_NAMES);
export const ATTRIBUTE_NUMBERS = mapOf(ATTRIBUTE_NAMES);

/** Effects of an element on the text around it, one bit each. */
export const BLOCK = 1;
export const LINE_BREAK = 2;
export const CELL = 4;
/** Line feeds inside are line breaks. */
export const PREFORMATTED = 8;
/** Hidden: neither its text nor that of its descendants is shown. */
export const UNSEEN = 16;
export const VOID = 32;
/** End tags of other elements do not close anything outside of it. */
export const BARRIER = 64;
/** Its text is not parsed and contains no character references. */
export const RAW = 128;

export const TAG_FLAGS = new Uint8Array(KNOWN_TAGS);

const mark = (flag: number, names: string): void => {
  for (const name of names.split(' ')) {
    const tag = TAG_NUMBERS.get(name);
    if (tag === undefined) throw new Error(`html-names: ${name} is used in a table of elements but not listed`);
    TAG_FLAGS[tag] = (TAG_FLAGS[tag] ?? 0) | flag;
  }
};

mark(
  BLOCK,
  'html body p div h1 h2 h3 h4 h5 h6 hr pre listing xmp plaintext blockquote address center article section nav aside header footer main hgroup search',
);
mark(
  BLOCK,
  'figure figcaption details summary dialog menu dir ul ol li dl dt dd table caption thead tbody tfoot tr form fieldset legend option optgroup textarea frameset',
);
mark(LINE_BREAK, 'br');
mark(CELL, 'td th');
mark(PREFORMATTED, 'pre listing xmp plaintext textarea');
mark(UNSEEN, 'script style noscript template iframe noframes noembed canvas video audio datalist rp title desc annotation metadata');
mark(VOID, 'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr');
mark(BARRIER, 'html td th caption table template applet marquee object foreignobject');
mark(RAW, 'script style xmp iframe noembed noframes plaintext');

/** End tags that may pass a barrier, since they close a part of the table itself. */
export const TABLE_PARTS: ReadonlySet<number> = new Set(
  (
    ['html', 'body', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'template', 'object', 'applet', 'marquee'] as const
  ).map((name) => TAG[name]),
);

/** Elements allowed in a head; any other ends it, with or without a body tag. */
export const HEAD_CONTENT: ReadonlySet<number> = new Set(
  (['title', 'base', 'basefont', 'meta', 'link', 'script', 'style', 'noscript', 'template', 'noframes', 'command'] as const).map(
    (name) => TAG[name],
  ),
);

/** An element (key) that closes an open element of the list, if that is the innermost. */
export const CLOSED_BY: ReadonlyMap<number, ReadonlySet<number>> = closers({
  p: 'p h1 h2 h3 h4 h5 h6 address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form header hgroup hr main menu nav ol pre search section table ul',
  head: 'body frameset',
  li: 'li',
  dd: 'dd dt',
  dt: 'dd dt',
  option: 'option optgroup',
  optgroup: 'optgroup',
  tr: 'tr tbody tfoot thead',
  td: 'td th tr tbody tfoot thead',
  th: 'td th tr tbody tfoot thead',
  thead: 'tbody tfoot',
  tbody: 'tbody tfoot thead',
  tfoot: 'tbody thead',
  caption: 'colgroup thead tbody tfoot tr',
  colgroup: 'thead tbody tfoot tr',
  rt: 'rt rp',
  rp: 'rt rp',
});

function closers(table: Partial<Record<TagName, string>>): ReadonlyMap<number, ReadonlySet<number>> {
  const closedBy = new Map<number, Set<number>>();
  for (const [closed, openers] of Object.entries(table)) {
    for (const opener of openers.split(' ')) {
      const tag = TAG_NUMBERS.get(opener);
      if (tag === undefined) throw new Error(`html-names: ${opener} is used in a table of elements but not listed`);
      const closes = closedBy.get(tag) ?? new Set<number>();
      closes.add(TAG_NUMBERS.get(closed) ?? 0);
      closedBy.set(tag, closes);
    }
  }
  return closedBy;
}
