/** Site owners want to know whom to write to. Asked for on a terminal, reminded of elsewhere; a crawl can go on without. */
import { createInterface } from 'node:readline/promises';
import type { Definition } from '../definition/crawl/index.js';
import { EXIT_CODES } from './exit-codes.js';
import type { Terminal } from './terminal.js';

const WHY = 'No contact is set: site owners cannot reach you.';
const HOW = 'Say who you are with --contact you@example.org, under fetch.contact, or in WINNOW_FETCH_CONTACT.';

/** The definition with a contact, if there is one to be had. */
export async function withContact(definition: Definition, terminal: Terminal): Promise<Definition> {
  if (definition.fetch.contact || definition.fetch.userAgent) return definition;
  const contact = process.stdin.isTTY && terminal.isLive ? await ask() : '';
  if (contact) return { ...definition, fetch: { ...definition.fetch, contact } };
  terminal.remark(terminal.style('yellow', `${WHY} ${HOW}`));
  return definition;
}

async function ask(): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  lines.on('SIGINT', () => process.exit(EXIT_CODES.interrupted.code));
  try {
    const answer = await lines.question(`${WHY}\nYour mail or web address, to be sent with every request (Enter to go on without): `);
    return /^[\x21-\x7e]{3,200}$/.test(answer.trim()) ? answer.trim() : '';
  } finally {
    lines.close();
  }
}
