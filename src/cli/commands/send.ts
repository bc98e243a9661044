/** winnow send: uploads packages that lie on disk to any service of the document-group contract. */
import { Command, Option } from 'commander';
import { parseDuration } from '../../definition/crawl/index.js';
import {
  openReceiver,
  PROTOCOLS,
  type Protocol,
  type SendReport,
  SOAP_ENCODINGS,
  type SoapEncoding,
  sendPackages,
} from '../../follow/outbox/index.js';
import type { Exit } from '../exit-codes.js';
import { stopOnInterrupt } from '../progress.js';
import { printable, type Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';

const HELP = `
Examples:
  winnow send packages/ --to https://central.example/CrawlerService/ServiceEUCases.svc
  winnow send judgment.zip --to http://127.0.0.1:8080 --protocol rest
  winnow send packages/ --to other-folder/

A package is NAME.zip with its description NAME.xml beside it; for a deletion the description alone. They are sent in the
order of their dates. What was sent is noted in .winnow-sent.jsonl beside them, so the same command goes on after a break.
Credentials come from the environment: WINNOW_SEND_USER and WINNOW_SEND_PASSWORD, or WINNOW_SEND_TOKEN.`;

interface Flags {
  readonly to: string;
  readonly protocol?: Protocol;
  readonly encoding: SoapEncoding;
  readonly timeout: string;
  readonly attempts: string;
  readonly list?: string;
  readonly proxy?: string;
  readonly insecureTls?: boolean;
  readonly json?: boolean;
}

export function sendCommand(terminal: Terminal, exit: (how: Exit) => void): Command {
  return new Command('send')
    .description('Upload packages (ZIP and description) to a service of the document-group contract')
    .argument('<paths...>', 'folders with packages, or single ones')
    .requiredOption('--to <address>', 'URL of the service, or a folder')
    .addOption(new Option('--protocol <name>', 'left out: by the address; .svc means soap').choices(PROTOCOLS))
    .addOption(new Option('--encoding <name>', 'soap: how the ZIP travels').choices(SOAP_ENCODINGS).default('mtom'))
    .option('--timeout <duration>', 'longest time for one package', '10m')
    .option('--attempts <number>', 'attempts at a package while the service is away', '3')
    .option('--list <file>', 'where it is noted what was sent')
    .option('--proxy <url>', 'http:// proxy')
    .option('--insecure-tls', 'accept certificates that do not verify')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action((paths: string[], flags: Flags) => run(paths, flags, terminal, exit));
}

async function run(paths: readonly string[], flags: Flags, terminal: Terminal, exit: (how: Exit) => void): Promise<void> {
  const { WINNOW_SEND_USER: user, WINNOW_SEND_PASSWORD: password, WINNOW_SEND_TOKEN: token } = process.env;
  const receiver = openReceiver({ ...flags, user, password, token, timeOuts: { send: timeOf(flags.timeout), close: 1000 } });
  const interrupts = stopOnInterrupt(terminal);
  try {
    const report = await sendPackages(paths, {
      receiver,
      to: flags.to,
      list: flags.list,
      attempts: attemptsOf(flags.attempts),
      signal: interrupts.stop,
      onProgress({ name, done, of, state, answer }) {
        if (state === 'refused') terminal.remark(`${printable(name)} was refused: ${printable(answer)}`);
        terminal.live(`${done} of ${of}  ${printable(name)}`);
      },
    });
    terminal.live('');
    terminal.print(flags.json ? JSON.stringify(report) : sentence(report));
    if (report.failure !== null || report.left > 0) exit(interrupts.stop.aborted ? 'interrupted' : 'failed');
    else if (report.refused > 0) exit('found');
  } finally {
    interrupts.release();
    await receiver.close();
  }
}

function sentence({ sent, refused, known, left, failure }: SendReport): string {
  const counts = [
    `${sent} sent`,
    ...(known ? [`${known} sent before`] : []),
    ...(refused ? [`${refused} refused`] : []),
    ...(left ? [`${left} left`] : []),
  ];
  const why = failure === null ? '' : ` ${failure}.`;
  return `${counts.join(', ')}.${why}${left > 0 ? ' The same command goes on.' : ''}`;
}

function timeOf(text: string): number {
  const ms = parseDuration(text);
  if (!ms) throw new UsageError(`--timeout takes a duration such as 30s or 10m, not "${text}".`);
  return ms;
}

function attemptsOf(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new UsageError(`--attempts is a number from 1 on, not "${text}".`);
  return Number(text);
}
