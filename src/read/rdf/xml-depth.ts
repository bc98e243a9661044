/** How deep elements stand in each other: parsers that look through all open elements for a name take forever over a tower of them. */

/** What is passed over as a whole, by how it begins and ends. */
const PASSED: readonly (readonly [string, string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
];

/** The line of the first element beyond so many levels; null when there is none. A tag ends at its first `>`: close enough to count. */
export function lineTooDeep(xml: string, most: number): number | null {
  let depth = 0;
  for (let at = xml.indexOf('<'); at >= 0; ) {
    const closing = PASSED.find(([start]) => xml.startsWith(start, at))?.[1] ?? '>';
    const end = xml.indexOf(closing, at + 1);
    if (end < 0) return null;
    if (closing === '>' && xml[at + 1] === '/') depth--;
    else if (closing === '>' && xml[at + 1] !== '!' && xml[end - 1] !== '/' && ++depth > most) return lineAt(xml, at);
    at = xml.indexOf('<', end);
  }
  return null;
}

function lineAt(text: string, end: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
