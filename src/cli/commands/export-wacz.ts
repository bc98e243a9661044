/** winnow export wacz: a part of the archive as one file for replay tools. */

import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { SOFTWARE, withReading } from '../../assembly/index.js';
import { parseSize } from '../../definition/crawl/index.js';
import { counted } from '../../model/index.js';
import { DamageFound, type Repository } from '../../store/index.js';
import { type OnDamage, type WaczPart, writeWacz } from '../../views/exports/index.js';
import { shortSize, type Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';

export interface WaczFlags {
  readonly workspace: string;
  readonly output: string;
  readonly run?: number;
  readonly site?: string;
  readonly since?: string;
  readonly title?: string;
  readonly split?: string;
  readonly text?: boolean;
  readonly json?: boolean;
}

/** Flags that only a WACZ knows. */
const OWN = ['run', 'site', 'since', 'title', 'split', 'text'] as const;

export function addWaczOptions(command: Command): Command {
  return command
    .addOption(new Option('--run <number>', 'wacz: only what this run captured').argParser(Number))
    .option('--site <site>', 'wacz: only this site, by host name or origin')
    .option('--since <date>', 'wacz: only what was captured from then on: 2026-11-01')
    .option('--title <words>', 'wacz: title of the collection (default: name of the crawl)')
    .option('--split <size>', 'wacz: several files of about this size each, such as 1GB; each replays by itself')
    .option('--text', 'wacz: with the text of pages, for search in the player');
}

export function refuseWaczOptions(flags: Partial<WaczFlags>): void {
  const given = OWN.find((name) => flags[name] !== undefined);
  if (given) throw new UsageError(`--${given} is for winnow export wacz only.`);
}

export async function exportWacz(flags: WaczFlags, terminal: Terminal): Promise<void> {
  if (flags.output === '-') throw new UsageError('A WACZ is a file: name it with -o FILE.wacz.');
  const workspace = resolve(flags.workspace);
  return withReading(
    workspace,
    async ({ repository }) => {
      const damaged: Parameters<OnDamage>[0][] = [];
      const parts = await writeWacz(repository.captures, {
        path: resolve(flags.output),
        archive: `${workspace}/archive`,
        selection: { run: flags.run, site: flags.site, since: sinceOf(flags.since) },
        title: flags.title ?? nameOf(repository),
        software: SOFTWARE,
        split: splitOf(flags.split),
        text: flags.text,
        onProgress: ({ path }) => terminal.live(path),
        onDamage: (damage) => void damaged.push(damage),
      });
      terminal.live('');
      if (parts.length === 0) throw new UsageError('No capture matches: check --run, --site and --since.');
      report(parts, flags, terminal);
      const [first] = damaged;
      if (first) throw leftOut(first, damaged.length, workspace);
    },
    { all: true },
  );
}

/** The file is written without them. */
const leftOut = ({ file, offset, problem }: Parameters<OnDamage>[0], count: number, workspace: string): DamageFound =>
  new DamageFound(
    `${workspace}/archive/${file}`,
    `offset ${offset}: ${problem}${count > 1 ? `, and ${count - 1} more` : ''}`,
    `What is damaged was left out. winnow archive check -w ${workspace} lists all of it; a backup may still have it.`,
  );

function sinceOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new UsageError(`--since takes a date such as 2026-11-01 or 2026-11-01T12:00:00Z, not "${text}".`);
  return at;
}

function splitOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const bytes = parseSize(text);
  if (!bytes) throw new UsageError(`--split takes a size such as 500MB or 1GB, not "${text}".`);
  return bytes;
}

function nameOf(repository: Repository): string {
  const run = repository.runs().at(-1);
  return run ? (JSON.parse(run.definition) as { name: string }).name : 'crawl';
}

function report(parts: readonly WaczPart[], { json }: WaczFlags, terminal: Terminal): void {
  if (json) return terminal.print(JSON.stringify({ collection: 'wacz', files: parts }, null, 2));
  for (const { path, bytes, captures, along } of parts) {
    const brought = along ? `, with ${counted(along, 'earlier one that they stand for', 'earlier ones that they stand for')}` : '';
    terminal.remark(`${counted(captures, 'capture')}${brought}, ${shortSize(bytes)}, in ${path}`);
  }
}
