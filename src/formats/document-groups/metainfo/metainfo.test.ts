import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DocumentGroup } from '../group.js';
import { examineMetaInfo, readMetaInfo } from './examine.js';
import { languageCode } from './languages.js';
import { MetaInfoError } from './metainfo-error.js';
import { writeMetaInfo } from './write.js';

const GROUP = {
  date: '2014-01-16T06:55:18',
  crawler: 'DCrawlerBverwg',
  lang: 'EN',
  format: 'application/zip',
  filename: '300113B9B51.12.0.zip',
  identifier: '442261d3-6737-40bc-aa77-6fd118a56882',
  operation: 'Add',
  type: '1',
};
const DOCUMENT = {
  format: 'text/html',
  file: '300113B9B51.12.0.html',
  identifier: '00fb4dae-4a34-49b8-8dd2-4a587e8ed2e0',
  operation: 'Add',
  url: 'http://www.bverwg.de/entscheidungen/entscheidung.php?ent=300113B9B51.12.0',
  md5: 'e6444e96d13c4cfd516c39ccde766770',
};

type Attributes = Readonly<Record<string, string | undefined>>;
const written = (values: Attributes): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
const message = (group: Attributes = {}, document: Attributes = {}, prefix = ''): string =>
  `<${prefix}documentgroup${written({ ...GROUP, ...group })}><${prefix}document${written({ ...DOCUMENT, ...document })}/></${prefix}documentgroup>`;

const faultsIn = async (text: string, options = {}): Promise<string[]> =>
  (await examineMetaInfo(text, options)).faults.map((fault) => fault.message);

describe('reading a description', () => {
  it('says what the message says', async () => {
    const { group, notes } = await readMetaInfo(message());
    expect(group).toEqual({ ...GROUP, type: 1, date: new Date('2014-01-16T06:55:18Z'), documents: [DOCUMENT] });
    expect(notes).toEqual([]);
  });

  it.each([
    ['none', message()],
    ['the default one', message({ xmlns: 'xsdDocumentgroup' })],
    ['a prefix', message({ 'xmlns:g': 'xsdDocumentgroup' }, {}, 'g:')],
    [
      'xsi:schemaLocation, xsi:type, xml:lang, a comment and an instruction',
      `<?xml version="1.0" encoding="utf-16"?><!-- <!DOCTYPE no --><?x y?>${message({
        'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
        'xsi:schemaLocation': 'xsdDocumentgroup file:///etc/passwd',
        'xsi:type': 'any',
        'xml:lang': 'de',
      }).replace('<document ', '<!-- c --><?p i?><document xml:space="preserve" ')}`,
    ],
    ['a byte order mark', `\uFEFF${message()}`],
  ])('E-30 takes namespace and company: %s', async (_case, text) => {
    expect((await readMetaInfo(text)).group.documents).toEqual([DOCUMENT]);
  });

  it.each([
    ['a declaration', '<!DOCTYPE documentgroup>'],
    ['one after a comment', '<?xml version="1.0"?>\n<!-- x -->\n<!DOCTYPE documentgroup [<!ENTITY a "b">]>'],
    ['one that fetches', '<!DOCTYPE documentgroup SYSTEM "file:///etc/passwd">'],
    ['one in small letters', '  <!doctype documentgroup>'],
  ])('E-30 refuses a document type: %s', async (_case, prolog) => {
    expect(await faultsIn(prolog + message())).toEqual([expect.stringContaining('document type declaration')]);
  });

  it('E-30 refuses attributes it does not know, and another namespace', async () => {
    expect(await faultsIn(message({ extra: '1' }))).toEqual([
      "Element 'documentgroup', attribute 'extra': The attribute 'extra' is not allowed.",
    ]);
    expect(await faultsIn(message({}, { title: 'x' }))).toHaveLength(1);
    expect(await faultsIn(message({ xmlns: 'urn:other' }))).toEqual([expect.stringContaining('No matching global declaration')]);
  });

  it.each([
    ...['date', 'crawler', 'lang', 'format', 'filename', 'identifier', 'operation'].map((name) => ['group', name] as const),
    ...['format', 'file', 'identifier', 'operation', 'url', 'md5'].map((name) => ['document', name] as const),
  ])('E-17 refuses a %s without %s', async (element, name) => {
    const text = element === 'group' ? message({ [name]: undefined }) : message({}, { [name]: undefined });
    expect(await faultsIn(text)).toEqual([
      `Element '${element === 'group' ? 'documentgroup' : 'document'}': The attribute '${name}' is required but missing.`,
    ]);
  });

  it('E-17 lets a group without type pass in profile published alone', async () => {
    expect((await readMetaInfo(message({ type: undefined }))).group.type).toBeNull();
    expect(await faultsIn(message({ type: undefined }), { profile: 'strict' })).toEqual([expect.stringContaining("'type' is required")]);
  });

  it('E-21 words a refusal in three lines', async () => {
    const error = await readMetaInfo(message({}, { url: undefined })).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(MetaInfoError);
    expect((error as MetaInfoError).contractText.split('\n')).toEqual([
      '***XML Validation error',
      'Severity: Error',
      "Message: Element 'document': The attribute 'url' is required but missing. (line 1)",
    ]);
  });

  it('reads file for filename, and both where they agree', async () => {
    expect((await readMetaInfo(message({ filename: undefined, file: 'a.zip' }))).group.filename).toBe('a.zip');
    expect((await readMetaInfo(message({ file: GROUP.filename }))).group.filename).toBe(GROUP.filename);
    expect(await faultsIn(message({ file: 'other.zip' }))).toEqual([expect.stringContaining("'filename' and 'file' differ")]);
  });

  it('makes application/zip of application\\zip in the group', async () => {
    expect((await readMetaInfo(message({ format: 'application\\zip' }))).group.format).toBe('application/zip');
  });

  it.each([
    ['2014-01-16T06:55:18.123456', '2014-01-16T06:55:18.123Z'],
    ['2014-01-16T06:55:18+02:00', '2014-01-16T04:55:18.000Z'],
    ['2014-01-16T06:55:18.5Z', '2014-01-16T06:55:18.500Z'],
    ['2014-01-15T24:00:00', '2014-01-16T00:00:00.000Z'],
    ['0044-03-15T12:00:00', '0044-03-15T12:00:00.000Z'],
  ])('reads the date %s', async (date, expected) => {
    expect((await readMetaInfo(message({ date }))).group.date.toISOString()).toBe(expected);
  });

  it.each([['2014-02-30T00:00:00'], ['2014-01-16'], ['16.01.2014'], ['12014-01-16T00:00:00'], ['-0044-03-15T12:00:00'], ['']])(
    'refuses the date "%s"',
    async (date) => {
      expect(await faultsIn(message({ date }))).not.toEqual([]);
    },
  );

  it('knows operations, formats and types of the contract, and others when it is told', async () => {
    expect(await faultsIn(message({ operation: 'add' }))).toHaveLength(1);
    expect(await faultsIn(message({}, { format: 'text/plain' }))).toHaveLength(1);
    expect(await faultsIn(message({ type: '3' }))).toHaveLength(1);
    const leave = { extraFormats: ['text/plain', 'a/"b"<&'], articles: true };
    expect(await faultsIn(message({ type: '3' }, { format: 'text/plain' }), leave)).toEqual([]);
    expect(await faultsIn(message({ type: '4' }), leave)).toHaveLength(1);
  });

  it('E-31 has two profiles: what the schema prints, with a note, and what it means', async () => {
    const slip = message({ identifier: 'zzzz61d3-6737-40bc-aa77-6fd118a56882' }, { md5: 'z'.repeat(32) });
    const { faults, notes } = await examineMetaInfo(slip, { profile: 'published' });
    expect(faults).toEqual([]);
    expect(notes).toEqual([expect.stringContaining('identifier zzzz61d3'), expect.stringContaining('MD5 of 300113B9B51.12.0.html')]);
    expect(await faultsIn(slip, { profile: 'strict' })).toHaveLength(2);
    expect(await faultsIn(message({}, { identifier: 'zzzz4dae-4a34-49b8-8dd2-4a587e8ed2e0' }))).toHaveLength(1);
    expect(await faultsIn(message({ crawler: '' }))).toEqual([]);
    expect(await faultsIn(message({ crawler: '' }), { profile: 'strict' })).toHaveLength(1);
  });

  it('E-32 reports both faults of the printed example, though it is not well-formed', async () => {
    const faults = await faultsIn(readFileSync('test/fixtures/document-groups/metainfo-printed-invalid.xml', 'utf8'));
    expect(faults).toContainEqual(expect.stringMatching(/xmlns:xsd is not in quotes: http:\/\/www.w3.org\/2001\/XMLSchema\.$/));
    expect(faults).toContainEqual(expect.stringMatching(/attribute 'md5'.*e6444e96d13c4cfd516c39ccde76677'/));
  });

  it('refuses two documents with one identifier', async () => {
    const text = message().replace(
      '</documentgroup>',
      `<document${written({ ...DOCUMENT, file: 'b', identifier: DOCUMENT.identifier.toUpperCase() })}/></documentgroup>`,
    );
    expect(await faultsIn(text)).toEqual([expect.stringContaining('is used by another document')]);
  });

  it.each([
    ['nothing', '  '],
    ['no XML', 'hello'],
    ['a cut message', message().slice(0, 200)],
    ['two roots', message() + message()],
    ['a zero byte', message({ crawler: '\u0000' })],
    ['an entity of nobody', message({ crawler: '&xxe;' })],
    ['deep nesting', '<a>'.repeat(5000)],
    ['text between', message().replace('</documentgroup>', 'text</documentgroup>')],
    ['an element inside a document', message().replace('/></documentgroup>', '><x/></document></documentgroup>')],
    ['no document', `<documentgroup${written(GROUP)}/>`],
  ])('refuses %s', async (_case, text) => {
    const { group, faults } = await examineMetaInfo(text);
    expect(group).toBeNull();
    expect(faults.every((fault) => fault.message !== '' && !fault.message.includes('\n'))).toBe(true);
  });

  it('refuses more documents than are allowed before a tree is made of them', async () => {
    const many = `<documentgroup${written(GROUP)}>${'<document/>'.repeat(1_000_000)}</documentgroup>`;
    expect(await faultsIn(many)).toEqual(['The group lists more than 10000 documents, the most that are allowed.']);
    expect(await faultsIn('<a/>'.repeat(5_000_000))).toEqual([expect.stringContaining('16000000 are allowed')]);
    const three = [1, 2, 3]
      .map((n) => `<document${written({ ...DOCUMENT, identifier: DOCUMENT.identifier.replace(/^./, String(n)) })}/>`)
      .join('');
    expect(await faultsIn(`<documentgroup${written(GROUP)}>${three}</documentgroup>`, { limits: { documents: 2 } })).toHaveLength(1);
  });
});

describe('writing a description', () => {
  const group: DocumentGroup = {
    ...GROUP,
    operation: 'Upd',
    type: 2,
    date: new Date('2026-05-04T03:02:01.999Z'),
    crawler: 'A "quoted" <crawler> & co',
    documents: [{ ...DOCUMENT, operation: 'None', url: 'https://x.test/?a=1&b=\u0007\t2' }],
  };

  it('writes the original text by default: no namespace, type, seconds in UTC', async () => {
    const text = writeMetaInfo(group);
    expect(text).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?>\n<documentgroup date="2026-05-04T03:02:01" crawler=.* type="2">/);
    expect((await readMetaInfo(text, { profile: 'strict' })).group).toEqual({
      ...group,
      date: new Date('2026-05-04T03:02:01Z'),
      documents: [{ ...group.documents[0], url: 'https://x.test/?a=1&b=\uFFFD\t2' }],
    });
  });

  it('writes the printed schema: with its namespace, without type', async () => {
    const text = writeMetaInfo(group, { dialect: 'printed-schema' });
    expect(text).toContain('<documentgroup xmlns="xsdDocumentgroup" date=');
    expect(text).not.toContain('type=');
    expect((await readMetaInfo(text)).group.type).toBeNull();
  });

  it('leaves the type of an article out, unless the receiver knows it', async () => {
    expect(writeMetaInfo({ ...group, type: 3 })).not.toContain(' type=');
    expect(writeMetaInfo({ ...group, type: 3 }, { articles: true })).toContain(' type="3"');
  });
});

describe('languages', () => {
  it.each([
    ['EN', 'en'],
    ['Italian', 'it'],
    ['italiano', 'it'],
    ['deu', 'de'],
    ['GER', 'de'],
    ['de-AT', 'de'],
    ['български', 'bg'],
    ['xx', 'xx'],
    ['Klingon of the north', null],
    ['', null],
  ])('%s is %s', (text, expected) => expect(languageCode(text)).toBe(expected));
});
