/** What an old Node meets: in a checkout it is helped out of, elsewhere it is told. The old one is this one under another name. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../support/compose.js';

const { VERSION } = createRequire(import.meta.url)('../../scripts/with-node.cjs') as { VERSION: string };
const SENTENCE = 'Winnow needs Node 22.15 or newer; this is Node 20.19.4.';

const folder = mkdtempSync(join(tmpdir(), 'old-node-'));
const checkout = join(folder, 'checkout');
const asked = join(folder, 'asked.txt');
const npm = join(folder, 'npm-cli.js');
const old = join(folder, 'old.cjs');
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(() => {
  mkdirSync(join(checkout, 'dist', 'cli'), { recursive: true });
  for (const part of ['package.json', 'bin', join('scripts', 'with-node.cjs')])
    cpSync(join(ROOT, part), join(checkout, part), { recursive: true });
  writeFileSync(
    join(checkout, 'dist', 'cli', 'main.js'),
    'console.log(JSON.stringify(process.argv.slice(2)), ...process.execArgv); process.exitCode = 5;',
  );
  mkdirSync(join(checkout, 'node_modules', '.bin'), { recursive: true });
  symlinkSync(join('..', '..', 'bin', 'winnow.cjs'), join(checkout, 'node_modules', '.bin', 'winnow'));
  writeFileSync(old, `if (!process.env.BROUGHT) Object.defineProperty(process.versions, 'node', { value: '20.19.4' });`);
  writeFileSync(npm, fakeNpm());
});

/** In place of a download: a Node that says it was brought, and a note of what was asked for. */
const fakeNpm = (): string => `
  const fs = require('fs'), path = require('path');
  const words = process.argv.slice(2), wanted = words.at(-1);
  fs.appendFileSync(${JSON.stringify(asked)}, wanted + '\\n');
  const bin = path.join(words[words.indexOf('--prefix') + 1], 'node_modules', wanted.split('@')[0], 'bin');
  fs.mkdirSync(bin, { recursive: true });
  fs.writeFileSync(path.join(bin, 'node'), '#!/bin/sh\\nBROUGHT=yes exec ${process.execPath} "$@"\\n', { mode: 0o755 });`;

/** `words` by the old Node, with the npm that fetches nothing. */
function run(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { ...process.env, NODE_OPTIONS: `--require ${old}`, npm_execpath: npm };
  return new Promise((resolve) =>
    execFile(process.execPath, words, { env, cwd: folder }, (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err })),
  );
}

describe('an old Node', () => {
  it('in a checkout: says so in a line, brings the pinned one, and goes on with it', async () => {
    const winnow = join(checkout, 'node_modules', '.bin', 'winnow');
    const fetched = `${SENTENCE} Fetching Node ${VERSION} into .node/ (about 50 MB, once) …\n`;
    expect(await run(winnow, 'crawl', 'a b')).toEqual({ code: 5, out: '["crawl","a b"]\n', err: fetched });
    expect(readFileSync(asked, 'utf8')).toMatch(new RegExp(`^node-[a-z0-9-]+@${VERSION.replaceAll('.', '\\.')}\\n$`));
    expect(await run(winnow, '--version')).toEqual({ code: 5, out: '["--version"]\n', err: '' }); // it is there now
  });

  it('goes on with the options in the first line of the program, which bound its memory', async () => {
    const { out } = await run('--max-semi-space-size=8', join(checkout, 'node_modules', '.bin', 'winnow'), '--version');
    expect(out).toBe('["--version"] --max-semi-space-size=8\n');
  });

  it('runs the scripts of npm on it too', async () => {
    writeFileSync(
      join(checkout, 'scripts', 'hello.mjs'),
      'console.log(process.env.BROUGHT, process.env.PATH, ...process.argv.slice(2)); process.exit(3);',
    );
    const { code, out } = await run(join(checkout, 'scripts', 'with-node.cjs'), 'scripts/hello.mjs', '--once');
    expect([code, out.trim()]).toEqual([3, expect.stringMatching(/^yes .* --once$/)]);
    expect(dirname(out.split(' ')[1]?.split(':')[0] ?? '')).toContain(join(checkout, '.node', VERSION)); // for the tools it starts
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
    for (const [name, command] of Object.entries(scripts))
      expect([name, command]).toEqual([name, expect.stringMatching(/^node scripts\/with-node\.cjs /)]);
  });

  it('elsewhere: says what is missing, and ends with an error', async () => {
    const installed = join(folder, 'installed');
    for (const part of ['package.json', 'bin', 'dist']) cpSync(join(checkout, part), join(installed, part), { recursive: true });
    const { code, out, err } = await run(join(installed, 'bin', 'winnow.cjs'), 'crawl', 'https://a.example');
    expect({ code, out, err }).toEqual({
      code: 1,
      out: '',
      err: `winnow: ${SENTENCE} Install a newer one, then run the same command again.\n`,
    });
  });

  it('says that a checkout is not compiled yet', async () => {
    const fresh = join(folder, 'fresh');
    for (const part of ['package.json', 'bin']) cpSync(join(checkout, part), join(fresh, part), { recursive: true });
    const { code, err } = await run(join(fresh, 'bin', 'winnow.cjs'));
    expect([code, err]).toEqual([1, 'winnow: The program is not compiled yet. Run: npm run build\n']);
  });
});
