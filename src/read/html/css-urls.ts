/**
 * The URLs a style sheet needs: `@import` and `url(…)`, outside comments.
 *
 * One linear scan instead of one large regex: an unclosed quotation mark in ten megabytes of style must not make it
 * slow.
 */
export interface CssUrl {
  /** As written, with escapes resolved; relative to the style sheet. */
  readonly url: string;
  readonly kind: 'css' | 'img' | 'media';
}

const MAX_URLS = 10_000;
const MAX_URL_LENGTH = 8192;
const INTERESTING = /\/\*|url\(|@import/gi;
const FONT = /\.(?:woff2?|ttf|otf|eot)(?:[?#]|$)/i;

export function cssUrls(css: string): CssUrl[] {
  const found: CssUrl[] = [];
  INTERESTING.lastIndex = 0;
  for (let match = INTERESTING.exec(css); match !== null && found.length < MAX_URLS; match = INTERESTING.exec(css)) {
    const word = match[0].toLowerCase();
    let at = INTERESTING.lastIndex;
    if (word === '/*') {
      const end = css.indexOf('*/', at);
      if (end < 0) break;
      INTERESTING.lastIndex = end + 2;
      continue;
    }
    if (word === '@import') at = skipImportPrefix(css, at);
    const token = readToken(css, at, word === 'url(' || css.slice(at - 4, at).toLowerCase() === 'url(');
    if (token === null) continue;
    INTERESTING.lastIndex = token.end;
    const url = unescapeCss(token.value.trim());
    if (url !== '' && url.length <= MAX_URL_LENGTH)
      found.push({ url, kind: word === '@import' ? 'css' : FONT.test(url) ? 'media' : 'img' });
  }
  return found;
}

/** `@import "x"` and `@import url(x)` are both in use. */
function skipImportPrefix(css: string, from: number): number {
  const at = skipBlank(css, from);
  return css.slice(at, at + 4).toLowerCase() === 'url(' ? at + 4 : at;
}

const skipBlank = (css: string, from: number): number => {
  let at = from;
  while (at < css.length && css.charCodeAt(at) <= 0x20) at++;
  return at;
};

/** A quoted string ends at its quotation mark or, if that is missing, at the end of the line; an unquoted URL ends at the parenthesis. */
function readToken(css: string, from: number, inUrl: boolean): { value: string; end: number } | null {
  const at = skipBlank(css, from);
  const quote = css[at];
  if (quote === '"' || quote === "'") {
    for (let end = at + 1; end < css.length; end++) {
      const char = css[end];
      if (char === quote) return { value: css.slice(at + 1, end), end: end + 1 };
      if (char === '\\') end++;
      else if (char === '\n') return null;
    }
    return null;
  }
  if (!inUrl) return null;
  for (let end = at; end < css.length; end++) {
    const char = css[end];
    if (char === ')') return { value: css.slice(at, end), end: end + 1 };
    if (char === '\\') end++;
    else if (char === '"' || char === "'" || char === '(' || char === '\n') return null;
  }
  return null;
}

const unescapeCss = (value: string): string =>
  value.includes('\\')
    ? value.replace(/\\(?:([0-9a-f]{1,6})\s?|\n|(.))/gi, (_all, hex?: string, char?: string) =>
        hex ? codePoint(Number.parseInt(hex, 16)) : (char ?? ''),
      )
    : value;

const codePoint = (point: number): string => (point > 0x10ffff || point === 0 ? '\ufffd' : String.fromCodePoint(point));
