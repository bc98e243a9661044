/** Asks step by step what a page cannot tell, each question with a proposal; where nobody can answer, flags and proposals stand. */
import { createInterface, type Interface } from 'node:readline/promises';
import { EXIT_CODES } from '../../exit-codes.js';
import type { Terminal } from '../../terminal.js';
import { UsageError } from '../../usage-error.js';
import { CONTENTS, type Draft, TERMS } from './draft.js';

export interface DraftFlags {
  readonly id?: string;
  readonly title?: string;
  readonly language?: string;
  readonly content?: string;
  readonly terms?: string;
  readonly because?: string;
}

/** What was said on the command line goes before what was guessed. */
export function withFlags(draft: Draft, { id, title, language, content, terms, because }: DraftFlags): Draft {
  if (id !== undefined && !/^[a-z][a-z0-9-]*$/.test(id))
    throw new UsageError(`"${id}" is no id: small letters, digits and dashes make one.`);
  return {
    ...draft,
    ...(id === undefined ? {} : { id }),
    ...(title === undefined ? {} : { title }),
    ...(language === undefined ? {} : { language }),
    ...(content === undefined ? {} : { content: oneOf('--content', content, CONTENTS) }),
    ...(terms === undefined ? {} : { terms: oneOf('--terms', terms, TERMS) }),
    ...(because === undefined ? {} : { because }),
  };
}

function oneOf<Choice extends string>(flag: string, text: string, choices: readonly Choice[]): Choice {
  const chosen = choices.find((choice) => choice === text);
  if (chosen === undefined) throw new UsageError(`${flag} is one of ${choices.join(', ')}, not ${text}.`);
  return chosen;
}

export async function askDraft(draft: Draft, flags: DraftFlags, terminal: Terminal): Promise<Draft> {
  const given = withFlags(draft, flags);
  if (!process.stdin.isTTY || !terminal.isLive) return given;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  lines.on('SIGINT', () => process.exit(EXIT_CODES.interrupted.code));
  try {
    return await askEach(given, flags, lines);
  } finally {
    lines.close();
  }
}

/** What a flag has said is not asked for. */
async function askEach(draft: Draft, flags: DraftFlags, lines: Interface): Promise<Draft> {
  const ask = async (name: keyof DraftFlags, question: string, proposal: string): Promise<string> => {
    if (flags[name] !== undefined) return proposal;
    return (await lines.question(`${question}${proposal === '' ? '' : ` [${proposal}]`}: `)).trim() || proposal;
  };
  const answers = {
    title: await ask('title', 'Title of the portal', draft.title),
    id: await ask('id', 'Id of its connector', draft.id),
    language: await ask('language', 'Language of its documents, two letters', draft.language),
    content: await ask('content', `What it holds: ${CONTENTS.join(', ')}`, draft.content),
    terms: await ask('terms', `Its terms: ${TERMS.join(', ')} (Enter: not looked at yet)`, draft.terms ?? ''),
    because: await ask('because', 'Where that is said', draft.because ?? ''),
  };
  const said = Object.fromEntries(Object.entries(answers).filter(([, text]) => text !== ''));
  return withFlags(draft, said);
}
