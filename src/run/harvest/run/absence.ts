/** Documents that a complete list no longer names: looked at one by one, and deleted only with evidence. */

import { type AbsenceRules, concludeAbsence, mayDeleteAnswering, type Probe, planAbsence } from '../../../decide/index.js';
import type { FileRule } from '../../../definition/connector/index.js';
import { counted } from '../../../model/index.js';
import type { Deposited, DepositRows } from '../../../store/index.js';
import { type Asker, HarvestError } from '../port.js';
import { type ProbeOptions, probeQuestion } from './probe-question.js';

export interface AbsenceOptions {
  readonly crawler: string;
  readonly run: number;
  /** Documents that were there before the run. */
  readonly known: number;
  readonly rules: AbsenceRules;
  readonly deposits: Pick<DepositRows, 'unseen'>;
  readonly probe: (document: Deposited) => Promise<Probed>;
}

export interface Probed {
  readonly probe: Probe;
  /** A sentence. */
  readonly evidence: string;
}

export interface Conclusion {
  readonly document: Deposited;
  readonly conclusion: 'delete' | 'suspect' | 'hold';
  readonly evidence: readonly string[];
}

export interface AbsenceEnd {
  readonly conclusions: readonly Conclusion[];
  readonly heldBack: { readonly rule: string; readonly message: string } | null;
}

const UNLISTED = 'It is missing from a complete list.';

export async function lookAtAbsent(options: AbsenceOptions): Promise<AbsenceEnd> {
  const { known, rules } = options;
  const missing = [...firstOf(options.deposits.unseen(options.crawler, options.run), Math.max(rules.least, rules.most * known) + 1)];
  const plan = planAbsence(known, missing.length, rules);
  if (!plan.looksAt) return { conclusions: [], heldBack: plan.heldBack };
  const probed: { document: Deposited; probed: Probed }[] = [];
  for (const document of missing) probed.push({ document, probed: await options.probe(document) });
  const answering = probed.filter((each) => each.probed.probe === 'answers').length;
  const mayGo = mayDeleteAnswering(known, answering);
  const conclusions = probed.map(({ document, probed: { probe, evidence } }) => ({
    document,
    conclusion: concludeAbsence(probe, rules, mayGo),
    evidence: [UNLISTED, evidence],
  }));
  return { conclusions, heldBack: heldBackOf(answering, mayGo) };
}

const heldBackOf = (answering: number, mayGo: boolean): AbsenceEnd['heldBack'] =>
  answering > 0 && !mayGo
    ? {
        rule: 'deletion',
        message: `${counted(answering, 'document is', 'documents are')} missing from the list but still ${answering === 1 ? 'answers at its address: it is' : 'answer at their addresses: they are'} kept`,
      }
    : null;

function* firstOf<T>(values: Iterable<T>, most: number): Generator<T> {
  let count = 0;
  for (const value of values) {
    if (count++ >= most) return;
    yield value;
  }
}

const GONE: ReadonlySet<number> = new Set([404, 410]);

/** Asks for the main file of a document once. */
export async function probeDocument(document: Deposited, asker: Asker, options: ProbeOptions): Promise<Probed> {
  const question = await probeQuestion(document, options);
  if (question === 'none') return { probe: 'gone', evidence: 'Nothing but the list says that it is there.' };
  if (question === 'lost') return { probe: 'unclear', evidence: 'What was posted to get it is not in the archive any more.' };
  const { url } = question;
  try {
    const { status, bytes } = await asker.ask(question);
    if (GONE.has(status)) return { probe: 'gone', evidence: `${url} answered ${status}.` };
    const refused = refusalIn(bytes, options.rules);
    if (status < 400 && refused !== null) return { probe: 'gone', evidence: `${url} shows ${JSON.stringify(refused)}.` };
    if (status < 400) return { probe: 'answers', evidence: `${url} answered ${status} all the same.` };
    return { probe: 'unclear', evidence: `${url} answered ${status}.` };
  } catch (error) {
    if (!(error instanceof HarvestError)) throw error;
    return { probe: 'unclear', evidence: `${url} could not be asked: ${error.message}.` };
  }
}

function refusalIn(bytes: Uint8Array, rules: readonly FileRule[]): string | null {
  const texts = rules.filter(({ role }) => role === 'main').flatMap(({ refuse }) => refuse);
  if (texts.length === 0) return null;
  const body = Buffer.from(bytes.subarray(0, 1024 * 1024)).toString('utf8');
  return texts.find((text) => body.includes(text)) ?? null;
}
