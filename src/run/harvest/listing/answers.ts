/** Answers to the requests of a step: asked for, looked at for signs of errors, and read. */

import type { Content } from '../../../definition/expressions/index.js';
import { type Answered, HarvestError, type Question } from '../port.js';
import { questionOf } from './question.js';
import { type Sheet, sheetOf } from './reading.js';
import { lookupOf, type Prepared, type Turn } from './room.js';
import { type Conversation, SessionLost } from './session.js';

/** The portal says that what was asked for is not there (404, 410). */
export class NotThere extends HarvestError {}

const MISSING = new Set([404, 410]);

export function conversation(prepared: Prepared, turn: Turn): Promise<Conversation> {
  const { step, session, rule, room } = prepared;
  return session.begin(() => {
    if (typeof step.session === 'string') return null;
    return questionOf(step.session.open, lookupOf(prepared, turn), { base: room.connector.url ?? null, rule: `${rule}.session.open` });
  });
}

/** Asks and reads. Throws HarvestError where the answer is no list, NotThere where there is none, SessionLost where it must be asked anew. */
export async function sheetFor(prepared: Prepared, talk: Conversation, question: Question): Promise<Sheet> {
  const answered = await talk.ask(question);
  prepared.tally.answers++;
  return readAnswer(prepared, answered);
}

export function readAnswer(prepared: Prepared, answered: Answered): Sheet {
  const { step, rule } = prepared;
  checkStatus(answered, rule);
  prepared.room.measures?.page(rule, answered.exchanges.at(-1));
  const sheet = sheetOf(answered, { as: step.read, charset: step.charset, namespaces: step.namespaces, rule });
  const { url } = answered;
  if (prepared.session.expired.some((text) => sheet.text.includes(text))) throw new SessionLost();
  const refused = step.refuse.find((text) => sheet.text.includes(text));
  if (refused !== undefined) throw new HarvestError('refused', `the page says: ${refused}`, { url, rule: `${rule}.refuse` });
  const [error] = prepared.error ? sheet.values(prepared.error) : [];
  if (error !== undefined)
    throw new HarvestError('refused', `the portal reports an error: ${error.slice(0, 300)}`, { url, rule: `${rule}.error` });
  return sheet;
}

function checkStatus({ status, url, exchanges }: Answered, rule: string): void {
  const where = { url, rule: `${rule}.request` };
  if (MISSING.has(status)) throw new NotThere('unreachable', `nothing is there: status ${status}`, where);
  if (status === 202) throw new HarvestError('refused', 'the portal answers 202: not now, or not to programs', where);
  if (status >= 400 || status < 200) throw new HarvestError('unreachable', `status ${status}`, where);
  const truncated = exchanges.at(-1)?.truncated;
  if (truncated) throw new HarvestError('unreachable', `the answer broke off (${truncated})`, where);
}

/** A page for the function fetch; null where there is none. */
export async function contentFor(prepared: Prepared, url: string): Promise<Content | null> {
  const { room, rule, step } = prepared;
  const answered = await room.asker.ask({
    url,
    method: 'GET',
    headers: [],
    body: null,
    jar: step.session === 'none' ? null : rule,
    purpose: 'list',
  });
  if (answered.status !== 200) return null;
  return sheetOf(answered, { as: undefined, namespaces: step.namespaces, rule }).content();
}
