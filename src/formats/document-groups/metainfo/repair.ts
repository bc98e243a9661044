/**
 * Values of attributes that were not quoted, quoted.
 *
 * Only so that a report can go on after the first fault: what needed this is refused all the same.
 */
const BARE_VALUE = /(\s[\w:.-]+\s*=\s*)([^\s"'<>]+)/g;

/** The text with every such value quoted, and a sentence for each. */
export function quoteBareValues(text: string): { readonly text: string; readonly found: readonly { message: string; line: number }[] } {
  const found: { message: string; line: number }[] = [];
  const quoted = text.replace(/<[^<>!?/][^<>]*>/g, (tag: string, at: number) =>
    outsideQuotes(tag, (name, value, offset) => {
      found.push({ message: `The value of attribute ${name} is not in quotes: ${value}.`, line: lineAt(text, at + offset) });
    }),
  );
  return { text: quoted, found };
}

/** Values in quotes are stepped over: what looks like an attribute inside one is none. */
function outsideQuotes(tag: string, onBare: (name: string, value: string, at: number) => void): string {
  let at = 0;
  const pieces = tag.split(/("[^"]*"|'[^']*')/).map((piece, index) => {
    const start = at;
    at += piece.length;
    if (index % 2 === 1) return piece;
    return piece.replace(BARE_VALUE, (_all, head: string, value: string, offset: number) => {
      const bare = value.replace(/\/?>?$/, '');
      onBare(head.replace('=', '').trim(), bare, start + offset);
      return `${head}"${bare}"${value.slice(bare.length)}`;
    });
  });
  return pieces.join('');
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset + 1).split('\n').length;
