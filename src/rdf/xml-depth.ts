/** How deep elements stand in each other: parsers that look through all open elements for a name take forever over a tower of them. */

const TAG = /<(?:!--[\s\S]*?-->|!\[CDATA\[[\s\S]*?\]\]>|\?[\s\S]*?\?>|!|(\/)|[^\s/>"'=]+(?:[^"'>]|"[^"]*"|'[^']*')*?(\/)?>)/g;

/** The line of the first element beyond so many levels; null when there is none. */
export function lineTooDeep(xml: string, most: number): number | null {
  let depth = 0;
  for (const { 1: closes, 2: empty, index, 0: tag } of xml.matchAll(TAG)) {
    if (closes) depth--;
    else if (!empty && tag.endsWith('>') && /^<[^!?]/.test(tag) && ++depth > most) return lineAt(xml, index);
  }
  return null;
}

function lineAt(text: string, end: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
