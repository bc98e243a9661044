/** Fields of an object somebody sent us: there and of the right kind, or an error that names them. */
export type Input = Readonly<Record<string, unknown>>;

export function textOf(input: Input, name: string): string {
  const value = input[name];
  if (typeof value === 'string') return value;
  throw new Error(value === undefined ? `"${name}" is missing` : `"${name}" is not a string`);
}

/** Null stands for left out. */
export function optionalText(input: Input, name: string): string | undefined {
  const value = input[name];
  if (value === undefined || value === null) return undefined;
  return textOf(input, name);
}

export function bytesOf(input: Input, name: string): Buffer {
  const text = textOf(input, name);
  const bytes = Buffer.from(text, 'base64');
  // Node passes over what is no base64; the length tells that something was left out.
  if (bytes.length !== decodedLength(text) && bytes.length !== decodedLength(text.replace(/\s+/g, '')))
    throw new Error(`"${name}" is not base64`);
  return bytes;
}

function decodedLength(text: string): number {
  let length = text.length;
  while (length > 0 && text.length - length < 2 && text.charCodeAt(length - 1) === 0x3d) length--;
  return Math.floor((length * 3) / 4);
}

export function oneOf<Word extends string>(name: string, value: string | undefined, words: readonly Word[]): Word | undefined {
  if (value === undefined || (words as readonly string[]).includes(value)) return value as Word | undefined;
  throw new Error(`"${name}" must be one of ${words.join(', ')}`);
}
