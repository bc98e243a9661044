import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConnector } from '../../../definition/connector/index.js';
import { UsageError } from '../../usage-error.js';
import { withFlags } from './ask-draft.js';
import { connectorText } from './connector-text.js';
import { draftOf, idOf } from './draft.js';
import type { Look, Recognised } from './recognise.js';

const page = (url: string, text: string, type = 'text/html'): Look => ({ url, status: 200, type, text });
const OJS: Recognised = {
  family: 'families/oai',
  because: 'an OAI-PMH repository',
  says: { set: { base: 'https://j.example/oai' } },
  content: 'articles',
  formats: ['application/pdf'],
};
const NOTHING: Recognised = { family: null, because: 'none of the known families fits', says: {}, content: null, formats: [] };

it.each([
  ['https://journals.muni.cz/mujlt', 'mujlt'],
  ['https://j.example/index.php/LawReview/index', 'lawreview'],
  ['https://www.law-portal.example/', 'law-portal'],
  ['https://data.example.org/api/feed', 'example'],
  ['https://127.0.0.1/', 'portal'],
])('%s is called %s', (url, id) => expect(idOf(url)).toBe(id));

it('guesses title and language from the page, and flags go before guesses', () => {
  const draft = draftOf(page('https://j.example/', '<html lang="cs-CZ"><title>Law &amp;\n Lamps</title>'), OJS);
  expect(draft).toMatchObject({ title: 'Law & Lamps', language: 'cs', content: 'articles', formats: ['application/pdf'], terms: null });
  expect(withFlags(draft, { language: 'en', terms: 'free' })).toMatchObject({ language: 'en', terms: 'free', title: 'Law & Lamps' });
  expect(() => withFlags(draft, { content: 'poems' })).toThrow(UsageError);
  expect(() => withFlags(draft, { id: 'Not An Id' })).toThrow(UsageError);
});

it.each<[string, Recognised, string]>([
  ['of a family', OJS, '<title>Law: "a" #1</title>'],
  ['of none, with PDFs', NOTHING, '<title>Laws</title><a href="/a.pdf">A</a><a href="/b.pdf">B</a><a href="/c.pdf">C</a>'],
  ['of none, with pages', NOTHING, '<title>Laws</title><a href="/a">A</a>'],
])(
  'writes a connector %s that loads, says what to check, and asks for a confirmation until somebody has read the terms',
  async (_case, recognised, text) => {
    const look = page('https://j.example/law', text);
    const folder = await mkdtemp(join(tmpdir(), 'winnow-draft-'));
    try {
      const file = join(folder, 'law.yaml');
      await writeFile(file, connectorText(draftOf(look, recognised), recognised, look));
      const { connector, lines } = await loadConnector(file);
      expect(connector.reuse).toMatchObject({ terms: 'licence', confirm: expect.stringContaining('may harvest it') });
      expect(connector.routes[0]?.list).toHaveLength(1);
      expect(lines.own).toBeLessThanOrEqual(40);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
