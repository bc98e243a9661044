/**
 * Where a script leads on a click: `location.href = '…'`, `window.location = '…'`, `location.assign('…')`.
 *
 * No script is run. Only a whole address in one literal counts: one that is joined from parts would be a guess.
 * JavaScript escapes are decoded (`\x26`, `\u0026`, `\/`).
 */
const LONGEST = 4096;
const MOST = 8;

const PLACE = String.raw`(?<![\w$.])(?:(?:window|self|top|parent|document|this)\s*\.\s*){0,3}location`;
const LITERAL = String.raw`(?:'((?:[^'\\\n]|\\.){1,2048})'|"((?:[^"\\\n]|\\.){1,2048})")`;
/** What may follow the literal: the end of the statement or of the handler. A sign such as + would continue the address. */
const END = String.raw`(?=\s*(?:[;,)}\n]|$))`;

const ASSIGNED = new RegExp(String.raw`${PLACE}(?:\s*\.\s*href)?\s*=(?!=)\s*${LITERAL}${END}`, 'g');
const CALLED = new RegExp(String.raw`${PLACE}\s*\.\s*(?:assign|replace)\s*\(\s*${LITERAL}\s*\)`, 'g');

export function onclickUrls(handler: string): string[] {
  if (!handler.includes('location')) return [];
  const script = handler.slice(0, LONGEST);
  const urls: string[] = [];
  for (const pattern of [ASSIGNED, CALLED])
    for (const match of script.matchAll(pattern)) if (urls.length < MOST) urls.push(unescaped(match[1] ?? match[2] ?? ''));
  return [...new Set(urls)];
}

const unescaped = (literal: string): string =>
  literal.replace(
    /\\(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]{1,6})\}|([^]))/gi,
    (_all, x?: string, u?: string, point?: string, sign?: string) => {
      const code = x ?? u ?? point;
      if (code === undefined) return sign ?? '';
      const value = Number.parseInt(code, 16);
      return value <= 0x10ffff ? String.fromCodePoint(value) : '';
    },
  );
