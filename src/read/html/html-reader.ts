/**
 * Reader for HTML and XHTML: bytes to Page in one parse.
 *
 * The steps: charset, text, tree (html-tree.ts), then passes over that tree for visible text,
 * metadata and links. Every bound that is hit leaves a note in the page; nothing throws.
 */
import { z } from 'zod';
import { type HeaderField, mainText, type Page } from '../../model/index.js';
import { collectGarbage } from '../../platform/index.js';
import { defineReader, type ReadInput } from '../../plugins/index.js';
import { decodeText, detectCharset } from '../charset.js';
import { directivesOfHeaders, frozen } from '../directives.js';
import { detectLanguage } from '../language/language.js';
import { parseUrl, UrlResolver } from '../url-resolver.js';
import { contentOf } from './html-content.js';
import { noteEmbedded } from './html-embedded.js';
import { factsOf } from './html-facts.js';
import { linksOf } from './html-links.js';
import { mainPart } from './html-main.js';
import { metadataOf } from './html-metadata.js';
import { ATTR, TAG } from './html-names.js';
import { forgetLargeColumns, textOf } from './html-text.js';
import { HtmlTree } from './html-tree.js';
import { forgetLargeWeights } from './main-weights.js';
import { maxLinksOption } from './most-links.js';

const options = z.strictObject({
  agent: z
    .string()
    .min(1)
    .max(100)
    .default('winnow')
    .describe('Product token whose own meta robots and X-Robots-Tag rules are obeyed besides those for everybody.'),
  maxLinks: maxLinksOption,
});

/** One table per thread, used again by every page. */
const tree = new HtmlTree();

export const htmlReader = defineReader({
  name: 'html',
  about: 'Reads HTML and XHTML: title, visible text, metadata, links, robots directives.',
  types: ['text/html', 'application/xhtml+xml'],
  options,
  read(input, { agent, maxLinks }) {
    const page = readHtml(input, agent, maxLinks);
    tree.forget();
    forgetLargeColumns();
    return page;
  },
});

const ENOUGH_SPOKEN = 40;
/** A page with this many elements and texts leaves enough garbage to collect it at once. */
const GIANT = 250_000;

function readHtml(input: ReadInput, agent: string, maxLinks: number): Page {
  const { charset } = detectCharset(input.bytes, input.contentType, input.type);
  tree.parse(decodeText(input.bytes, charset), { xhtml: input.type === 'application/xhtml+xml' });
  const text = textOf(tree);
  const directives = directivesOfHeaders(input.headers, agent);
  const metadata = metadataOf(tree, text, directives, agent);
  const base = baseUrl(input.url, metadata.base);
  const main = mainPart(tree, text, [metadata.title ?? '', metadata.values.get('og:title')?.[0] ?? '']);
  const content = contentOf(text.marked);
  const spoken = mainText({ text: text.text, content, main });
  forgetLargeWeights();
  // Menus are often in another language than the page; but a few words are weak evidence.
  const { language, confidence } = detectLanguage(spoken.length >= ENOUGH_SPOKEN ? spoken : text.text, metadata.lang);
  const facts = factsOf({
    tree,
    text,
    metadata,
    url: input.url,
    start: main?.[0] ?? 0,
    end: main?.at(-1) ?? text.text.length,
    language,
    now: askedAt(input.headers),
  });
  // Last of all, since the links of a very large page take more room than anything else.
  if (tree.count >= GIANT) collectGarbage();
  const found = linksOf(tree, text, metadata, new UrlResolver(base, charset), directives.nofollow, maxLinks);
  const page: Page = {
    type: input.type,
    charset,
    title: metadata.title,
    text: text.text,
    content,
    main,
    language,
    languageConfidence: confidence,
    metadata: Object.fromEntries(metadata.values),
    facts,
    canonical: found.canonical ?? canonicalOfHeaders(input.headers, input.url),
    directives: frozen(directives),
    asksPassword: asksPassword(),
    links: found.links,
    notes: [...tree.notes, ...(text.cut ? ['the text was cut at 10 MB'] : []), ...found.notes],
  };
  return noteEmbedded(page, tree, base);
}

/** The server's clock, so that a stored answer is read in the same way years later. */
function askedAt(headers: readonly HeaderField[]): number {
  const date = headers.find(([name]) => name.length === 4 && name.toLowerCase() === 'date');
  const told = date ? Date.parse(date[1]) : Number.NaN;
  return Number.isNaN(told) ? Date.now() : told;
}

function asksPassword(): boolean {
  for (let row = tree.tag.indexOf(TAG.input); row >= 0 && row < tree.count; row = tree.tag.indexOf(TAG.input, row + 1)) {
    if (tree.attribute(row, ATTR.type, 20)?.trim().toLowerCase() === 'password') return true;
  }
  return false;
}

/** Only schemes that browsers accept for a base; with a broken one the page's own address counts. */
export function baseUrl(page: string, written: string | null): string {
  const base = written === null ? null : parseUrl(written, page);
  return base === null || base.protocol === 'data:' || base.protocol === 'javascript:' ? page : base.href;
}

const CANONICAL = /;\s*rel\s*=\s*(?:canonical|"(?:[^"]*\s)?canonical(?:\s[^"]*)?")\s*(?:[;,]|$)/i;

/** `Link: <https://…>; rel="canonical"`. */
export function canonicalOfHeaders(headers: readonly HeaderField[], page: string): string | null {
  for (const [name, value] of headers) {
    if (name.length !== 4 || name.toLowerCase() !== 'link') continue;
    for (const match of value.slice(0, 8192).matchAll(/<([^<>]{1,2000})>([^<>]{0,500})/g)) {
      const url = CANONICAL.test(match[2] ?? '') ? parseUrl(match[1] ?? '', page) : null;
      if (url !== null) return url.href;
    }
  }
  return null;
}
