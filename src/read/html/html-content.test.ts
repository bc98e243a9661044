import { describe, expect, it } from 'vitest';
import type { Page } from '../../model/index.js';
import { read } from '../read.js';

function contentOf(html: string): { text: string; tables: string } {
  const page = read({ url: 'https://a.test/', bytes: Buffer.from(html), headers: [], contentType: 'text/html; charset=utf-8' }) as Page;
  const words = (pairs: readonly number[] = []) =>
    Array.from({ length: pairs.length / 2 }, (_, at) => page.text.slice(pairs[2 * at], pairs[2 * at + 1])).join('|');
  return { text: words(page.content?.text), tables: words(page.content?.tables) };
}

const TEXT = '<p>Content.</p>';

describe('content of a page', () => {
  it.each([
    ['nav', '<nav>x</nav>'],
    ['header of the page', '<header><h1>Site</h1></header>'],
    ['footer', '<footer>x</footer>'],
    ['aside', '<aside>x</aside>'],
    ['form', '<form><label>Name</label><input></form>'],
    ['button', '<button>x</button>'],
    ['select', '<select><option>x<option>y</select>'],
    ['open dialog', '<dialog open>x</dialog>'],
    ...['navigation', 'banner', 'contentinfo', 'complementary', 'search', 'status', 'alert', 'dialog', 'NAVIGATION menu'].map((role) => [
      `role ${role}`,
      `<div role="${role}">x</div>`,
    ]),
    ...[
      'nav',
      'main-nav',
      'topNav',
      'menu',
      'mainmenu',
      'breadcrumb',
      'site-footer',
      'sidebar-left',
      'banner',
      'cookie-notice',
      'consent',
      'promo',
    ].map((name) => [`class ${name}`, `<div class="a ${name}">x</div>`]),
    ...['advert', 'ads', 'share', 'socialLinks', 'newsletter', 'related', 'pagination', 'werbung', 'fil-ariane'].map((name) => [
      `id ${name}`,
      `<div id="${name}">x</div>`,
    ]),
    ['a list', '<ul class="breadcrumbs"><li>x</ul>'],
    ["an element of the page's own", '<app-footer>x</app-footer>'],
    ['what stands in it', '<nav><article><h2>x</h2></article></nav>'],
  ])('leaves out %s', (_case, html) => expect(contentOf(`${html}${TEXT}`)).toEqual({ text: 'Content.', tables: '' }));

  it.each([
    ['header of an article', '<article><header><h1>x</h1><p>12 May 2024</p></header></article>', 'x|12 May 2024'],
    ['header of main', '<main><header>x</header></main>', 'x'],
    ['footer of an article', '<article><p>y</p><footer>x</footer></article>', 'y|x'],
    ['notice inside the content', '<main><div role="alert">Repealed</div></main>', 'Repealed'],
    ['footnotes', '<p>y</p><aside role="doc-footnote">1 x</aside><aside class="footnotes">2 x</aside>', 'y|1 x|2 x'],
    ['page in a form', '<form id="aspnetForm"><div><h1>x</h1><p>y</p><button>z</button></div></form>', 'x|y'],
    ['wrapper with a word', '<div class="nav-left sidebar-layout"><h1>x</h1><p>y</p></div>', 'x|y'],
    ['wrapper around main', '<div id="menu-open"><nav>n</nav><main>x</main></div>', 'x'],
    ['frame words', '<div class="with-sidebar no-nav">x</div>', 'x'],
    ['content by name', '<div class="content banner-below">x</div>', 'x'],
    [
      'a menu that is read',
      `<div class="menu"><p>${'Soup of the day. '.repeat(30)}</p></div><p>y</p>`,
      `${'Soup of the day. '.repeat(30).trim()}|y`,
    ],
    ['social law', `<div id="social-security"><p>${'Benefits are paid. '.repeat(30)}</p></div>`, 'Benefits are paid. '.repeat(30).trim()],
    ['words inside words', '<div class="navy adsorption bannerman">x</div>', 'x'],
  ])('keeps %s', (_case, html, text) => expect(contentOf(html).text).toBe(text));

  it('is the main part alone where that is the larger', () => {
    expect(contentOf('<div>Unnamed furniture</div><main><p>Here is what the page is about.</p></main>').text).toBe(
      'Here is what the page is about.',
    );
    expect(contentOf('<main>Hero</main><p>Here is what the page is about.</p>').text).toBe('Hero|Here is what the page is about.');
    expect(contentOf('<p>Intro</p><article>Long enough</article>').text).toBe('Long enough');
    expect(contentOf('<p>Intro</p><article>Long enough</article><article>Another</article>').text).toBe('Intro|Long enough|Another');
  });

  it('is all that is shown where nothing would be left', () => {
    expect(contentOf('<nav>a</nav><footer>b</footer>').text).toBe('a|b');
    expect(contentOf('<nav>never closed <p>Text.</p>').text).toBe('never closed|Text.');
  });

  it('has tables of data apart, row by row', () => {
    expect(contentOf('<p>y</p><table><tr><th>a<th>b<tr><td>1<td>2</table>')).toEqual({ text: 'y', tables: 'a b|1 2' });
    expect(contentOf('<table><caption>c</caption><tr><td><div>1</div><div>2</div><div>3</div></table>').tables).toBe('c|1|2|3');
  });

  it.each([
    ['by its role', '<table role="presentation"><tr><td>x</table>'],
    ['by a table inside', '<table><tr><td><table role=none><tr><td>x</table></table>'],
    ['by its blocks', '<table><tr><td><h2>x</h2><div></div><div></div></table>'],
  ])('takes no layout for data: %s', (_case, html) => expect(contentOf(html)).toEqual({ text: 'x', tables: '' }));

  it('cuts a button out of a paragraph', () => expect(contentOf('<p>before <button>x</button> after</p>').text).toBe('before|after'));
});

describe('volatile text', () => {
  const outside = (line: string) => contentOf(`<h1>Title</h1><p>Text.</p><p>${line}</p>`).text;
  const inside = (line: string) => contentOf(`<main><h1>Title</h1><p>Text.</p><p>${line}</p></main>`).text;

  it.each([
    'Visitors: 12345',
    'You are visitor number 12 345',
    '1,234 page views today',
    'Besucher gesamt: 12.345',
    'Aufrufe: 17 | Seite erstellt in 0,03 Sekunden',
    'Visites : 1 234',
    'Obiskov: 17',
    'Посещения: 17',
    'Page generated in 0.03 s',
    'Page generated in 0.12 seconds with 14 queries.',
    'Rendered in 12 ms',
    'Generated on 2026-11-16 19:02:45',
    'Last login: 12.05.2024 10:33',
    'Session ID: 8f3ab-7c',
    'Session: 8f3ab7c1d2',
    'Request ID: 0a1b2c3d4e',
  ])('is left out wherever it stands: %s', (line) => {
    expect(outside(line)).toBe('Title|Text.');
    expect(inside(line)).toBe('Title|Text.');
  });

  it.each([
    '19:02:45',
    '16.11.2026 19:02',
    'Monday, 16 November 2026',
    'Monday, November 16, 2026 7:02 PM',
    'Montag, 16. November 2026, 19:02 Uhr',
    'lundi 16 novembre 2026',
    'ponedeljek, 16. november 2026',
    'Δευτέρα 16 Νοεμβρίου 2026',
    'понеделник, 16 ноември 2026 г.',
    'maanantaina 16. marraskuuta 2026',
    'Today is 16 November 2026',
    'Server time: 2026-11-16T19:02:45Z',
  ])('is left out outside the main content only: %s', (line) => {
    expect(outside(line)).toBe('Title|Text.');
    expect(inside(line)).toBe(`Title|Text.|${line}`);
  });

  it.each([
    '12345',
    '12 May 2024',
    '12.05.2024',
    'Price: 12.50',
    'Law 12 of 2024',
    'Opening hours: 10:00 to 16:00 for visitors',
    'The museum had 12,345 visitors.',
    'Visitors from 12 countries came.',
    'In force from 1 January 2024',
    'Monday 10:00 Opening of the session',
    'Generated electricity: 120 MWh in 2024',
    'Article 12',
    'ECLI:DE:BGH:2023:120123UIZR1.22.0',
    '§ 12.30',
    'Built in 1890',
    'Created: 2024',
    'Erstellt am Amtsgericht, Zimmer 12',
    'Reference: C-123/45 P',
    'Session: 2023-2024',
    'Session 12',
  ])('is no such thing: %s', (line) => expect(outside(line)).toBe(`Title|Text.|${line}`));

  it('comes to an end on a page made to be slow', () => {
    const lines = ['1 1 '.repeat(39), '# '.repeat(75) + 'hits', 'visitors the '.repeat(12) + '1'].map((line) =>
      `<p>${line}</p>`.repeat(3000),
    );
    expect(contentOf(lines.join('')).text).toContain('1 1 ');
  });

  it('takes a bare date above the first heading for a masthead', () => {
    expect(contentOf('<p>16.11.2026</p><h1>Title</h1><p>16.11.2026</p>').text).toBe('Title|16.11.2026');
  });
});
