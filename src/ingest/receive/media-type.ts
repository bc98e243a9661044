/** A Content-Type or Content-Disposition header: its value, and its parameters by name in lower case. */
export interface MediaType {
  readonly type: string;
  readonly parameters: Readonly<Record<string, string>>;
}

const PARAMETER = /;\s*([\w!#$&+.^`|~*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g;

export function readMediaType(header: string | undefined): MediaType {
  const text = (header ?? '').slice(0, 4000);
  const parameters = [...text.matchAll(PARAMETER)].map(([, name = '', quoted, plain]): [string, string] => [
    name.toLowerCase(),
    quoted === undefined ? (plain ?? '') : quoted.replace(/\\(.)/g, '$1'),
  ]);
  return { type: (text.split(';')[0] ?? '').trim().toLowerCase(), parameters: Object.fromEntries(parameters) };
}
