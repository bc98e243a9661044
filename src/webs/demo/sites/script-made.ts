/**
 * The smithy, whose pages are nothing but a script that builds them from data, and the orchard, whose scripts are the kind
 * that every site has and that add nothing. A good crawler renders the one and not the other.
 *
 * One page of the smithy is known only to a click handler, and in a hostile world one has a script without end.
 */
import { htmlAnswer, type Layout, page } from '../html.js';
import { writeParagraph } from '../prose/write.js';
import { file, link, story, styleSheet } from '../resources.js';
import type { Link, Resource, Site, World } from '../site.js';

const PIECES = 6;
const COLOUR = '#3b3b58';

const SHELL = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>The Smithy</title><link rel="stylesheet" href="/style.css"></head>
<body><div id="root"></div><noscript>Please enable JavaScript to see our work.</noscript><script src="/app.js"></script></body></html>
`;

/** What the browser runs: data in, headings, paragraphs and links out. */
const APP = `
const root = document.getElementById('root');
const make = (name, text) => { const element = document.createElement(name); element.textContent = text; return element; };
const name = location.pathname === '/' ? 'index' : location.pathname.slice(1).replace('/', '-');
fetch('/data/' + name + '.json').then((answer) => answer.json()).then((data) => {
  document.title = data.title + ' | The Smithy';
  root.append(make('h1', data.title), make('p', data.text));
  for (const { href, text } of data.links) {
    const anchor = make('a', text);
    anchor.href = href;
    root.append(anchor, ' ');
  }
  if (name !== 'index') return;
  const button = make('button', 'About the smithy');
  button.addEventListener('click', () => { history.pushState({}, '', '/about'); });
  root.append(button);
});
`;

interface Made {
  readonly path: string;
  readonly title: string;
  readonly text: string;
  readonly links: readonly Link[];
  /** Links that no anchor shows. */
  readonly clicked?: readonly Link[];
}

export const smithy: Site = {
  name: 'smithy',
  host: 'smithy.example',
  address: 18,
  purpose: 'Every page is built by a script from data; one is linked by a click handler alone. Hostile: a script without end.',
  seeds: ['/'],
  build: (world) => [
    styleSheet(COLOUR),
    file('/app.js', 'text/javascript; charset=utf-8', APP, 'extra'),
    ...smithyPages(world).flatMap(scriptMade),
    ...(world.hostile ? [endless()] : []),
  ],
};

function smithyPages({ hostile }: World): Made[] {
  const numbers = Array.from({ length: PIECES }, (_, index) => index + 1);
  const pieces = numbers.map((number) => link(`/pieces/${number}`, `Piece ${number}`));
  const prose = (key: string): string => [1, 2, 3].map((part) => writeParagraph('en', 'culture', `smithy ${key} ${part}`)).join(' ');
  return [
    {
      path: '/',
      title: 'Our work',
      text: prose('front'),
      links: hostile ? [...pieces, link('/endless', 'The fire that never goes out')] : pieces,
      clicked: [link('/about', 'About the smithy')],
    },
    ...numbers.map((number) => ({
      path: `/pieces/${number}`,
      title: `Piece ${number}`,
      text: prose(String(number)),
      links: [link('/', 'All work')],
    })),
    { path: '/about', title: 'About the smithy', text: prose('about'), links: [link('/', 'All work')] },
  ];
}

function scriptMade({ path, title, text, links, clicked = [] }: Made): Resource[] {
  const name = path === '/' ? 'index' : path.slice(1).replace('/', '-');
  const data = JSON.stringify({ title, text, links });
  return [
    {
      path,
      kind: 'page',
      scripted: true,
      title: `${title} | The Smithy`,
      heading: title,
      language: 'en',
      text,
      links: [...links, ...clicked],
      answer: () => htmlAnswer(SHELL),
    },
    file(`/data/${name}.json`, 'application/json', data, 'extra'),
  ];
}

function endless(): Resource {
  const title = 'The fire that never goes out';
  const text = writeParagraph('en', 'culture', 'smithy fire');
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><p>${text}</p><p id="ash"></p>
<script>document.getElementById('ash').append('Ash.'); while (true);</script></body></html>`;
  return { path: '/endless', kind: 'page', title, language: 'en', text, links: [], hostile: true, answer: () => htmlAnswer(html) };
}

const ORCHARD: Layout = {
  site: 'The Orchard',
  language: 'en',
  colour: '#4a6b2a',
  nav: [link('/', 'Home'), link('/apples', 'Apples'), link('/pears', 'Pears')],
  footer: [],
  aside: 'Picking starts when the first frost is still a month away.',
  bottom: `<script>(function (w, d) { var q = w.visits = w.visits || []; q.push({ page: d.title }); d.addEventListener('click', function (e) { q.push(e.target.tagName); }); })(window, document);</script>
<script src="/counter.js" async></script>`,
};

const COUNTER =
  "document.documentElement.classList.add('js'); document.querySelectorAll('nav a').forEach(function (a) { a.title = a.textContent; });";

export const orchard: Site = {
  name: 'orchard',
  host: 'orchard.example',
  address: 19,
  purpose: 'Ordinary pages with ordinary scripts, which add nothing to them.',
  seeds: ['/'],
  build: () => [
    styleSheet(ORCHARD.colour),
    file('/counter.js', 'text/javascript', COUNTER, 'extra'),
    page(ORCHARD, { path: '/', title: 'The Orchard', blocks: [writeParagraph('en', 'culture', 'orchard front')] }),
    story(ORCHARD, { path: '/apples', index: 1, topic: 'culture' }),
    story(ORCHARD, { path: '/pears', index: 2, topic: 'culture' }),
  ],
};
