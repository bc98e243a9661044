/** The tokens of an XPath. */
export interface Token {
  readonly kind: 'name' | 'number' | 'literal' | 'sign';
  readonly text: string;
}

const TOKEN =
  /(?<literal>"[^"]*"|'[^']*')|(?<number>\d+(?:\.\d*)?|\.\d+)|(?<sign>::|\.\.|\/\/|!=|<=|>=|[()[\].@,/|+=<>*$-])|(?<name>[\p{L}_][\p{L}\p{N}_.-]*(?::(?!:)(?:\*|[\p{L}_][\p{L}\p{N}_.-]*))?)/uy;

/** The tokens, or the position of the first character that starts no token. */
export function tokens(source: string): Token[] | number {
  const found: Token[] = [];
  for (let at = skipSpace(source, 0); at < source.length; at = skipSpace(source, TOKEN.lastIndex)) {
    TOKEN.lastIndex = at;
    const groups = TOKEN.exec(source)?.groups;
    if (!groups) return at;
    found.push(tokenOf(groups));
  }
  return found;
}

function tokenOf({ literal, number, name, sign }: Record<string, string | undefined>): Token {
  if (literal !== undefined) return { kind: 'literal', text: literal.slice(1, -1) };
  if (number !== undefined) return { kind: 'number', text: number };
  return name === undefined ? { kind: 'sign', text: sign ?? '' } : { kind: 'name', text: name };
}

function skipSpace(source: string, from: number): number {
  let at = from;
  while (at < source.length && /\s/.test(source[at] ?? '')) at++;
  return at;
}

/** `div`, `mod`, `and`, `or` and `*` are operators only after an operand: XPath has no reserved words. */
export function isOperatorNext(all: readonly Token[], at: number): boolean {
  const before = all[at - 1];
  if (before === undefined) return false;
  if (before.kind !== 'sign') return true;
  return [')', ']', '.', '..', '*'].includes(before.text);
}
