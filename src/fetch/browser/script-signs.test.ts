import { describe, expect, it } from 'vitest';
import { scriptSigns } from './script-signs.js';

const TEXT = 'A sentence of ordinary length that a reader would find on a page about timber. ';
const page = (body: string, head = ''): Uint8Array =>
  new TextEncoder().encode(`<!doctype html><html><head><title>Title of the page</title>${head}</head><body>${body}</body></html>`);
const chanceOf = (body: string, head = ''): string => scriptSigns(page(body, head)).chance;

describe('what scripts could do to a page', () => {
  it.each([
    ['no script at all', TEXT],
    ['little text and no script', '<p>Hello'],
    [
      'a script that counts clicks',
      `${TEXT}<script>(function(w,d){var q=w.dataLayer=w.dataLayer||[];q.push({event:"x"});d.addEventListener("click",function(e){var a=e.target.closest("a");if(a){q.push({click:a.href})}})})(window,document)</script>`,
    ],
    [
      'data, which does nothing',
      '<script type="application/ld+json">{"innerHTML":"fetch(1)"}</script><script type="text/template"><a></script>',
    ],
    ['script in a comment', '<!-- <script src="/app.js"></script> -->'],
    ['style and drawings', '<style>.innerHTML{}</style><svg><text>document.write</text></svg>'],
  ])('%s: none', (_case, body) => expect(chanceOf(body)).toBe('none'));

  it.each([
    ['a shell of an application', '<div id="root"></div><script type="module" src="/assets/index-3f2.js"></script>'],
    ['a shell of another, in capitals and without quotes', '<DIV ID=app></DIV><SCRIPT SRC=/a.js></SCRIPT>'],
    ['an empty custom element below some text', `${TEXT.repeat(8)}<app-root></app-root><script src=/main.js></script>`],
    [
      'a sign that asks for JavaScript',
      `${TEXT.repeat(8)}<noscript>You need to enable JavaScript to run this app.</noscript><script src=/a.js></script>`,
    ],
    ['an inline script that builds', '<main></main><script>document.querySelector("main").innerHTML = "<p>all</p>"</script>'],
    [
      'data many times as long as the text',
      `${TEXT.repeat(5)}<script>window.state = ${JSON.stringify(TEXT.repeat(400))};fetch("/x")</script>`,
    ],
  ])('%s: likely', (_case, body) => expect(chanceOf(body)).toBe('likely'));

  it.each([
    ['an article with a library', `${TEXT.repeat(60)}<script src="/jquery.js"></script>`],
    ['an article with a list that a script fills', `${TEXT.repeat(60)}<ul id=more></ul><script>fetch("/more").then(show)</script>`],
  ])('%s: possible', (_case, body) => expect(chanceOf(body)).toBe('possible'));

  it('says why', () => {
    expect(scriptSigns(page('<div id=app></div><script src=a.js></script>')).because).toBe('it has scripts and only 0 characters of text');
  });

  it('is not held up by pages made to hold it up', () => {
    for (const piece of ['<script', '<script>', '<!--', '<div id=app>\n  ', '<', '</', '<noscript>', '<a '.padEnd(300, ' ')])
      expect(['none', 'likely', 'possible']).toContain(scriptSigns(page(piece.repeat((512 * 1024) / piece.length))).chance);
  });
});
