/** winnow trace: everything that is known about how a document came to be here. */

import { Command } from 'commander';
import { withReading } from '../../assembly/index.js';
import { counted } from '../../model/index.js';
import { type Trace, type TracedFile, type TracedVersion, traceDocuments } from '../../views/trace/index.js';
import type { Exit } from '../exit-codes.js';
import { OPERATION_WORDS } from '../operation-words.js';
import { printable, type Terminal, table } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { optionalWorkspace, workspaceIn } from '../workspace-option.js';

const HELP = `
Examples:
  winnow trace 0b9f3c5e-6d1f-5a52-8f0a-2f6f1d0c9a11       by the identifier of a document or of one of its files
  winnow trace https://law.example/act/12 --json          by an address, present or former
  winnow trace ECLI:DE:BGH:2023:120123UIZR1.22.0          by what its portal knows it by

Who sent it, when, from which address and with which result; every version with the archive records of its files; the
journal, the log of the ingest service, and what was sent on. Only reads: it may run while others write.`;

interface Flags {
  readonly workspace?: string;
  readonly json?: boolean;
}

export function traceCommand(terminal: Terminal, _exit: (how: Exit) => void): Command {
  return new Command('trace')
    .description('Show the whole history of one document: senders, versions, archive records, journal and log')
    .argument('<name>', 'identifier, address or key of a document, or identifier or address of one of its files')
    .addOption(optionalWorkspace())
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action((name: string, flags: Flags) => show(name, flags, terminal));
}

async function show(name: string, flags: Flags, terminal: Terminal): Promise<void> {
  const workspace = workspaceIn(flags);
  return withReading(workspace, ({ repository }) => {
    const traces = traceDocuments(repository, workspace, name);
    if (traces.length === 0)
      throw new UsageError(`Nothing in ${workspace} is called ${name}. All documents: winnow export documents -w ${workspace}`);
    terminal.print(flags.json ? JSON.stringify(traces, null, 2) : traces.map((trace) => format(trace, terminal)).join('\n\n'));
  });
}

function format(trace: Trace, { style }: Terminal): string {
  const { versions, journal, log, sent } = trace;
  return [
    style('bold', printable(trace.title ?? (trace.url || String(trace.identifier)))),
    table(facts(trace)),
    ...section('Versions', versions.flatMap(versionRows), style),
    ...section('Journal', journal.map(journalRow), style),
    ...section('Calls of the ingest service', log.map(logRow), style),
    ...section('Sent on', sent.map(sentRow), style),
  ].join('\n');
}

function facts({ identifier, key, crawler, language, url, state, firstSeen, lastChecked, aliases }: Trace): (string | number)[][] {
  const rows: [string, string | null][] = [
    ['identifier', identifier],
    ['key', key === identifier ? null : key],
    ['crawler', crawler],
    ['language', language],
    ['address', url || null],
    ['formerly', aliases.join(' ') || null],
    ['state', state],
    ['first seen', firstSeen],
    ['last checked', lastChecked],
  ];
  return rows.flatMap(([name, value]) => (value === null ? [] : [[name, printable(value)]]));
}

function section(title: string, rows: readonly (readonly (string | number)[])[], style: Terminal['style']): string[] {
  return rows.length ? ['', style('bold', title), table(rows.map((row) => [...row]))] : [];
}

function versionRows({ number, date, sender, fileName, files }: TracedVersion): (string | number)[][] {
  const head = [
    `version ${number}`,
    date,
    sender === null ? 'harvested here' : `sent by ${printable(sender)}`,
    printable(fileName),
    '',
    '',
  ];
  return [head, ...files.map(fileRow)];
}

function fileRow({ name, operation, url, length, md5, member, fetched }: TracedFile): (string | number)[] {
  const record = fetched?.record;
  const place = record ? `${record.file}:${record.offset}${member === null ? '' : `!${member}`}` : 'no longer in the archive';
  return [`  ${operation}`, fetched?.at ?? '', printable(name), printable(url), `${counted(length, 'byte')}, MD5 ${md5}`, printable(place)];
}

const journalRow = ({ sequence, at, run, operation, suspicion, number, reason, evidence }: Trace['journal'][number]) => [
  sequence,
  at,
  `run ${run}`,
  operation === 'None' ? String(suspicion) : OPERATION_WORDS[operation],
  `version ${number}`,
  printable([reason, ...evidence.map(({ detail }) => detail).filter((detail) => detail !== reason)].join('; ')),
];

const logRow = ({ id, at, sender, operation, result, message, errorId }: Trace['log'][number]) => [
  id,
  at,
  printable(sender ?? 'unnamed'),
  operation,
  result,
  printable([message, errorId === null ? '' : `error ${errorId}`].filter(Boolean).join(' ')),
];

const sentRow = ({ at, outbox, operation, state, attempts, answer }: Trace['sent'][number]) => [
  at,
  outbox,
  operation,
  state,
  `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
  printable(answer ?? ''),
];
