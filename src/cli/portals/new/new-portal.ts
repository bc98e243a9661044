/** winnow portals new: looks at a portal, asks what it cannot see, writes a connector and a recorded fixture, and says what to check. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { openLooks } from '../../../assembly/index.js';
import { type Definition, definitionFromInput } from '../../../definition/crawl/index.js';
import { withContact } from '../../ask-contact.js';
import { stopOnInterrupt } from '../../progress.js';
import { printable, type Terminal } from '../../terminal.js';
import { UsageError } from '../../usage-error.js';
import { withPlainTargets } from '../plain-targets.js';
import { askDraft, type DraftFlags } from './ask-draft.js';
import { connectorText } from './connector-text.js';
import { type Draft, draftOf } from './draft.js';
import { answersText, fixtureText } from './fixture-text.js';
import { type Look, type Recognised, recognise } from './recognise.js';
import { Recorder } from './recorder.js';
import { trialHarvest } from './trial.js';

export interface NewFlags extends DraftFlags {
  readonly output: string;
  readonly documents: string;
  readonly force?: boolean;
  readonly json?: boolean;
  readonly contact?: string;
  readonly resolve?: readonly string[];
  readonly allowAddresses?: readonly string[];
}

const DELAY_MS = 1000;

interface Written {
  readonly draft: Draft;
  readonly recognised: Recognised;
  readonly connector: string;
  readonly fixture: string;
  /** Documents the trial had. */
  readonly documents: number;
  readonly problems: readonly string[];
}

export async function newPortal(address: string, flags: NewFlags, terminal: Terminal): Promise<void> {
  const url = addressOf(address);
  const definition = await definitionFor(flags, terminal);
  const interrupts = stopOnInterrupt(terminal);
  try {
    const written = await write(url, definition, flags, terminal, interrupts.stop);
    terminal.print(flags.json ? JSON.stringify(written, null, 2) : nextSteps(written));
  } finally {
    interrupts.release();
  }
}

function addressOf(text: string): string {
  const url = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(url)) throw new UsageError(`"${text}" is no address of a page.`);
  return new URL(url).href;
}

async function definitionFor(flags: NewFlags, terminal: Terminal): Promise<Definition> {
  const given = { resolve: flags.resolve, allowAddresses: flags.allowAddresses, contact: flags.contact };
  const { definition } = await definitionFromInput({}, { flags: given as never });
  const resolve = await withPlainTargets(definition.fetch.resolve);
  return withContact({ ...definition, fetch: { ...definition.fetch, resolve } }, terminal);
}

async function write(url: string, definition: Definition, flags: NewFlags, terminal: Terminal, stop: AbortSignal): Promise<Written> {
  const recorder = new Recorder();
  const { page, recognised } = await look(url, definition, recorder, terminal, stop);
  terminal.remark(
    printable(
      `${recognised.family ? `This is ${recognised.because}.` : 'None of the known families fits: the connector lists the links of the page.'}`,
    ),
  );
  const draft = await askDraft(draftOf(page, recognised), flags, terminal);
  const connector = join(flags.output, `${draft.id}.yaml`);
  if (existsSync(connector) && !flags.force)
    throw new UsageError(`${connector} is there already: choose another id with --id, or say --force.`);
  await mkdir(join(flags.output, 'fixtures'), { recursive: true });
  await writeFile(connector, connectorText(draft, recognised, page));
  const trial = await trialHarvest({ connector, most: Number(flags.documents), definition, terminal, stop });
  const asked = trial.asked.length > 0 ? trial.asked : recorder.asked;
  const fixture = join(flags.output, 'fixtures', `${draft.id}.js`);
  const facts = { id: draft.id, today: new Date().toISOString(), keys: trial.keys, parameters: {} };
  await writeFile(fixture, fixtureText(facts, asked));
  await writeFile(fixture.replace(/\.js$/, '.json'), answersText(asked));
  return { draft, recognised, connector, fixture, documents: trial.keys.length, problems: trial.problems };
}

async function look(
  url: string,
  definition: Definition,
  recorder: Recorder,
  terminal: Terminal,
  stop: AbortSignal,
): Promise<{ page: Look; recognised: Recognised }> {
  const onRemark = (remark: string) => terminal.remark(terminal.style('yellow', printable(remark)));
  const looks = await openLooks({ definition, delayMs: DELAY_MS, stop, onRemark, onAnswer: (exchange) => recorder.keep(exchange) });
  try {
    terminal.live(`looking at ${url}`);
    const page = await looks.ask(url);
    if (page?.status !== 200) throw new UsageError(`${url} cannot be read${page ? `: it answered ${page.status}` : ''}.`);
    return { page, recognised: await recognise(page, (each) => looks.ask(each)) };
  } finally {
    terminal.live('');
    await looks.close();
  }
}

function nextSteps({ draft, connector, fixture, documents, problems }: Written): string {
  const at = (file: string) => relative(process.cwd(), file) || file;
  return [
    `${at(connector)}   the connector`,
    `${at(fixture)}   what the portal answered, to be played back`,
    '',
    documents > 0 ? `A trial had ${documents} ${documents === 1 ? 'document' : 'documents'}.` : 'A trial had no document yet:',
    ...problems.map((problem) => `  ${printable(problem)}`),
    '',
    'Now check, in this order:',
    `  1  the terms of ${printable(draft.title)}: write them under reuse`,
    '  2  everything marked "# check"',
    `  3  winnow portals show ${draft.id}`,
    `  4  winnow portals test ${draft.id} --fixture ${at(fixture)}`,
    '  5  a second day in the fixture: add, change and remove a document, and name the quirks it plays',
  ].join('\n');
}
