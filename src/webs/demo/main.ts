/**
 * Starts the demo web to be looked at or crawled with examples/demo.yaml, until it is interrupted.
 * Not part of the library: run it as a program, with --help for its options.
 */

import { parseArgs } from 'node:util';
import { messageOf } from '../../model/index.js';
import { DEMO_PORT } from './demo-definition.js';
import { type DemoWeb, demoSiteNames, startDemoWeb } from './demo-web.js';

const HELP = `Starts the demo web on loopback addresses.

  --port N           port on every address (default ${DEMO_PORT}; 0 takes any)
  --day N            0 is the first day, 1 the next
  --delay-factor X   multiplies every pause of the servers (default 1)
  --hostile          link pages that cost a crawler time or memory
  --site NAME        start only this site; may be repeated. Sites: ${demoSiteNames().join(', ')}
  --people N         how many the site "people" has (default 60)
`;

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: String(DEMO_PORT) },
    day: { type: 'string', default: '0' },
    'delay-factor': { type: 'string', default: '1' },
    hostile: { type: 'boolean', default: false },
    site: { type: 'string', multiple: true },
    people: { type: 'string', default: '60' },
    help: { type: 'boolean', default: false },
  },
});

try {
  if (values.help) process.stdout.write(HELP);
  else await run();
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 2;
}

async function run(): Promise<void> {
  const web = await startDemoWeb({
    port: count('port', values.port),
    day: count('day', values.day),
    delayFactor: positive('delay-factor', values['delay-factor']),
    hostile: values.hostile,
    sites: values.site,
    people: count('people', values.people),
  });
  process.stdout.write(describe(web));
  process.once('SIGINT', () => void web.close());
  process.once('SIGTERM', () => void web.close());
}

function describe({ sites, resolve }: DemoWeb): string {
  const rows = sites.map(({ origin, purpose }) => `${origin.padEnd(36)} ${(resolve[new URL(origin).host] ?? '').padEnd(16)} ${purpose}`);
  return `${rows.join('\n')}\n\nThe demo web is up. Ctrl-C stops it.\n`;
}

function count(name: string, text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new Error(`--${name} must be a whole number, not "${text}".`);
  return Number(text);
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value >= 0 && value <= 1000)) throw new Error(`--${name} must be a number from 0 to 1000, not "${text}".`);
  return value;
}
