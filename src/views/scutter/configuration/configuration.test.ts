import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { definitionFromInput } from '../../../definition/crawl/index.js';
import { Registry } from '../../../plugins/index.js';
import { readFragment } from '../read-fragment.js';
import { Statements } from '../statements.js';
import { rdf, rdfs, SLUG } from '../vocabulary.js';
import { CONFIGURATION_BASE, type Configuration, readConfiguration } from './configuration.js';
import { toDefinition } from './to-definition.js';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string): Promise<Configuration> => readConfiguration({ bytes: bytesOf(text), name: 'config.rdf' });
const shipped = (name: string): Uint8Array => readFileSync(new URL(`../../../../examples/scutter/${name}`, import.meta.url));

const REGISTRY = new Registry([
  { kind: 'filter', name: 'night-only', about: '', options: {}, prepare: () => () => null } as never,
  { kind: 'consumer', name: 'ShelfConsumer', about: '', options: {}, consume: () => null } as never,
  { kind: 'consumer', name: 'counter', about: '', options: {}, consume: () => null } as never,
]);
const CONTEXT = { registry: REGISTRY, ownFolder: '/somewhere/space' };

const definitionOf = async (text: string, id: string, start = { urls: ['http://a.test/'], freshen: false }) =>
  toDefinition((await read(text)).scutter(id), start, CONTEXT);

/** As papers print it: no root, no namespaces. */
const FRAGMENT = `<slug:Scutter rdf:about="slug">
  <slug:hasMemory rdf:resource="memory"/>
  <slug:workers>10</slug:workers>
  <slug:consumers><rdf:Seq><rdf:li rdf:resource="storer"/><rdf:li rdf:resource="rdf-consumer"/></rdf:Seq></slug:consumers>
  <slug:filters><rdf:Seq>
    <rdf:li rdf:resource="single-fetch-filter"/><rdf:li rdf:resource="depth-filter"/><rdf:li rdf:resource="regex-filter"/>
  </rdf:Seq></slug:filters>
</slug:Scutter>
<!-- between -->
<slug:Memory rdf:about="memory"><slug:file>c:\\projects\\memory.rdf</slug:file></slug:Memory>
<slug:Consumer rdf:about="storer">
  <dc:title>ResponseStorer</dc:title>
  <slug:impl>com.example.http.ResponseStorer</slug:impl>
  <slug:cache>c:\\temp\\slug-cache</slug:cache>
</slug:Consumer>
<slug:Consumer rdf:about="rdf-consumer"><slug:impl>com.example.http.RDFConsumer</slug:impl></slug:Consumer>
<slug:Filter rdf:about="regex-filter">
  <dc:title>Block URLs</dc:title><slug:impl>org.other.RegexFilter</slug:impl><slug:filter>livejournal</slug:filter>
</slug:Filter>`;

it('S-42 a fragment without root and namespaces becomes a definition the program takes', async () => {
  const { definition, remarks } = await definitionOf(FRAGMENT, 'slug');
  expect(definition).toMatchObject({
    name: 'slug',
    seeds: ['http://a.test/'],
    frontier: { workers: 10 },
    filters: ['single-fetch', { use: 'depth' }, { use: 'regex', filter: 'livejournal' }],
    rdf: { read: 'auto', follow: [rdfs('seeAlso')] },
    scutter: { id: 'slug', memory: '/somewhere/space/memory.rdf', cache: '/somewhere/space/slug-cache' },
  });
  expect(remarks).toHaveLength(2); // both paths are of another system
  const { definition: whole } = await definitionFromInput(definition, { environment: {} });
  expect(whole.revisit.skip).toEqual({ statuses: [403, 404, 410], unknownHosts: true, recheck: 0 });
});

it('S-42 the vocabulary is shipped, and says all that the shipped scutters use', async () => {
  const schema = new Statements(await readFragment({ bytes: shipped('config.rdfs'), name: 'config.rdfs', base: SLUG }));
  for (const name of ['Scutter', 'Memory', 'FileMemory', 'DatabaseMemory', 'Consumer', 'Filter', 'Component', 'MemoryHolder', 'Scanner'])
    expect(schema.hasType(SLUG + name, rdfs('Class')), name).toBe(true);
  const quads = await readFragment({ bytes: shipped('scutters.rdf'), name: 'scutters.rdf', base: CONFIGURATION_BASE });
  const used = new Set(quads.map(({ predicate }) => predicate.value).filter((property) => property.startsWith(SLUG)));
  for (const property of used) expect(schema.hasType(property, rdf('Property')), property).toBe(true);
});

it('S-42 classes need not be said: properties tell', async () => {
  const configuration = await read(`@prefix slug: <${SLUG}> . <s> slug:workers 7 ; slug:hasMemory <m> . <m> slug:file "m.rdf" .`);
  expect(configuration.ids).toEqual(['s']);
  expect(configuration.scutter('s')).toMatchObject({ workers: 7, memory: { kind: 'file', file: 'm.rdf' } });
});

it('S-43 the order of the Seq is the order of execution, whatever the order in the file', async () => {
  const seq = (...members: string[]): string => `[ a rdf:Seq ; ${members.join(' ; ')} ]`;
  const text = (list: string): string =>
    `<s> slug:filters ${list} . <d> slug:impl "x.DepthFilter" ; slug:depth 4 . <r> slug:impl "RegexFilter" ; slug:filter "x" .`;
  const filters = async (list: string) => (await definitionOf(text(list), 's')).definition.filters;
  expect(await filters(seq('rdf:_2 <r>', 'rdf:_1 <d>'))).toEqual([
    { use: 'depth', depth: 4 },
    { use: 'regex', filter: 'x' },
  ]);
  expect(await filters(seq('rdf:_2 <d>', 'rdf:_10 <single-fetch-filter>', 'rdf:_1 <r>'))).toEqual([
    { use: 'regex', filter: 'x' },
    { use: 'depth', depth: 4 },
    'single-fetch',
  ]);
  expect(await filters('(<r> <d>)')).toHaveLength(2); // a list is in order too
  expect(await filters('<d>')).toEqual([{ use: 'depth', depth: 4 }]); // one alone needs none
});

it('S-43 user agent and throttle', async () => {
  const text = `<s> slug:userAgent "Mine/1 (me@example.org)" ; slug:throttle [ slug:impl "x.SimpleThrottle" ; slug:timeout 1500 ] . <t> slug:throttle 20 .`;
  expect((await definitionOf(text, 's')).definition).toMatchObject({
    fetch: { userAgent: 'Mine/1 (me@example.org)' },
    politeness: { delay: '1500ms' },
  });
  expect((await definitionOf(text, 't')).definition.politeness).toEqual({ delay: '20ms' });
});

it('S-44 memory in a file, in a database, or none', async () => {
  const text = `<f> slug:workers 1 ; slug:hasMemory <file> . <d> slug:workers 1 ; slug:hasMemory <db> . <n> slug:workers 1 .
    <file> slug:file "/data/memory.rdf" .
    <db> slug:modelURI <http://a.test/model> ; slug:dbURL "jdbc:mysql://localhost/x" ; slug:dbName "MySQL" ; slug:user "u" ; slug:pass "geheim" ; slug:driver "D" .`;
  const [file, database, none] = await Promise.all(['f', 'd', 'n'].map((id) => definitionOf(text, id)));
  expect(file?.definition.scutter).toEqual({ id: 'f', memory: '/data/memory.rdf' });
  expect(database?.definition.scutter).toEqual({ id: 'd' });
  expect(database?.remarks.join()).toContain('jdbc:mysql://localhost/x');
  expect(JSON.stringify(database)).not.toContain('geheim');
  expect(none?.definition.session).toBe('replace');
});

it('S-45 the last segment of a class name decides, and so do the parts a consumer points to', async () => {
  const rdfOf = async (consumer: string) => (await definitionOf(`<s> slug:consumers <c> . <c> ${consumer} .`, 's')).definition.rdf;
  expect(await rdfOf('slug:impl "com.ldodds.slug.http.RDFConsumer"')).toMatchObject({ follow: [rdfs('seeAlso')] });
  expect(await rdfOf('slug:impl "TaskGeneratingConsumer" ; slug:scanner [ slug:impl "a.b.ResourceScanner" ]')).toMatchObject({
    followAll: true,
  });
  const regex = `slug:impl "a.RegexResourceScanner" ; slug:replacementRegex "^http://a/(.*)$" ; slug:replacementValue "http://b/$1"`;
  expect(await rdfOf(`slug:impl "x.RDFParsingConsumer" ; slug:scanner [ ${regex} ]`)).toMatchObject({
    followMatching: { regex: '^http://a/(.*)$', replacement: 'http://b/$1' },
  });
  expect(await rdfOf('slug:impl "x.PersistentResponseStorer"')).toMatchObject({ read: 'auto', follow: [] });
  expect(await rdfOf('slug:impl "x.ResponseStorer"')).toMatchObject({ read: 'never', follow: [] });
});

it('S-45 a stylesheet that is a file is applied to all documents; one on the web is not fetched', async () => {
  const made = (transform: string) =>
    definitionOf(`<s> slug:consumers <c> . <c> slug:impl "x.TransformingRDFConsumer" ; slug:transform ${transform} .`, 's');
  const file = await made('"etc/glean.xsl"');
  expect(file.definition.rdf?.transformations).toEqual([{ file: 'etc/glean.xsl', match: '*' }]);
  const web = await made('<http://b.test/glean.xsl>');
  expect(web.definition.rdf?.transformations).toEqual([]);
  expect(web.remarks).toEqual([expect.stringContaining('http://b.test/glean.xsl is not fetched')]);
});

it('S-10 other properties are followed by configuration alone', async () => {
  const text = '<s> slug:consumers <c> . <c> slug:impl "RDFConsumer" ; slug:property owl:sameAs, rdfs:isDefinedBy .';
  expect((await definitionOf(text, 's')).definition.rdf?.follow).toEqual([
    'http://www.w3.org/2002/07/owl#sameAs',
    'http://www.w3.org/2000/01/rdf-schema#isDefinedBy',
  ]);
});

it('S-46 a component of your own is found by its name and given what is said of it; titles are kept for people', async () => {
  const text = `@prefix my: <http://mine.test/#> .
    <s> slug:consumers ( <shelf> <count> ) ; slug:filters <night> ; dc:title "All of it" .
    <shelf> dc:title "Shelves" ; slug:impl "org.mine.ShelfConsumer" ; my:rows 12 ; my:oak true ; my:label "a", "b" .
    <count> slug:impl "Counter" ; slug:module "./counter.js" . <night> slug:impl "org.mine.NightOnlyFilter" ; my:hour "22" .`;
  const { definition } = await definitionOf(text, 's');
  expect(definition).toMatchObject({
    consumers: [{ use: 'ShelfConsumer', rows: 12, oak: true, label: ['a', 'b'] }, 'counter'],
    filters: [{ use: 'night-only', hour: '22' }],
    plugins: ['./counter.js'],
    scutter: { title: 'All of it' },
  });
  const { consumers } = (await read(text)).scutter('s');
  expect(consumers[0]?.title).toBe('Shelves');
});

it.each([
  [
    'a filter nobody describes',
    '<s> slug:filters <regex-fliter> . <regex-filter> slug:impl "RegexFilter" .',
    /`filters` names `regex-fliter`.*Did you mean `regex-filter`\?/,
  ],
  ['a well-known filter, misspelt', '<s> slug:filters <dept-filter> .', /names `dept-filter`.*Did you mean `depth-filter`\?/],
  ['a well-known filter where consumers stand', '<s> slug:consumers <depth-filter> .', /`consumers` names `depth-filter`/],
  ['a memory nobody describes', '<s> slug:workers 1 ; slug:hasMemory <mem> .', /`hasMemory` names `mem`/],
  ['a component without impl', '<s> slug:filters <f> . <f> slug:depth 1 .', /`f`: it has no `impl`/],
  [
    'a class nobody knows',
    '<s> slug:filters <f> . <f> slug:impl "a.RegexpFilter" .',
    /there is no component `RegexpFilter`. Did you mean `RegexFilter`\?/,
  ],
  ['workers that are no number', '<s> slug:workers "many" .', /`workers` is "many"/],
  ['components as text', '<s> slug:consumers "storer" .', /`consumers` is the text "storer"/],
  ['scanners that point to each other', '<s> slug:consumers <a> . <a> slug:impl "X" ; slug:scanner <a> .', /without end/],
  ['no scutter at all', '<m> slug:file "x" .', /describes no scutter/],
  ['no RDF at all', 'this is no RDF', /config\.rdf cannot be read as text\/turtle/],
])('S-47 %s is said clearly', async (_case, text, message) => {
  await expect(definitionOf(text, 's')).rejects.toThrow(message);
});

it('S-47 an id that is not there suggests the nearest', async () => {
  const configuration = await readConfiguration({ bytes: shipped('scutters.rdf'), name: 'scutters.rdf' });
  expect(() => configuration.scutter('shalow-slow-scutter')).toThrow(/Did you mean `shallow-slow-scutter`\?/);
});

it('S-48 the shipped scutters, chosen by id, share memory and consumers', async () => {
  const configuration = await readConfiguration({ bytes: shipped('scutters.rdf'), name: 'scutters.rdf' });
  const made = (id: string) => toDefinition(configuration.scutter(id), { urls: [], freshen: true }, CONTEXT).definition;
  const depthOf = (id: string) => made(id).filters?.flatMap((use) => (typeof use === 'object' && 'depth' in use ? [use['depth']] : []))[0];
  expect(configuration.ids.map((id) => [id, configuration.scutter(id).workers, depthOf(id)])).toEqual([
    ['default', 10, 3],
    ['shallow-slow-scutter', 3, 1],
    ['mapping-scutter', 10, 5],
    ['persistent-scutter', 10, 3],
    ['cache-builder', 10, undefined],
    ['fast-shallow-scutter', 20, 2],
    ['slow-deep-scutter', 2, 10],
  ]);
  expect(made('mapping-scutter')).toMatchObject({
    archive: { except: ['*'] },
    scutter: expect.not.objectContaining({ cache: expect.anything() }),
  });
  expect(made('cache-builder')).toMatchObject({ rdf: { read: 'never', follow: [] }, scutter: { cache: '/somewhere/space/slug-cache' } });
  expect(made('slow-deep-scutter').filters).toContainEqual({ use: 'regex', filter: 'livejournal' });
  expect(new Set(configuration.ids.map((id) => made(id).scutter?.memory))).toEqual(new Set(['memory.rdf']));
});
