/** Pages that were redesigned, and what is made of the expressions that read them before. */
import { describe, expect, it } from 'vitest';
import { type ContentKind, parseContent } from '../../../definition/expressions/index.js';
import { agreementOf } from './agreement.js';
import { bestRepair } from './propose.js';
import { type Reader, readPages } from './reader.js';

const reader = (said: Partial<Reader>): Reader => ({
  rule: 'list[0]',
  each: null,
  rows: null,
  fields: {},
  singles: {},
  require: [],
  read: undefined,
  charset: undefined,
  namespaces: {},
  sets: {},
  parameters: {},
  ...said,
});

/** What the reader becomes, by a page before and a page now. */
function repaired(said: Partial<Reader>, before: string, now: string, as: ContentKind = 'html'): { reader: Reader; score: number } {
  const whole = reader(said);
  const content = (text: string) => parseContent(text, { as, url: 'https://law.test/list' });
  const [known, pages] = [readPages(whole, [content(before)]), [content(now)]];
  const current = { reader: whole, agreement: agreementOf(whole, known, readPages(whole, pages)) };
  const { reader: made, agreement } = bestRepair(current, known, pages);
  return { reader: made, score: agreement.score };
}

const TITLES = ['On Lamps', 'Wicks & Law', 'The Right to Light', 'Oil', 'Matches'];
const rows = (row: (title: string, index: number) => string, titles = TITLES): string => titles.map(row).join('');

describe('names', () => {
  it('classes and ids that were renamed are renamed in the expressions', () => {
    const page = (box: string, item: string, name: string) =>
      `<div id="${box}">${rows((title, at) => `<div class="${item} odd"><span class="${name}"><a href="/law/${at}">${title}</a></span><i>${at}</i></div>`)}</div><div class="odd">Advert</div>`;
    const said = { each: '#results .article', fields: { title: '.title a', link: { link: { of: '.title a' } } }, require: ['title'] };
    const { reader: made, score } = repaired(said, page('results', 'article', 'title'), page('hits', 'entry', 'heading'));
    expect(score).toBe(1);
    expect([made.each, made.fields['title']]).toEqual(['#hits .entry', '.heading a']);
  });

  it('elements of XML, keys of JSON and parts of addresses are, too', () => {
    const xml = (name: string, title: string) =>
      `<toc>${rows((each, at) => `<${name}><${title}>${each.replace('&', 'and')}</${title}><id>${at}</id></${name}>`)}</toc>`;
    const feed = { each: '//item', fields: { title: 'title', id: 'id' } };
    expect(repaired(feed, xml('item', 'title'), xml('eintrag', 'titel'), 'xml')).toMatchObject({ score: 1, reader: { each: '//eintrag' } });

    const json = (list: string, name: string) => JSON.stringify({ [list]: TITLES.map((title, id) => ({ [name]: title, id })), total: 5 });
    const api = { each: 'results[*]', fields: { title: 'name', id: 'id' }, singles: { count: 'total' } };
    const { reader: made } = repaired(api, json('results', 'name'), json('items', 'label'), 'json');
    expect([made.each, made.fields['title'], made.singles['count']]).toEqual(['items[*]', 'label', 'total']);

    const links = (folder: string) => rows((title, at) => `<a href="/${folder}/${at}">${title}</a>`);
    const pattern = {
      each: 'a[href*="/article/"]',
      fields: { id: { match: { of: '@href', pattern: '/article/(\\d+)' } }, title: ':scope' },
    };
    expect(repaired(pattern, links('article'), links('text')).reader).toMatchObject({
      each: 'a[href*="/text/"]',
      fields: { id: { match: { of: '@href', pattern: '/text/(\\d+)' } } },
    });
  });

  it('a word that lives on elsewhere is replaced in the pattern alone that misses it', () => {
    const page = (kind: string) =>
      `<list>${rows((title, at) => `<r><id>oai:${kind}/${at}</id><t>${title.replace('&', 'and')}</t><u>/article/${at}</u></r>`)}</list>`;
    const said = { each: '//r', fields: { id: { match: { of: 'id', pattern: 'article/(\\d+)$' } }, title: 't', page: 'u' } };
    expect(repaired(said, page('article'), page('submission'), 'xml').reader.fields['id']).toEqual({
      match: { of: 'id', pattern: 'submission/(\\d+)$' },
    });
  });
});

describe('known content', () => {
  const table = `<table>${rows((title, at) => `<tr><td class="t"><a href="/law/${at}">${title}</a></td><td class="d">${at + 1}.3.2031</td></tr>`)}</table>`;
  const said = {
    each: 'tr',
    fields: { title: 'td.t a', link: { link: { of: 'td.t a' } }, day: { match: { of: 'td.d', pattern: '^(\\d+)' } } },
    require: ['title', 'link'],
  };

  it('finds rows and fields again where a table has become a list, whatever was added and taken away', () => {
    const now = `<nav><ul><li><a href="/">Home</a></li><li><a href="/about">About</a></li></ul></nav><section class="laws">${rows(
      (title, at) => `<article><time>${at + 1}.3.2031</time><h3><a href="/law/${at}">${title}</a></h3></article>`,
      [...TITLES.slice(0, 4), 'Brand New'],
    )}</section>`;
    const { reader: made, score } = repaired(said, table, now);
    expect(score).toBeGreaterThan(0.7);
    const [page] = readPages(made, [parseContent(now, { as: 'html', url: 'https://law.test/list' })]);
    expect(page?.rows.map(({ fields }) => [fields['title'], fields['day']])).toEqual([
      [['On Lamps'], ['1']],
      [['Wicks & Law'], ['2']],
      [['The Right to Light'], ['3']],
      [['Oil'], ['4']],
      [['Brand New'], ['5']],
    ]);
    expect(JSON.stringify([made.each, made.fields])).not.toMatch(/nth|eq\(/);
  });

  it('points at a field by the label before it where it has no name of its own', () => {
    const page = (body: string) => `<html><body><h1>Law</h1>${body}</body></html>`;
    const whole = { rule: 'document.files[0]', fields: { number: '.no', court: '.court' } };
    const before = page('<p class="no">7 B 12/30</p><p class="court">Court of Lamps</p>');
    const now = page('<dl><dt>Number:</dt><dd>7 B 12/30</dd><dt>Court:</dt><dd>Court of Lamps</dd></dl>');
    const { reader: made, score } = repaired(whole, before, now);
    expect(score).toBe(1);
    expect(made.fields).toEqual({ number: 'dt:contains("Number") + dd', court: 'dt:contains("Court") + dd' });
  });

  it('leaves expressions alone where nothing known is on the page', () => {
    const { reader: made, score } = repaired(said, table, '<p>We are moving. Please come back tomorrow.</p>');
    expect(made.each).toBe('tr');
    expect(score).toBe(0);
  });

  it('is not led astray by a page that holds a thousand other links', () => {
    const noise = Array.from({ length: 1000 }, (_link, at) => `<li><a href="/other/${at}">Other ${at}</a></li>`).join('');
    const now = `<ul>${noise}</ul><ol class="laws">${rows((title, at) => `<li><a href="/law/${at}">${title}</a> <b>${at + 1}.3.2031</b></li>`)}</ol>`;
    const { reader: made } = repaired(said, table, now);
    const [page] = readPages(made, [parseContent(now, { as: 'html', url: 'https://law.test/list' })]);
    expect(page?.rows).toHaveLength(5);
  });
});
