import { expect, it } from 'vitest';
import { readPlan } from './read-plan.js';

const plan = (text: string) => readPlan({ bytes: new TextEncoder().encode(text), name: 'plan', base: 'http://plan.test/dir/plan.rdf' });
const URLS = ['http://a.test/1.rdf', 'http://a.test/2.rdf', 'http://b.test/'];

it.each([
  [
    'RDF/XML',
    `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
      <rdf:Description>${URLS.map((url) => `<rdfs:seeAlso rdf:resource="${url}"/>`).join('')}</rdf:Description></rdf:RDF>`,
  ],
  ['Turtle', `@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . [] rdfs:seeAlso ${URLS.map((url) => `<${url}>`).join(', ')} .`],
  ['a fragment', `<rdf:Description>${URLS.map((url) => `<rdfs:seeAlso rdf:resource="${url}"/>`).join('\n')}</rdf:Description>`],
  ['links as text', `[] rdfs:seeAlso ${URLS.map((url) => `"${url}"`).join(', ')} .`],
])('S-25 a plan with three links: %s', async (_syntax, text) => expect((await plan(text)).urls).toEqual(URLS));

it('S-25 relative links count from the plan; others than rdfs:seeAlso are no start', async () => {
  const { urls, unusable } = await plan('<a> rdfs:seeAlso <../b.rdf>, <b.rdf>, <mailto:x@a.test>, [] ; rdfs:isDefinedBy <c.rdf> .');
  expect(urls).toEqual(['http://plan.test/b.rdf', 'http://plan.test/dir/b.rdf']);
  expect(unusable).toHaveLength(2);
});

it('says what is wrong with a plan', async () => {
  await expect(plan('<rdf:RDF><broken>')).rejects.toThrow(/^plan cannot be read as application\/rdf\+xml/);
});
