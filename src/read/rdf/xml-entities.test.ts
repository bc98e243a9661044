import { expect, it } from 'vitest';
import { nQuadLines } from './n-quads.js';
import { readRdf } from './read-rdf.js';

const document = (subset: string, inside: string): string => `<?xml version="1.0"?>
<!DOCTYPE rdf:RDF [ ${subset} ]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:a="http://a.test/">${inside}</rdf:RDF>`;

const read = (subset: string, inside: string) =>
  readRdf({ bytes: Buffer.from(document(subset, inside)), contentType: 'application/rdf+xml', url: 'http://a.test/doc' });

it('expands entities that name others, in addresses and in texts, in either order of their declarations', async () => {
  const subset = `<!ENTITY deep '&base;deep/'> <!ENTITY base "&root;base/"> <!ENTITY root "http://r.test/"> <!ENTITY who "R&#38;D &amp; &#x160;">`;
  const { quads, problems } = await read(subset, '<a:T rdf:about="&deep;x"><a:n>&who;, &base;</a:n></a:T>');
  expect(problems).toEqual([]);
  expect([...nQuadLines(quads)].join('\n')).toContain('<http://r.test/base/deep/x> <http://a.test/n> "R&D & Š, http://r.test/base/"');
});

it('the first declaration of an entity counts', async () => {
  const { quads } = await read(`<!ENTITY e "one"> <!ENTITY e "two">`, '<a:T rdf:about="http://x.test/"><a:n>&e;</a:n></a:T>');
  expect([...nQuadLines(quads)].join('\n')).toContain('"one"');
});

const laughs = Array.from({ length: 12 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');

it.each([
  ['that contains itself', `<!ENTITY a "&b;"> <!ENTITY b "&a;">`, '&a;', /contains itself/],
  ['that grows without end', `<!ENTITY l0 "ha">${laughs}`, '&l12;', /stands for more than 65536 characters/],
  ['that is written too often', `<!ENTITY e "${'x'.repeat(2000)}">`, '&e;'.repeat(6000), /stand for more than 10000000 characters/],
])('ends at an entity %s', async (_what, subset, inside, message) => {
  const { quads, problems } = await read(subset, `<a:T rdf:about="http://x.test/"><a:n>${inside}</a:n></a:T>`);
  expect(quads).toEqual([]);
  expect(problems.join()).toMatch(message);
});
