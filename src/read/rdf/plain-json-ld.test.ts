import fc from 'fast-check';
import { isomorphic } from 'rdf-isomorphic';
import { describe, expect, it } from 'vitest';
import { parseJsonLd } from './parse-json-ld.js';
import { readPlainJsonLd } from './plain-json-ld.js';
import { QuadList } from './quad-list.js';

const BASE = 'http://a.test/page';

async function parsed(text: string) {
  const list = new QuadList(10_000);
  await parseJsonLd(text, BASE, list);
  return list.quads;
}

const term = fc.constantFrom('name', 'headline', 'author', 'url', 'image', 'datePublished', 'sameAs', 'offers', 'position', 'isPartOf');
const type = fc.constantFrom('Article', 'Person', 'Organization', 'BreadcrumbList', 'ListItem');
const address = fc.webUrl({ withQueryParameters: true, withFragments: true });
const value = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null), address);
const { node } = fc.letrec((tie) => ({
  node: fc
    .record({ '@type': fc.oneof(type, fc.array(type, { maxLength: 2 })), '@id': address }, { requiredKeys: [] })
    .chain((head) =>
      fc.dictionary(term, tie('values'), { minKeys: 1, maxKeys: 5 }).map((rest) => ({ ...head, ...(rest as Record<string, unknown>) })),
    ),
  values: fc.oneof({ depthSize: 'small' }, value, fc.array(value, { maxLength: 3 }), tie('node'), fc.array(tie('node'), { maxLength: 2 })),
}));

describe('plain JSON-LD', () => {
  it('says what the parser says, of whatever it takes upon itself', async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          node,
          fc.array(node, { minLength: 1, maxLength: 3 }).map((nodes) => ({ '@graph': nodes })),
        ),
        fc.constantFrom('https://schema.org', 'http://schema.org/'),
        async (body, context) => {
          const text = JSON.stringify({ '@context': context, ...(body as Record<string, unknown>) });
          const plain = readPlainJsonLd(text);
          if (plain === null) return;
          taken++;
          expect(isomorphic([...plain], [...(await parsed(text))]), text).toBe(true);
        },
      ),
      { numRuns: 600 },
    );
    expect(taken).toBeGreaterThan(60);
  });

  it.each([
    ['another context', '{"@context": "https://example.org/c", "name": "x"}'],
    ['a context of its own', '{"@context": {"name": "http://a.test/n"}, "name": "x"}'],
    ['a list', '{"@context": "https://schema.org", "name": {"@list": ["a"]}}'],
    ['a literal with a language', '{"@context": "https://schema.org", "name": {"@value": "a", "@language": "de"}}'],
    ['a name with a prefix', '{"@context": "https://schema.org", "schema:name": "x"}'],
    ['an address that is relative', '{"@context": "https://schema.org", "url": "/a"}'],
    ['an alias', '{"@context": "https://schema.org", "type": "Person", "name": "x"}'],
    ['a decimal number', '{"@context": "https://schema.org", "position": 1.5}'],
    ['a graph with a name', '{"@context": "https://schema.org", "@id": "http://a.test/g", "@graph": [{"name": "x"}]}'],
    ['no JSON', '{"@context": "https://schema.org", "name": }'],
    ['a tower', `{"@context": "https://schema.org", "a": ${'{"a":'.repeat(40)}1${'}'.repeat(40)}}`],
  ])('leaves to the parser: %s', (_, text) => {
    expect(readPlainJsonLd(text)).toBeNull();
  });
});
