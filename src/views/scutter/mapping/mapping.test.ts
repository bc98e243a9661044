import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Parser } from 'n3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadRdf } from './load-rdf.js';
import { fileUri } from './local-path.js';
import { mappingOfCopies, mappingOfMemory, readMapping, writeMapping } from './location-mapping.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-mapping-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (text: string) => ({ bytes: new TextEncoder().encode(text), name: 'file', base: 'http://base.test/' });
const LM = 'http://jena.hpl.hp.com/2004/08/location-mapping#';

it.each([
  ['a path', '/var/cache/a b.rdf', 'file:///var/cache/a%20b.rdf'],
  ['a path with back-slashes', 'c:\\temp\\slug-cache\\a.test\\x.rdf', 'file:///c:/temp/slug-cache/a.test/x.rdf'],
  ['a path broken by printing', 'c:\\temp\\slug-  \ncache\\x.rdf', 'file:///c:/temp/slug-cache/x.rdf'],
  ['a drive with slashes', 'C:/temp/50%.rdf', 'file:///C:/temp/50%25.rdf'],
  ['a URI', 'file:///var/x.rdf', 'file:///var/x.rdf'],
  ['a URI with one slash', 'file:/var/x.rdf', 'file:///var/x.rdf'],
  ['a URI with a drive and back-slashes', 'file:c:\\temp\\x.rdf', 'file:///c:/temp/x.rdf'],
  ['a URI relative to here', 'file:etc/x.rdf', pathToFileURL('etc/x.rdf').href],
])('S-29 a local copy written as %s', (_case, written, uri) => expect(fileUri(written)).toBe(uri));

it('S-29 a mapping is Turtle that a tool-kit reads: a name and where it lies, as texts', () => {
  const quads = new Parser().parse(writeMapping(mappingOfCopies({ 'http://a.test/"x"': '/c/x.rdf', 'http://b.test/': '/c/b' })));
  const texts = (property: string) => quads.filter(({ predicate }) => predicate.value === LM + property).map(({ object }) => object.value);
  expect(quads.filter(({ predicate }) => predicate.value === `${LM}mapping`)).toHaveLength(2);
  expect([texts('name'), texts('altName')]).toEqual([
    ['http://a.test/"x"', 'http://b.test/'],
    ['file:///c/x.rdf', 'file:///c/b'],
  ]);
});

it('S-29 a mapping is made of a memory, as a fragment and with back-slashes; representations without a copy are left out', async () => {
  const memory = `<scutter:Representation><scutter:source rdf:resource="http://a.test/x.rdf"/>
      <scutter:localCopy>c:\\temp\\slug-
cache\\a.test\\x.rdf</scutter:localCopy></scutter:Representation>
    <scutter:Representation><scutter:source rdf:resource="http://a.test/y.rdf"/></scutter:Representation>`;
  expect([...(await mappingOfMemory(file(memory)))]).toEqual([['http://a.test/x.rdf', 'file:///c:/temp/slug-cache/a.test/x.rdf']]);
});

it('S-30 what is mapped is read from disk without a network, everything else is not', async () => {
  writeFileSync(join(folder, 'x.rdf'), '<http://a.test/#s> <http://a.test/#p> "from disk" .');
  writeFileSync(
    join(folder, 'y'),
    '<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" rdf:value="v"/></rdf:RDF>',
  );
  const text = `[ ] lm:mapping [ lm:name "http://a.test/x.rdf" ; lm:altName "file:${folder}/x.rdf" ] .
    [ ] lm:mapping [ lm:name <http://a.test/y> ; lm:altName "${pathToFileURL(join(folder, 'y')).href}" ] .`;
  const mapping = await readMapping(file(text));
  expect((await loadRdf('http://a.test/x.rdf', { mapping })).quads[0]?.object.value).toBe('from disk');
  const { quads, from } = await loadRdf('http://a.test/y#part', { mapping });
  expect([quads[0]?.subject.value, from]).toEqual(['http://a.test/y', pathToFileURL(join(folder, 'y')).href]);
  await expect(loadRdf('http://a.test/z', { mapping })).rejects.toThrow(/not mapped to a file, and the network is off/);
  const asked: string[] = [];
  const network = async (uri: string) => {
    asked.push(uri);
    return { bytes: new TextEncoder().encode('<a> <b> <c> .'), contentType: 'text/turtle' };
  };
  await loadRdf('http://a.test/x.rdf', { mapping, network });
  await loadRdf('http://a.test/z', { mapping, network });
  expect(asked).toEqual(['http://a.test/z']);
});

it('S-29 a mapping is read as it was printed: without prefix and full stop, with a path relative to here', async () => {
  const printed = '[ ] lm:mapping  \n  [ lm:name "http://a.test/x.rdf" ; lm:altName  \n    "file:etc/x.rdf" ]\n';
  expect([...(await readMapping(file(printed)))]).toEqual([['http://a.test/x.rdf', pathToFileURL('etc/x.rdf').href]]);
});

it('S-30 a copy that is gone is said to be', async () => {
  const mapping = mappingOfCopies({ 'http://a.test/x': join(folder, 'gone') });
  await expect(loadRdf('http://a.test/x', { mapping })).rejects.toThrow(/The copy file:.*gone cannot be read/);
});
