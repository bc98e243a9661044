import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseLegacySettings, readLegacySettings } from './read-settings.js';
import { readPath, readTimeSpan } from './values.js';

const SAMPLE = 'test/fixtures/document-groups/app-settings.xml';

/** As a client of the original has it, from the tool that made its proxy. */
const CONFIGURATION = `<?xml version="1.0" encoding="utf-8"?>
<configuration>
  <appSettings>
    <add key="crawlername" value="DE.Bundespatentgericht" />
    <add key="LogDir" value="logs" /><add key="InfoLog" value="..\\info.log" />
    <add key="MaxDegreeOfParalelism" value="3" />
  </appSettings>
  <system.serviceModel>
    <bindings><basicHttpBinding>
      <binding name="other" sendTimeout="00:00:09" />
      <binding name="BasicHttpBinding_IServiceEUCases" closeTimeout="00:10:00" openTimeout="00:00:30" receiveTimeout="1.00:00:00"
        sendTimeout="00:00:01" allowCookies="true" maxBufferPoolSize="524288" maxReceivedMessageSize="65536000" messageEncoding="Mtom"
        useDefaultWebProxy="true" sendTimeOutt="1">
        <readerQuotas maxDepth="32" maxStringContentLength="2147483647" />
      </binding>
    </basicHttpBinding></bindings>
    <client>
      <endpoint address="http://central.example/CrawlerService/ServiceEUCases.svc" binding="basicHttpBinding"
        bindingConfiguration="BasicHttpBinding_IServiceEUCases" contract="IServiceEUCases" name="x" />
    </client>
  </system.serviceModel>
</configuration>`;

describe('settings files of the original', () => {
  it('E-45 reads the sample: crawler, folder, language, two downloads at a time', async () => {
    const settings = await readLegacySettings(SAMPLE);
    expect(settings).toMatchObject({ crawler: 'DE.Bundespapentgericht', language: 'DE', parallel: 2, log: null, connection: {} });
    expect(settings.workspace).toMatch(/Bundespapentgericht$/);
  });

  it('E-46 reads the connection of a client, of the binding its endpoint names', () => {
    const { connection, notes } = parseLegacySettings(CONFIGURATION);
    expect(connection).toEqual({
      address: 'http://central.example/CrawlerService/ServiceEUCases.svc',
      timeOuts: { close: 600_000, open: 30_000, receive: 86_400_000, send: 1000 },
      encoding: 'mtom',
      maxMessage: 65_536_000,
      cookies: true,
      proxy: 'system',
    });
    expect(notes).toContainEqual(expect.stringContaining('maxBufferPoolSize="524288" has no counterpart'));
    expect(notes).toContainEqual(expect.stringContaining('maxDepth="32" has no counterpart'));
    expect(notes).toContainEqual('sendtimeoutt is no key of a connection and is ignored. Did you mean sendTimeout?');
  });

  it('E-49 reads where the log is, a name and no way elsewhere', () => {
    expect(parseLegacySettings(CONFIGURATION).log).toBe('logs/info.log');
    expect(parseLegacySettings('<appSettings><add key="LogDir" value="l"/></appSettings>').log).toBe('l/InfoLog.txt');
  });

  it.each(['__proto__', 'constructor', 'toString'])('a key called %s is one that is not known', (key) => {
    const { notes } = parseLegacySettings(`<appSettings><add key="${key}" value="x"/></appSettings>`);
    expect(notes).toEqual([`The key ${key} is not known and is ignored.`]);
  });

  it('suggests the key that was meant', () => {
    const { notes, parallel } = parseLegacySettings(CONFIGURATION);
    expect(parallel).toBeNull();
    expect(notes).toContainEqual('The key MaxDegreeOfParalelism is not known and is ignored. Did you mean MaxDegreeOfParallelism?');
  });

  it('takes connection keys among the settings, and a service where there is no client', () => {
    const plain = parseLegacySettings(
      '<appSettings><add key="SendTimeout" value="00:00:02"/><add key="messageEncoding" value="Text"/></appSettings>',
    );
    expect(plain.connection).toEqual({ timeOuts: { send: 2000 }, encoding: 'text' });
    const service = parseLegacySettings(`<configuration><system.serviceModel><services><service>
      <endpoint address="https://x.test/a.svc" contract="IServiceEUCases"/><endpoint address="mex" contract="IMetadataExchange"/>
      </service></services></system.serviceModel></configuration>`);
    expect(service.connection.address).toBe('https://x.test/a.svc');
  });

  it.each([
    ['no settings', '<CorteCostituzionaleParameters/>', 'neither <appSettings>'],
    ['no XML', 'DestinationFolder=x', 'not well-formed'],
    ['a document type', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><appSettings/>', 'document type declaration'],
    ['a time that is none', '<appSettings><add key="sendTimeout" value="10 minutes"/></appSettings>', 'written as 00:10:00'],
    ['no parallelism', '<appSettings><add key="MaxDegreeOfParallelism" value="0"/></appSettings>', 'between 1 and 100'],
    ['an unknown encoding', '<appSettings><add key="messageEncoding" value="Binary"/></appSettings>', 'neither Mtom nor Text'],
    ['endless nesting', '<a>'.repeat(1000), 'nested too deeply'],
  ])('refuses %s', (_case, text, message) => expect(() => parseLegacySettings(text)).toThrow(message));

  it('names the file that cannot be used', async () => {
    await expect(readLegacySettings('test/fixtures/document-groups/worker-parameters.xml')).rejects.toThrow(
      /worker-parameters.xml: There is neither/,
    );
    await expect(readLegacySettings('test/fixtures/none.config')).rejects.toThrow('none.config: ENOENT');
    expect(readFileSync(SAMPLE, 'utf8')).toContain('appSettings');
  });
});

describe('values', () => {
  it.each([
    ['00:10:00', 600_000],
    ['00:00:01.5', 1500],
    ['1.02:03:04', 93_784_000],
    ['10675199.02:48:05.4775807', 24 * 86_400_000],
    ['infinite', 24 * 86_400_000],
  ])('%s is %i ms', (text, expected) => expect(readTimeSpan('sendTimeout', text)).toBe(expected));

  it.each([
    ['D:\\Crawler\\A', 'Crawler/A'],
    ['\\\\server\\share', 'server/share'],
    ['D:\\..\\..\\etc', 'etc'],
    ['data\\x', 'data/x'],
  ])('takes %s below the current folder elsewhere than on Windows', (text, expected) => {
    expect(readPath('DestinationFolder', text, 'linux')).toEqual({ path: expected, note: expect.stringContaining('path of Windows') });
    expect(readPath('DestinationFolder', text, 'win32')).toEqual({ path: text, note: null });
  });

  it('leaves other paths alone', () => expect(readPath('LogDir', '/var/log/x', 'linux')).toEqual({ path: '/var/log/x', note: null }));
});
