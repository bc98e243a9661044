/**
 * Loads a JavaScript or TypeScript module by path: definitions written as code, and plug-ins.
 *
 * Node 22.18 and later run TypeScript by themselves. For older ones this module adds Node's type stripper to the module
 * loader, once, so that imports of the module may be TypeScript too. Stripping only removes types: enums and other
 * syntax that produces code are refused.
 *
 * The surprise: `import … from 'winnow-crawler'` (or 'winnow') in such a module always means the running program,
 * wherever the module lies. A second copy from elsewhere would have plug-in kinds of its own.
 */
import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** A module that does not load, with the place of the fault if Node tells it. */
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

const OWN_NAME = /^winnow(-crawler)?(?=\/|$)/;
let hooked = false;

function hookLoader(): void {
  if (hooked) return;
  hooked = true;
  registerHooks({
    resolve: (specifier, context, next) =>
      OWN_NAME.test(specifier)
        ? next(specifier.replace(OWN_NAME, 'winnow-crawler'), { ...context, parentURL: import.meta.url })
        : next(specifier, context),
    load(url, context, next) {
      try {
        return next(url, context);
      } catch (error) {
        if (!isUnknownTypeScript(error, url)) throw error;
        return { format: 'module', source: withoutTypes(fileURLToPath(url)), shortCircuit: true };
      }
    },
  });
}

/** Try Node's own TypeScript support first. */
const isUnknownTypeScript = (error: unknown, url: string): boolean =>
  (error as { code?: string }).code === 'ERR_UNKNOWN_FILE_EXTENSION' && /^file:.*\.m?ts$/.test(url);

function withoutTypes(file: string): string {
  try {
    return stripped(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new SyntaxError(`${file}:${lineOfSyntaxError(error) ?? 1}: ${reasonOf(error)}`, { cause: error });
  }
}

/** Node warns that type stripping may change; the author of the module can do nothing about that. */
function stripped(text: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(text);
  } finally {
    process.emitWarning = emitWarning;
  }
}

/**
 * The stack begins with the place, without a file name since the text had none: `:3`. The first Node that strips types
 * draws it instead: `,-[3:9]`.
 */
function lineOfSyntaxError(error: unknown): number | null {
  const line = /^(?:[ \t]*,-\[|:)(\d+)(?:$|:\d+\]$)/m.exec((error as { stack?: string }).stack ?? '')?.[1];
  return line === undefined ? null : Number(line);
}

function reasonOf(cause: unknown): string {
  const { message = String(cause), code } = (cause ?? {}) as { message?: string; code?: string };
  const missing =
    code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND'
      ? /Cannot find (?:module|package) '([^']+)'/.exec(message)?.[1]
      : undefined;
  if (missing) return `it imports '${missing}', which is not there.`;
  const reason =
    message
      .replace(/^\S+:\d+: /, '')
      .replace(/^\s*x (?=\S)/, '')
      .split('\n')[0] ?? '';
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}

/** Node writes the place of a fault into the stack, as `file:///a/b.ts:3` or `/a/b.ts:3:9`. */
function lineIn(cause: unknown, file: string): number | null {
  const { stack = '', message = '' } = (cause ?? {}) as { stack?: string; message?: string };
  for (const word of `${message}\n${stack}`.split(/\s+/)) {
    const match = /^[^/]*?((?:file:\/\/)?\/.*?):(\d+)(?::\d+)?\)?:?$/.exec(word);
    if (match?.[1] && samePath(match[1], file)) return Number(match[2]);
  }
  return null;
}

/** For a syntax error in JavaScript, Node shows the place only when the process dies of it. So parse the text once more. */
function syntaxErrorLine(file: string): number | null {
  try {
    stripped(readFileSync(file, 'utf8'));
    return null;
  } catch (error) {
    return lineOfSyntaxError(error);
  }
}

function samePath(written: string, file: string): boolean {
  try {
    return (written.startsWith('file:') ? fileURLToPath(written) : written) === file;
  } catch {
    return false;
  }
}
