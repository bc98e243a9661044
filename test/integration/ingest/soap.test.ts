/** The SOAP edge: names, forms of messages, the WSDL and the clients that toolkits make of it. */
import { createClientAsync } from 'soap';
import { describe, expect, it } from 'vitest';
import { sharedStore } from '../../support/group-stores.js';
import {
  envelope,
  include,
  makeGroup,
  mtomBody,
  postMtom,
  postText,
  resultOf,
  sendText,
  startIngest,
  type TestGroup,
} from '../../support/ingesting.js';

const open = sharedStore();
const started = async (options = {}) => startIngest(await open(), options);
const simple = (): Promise<TestGroup> => makeGroup('Add', [{ file: 'a.pdf', content: 'text of a' }]);

describe('messages', () => {
  it('E-13 E-14 a hand-written envelope gets OK back, in the form it was asked in', async () => {
    const service = await started();
    const plain = await simple();
    const text = await postText(service, envelope(plain.zip.toString('base64'), plain.metaInfo));
    expect([text.status, text.headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8']);
    expect(await text.text()).toBe(
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><UploadFileResponse xmlns="http://tempuri.org/"><UploadFileResult>OK</UploadFileResult></UploadFileResponse></s:Body></s:Envelope>',
    );
    const other = await simple();
    const mtom = await postMtom(service, mtomBody(envelope(include('cid:data%40test'), other.metaInfo), [['data@test', other.zip]]));
    expect(mtom.headers.get('content-type')).toMatch(/^multipart\/related; type="application\/xop\+xml"; .*start-info="text\/xml"/);
    expect(await resultOf(mtom)).toBe('OK');
  });

  it.each([
    ['base64 in lines', (zip: string) => zip.replace(/.{76}/g, '$&\r\n')],
    ['line breaks as references', (zip: string) => zip.replace(/.{76}/g, '$&&#xD;&#10;')],
  ])('%s', async (_case, write) => {
    const service = await started();
    const { zip, metaInfo } = await simple();
    expect(await resultOf(await postText(service, envelope(write(zip.toString('base64')), metaInfo)))).toBe('OK');
  });

  it.each([
    ['without an action', { soapaction: '' }],
    ['UTF-16', { 'content-type': 'text/xml; charset=utf-16' }],
    ['a mark before it', {}],
  ])('%s', async (form, headers) => {
    const service = await started();
    const { zip, metaInfo } = await simple();
    const text = envelope(zip.toString('base64'), metaInfo).replace('encoding="utf-8"', 'encoding="utf-16"');
    const body = form === 'UTF-16' ? Buffer.from(text, 'utf16le') : Buffer.from(`\ufeff${text}`);
    expect(await resultOf(await postText(service, body, headers))).toBe('OK');
  });

  it('E-13 MetaInfo may come as CDATA, Data may be nil, and order and strangers do not matter', async () => {
    const service = await started();
    const { zip, metaInfo } = await simple();
    const [head = '', rest = ''] = envelope(null, '').split('<a:MetaInfo></a:MetaInfo>');
    const written = `${head}<x:Unknown xmlns:x="urn:x"><a:Data>AAAA</a:Data></x:Unknown><a:MetaInfo><![CDATA[${metaInfo}]]></a:MetaInfo><a:Data>${zip.toString('base64')}</a:Data>${rest}`;
    expect(await resultOf(await postText(service, written))).toBe('OK');
    const nil = `${head}<a:Data i:nil="true" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"/><a:MetaInfo><![CDATA[${metaInfo}]]></a:MetaInfo>${rest}`;
    expect(await resultOf(await postText(service, nil))).toMatch(/^Error: ZipData length is zero/);
  });

  it('E-13 elements of another namespace are not those of the contract', async () => {
    const service = await started();
    const { zip, metaInfo } = await simple();
    const wrong = envelope(zip.toString('base64'), metaInfo).replace('2004/07/ServiceEUCases', '2004/07/Other');
    expect(await resultOf(await postText(service, wrong))).toMatch(
      /^Error: \*\*\*XML Validation error\nSeverity: Error\nMessage: MetaInfo is empty/,
    );
  });

  it('E-15 a typed description is stored like the text', async () => {
    const service = await started();
    const { group, zip } = await simple();
    const [document] = group.documents;
    const values = (names: Record<string, string | undefined>) =>
      Object.entries(names)
        .map(([name, value]) => `<m:${name}>${value}</m:${name}>`)
        .join('');
    const typed =
      `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><UploadFileComplex xmlns="http://tempuri.org/">` +
      `<document xmlns:a="http://schemas.datacontract.org/2004/07/ServiceEUCases" xmlns:m="http://schemas.datacontract.org/2004/07/MetainfoEUCases">` +
      `<a:Data>${zip.toString('base64')}</a:Data><a:MetaInfo>${values({ Crawler: group.crawler, Date: '2026-01-05T12:00:00' })}` +
      `<m:Document><m:XmlDocumentMetaInfo>${values({ File: 'a.pdf', Format: document?.format, Identifier: document?.identifier, Md5: document?.md5, Operation: 'Add', Url: 'https://portal.example/?a=1&amp;b=2' })}</m:XmlDocumentMetaInfo></m:Document>` +
      `${values({ FileName: 'group.zip', Format: 'application/zip', Identifier: group.identifier, Lang: 'SL', Operation: 'Add' })}</a:MetaInfo></document></UploadFileComplex></s:Body></s:Envelope>`;
    const answer = await postText(service, typed, { soapaction: '"http://tempuri.org/IServiceEUCases/UploadFileComplex"' });
    expect(await answer.clone().text()).toContain('<UploadFileComplexResult>OK</UploadFileComplexResult>');
    expect(await service.store.known(group.identifier)).toMatchObject([
      { identifier: document?.identifier, url: 'https://portal.example/?a=1&b=2' },
    ]);
    const again = await postText(service, typed, { soapaction: '' });
    expect(await resultOf(again)).toBe(`Error: There is a document identifier: ${group.identifier}. You can't use Operation: Add`);
    const invalid = typed.replace('<m:Lang>SL</m:Lang>', '');
    expect(await resultOf(await postText(service, invalid, { soapaction: '' }))).toMatch(
      /^Error: \*\*\*XML Validation error\nSeverity: Error\nMessage: .*lang/,
    );
  });
});

describe('faults', () => {
  const ok = envelope('AAAA', '<x/>');
  it.each([
    ['no XML', 'hello', {}, 'no well-formed XML'],
    ['no envelope', '<a/>', {}, 'no SOAP 1.1 envelope'],
    ['SOAP 1.2', ok.replace('http://schemas.xmlsoap.org/soap/envelope/', 'http://www.w3.org/2003/05/soap-envelope'), {}, 'SOAP 1.2'],
    ['an unknown operation', ok.replaceAll('UploadFile', 'DropTables'), { soapaction: '' }, 'asks for DropTables'],
    ['an action of something else', ok, { soapaction: '"urn:other"' }, 'not that of the message'],
    ['another type', ok, { 'content-type': 'application/json' }, 'Send text/xml'],
    ['half a message', ok.slice(0, -30), {}, ''],
    [
      'a header that insists',
      ok.replace('<s:Body>', '<s:Header><w:Security s:mustUnderstand="1" xmlns:w="urn:w"/></s:Header><s:Body>'),
      {},
      'Security is not understood',
    ],
    ['another charset', ok, { 'content-type': 'text/xml; charset=iso-8859-2' }, 'charset iso-8859-2'],
  ])('E-20 %s', async (_case, body, headers, words) => {
    const service = await started();
    const answer = await postText(service, body, headers);
    const text = await answer.text();
    expect([500, 415]).toContain(answer.status);
    expect(text).toMatch(/<s:Fault><faultcode>s:(Client|VersionMismatch|MustUnderstand)<\/faultcode><faultstring xml:lang="en">Error: /);
    expect(text).toContain(words);
    expect(text).not.toContain('<detail>');
    expect(service.spooled()).toEqual([]);
    expect((await service.log()).map(({ result }) => result)).toEqual(['Error']);
  });

  it.each([
    ['no base64', 'not base64!', 'Error: Data is no base64.'],
    ['base64 cut off', 'AAAAA', 'Error: Data is no base64: it ends in the middle.'],
    ['base64 with something in between', 'AAAA<!-- -->AAAA', 'Error: Data is interrupted: send its base64 in one piece.'],
    ['base64 after its end', 'AA==AAAA', 'Error: Data is no base64.'],
  ])('E-20 %s is a message, and is answered by a string', async (_case, data, answer) => {
    const service = await started();
    expect(await resultOf(await postText(service, envelope(data, '<x/>')))).toBe(answer);
  });

  it('E-20 shows where it comes from by setting', async () => {
    const service = await started({ soap: { includeExceptionDetail: true } });
    expect(await (await postText(service, 'hello')).text()).toContain('<detail><ExceptionDetail');
  });
});

describe('the description of the service', () => {
  it('E-16 is given by WSDL and four schemas, unless it is switched off', async () => {
    const service = await started();
    const wsdl = await (await fetch(`${service.soap}?wsdl`)).text();
    for (const words of [
      'name="ServiceEUCases"',
      'portType name="IServiceEUCases"',
      'binding name="BasicHttpBinding_IServiceEUCases"',
      'OptimizedMimeSerialization',
      `location="${service.soap}"`,
    ])
      expect(wsdl).toContain(words);
    for (const number of [0, 1, 2, 3]) {
      expect(wsdl).toContain(`${service.soap}?xsd=xsd${number}`);
      expect((await fetch(`${service.soap}?xsd=xsd${number}`)).headers.get('content-type')).toContain('text/xml');
    }
    expect((await fetch(`${service.soap}?xsd=xsd4`)).status).toBe(404);
    const silent = await started({ soap: { publishMetadata: false } });
    expect((await fetch(`${silent.soap}?wsdl`)).status).toBe(404);
    expect(await sendText(silent, await simple())).toBe('OK');
  });

  it.each(['wsdl', 'singleWsdl'])('E-16 a client made from ?%s uploads, with and without MTOM', async (form) => {
    const service = await started();
    const client = await createClientAsync(`${service.soap}?${form}`);
    const upload = async ({ zip, metaInfo }: TestGroup, options = {}) => {
      const Data = zip.toString('base64');
      const [answer] = (await client['UploadFileAsync']({ document: { Data, MetaInfo: metaInfo } }, options)) as [
        { UploadFileResult: string },
      ];
      return answer.UploadFileResult;
    };
    const plain = await simple();
    expect(await upload(plain)).toBe('OK');
    expect(await upload(await simple(), { forceMTOM: true })).toBe('OK');
    expect(await upload(plain)).toBe(`Error: There is a document identifier: ${plain.group.identifier}. You can't use Operation: Add`);
    const { zip, metaInfo } = await simple();
    const attachment = { mimetype: 'application/zip', contentId: 'data@client', name: 'group.zip', body: zip };
    const withInclude = {
      document: {
        Data: { Include: { attributes: { xmlns: 'http://www.w3.org/2004/08/xop/include', href: 'cid:data@client' } } },
        MetaInfo: metaInfo,
      },
    };
    const [, raw] = (await client['UploadFileAsync'](withInclude, { attachments: [attachment], forceMTOM: true })) as [unknown, string];
    expect(String(raw)).toContain('<UploadFileResult>OK</UploadFileResult>');
  });

  it('E-77 with the SOAP edge switched off its address is nobody', async () => {
    const service = await started({ soap: null });
    expect((await fetch(`${service.soap}?wsdl`)).status).toBe(404);
    expect((await postText(service, envelope('AAAA', '<x/>'))).ok).toBe(false);
  });
});
