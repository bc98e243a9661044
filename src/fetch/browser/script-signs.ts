/**
 * Signs in a page's source that its scripts may produce its content; they decide whether rendering is worth a try.
 *
 * One look over the bytes without a parser, since it runs on the main thread; only pages of unknown shapes are examined.
 * In doubt the answer is `possible`, since the result of a try is measured and remembered. It must not be `none` for a
 * page whose content scripts produce, and must be `none` for pages whose scripts only count clicks.
 */

export interface ScriptSigns {
  /** `none`: no script could add anything. `likely`: the page says little by itself. */
  readonly chance: 'none' | 'possible' | 'likely';
  /** In words, a clause. */
  readonly because: string;
}

/** What a script needs to add content to a page, or to fetch more script. */
const BUILDS =
  /innerHTML|outerHTML|insertAdjacent|createElement|createTextNode|createContextualFragment|document\.write|\.append(?:Child)?\s*\(|replaceChildren|replaceWith|insertBefore|textContent\s*=|innerText\s*=|DOMParser|cloneNode|attachShadow|customElements|fetch\s*\(|XMLHttpRequest|\bimport\s*[({*"'\w]|\beval\s*\(|new\s+Function|\.html\s*\(|\.load\s*\(|location\s*(?:=|\.href\s*=|\.assign|\.replace)|setAttribute\s*\(\s*["']href|\.href\s*=[^=]/;
const PLACEHOLDER =
  /<(div|main|section|article|span|body|[a-z][a-z0-9]*-[a-z0-9-]+)\b([^>]{0,300})>\s{0,40}(?:<!--[^>]{0,200}-->\s{0,40})?(?:loading[^<]{0,40}|please wait[^<]{0,40}|\.\.\.)?\s{0,40}<\/\1>/gi;
const ROOT_NAME =
  /\b(?:id|class)\s*=\s*["']?(?:app|root|__next|__nuxt|___gatsby|svelte|ember|react-?root|app-?root|application|main|content|page|container|results?|list|mount)\b/i;
const ASKS_FOR_SCRIPT = /java\s?script|skript|scripting/i;

/** A page with less text than this lacks its content. */
const LITTLE_TEXT = 250;
const MODEST_TEXT = 2000;
/** When scripts are this many times as long as the text, they are what the page is about. */
const MOSTLY_SCRIPT = 40;
const LOOKED_AT = 512 * 1024;

export function scriptSigns(bytes: Uint8Array): ScriptSigns {
  const html = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, LOOKED_AT)).toString('latin1');
  const { text, scripts, external, builds, noscript } = survey(html);
  if (external === 0 && !builds) return { chance: 'none', because: scripts ? 'its scripts add nothing to it' : 'it has no scripts' };
  if (text < LITTLE_TEXT) return { chance: 'likely', because: `it has scripts and only ${text} characters of text` };
  if (text < MODEST_TEXT && ASKS_FOR_SCRIPT.test(noscript)) return { chance: 'likely', because: 'it asks for JavaScript' };
  if (text < MODEST_TEXT && hasEmptyRoot(html)) return { chance: 'likely', because: 'an element for its content is empty' };
  if (scripts > MOSTLY_SCRIPT * text) return { chance: 'likely', because: `${scripts} characters of script and ${text} of text` };
  return { chance: 'possible', because: external ? `it has ${external} scripts in files of their own` : 'its scripts can change it' };
}

interface Survey {
  /** Characters a reader would see, white space left out. */
  text: number;
  /** Characters of inline script, data included. */
  scripts: number;
  external: number;
  builds: boolean;
  noscript: string;
}

/** Elements whose content is not shown, up to their end tag. */
const UNSEEN = /^(script|style|noscript|template|title|svg|textarea|iframe)$/;

/** Goes tag by tag and looks at every character once. */
function survey(html: string): Survey {
  const seen: Survey = { text: 0, scripts: 0, external: 0, builds: false, noscript: '' };
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    seen.text += visible(html, at, open < 0 ? html.length : open);
    if (open < 0) break;
    at = pass(html, open, seen);
  }
  return seen;
}

/** The position after the tag at `open`, or after the whole element when its content is not shown. */
function pass(html: string, open: number, seen: Survey): number {
  if (html.startsWith('<!--', open)) return after(html, '-->', open + 4);
  const close = after(html, '>', open);
  const name = /^[a-z][\w-]*/i.exec(html.slice(open + 1, open + 20))?.[0].toLowerCase() ?? '';
  if (!UNSEEN.test(name)) return close;
  const end = endTag(html, name, close);
  if (name === 'script') takeScript(html.slice(open, close), html.slice(close, end), seen);
  if (name === 'noscript' && seen.noscript.length < 2000) seen.noscript += html.slice(close, Math.min(end, close + 1000));
  return after(html, '>', end);
}

const after = (html: string, mark: string, from: number): number => {
  const at = html.indexOf(mark, from);
  return at < 0 ? html.length : at + mark.length;
};

function endTag(html: string, name: string, from: number): number {
  for (let at = html.indexOf('</', from); at >= 0; at = html.indexOf('</', at + 2)) {
    if (html.slice(at + 2, at + 2 + name.length).toLowerCase() === name) return at;
  }
  return html.length;
}

function takeScript(tag: string, body: string, seen: Survey): void {
  const type = /\btype\s*=\s*(?:["']\s*)?([^\s"'>]+)/i.exec(tag)?.[1]?.toLowerCase() ?? '';
  seen.scripts += body.length;
  if (type !== '' && !/javascript|ecmascript|module|jscript/.test(type)) return; // data
  if (/\bsrc\s*=/i.test(tag)) seen.external++;
  else if (!seen.builds) seen.builds = BUILDS.test(body);
}

function visible(html: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (html.charCodeAt(at) > 0x20) count++;
  return count;
}

function hasEmptyRoot(html: string): boolean {
  for (const [, name = '', attributes = ''] of html.matchAll(PLACEHOLDER))
    if (name.includes('-') || ROOT_NAME.test(attributes)) return true;
  return false;
}
