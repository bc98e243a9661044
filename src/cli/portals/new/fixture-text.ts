/**
 * The fixture of a new portal: what it answered while it was looked at, played back on two days and on broken ones.
 *
 * Recorded answers lie in a JSON file beside the module, so that a person can edit them: a second day, quirks, fewer documents.
 */
import type { Asked } from './recorder.js';

export interface FixtureFacts {
  readonly id: string;
  readonly today: string;
  /** Keys of the documents that the recorded answers lead to. */
  readonly keys: readonly string[];
  readonly parameters: Readonly<Record<string, string>>;
}

export const answersText = (asked: readonly Asked[]): string =>
  `${JSON.stringify(Object.fromEntries(asked.map(({ key, answer }) => [key, answer])), null, 1)}\n`;

export function fixtureText({ id, today, keys, parameters }: FixtureFacts, asked: readonly Asked[]): string {
  const hosts = [...new Set(asked.map(({ url }) => new URL(url).hostname))];
  const json = (value: unknown) => JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');
  return `/** A portal as it answered on ${today.slice(0, 10)}: \`winnow portals test ${id} --fixture FILE\` plays it. */
import { readFileSync } from 'node:fs';

/** Method and address → answer. Edit it: shorten lists, take personal data out, leave documents out. */
const ANSWERS = JSON.parse(readFileSync(new URL('./${id}.json', ${OWN_ADDRESS}), 'utf8'));

/** What differs on the second day: the same keys as in ANSWERS. Add, change and remove a document here. */
const SECOND_DAY = {};

const KEYS = ${json(keys)};

const RELAUNCH = { headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Relaunch</title><h1>Our new site</h1>' };

export default {
  connector: ${JSON.stringify(id)},
  hosts: ${json(hosts)},
  // Which quirks of the portal it plays, in words; at least three.
  quirks: [],
  parameters: ${json(parameters)},
  accepts: true,
  // Some documents were recorded of all that are listed. Take it away once the lists name no others.
  isPartial: true,
  today: { 1: ${JSON.stringify(today)}, 2: ${JSON.stringify(nextDay(today))} },
  expected: { 1: KEYS, 2: { Add: [], Upd: [], Del: [], None: KEYS } },
  open(day) {
    let asked = 0;
    return ({ method, url }) => {
      const key = \`\${method} \${url.href}\`;
      const answer = (day === 1 ? undefined : SECOND_DAY[key]) ?? ANSWERS[key];
      if (!answer) return { status: 404 };
      const body = answer.base64 ? Buffer.from(answer.base64, 'base64') : answer.text;
      if (url.pathname === '/robots.txt') return { ...answer, body };
      // The first answer is the list: it has another shape on the broken day, and ends half-way on the other.
      const isList = asked++ === 0;
      if (day === 'broken' && isList) return RELAUNCH;
      if (day === 'cut' && isList) return { ...answer, body: body.slice(0, body.length / 2) };
      return { ...answer, body };
    };
  },
};
`;
}

/** Put together here, because the bundler writes the whole into an address of ours. */
const OWN_ADDRESS = ['import', 'meta', 'url'].join('.');

const nextDay = (moment: string): string => new Date(Date.parse(moment) + 86_400_000).toISOString();
