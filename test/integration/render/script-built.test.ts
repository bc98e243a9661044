/** Pages that are made by scripts, crawled with a real browser whose every request goes through the crawl's own fetcher. */
import { expect, it } from 'vitest';
import { crawling } from '../../support/crawling.js';

const { fixture, workspace } = crawling();

const SHELL = '<!doctype html><title>Shop</title><div id="app"></div><script src="/app.js"></script>';
const WORDS = 'Timber from the northern woods, sawn to measure and dried for two years in the open sheds beside the river. '.repeat(4);
const APP = `
const app = document.getElementById('app');
const id = location.pathname.split('/')[2];
fetch(id ? '/api/item-' + id + '.json' : '/api/items.json').then((answer) => answer.json()).then((found) => {
  document.title = found.title;
  const text = document.createElement('p');
  text.textContent = found.text;
  app.append(text);
  for (const each of found.items ?? []) {
    const link = document.createElement('a');
    link.href = '/item/' + each;
    link.textContent = 'Item ' + each;
    app.append(link);
  }
});`;
const json = (value: unknown) => ({ headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) });

it('G-09 finds links that scripts make, with one request for each page', async () => {
  const web = await fixture({
    'shop.test': {
      '/': SHELL,
      '/item/1': SHELL,
      '/item/2': SHELL,
      '/app.js': { headers: { 'Content-Type': 'text/javascript' }, body: APP },
      '/api/items.json': json({ title: 'All items', text: WORDS, items: [1, 2] }),
      '/api/item-1.json': json({ title: 'First item', text: `${WORDS} Number one.` }),
      '/api/item-2.json': json({ title: 'Second item', text: `${WORDS} Number two.` }),
    },
  });
  const to = workspace();
  const remarks: string[] = [];
  await to.crawl({ seeds: ['http://shop.test/'], fetch: web.fetch }, { onRemark: (remark) => remarks.push(remark) });
  expect(remarks).toEqual([]);
  console.log(web.asked(), to.rows('resources'));
  console.log(to.rows('pages').map(({ text, ...row }) => ({ ...row, text: String(text).slice(0, 60) })));
  console.log(to.read((r) => [...r.learnedRendering()]));
}, 60_000);
