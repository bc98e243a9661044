import { expect, it } from 'vitest';
import { type Look, recognise } from './recognise.js';

const page = (url: string, text: string, type = 'text/html'): Look => ({ url, status: 200, type, text });
const IDENTIFY = '<?xml version="1.0"?><OAI-PMH xmlns="x"><Identify><repositoryName>R</repositoryName></Identify></OAI-PMH>';

/** Answers what stands in the table; everything else is not there. */
const among = (answers: Readonly<Record<string, string>>) => async (url: string) =>
  answers[url] === undefined ? null : page(url, answers[url]);

it.each<[string, string, string, Record<string, string>, string | null, object]>([
  [
    'an OJS 3 journal by its generator',
    'https://j.example/index.php/law/index',
    '<meta name="generator" content="Open Journal Systems 3.3.0.8"><a href="https://j.example/index.php/law/issue/archive">Archives</a>',
    { 'https://j.example/index.php/law/oai?verb=Identify': IDENTIFY },
    'families/ojs-3',
    { set: { base: 'https://j.example/index.php/law' } },
  ],
  [
    'an OJS 2 journal, whose generator says so',
    'https://old.example/ojs/index.php/CoLR',
    '<meta name="generator" content="Open Journal Systems 2.4.8.1">',
    { 'https://old.example/ojs/index.php/CoLR/oai?verb=Identify': IDENTIFY },
    'families/ojs-2',
    { set: { base: 'https://old.example/ojs/index.php/CoLR' } },
  ],
  [
    'an OJS journal that hides its generator',
    'https://j.example/mujlt',
    '<a href="https://j.example/mujlt/article/view/12">x</a>',
    { 'https://j.example/mujlt/oai?verb=Identify': IDENTIFY },
    'families/ojs-3',
    { set: { base: 'https://j.example/mujlt' } },
  ],
  [
    'WordPress by the link to its interface',
    'https://court.example/',
    `<link rel="https://api.w.org/" href="https://court.example/wp-json/">`,
    { 'https://court.example/wp-json/wp/v2/types': '{"post":{"rest_base":"posts"}}' },
    'families/wordpress',
    { set: { base: 'https://court.example' } },
  ],
  [
    'WordPress whose interface is closed is none',
    'https://court.example/',
    '<meta name="generator" content="WordPress 6.4">',
    {},
    null,
    {},
  ],
  [
    'DSpace 7',
    'https://repo.example/handle/1/2',
    '<meta name="Generator" content="DSpace 7.6">',
    { 'https://repo.example/server/oai/request?verb=Identify': IDENTIFY },
    'families/oai',
    { set: { base: 'https://repo.example/server/oai/request' } },
  ],
  [
    'CKAN',
    'https://data.example/dataset/x',
    '<meta name="generator" content="ckan 2.9.5">',
    { 'https://data.example/api/3/action/package_list': '{"help":"","success": true,"result":[]}' },
    'families/ckan',
    { set: { base: 'https://data.example' } },
  ],
  [
    'a table of contents in XML',
    'https://law.example/toc.xml',
    '<!DOCTYPE items SYSTEM "x.dtd"><items><item><title>A</title><link>http://law.example/a/xml.zip</link></item></items>',
    {},
    'families/toc-xml',
    { parameters: { Contents: { default: 'https://law.example/toc.xml' } } },
  ],
  [
    'the address of an OAI-PMH repository, whatever verb it was asked with',
    'https://repo.example/oai?verb=ListSets',
    '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"></OAI-PMH>',
    { 'https://repo.example/oai?verb=Identify': IDENTIFY },
    'families/oai',
    { set: { base: 'https://repo.example/oai' } },
  ],
  [
    'an Atom feed',
    'https://law.example/all/data.feed',
    '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><entry/></feed>',
    {},
    'families/feed',
    { set: { feed: 'https://law.example/all/data.feed' } },
  ],
  [
    'a page that names its feed',
    'https://law.example/',
    '<link rel="alternate" type="application/rss+xml" href="/feed?a=1&amp;b=2">',
    { 'https://law.example/feed?a=1&b=2': '<rss version="2.0"><channel><item/></channel></rss>' },
    'families/feed',
    { set: { feed: 'https://law.example/feed?a=1&b=2' } },
  ],
  ['an ordinary page', 'https://plain.example/', '<h1>Laws</h1><a href="/a.pdf">A</a>', {}, null, {}],
])('recognises %s', async (_case, url, text, answers, family, says) => {
  const seen = await recognise(page(url, text), among(answers));
  expect([seen.family, seen.says]).toEqual([family, says]);
});

it('a page that is made to take long takes no time', async () => {
  const hostile = ['<items><item>', '<link<link', '<meta name="generator" ', 'href="https://x/']
    .map((part) => part.repeat(20_000))
    .join('');
  expect((await recognise(page('https://hostile.example/', hostile), among({}))).family).toBeNull();
});
