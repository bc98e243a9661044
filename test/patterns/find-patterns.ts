/** All regular expressions of our own: those written out, and those put together from pieces when a module loads. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CallExpression, type NewExpression, parseSync, Visitor } from 'oxc-parser';

export interface FoundPattern {
  readonly source: string;
  readonly flags: string;
  /** File and line, or the file whose loading made it. */
  readonly at: string;
}

export interface SourcePatterns {
  readonly written: readonly FoundPattern[];
  /** Files that call `RegExp`. */
  readonly makers: readonly string[];
}

export const sourceFiles = (root: string): string[] =>
  globSync('src/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort();

export function patternsIn(root: string): SourcePatterns {
  const written: FoundPattern[] = [];
  const makers = new Set<string>();
  for (const file of sourceFiles(root)) {
    const text = readFileSync(join(root, file), 'utf8');
    const makes = ({ callee }: NewExpression | CallExpression): void => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') makers.add(file);
    };
    new Visitor({
      Literal(node) {
        if (!('regex' in node)) return;
        const line = text.slice(0, node.start).split('\n').length;
        written.push({ source: node.regex.pattern, flags: node.regex.flags, at: `${file}:${line}` });
      },
      NewExpression: makes,
      CallExpression: makes,
    }).visit(parseSync(file, text).program);
  }
  return { written, makers: [...makers] };
}

/** What our own modules make while `work` runs. */
export async function patternsMadeBy(work: () => unknown): Promise<FoundPattern[]> {
  const made: FoundPattern[] = [];
  const plain = globalThis.RegExp;
  globalThis.RegExp = new Proxy(plain, {
    construct(target, args: [string | RegExp, string?], newTarget: typeof RegExp) {
      const pattern = Reflect.construct(target, args, newTarget) as RegExp;
      const at = /\/(src\/[^\s:?]+)\S*?(:\d+):/.exec(new Error().stack ?? '');
      if (at) made.push({ source: pattern.source, flags: pattern.flags, at: `${at[1]}${at[2]}` });
      return pattern;
    },
  });
  try {
    await work();
  } finally {
    globalThis.RegExp = plain;
  }
  return made;
}

export const patternsOfLoading = (root: string, files: readonly string[]): Promise<FoundPattern[]> =>
  patternsMadeBy(async () => {
    for (const file of files) await import(pathToFileURL(join(root, file)).href);
  });
