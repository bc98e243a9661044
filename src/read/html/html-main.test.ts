import { describe, expect, it } from 'vitest';
import { mainText, type Page } from '../../model/index.js';
import { READERS, read } from '../read.js';

function pageOf(html: string): Page {
  const body = { url: 'https://a.test/news/1', bytes: Buffer.from(html), headers: [], contentType: 'text/html; charset=utf-8' };
  return read(body, READERS) as Page;
}
const mainOf = (html: string): string => mainText(pageOf(html));

const SENTENCE: Record<string, string> = {
  en: 'The council decided on Thursday, after a long debate, that the new regulation shall be published before the end of the year.',
  de: 'Der Gemeinderat hat am Donnerstag nach langer Debatte beschlossen, die neue Satzung noch vor dem Jahresende zu veröffentlichen.',
  sl: 'Občinski svet je v četrtek po dolgi razpravi sklenil, da bo nov pravilnik o gradnji objavljen še pred koncem leta.',
  el: 'Το δημοτικό συμβούλιο αποφάσισε την Πέμπτη, μετά από μακρά συζήτηση, να δημοσιεύσει τον νέο κανονισμό πριν από το τέλος του έτους.',
  zh: '市议会星期四经过长时间的讨论，决定在年底之前公布有关建筑的新规定，并听取市民的意见和建议。',
};
const paragraphs = (language: string, count = 5): string =>
  Array.from({ length: count }, (_, at) => `<p>${SENTENCE[language]} ${at + 1}.</p>`).join('\n');

const teaser = (n: number): string =>
  `<div class="card"><img src="/${n}.jpg"><h3><a href="/other/${n}">Another story of the day, number ${n}</a></h3><p>What happened there is told in this summary, which has a sentence or two.</p></div>`;

const AROUND = {
  menu: '<div class="top"><ul><li><a href="/">Home page</a></li><li><a href="/sport">Sports</a></li><li><a href="/culture">Culture</a></li></ul></div>',
  share: '<div class="share-bar"><a href="https://x.test/share">Tweet this</a> <a href="https://f.test/share">Post this</a></div>',
  newsletter:
    '<div class="newsletter-box"><p>Subscribe to our newsletter and never miss an important story about your town again, every morning at six.</p></div>',
  related: `<div><h2>Most wanted stories</h2>${teaser(1)}${teaser(2)}${teaser(3)}${teaser(4)}</div>`,
  comments: `<div id="comments"><p>First comment: ${SENTENCE['en']}</p><p>Second comment: ${SENTENCE['en']}</p></div>`,
  cookies:
    '<div id="cookie-consent"><p>We use cookies to give you the best experience on this website, and we share them with our partners.</p></div>',
  pointer: '<p>Read also: <a href="/other/9">Why the other council decided otherwise</a></p>',
  footer: '<div class="site-footer"><p>Imprint and terms</p><a href="/imprint">Imprint</a> <a href="/terms">Terms of use</a></div>',
};

const articlePage = (language: string): string => `<html><head><title>Council decides – Town News</title></head><body>
  ${AROUND.menu}${AROUND.cookies}
  <div class="wrap"><div class="column"><div class="story">
    <h1>Council decides</h1>${AROUND.share}
    ${paragraphs(language, 3)}${AROUND.pointer}
    <h2>What comes next</h2>${paragraphs(language, 2)}
    <ul><li>The draft is printed.</li><li>The mayor signs it, see <a href="/mayor">the mayor</a>.</li></ul>
    <table><tr><th>Year</th><th>Votes</th></tr><tr><td>2023</td><td>17 votes</td></tr></table>
    <pre>let votes = 17;</pre><blockquote>We are content, said the speaker of the majority.</blockquote>
    <figure><img src="/p.jpg"><figcaption>The hall on Thursday evening</figcaption></figure>
    ${AROUND.newsletter}
  </div>${AROUND.related}${AROUND.comments}</div></div>${AROUND.footer}</body></html>`;

describe('the main text', () => {
  it.each(Object.keys(SENTENCE))('M-11 has the article and none of what stands around it: %s', (language) => {
    const text = mainOf(articlePage(language));
    expect(text.split(SENTENCE[language] ?? '').length - 1).toBe(5);
    for (const kept of ['What comes next', 'The draft is printed.', '2023 17 votes', 'let votes = 17;', 'We are content'])
      expect(text).toContain(kept);
    const junk = [
      'Home page',
      'cookies',
      'Tweet this',
      'Read also',
      'newsletter',
      'Most wanted',
      'Another story',
      'What happened there',
      'comment:',
      'Imprint',
    ];
    expect(junk.filter((words) => text.includes(words))).toEqual([]);
  });

  it('M-11 keeps all that is visible beside it', () => {
    const page = pageOf(articlePage('en'));
    expect(page.text).toContain('Sports');
    expect(page.text).toContain('Another story of the day, number 3');
  });

  it('M-11 takes a wrapper for content whatever its class says', () => {
    const text = mainOf(`<body><div class="page has-widget sidebar comments"><div class="inner">${paragraphs('en')}</div></div></body>`);
    expect(text.split('\n')).toHaveLength(5);
  });

  it('M-11 takes along a lead above and a second section beside the body', () => {
    const html = `<body><div class="a"><div class="head"><h1>Title</h1><p class="date">1 May</p><p>A lead that says in one sentence, and with some care, what all of the article is about.</p></div>
      <div class="part">${paragraphs('de', 6)}</div><div class="part">${paragraphs('sl', 2)}</div></div></body>`;
    const text = mainOf(html);
    expect(text).toContain('A lead that says');
    expect(text).toContain('Občinski svet');
  });

  it('M-11 keeps lists of links that have words of their own, and tables of law', () => {
    const items = Array.from(
      { length: 6 },
      (_, at) => `<li><a href="/b/${at}">Bug ${at}</a> – fixed by a new contributor, thanks a lot</li>`,
    ).join('');
    const rows = Array.from({ length: 8 }, (_, at) => `<tr><td>§ ${at + 1}</td><td>${SENTENCE['en']}</td></tr>`).join('');
    const text = mainOf(`<body>${AROUND.menu}<div><p>${SENTENCE['en']}</p><ul>${items}</ul><table>${rows}</table></div></body>`);
    expect(text).toContain('Bug 3 – fixed');
    expect(text).toContain('§ 8');
  });

  it('M-11 shows all content where there is no main part: a page of headlines', () => {
    const cards = Array.from({ length: 12 }, (_, at) => teaser(at)).join('');
    const page = pageOf(`<body><nav><a href="/">Home page</a></nav><div class="list">${cards}</div></body>`);
    expect(mainText(page)).toContain('Another story of the day, number 11');
    expect(mainText(page)).not.toContain('Home page');
  });

  it('M-11 does not take a thread of posts for comments when they are all there is', () => {
    const posts = Array.from({ length: 6 }, () => `<div class="comment"><p>${SENTENCE['en']}</p></div>`).join('');
    expect(
      mainOf(`<body>${AROUND.menu}<div class="thread"><h1>How do I apply?</h1>${posts}</div></body>`).split(SENTENCE['en'] ?? ''),
    ).toHaveLength(7);
  });

  it('goes on whatever the page is made of', () => {
    expect(pageOf('').main).toBeNull();
    expect(pageOf('<p>x').main).toBeNull();
    expect(mainOf(`<div>${'<div>'.repeat(3000)}${paragraphs('en')}`)).toContain('council');
  });
});

it('A-43 the language is that of the main text, whatever the menu speaks', () => {
  const menu = `<nav>${Array.from({ length: 12 }, (_, at) => `<p><a href="/${at}">Read more about our services for citizens and companies, part ${at}</a></p>`).join('')}</nav>`;
  expect(pageOf(`<html lang="en"><body>${menu}<main><h1>Satzung</h1>${paragraphs('de', 1)}</main>${menu}</body></html>`).language).toBe(
    'de',
  );
});

describe('what a name or a line says of a box', () => {
  const article = (inside: string): string => `<html><body>${AROUND.menu}<div class="wrap">${inside}</div></body></html>`;
  const count = (html: string): number => mainOf(html).split(SENTENCE['en'] ?? '').length - 1;
  const each = (name: string): string =>
    Array.from({ length: 6 }, (_, at) => `<div class="${name}"><p>${SENTENCE['en']} ${at}.</p></div>`).join('<hr>');

  it.each(['paywall', 'sidebar', 'page-widget', 'promo'])('a doubtful word never throws the article away: %s', (name) => {
    expect(count(article(`<h1>Council decides</h1><p>In short: they did.</p>${each(name)}`))).toBe(6);
    expect(count(article(`<h1>Council decides</h1><div class="${name}">${paragraphs('en', 6)}</div>${AROUND.related}`))).toBe(6);
  });

  it('and is believed beside an article', () => {
    const text = mainOf(
      article(`<h1>Council decides</h1>${paragraphs('en', 6)}<div class="paywall"><p>Read on with a subscription for one euro.</p></div>`),
    );
    expect(text).not.toContain('one euro');
  });

  it('chapters below linked headings are the article', () => {
    const chapters = Array.from(
      { length: 6 },
      (_, at) => `<div><h2><a href="/trail/${at}">The trail along the bay ${at}</a></h2><p>${SENTENCE['en']} ${at}.</p></div>`,
    ).join('');
    expect(count(article(`<h1>Six trails</h1><p>${SENTENCE['de']}</p>${chapters}<p>${SENTENCE['de']}</p>`))).toBe(6);
  });

  it('parts that a server streams are read, the hidden rest is not', () => {
    const text = mainOf(
      `<html><body><p>Please wait.</p><div hidden id="S:0">${paragraphs('en')}</div><div hidden id="menu">Menu of the day</div></body></html>`,
    );
    expect(text).toContain(SENTENCE['en']);
    expect(text).not.toContain('Menu of the day');
  });

  it.each([
    '<figure><figcaption>The hall on Thursday evening</figcaption></figure>',
    '<div class="image-caption">The hall on Thursday evening</div>',
    '<p>Share this article on</p>',
    '<p>Sign up for our newsletter and get the news every morning.</p>',
    '<p>Folgen Sie uns auf Facebook und Instagram!</p>',
    '<p>Photo: Ana Novak / Harbour News</p>',
    '<p>All rights reserved.</p>',
    '<h3>Das könnte Sie auch interessieren</h3>',
    '<p>Lire aussi :</p>',
  ])('is no part of the text: %s', (line) => {
    const told = line.replace(/<[^>]+>/g, '');
    expect(mainOf(article(`<h1>Council decides</h1>${paragraphs('en', 3)}${line}${paragraphs('en', 3)}`))).not.toContain(told);
  });

  it.each(['The newsletter of the council has ten thousand readers.', 'Share prices fell. The council sold its own in time.'])(
    'stays, since it is a sentence of the article: %s',
    (line) => expect(mainOf(article(`<h1>Council decides</h1>${paragraphs('en', 3)}<p>${line}</p>${paragraphs('en', 3)}`))).toContain(line),
  );
});

describe('where an article begins and ends', () => {
  const BODY = paragraphs('en', 4);
  const page = (body: string, title = 'Council decides on new building rules'): string =>
    `<html><head><title>${title} – Town News</title></head><body>${AROUND.menu}${body}${AROUND.footer}</body></html>`;
  const HEADLINE = '<h1>Council decides on new building rules</h1>';

  it('has the lead between the headline and the text, however many boxes stand around each', () => {
    const lead = 'After months of dispute the majority found a way';
    const text = mainOf(
      page(`<article><div><div><header><div>${HEADLINE}</div></header></div><div><div class="x1"><p>${lead} out of it.</p></div></div>
        <div><span>Reading time: 4 minutes</span></div></div><div class="y"><div class="z">${BODY}</div></div></article>`),
    );
    expect(text).toContain(lead);
    expect(text).not.toContain('Reading time');
  });

  it('begins with its first sentence, not with its title, the day and the names', () => {
    const text = mainOf(
      page(`<article><p>Politics</p>${HEADLINE}<div>By Anna Muster</div><div>18 March 2024, 10:15</div>${BODY}</article>`),
    );
    expect(text.startsWith(SENTENCE['en'] ?? '')).toBe(true);
  });

  it('ends before the next article that is appended below', () => {
    const next = `<article><h1>Storm over the northern coast</h1><p>The storm reached the coast at midnight and took the roofs of a dozen houses with it, said the fire brigade.</p>${paragraphs('en', 3).replaceAll('council', 'brigade')}</article>`;
    const text = mainOf(page(`<main><article>${HEADLINE}${BODY}</article><div class="below">${next}</div></main>`));
    expect(text).toContain(SENTENCE['en'] ?? '');
    expect(text).not.toMatch(/storm|brigade/i);
  });

  it('keeps all posts of a page that lists them', () => {
    const post = (n: number): string =>
      `<article><h2>Post number ${n} of this week</h2>${paragraphs('en', 2).replaceAll('council', `council${n}`)}</article>`;
    const text = mainOf(page(`<main>${post(1)}${post(2)}${post(3)}</main>`, 'Weblog of the town'));
    for (const n of [1, 2, 3]) expect(text).toContain(`council${n}`);
  });

  it('says once what stands there twice', () => {
    const note = 'The hall of the council on the evening of the decision, seen from the gallery on the first floor.';
    const text = mainOf(
      page(`<article>${HEADLINE}${BODY}<div><p>${note}</p></div>${paragraphs('de', 2)}<div><p>${note}</p></div></article>`),
    );
    expect(text.split(note).length - 1).toBe(1);
  });
});

describe('words of names', () => {
  const wrap = (body: string): string => `<html><body>${AROUND.menu}<main><article>${body}</article></main>${AROUND.footer}</body></html>`;

  it.each(['paywall', 'article-paywall', 'sidebar', 'premium paywall-content'])('%s does not remove sentences of the article', (name) => {
    const text = mainOf(wrap(`${paragraphs('en', 3)}<div class="${name}">${paragraphs('de', 6)}</div>`));
    expect(text.split(SENTENCE['de'] ?? '').length - 1).toBe(6);
    expect(text.split(SENTENCE['en'] ?? '').length - 1).toBe(3);
  });

  it('paragraphs that are each called paywall are the article', () => {
    const text = mainOf(wrap(`${paragraphs('de', 9)}${paragraphs('en', 5).replaceAll('<p>', '<p class="paywall">')}`));
    expect(text.split(SENTENCE['en'] ?? '').length - 1).toBe(5);
  });

  it('a short widget is text where its neighbour of the same name is', () => {
    const widget = (body: string): string => `<div class="article-widget">${body}</div>`;
    const text = mainOf(wrap(widget(paragraphs('de', 1)) + widget(paragraphs('en', 8))));
    expect(text).toContain(SENTENCE['de']);
  });

  it.each(['visually-hidden', 'sr-only', 'screen-reader-text', 'u-hidden-visually'])('what only %s says is not read', (name) => {
    const text = mainOf(
      wrap(
        `${paragraphs('en', 4)}<p>They met <a href="/x">here<span class="${name}"> opens in a new window</span></a> at noon, and stayed until the evening of that long day.</p>`,
      ),
    );
    expect(text).toContain('They met here');
    expect(text).not.toContain('new window');
  });

  it('a long caption is none of the text', () => {
    const caption = `<p class="wp-caption-text">${SENTENCE['de']} ${SENTENCE['de']} ${SENTENCE['de']} ${SENTENCE['de']}</p>`;
    expect(mainOf(wrap(`${paragraphs('en', 9)}<div class="wp-caption">${caption}</div>`))).not.toContain('Gemeinderat');
  });
});

describe('lines that are not of the article', () => {
  it.each([
    'Advertisement',
    'THIS CONTENT IS RESERVED FOR SUBSCRIBERS',
    'Already a subscriber? Sign in',
    'Sie haben kein aktives Abo',
    'Empfohlener redaktioneller Inhalt',
    'Ich bin damit einverstanden, dass mir Inhalte von Dritten angezeigt werden.',
    'Ce contenu est bloqué car vous n’avez pas accepté les cookies.',
    'skip past newsletter promotion',
  ])('%s', (line) => {
    const text = mainOf(
      `<html><body><article>${paragraphs('en', 3)}<div><p>${line}</p></div><h2>What comes next</h2><div>${line}</div>${paragraphs('de', 3)}</article></body></html>`,
    );
    expect(text).not.toContain(line);
    expect(text).toContain('Gemeinderat');
  });

  it('a heading with an advertisement below it stays', () => {
    const text = mainOf(
      `<html><body><article>${paragraphs('en', 3)}<h2>What comes next</h2><div>Advertisement</div>${paragraphs('de', 3)}</article></body></html>`,
    );
    expect(text).toContain('What comes next');
  });
});

describe('what stands twice, and above', () => {
  const page = (title: string, body: string): string =>
    `<html><head><title>${title}</title></head><body><article>${body}</article></body></html>`;
  const verse = 'And so they came back to the harbour, as they had done in every winter that the oldest of them could remember.';

  it('chapters may end with the same words', () => {
    const chapter = (language: string): string => `<div>${paragraphs(language, 2)}<p>${verse}</p></div>`;
    const text = mainOf(page('A tale', `${chapter('en')}<h2>Later</h2>${chapter('de')}`));
    expect(text.split(verse).length - 1).toBe(2);
  });

  it('an article that is there twice is read once', () => {
    const whole = `<div class="text">${paragraphs('en', 4)}</div>`;
    expect(mainOf(page('A tale', whole + whole)).split(SENTENCE['en'] ?? '').length - 1).toBe(4);
  });

  it('a heading that is not the title stays, and so does a short sentence below it', () => {
    const text = mainOf(
      page('A tale of the sea', `<h1>Chapter the first</h1><p>12 May</p><p>It was cold that day.</p>${paragraphs('en', 4)}`),
    );
    expect(text).toContain('Chapter the first');
    expect(text).toContain('It was cold that day.');
    expect(text).not.toContain('12 May');
  });

  it('the headline that says what the title says is no text', () => {
    const text = mainOf(page('A tale of the sea – Town News', `<h1>A tale of the sea</h1><p>12 May</p>${paragraphs('en', 4)}`));
    expect(text).not.toContain('A tale of the sea');
  });
});
