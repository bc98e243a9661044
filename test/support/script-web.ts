/** A web whose pages are made by scripts, in the ways such pages are made. */
import type { FixturePages } from '../../src/testing/index.js';

const WORDS = 'Timber from the northern woods, sawn to measure and dried for two years in the open sheds beside the river. ';
export const PROSE = WORDS.repeat(12);

const SHELL = '<!doctype html><title>Shop</title><div id="app"></div><script src="/app.js"></script>';
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
  const more = document.createElement('button');
  more.addEventListener('click', () => { history.pushState({}, '', '/about'); });
  app.append(more);
});`;

const json = (value: unknown) => ({ headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) });
const script = (body: string) => ({ headers: { 'Content-Type': 'text/javascript' }, body });

/** A list and its items, all built from JSON; one link exists only in the text of a click handler. */
export const shop = (items: number, words = PROSE): FixturePages => ({
  '/': SHELL,
  '/about': SHELL,
  '/app.js': script(APP),
  '/api/items.json': json({ title: 'All items', text: words, items: Array.from({ length: items }, (_, index) => index + 1) }),
  '/api/item-undefined.json': json({ title: 'About', text: words }),
  ...Object.fromEntries(
    Array.from({ length: items }, (_, index) => [
      [`/item/${index + 1}`, SHELL],
      [`/api/item-${index + 1}.json`, json({ title: `Item ${index + 1}`, text: `${words} Number ${index + 1}.` })],
    ]).flat(),
  ),
});

/** Ordinary pages whose scripts do no more than such scripts do; one has a link that only a script makes. */
export const plainSite: FixturePages = {
  '/': `<title>Plain</title><p>${PROSE}<a href="/a/1">1</a> <a href="/a/2">2</a><script>var q=[];document.addEventListener("click",function(e){q.push(e)})</script>`,
  '/a/1': `<title>One</title><p>${PROSE}`,
  '/a/2': `<title>Two</title><p>${PROSE}`,
};
