/** Pages of an ordinary crawl, handed over as groups of one file. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { documentIdentifier } from '../../../src/formats/document-groups/index.js';
import type { FixturePage } from '../../../src/testing/index.js';
import { crawling } from '../../support/crawling.js';
import { type GroupService, serveGroups } from '../../support/group-service.js';

const { fixture, workspace } = crawling();
let service: GroupService;
beforeEach(async () => {
  service = await serveGroups();
});
afterEach(() => service.close());

it('hands over each page, then what changed, under identifiers made of the crawl and the address', async () => {
  const text = (about: string): string =>
    `<html lang="en"><title>${about}</title><p>${`This page is about ${about} and nothing else. `.repeat(20)}</p></html>`;
  const pages: Record<string, FixturePage> = { '/': `${text('home')}<a href="/law">law</a>`, '/law': text('law') };
  const { fetch } = await fixture({ 'a.test': pages });
  const { crawl } = workspace();
  const definition = { name: 'laws', seeds: ['http://a.test/'], fetch, deliver: [{ to: service.soap }] };
  await crawl(definition);
  expect(service.taken.map(({ group }) => group.operation)).toEqual(['Add', 'Add']);
  const law = service.taken.find(({ files }) => files.has('law.html'));
  expect(law?.group).toMatchObject({ crawler: 'laws', lang: 'EN', identifier: documentIdentifier('laws', 'http://a.test/law') });
  expect(law?.files.get('law.html')).toBe(pages['/law']);
  pages['/law'] = text('the new law');
  await crawl(definition);
  expect(service.taken.slice(2).map(({ group }) => `${group.operation} ${group.filename}`)).toEqual(['Upd law.zip']);
});
