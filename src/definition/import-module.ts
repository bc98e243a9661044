/**
 * Loads a JavaScript or TypeScript module by path: definitions written as code, and plug-ins.
 *
 * Node 22.18 and later run TypeScript by themselves; before that a type stripper is hooked into the module loader,
 * once, so that what the module imports may be TypeScript too. Like Node's own, it only removes types: enums and
 * other syntax that makes code is refused.
 *
 * The surprise: `import … from 'winnow'` in such a module always means the program that is running, wherever the
 * module lies. A second copy from somewhere else would have plug-in kinds of its own.
 */
import { readFileSync } from 'node:fs';
import { createRequire, register } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** A module that does not load, with the place of the fault where Node tells it. */
export class ModuleError extends Error {
  override readonly name = 'ModuleError';
  constructor(
    message: string,
    readonly file: string,
    readonly line: number | null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The module's exports. Throws ModuleError. */
export async function importModule(file: string): Promise<Readonly<Record<string, unknown>>> {
  hookLoader();
  try {
    return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Record<string, unknown>;
  } catch (cause) {
    const line = lineIn(cause, file) ?? (cause instanceof SyntaxError ? syntaxErrorLine(file) : null);
    throw new ModuleError(reasonOf(cause), file, line, { cause });
  }
}

const require = createRequire(import.meta.url);
const STRIPPER = '@swc/wasm-typescript';
let hooked = false;

function hookLoader(): void {
  if (hooked) return;
  hooked = true;
  const stripper = pathToFileURL(require.resolve(STRIPPER)).href;
  register(`data:text/javascript,${encodeURIComponent(hooks(import.meta.url, stripper))}`);
}

/**
 * Hooks run on a thread of their own and are loaded by address. As a data URL they need no file beside this one,
 * so they work the same from the sources and from the build. Whoever else knows TypeScript is asked first.
 */
const hooks = (here: string, stripper: string) => `
  import { readFile } from 'node:fs/promises';
  import { fileURLToPath } from 'node:url';

  export function resolve(specifier, context, next) {
    const ours = specifier === 'winnow' || specifier.startsWith('winnow/');
    return next(specifier, ours ? { ...context, parentURL: ${JSON.stringify(here)} } : context);
  }

  export async function load(url, context, next) {
    try {
      return await next(url, context);
    } catch (error) {
      if (error.code !== 'ERR_UNKNOWN_FILE_EXTENSION' || !/^file:.*\\.m?ts$/.test(url)) throw error;
      return { format: 'module', source: await strip(fileURLToPath(url)), shortCircuit: true };
    }
  }

  async function strip(filename) {
    const { default: stripper } = await import(${JSON.stringify(stripper)});
    try {
      return stripper.transformSync(await readFile(filename, 'utf8'), { mode: 'strip-only', module: true, filename }).code;
    } catch (error) {
      throw error instanceof Error ? error : new SyntaxError(filename + ':' + error.startLine + ': ' + error.message);
    }
  }
`;

function reasonOf(cause: unknown): string {
  const { message = String(cause), code } = (cause ?? {}) as { message?: string; code?: string };
  const missing =
    code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND'
      ? /Cannot find (?:module|package) '([^']+)'/.exec(message)?.[1]
      : undefined;
  if (missing) return `it imports '${missing}', which is not there.`;
  const reason = message.replace(/^\S+:\d+: /, '').split('\n')[0] ?? '';
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}

/** Node writes the place of a fault into the stack, as `file:///a/b.ts:3` or `/a/b.ts:3:9`. */
function lineIn(cause: unknown, file: string): number | null {
  const { stack = '', message = '' } = (cause ?? {}) as { stack?: string; message?: string };
  for (const line of `${message}\n${stack}`.split('\n')) {
    const match = /((?:file:\/\/)?\/\S*?):(\d+)(?::\d+)?\)?:?(?:\s|$)/.exec(line);
    if (match?.[1] && samePath(match[1], file)) return Number(match[2]);
  }
  return null;
}

/** Of a syntax error in JavaScript, Node shows the place only when the program dies of it; so the text is parsed once more. */
function syntaxErrorLine(file: string): number | null {
  const { transformSync } = require(STRIPPER) as typeof import('@swc/wasm-typescript');
  try {
    transformSync(readFileSync(file, 'utf8'), { mode: 'strip-only', module: true });
    return null;
  } catch (error) {
    return (error as { startLine?: number }).startLine ?? null;
  }
}

function samePath(written: string, file: string): boolean {
  try {
    return (written.startsWith('file:') ? fileURLToPath(written) : written) === file;
  } catch {
    return false;
  }
}
