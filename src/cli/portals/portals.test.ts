import { expect, it } from 'vitest';
import type { Terminal } from '../terminal.js';
import { showEffort } from './effort.js';
import { listPortals } from './list.js';
import { showPortal } from './show.js';

/** A terminal that keeps what it is told. */
function listening(): Terminal & { readonly out: () => string } {
  const printed: string[] = [];
  return {
    isLive: false,
    width: 100,
    style: (_style, text) => text,
    remark: () => {},
    live: () => {},
    print: (text) => void printed.push(text),
    out: () => printed.join('\n'),
  };
}

/** Whoever comes first reads all connectors, which takes its time on a busy machine. */

it('E-69 lists portals with languages, content, formats, approach, terms and state', async () => {
  const terminal = listening();
  await listPortals({ json: true }, terminal);
  expect(JSON.parse(terminal.out())).toContainEqual({
    number: 2,
    id: 'gesetze-im-internet',
    title: 'Gesetze im Internet',
    languages: ['de'],
    content: ['legislation'],
    formats: ['text/xml'],
    approach: ['crawl'],
    terms: 'free',
    state: 'ready',
    hasFixture: true,
    tried: 'offline',
  });
});

it('E-69 lists all 41 portals, and says that none was tried live', async () => {
  const remarks: string[] = [];
  const terminal = { ...listening(), remark: (text: string) => void remarks.push(text) };
  await listPortals({ json: true }, terminal);
  const numbers = (JSON.parse(terminal.out()) as { number: number | null }[]).flatMap(({ number }) => number ?? []);
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 41 }, (_, at) => at + 1)); // further ones have no number
  await listPortals({}, terminal);
  expect(remarks.join('\n')).toMatch(/\d+ portals\.[\s\S]*none was ever tried on the live portal/);
});

it.each(['2', 'gesetze-im-internet', 'DE.GesetzeImInternet'])('shows everything about %s', async (name) => {
  const terminal = listening();
  await showPortal(name, {}, terminal);
  for (const words of ['Its fixture plays', 'Contents', '//norm[1]/metadaten/jurabk', 'www.gesetze-im-internet.de', 'official works'])
    expect(terminal.out()).toContain(words);
});

it('suggests what was meant', async () => {
  await expect(showPortal('gesetze-im-internt', {}, listening())).rejects.toThrow('Did you mean gesetze-im-internet?');
});

it('E-12 prints portal-specific lines over all lines', async () => {
  const terminal = listening();
  await showEffort({}, terminal);
  expect(terminal.out()).toMatch(/gesetze-im-internet +\d+ +\d+ +toc-xml/);
  expect(terminal.out()).toMatch(/Portal-specific lines are \d+\.\d % of all that harvest, \d+\.\d % of all lines\./);
});
