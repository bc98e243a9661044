import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseWorkerFile, readWorkerFile } from './worker-file.js';
import { writeWorkerFile } from './write-worker-file.js';

const PRINTED = 'test/fixtures/document-groups/worker-parameters.xml';
const LATER = 'test/fixtures/document-groups/worker-parameters-later.xml';

const below = (path: string): string => (process.platform === 'win32' ? `C:\\${path.replaceAll('/', '\\')}` : path);

describe('worker files of older crawlers', () => {
  it('reads the printed sample: parameters, a folder as service, folders for each step', async () => {
    const { portal, parameters, settings, memories, notes } = await readWorkerFile(PRINTED);
    expect(portal).toBe('CorteCostituzionale');
    expect(parameters).toEqual({ EndYear: '2001', StartYear: '2000', URL: 'http://www.cortecostituzionale.it/actionPronuncia.do' });
    expect(settings).toEqual({
      deliver: [below('downloads/CorteCostituzionale')],
      packagesFolder: below('downloads/CorteCostituzionale/OutputFiles'),
      sentFolder: below('downloads/CorteCostituzionale/SentFiles'),
      workspace: below('downloads/CorteCostituzionale'),
    });
    expect(memories).toEqual([below('downloads/CorteCostituzionale/LocalRepository')]);
    expect(notes.filter((note) => note.includes('has no counterpart'))).toHaveLength(2);
  });

  it('reads the later set: working folder, what is fetched again, mail, next worker, random wait', async () => {
    const { parameters, settings, memories } = parseWorkerFile(readFileSync(LATER, 'utf8').replaceAll('D:\\', '/d/').replaceAll('\\', '/'));
    expect(parameters).toMatchObject({ StartYear: '2000', StartMonth: '11', EndYear: '2001', EndMonth: '2' });
    expect(Object.keys(parameters)).not.toContain('MaxRandomWait');
    expect(settings).toEqual({
      deliver: ['http://central.example/CrawlerService/ServiceEUCases.svc'],
      packagesFolder: '/d/Crawler/Normattiva/work/OutputReadyToSendServiceEUCases',
      sentFolder: '/d/Crawler/Normattiva/work/SentDataToServiceEUCases',
      errorFolder: '/d/Crawler/Normattiva/work/SentDataInError',
      onlyNew: 'true',
      randomWait: '3s',
      next: '/d/Crawler/CorteCostituzionaleWorker.exe',
      workspace: '/d/Crawler/Normattiva',
      mailTo: ['operator@central.example', 'archive@central.example'],
      mailFrom: 'crawler@central.example',
      mailServer: 'smtp://mail.central.example',
    });
    expect(memories).toEqual(['/d/Crawler/Normattiva/work/database']);
  });

  it.each([PRINTED, LATER])('reads %s the same in small letters, shuffled, under another root and with prefixes', (file) => {
    const text = readFileSync(file, 'utf8');
    const said = parseWorkerFile(text);
    const lower = text.replace(/<(\/?)(\w+)/g, (_all, slash: string, name: string) => `<${slash}${name.toLowerCase()}`);
    const inSmall = parseWorkerFile(lower);
    const names = (values: object) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]));
    expect(names(inSmall.parameters)).toEqual(names(said.parameters));
    expect(inSmall.settings).toEqual(said.settings);
    expect(parseWorkerFile(shuffled(text)).settings).toEqual(said.settings);
    expect(parseWorkerFile(shuffled(text)).parameters).toEqual(said.parameters);
    const other = text.replaceAll(/(<\/?)\w+Parameters(?=[ >]\S*(xmlns|$))/gm, '$1Odd');
    expect(parseWorkerFile(other.replace(/<(\/?)EUCasesServiceURL/g, '<$1EucasesServiceURL')).settings).toEqual(said.settings);
  });

  it('takes the name of the portal from the file where it stands there, and has none where the root is no hint', () => {
    expect(parseWorkerFile('<A><CrawlerName>ris</CrawlerName><CrawlerParameters/></A>').portal).toBe('ris');
    expect(parseWorkerFile('<worker><crawlerparameters/></worker>').portal).toBeNull();
  });

  it('notes what it does not know, with the nearest name, and passes over what is empty or nil', () => {
    const { notes, settings, parameters } = parseWorkerFile(
      '<XParameters xmlns:xsi="urn:x"><CrawlerParameters><URL/><StartYear xsi:nil="true">9</StartYear></CrawlerParameters>' +
        '<UploaderParameters><SendFolder>a</SendFolder><OutputFolder> </OutputFolder></UploaderParameters></XParameters>',
    );
    expect([settings, parameters]).toEqual([{}, {}]);
    expect(notes).toEqual(['SendFolder is not known and is ignored. Did you mean SentFolder?']);
  });

  it.each([
    ['other files', '<appSettings><add key="a" value="b"/></appSettings>', 'no worker file'],
    ['broken ones', '<XParameters><CrawlerParameters>', 'not well-formed'],
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><XParameters/>', 'document type declaration'],
    ['an address that is none', worker('<EUCasesServiceURL>ftp://x/</EUCasesServiceURL>'), 'neither an http or https URL nor a folder'],
    ['a flag that is none', worker('<CheckIfTheFileHasToBeRenewed>maybe</CheckIfTheFileHasToBeRenewed>'), 'neither true nor false'],
    ['a wait that is none', worker('<MaxRandomWait>long</MaxRandomWait>'), 'no whole number'],
  ])('refuses %s', (_case, text, message) => expect(() => parseWorkerFile(text)).toThrow(message));

  it('what is written is read back the same, whatever is in it', () => {
    const worker = {
      portal: 'eur-lex',
      parameters: { Sectors: ['1', '3'], From: '2001-02', 'odd name': 'a < b & "c"\n', Own: true, Most: 5 },
      settings: {
        workspace: '/data/eur lex',
        deliver: ['https://central.example/ingest', 'packages'],
        packagesFolder: 'out',
        sentFolder: 'sent',
        errorFolder: 'error',
        onServiceUnavailable: 'rollback',
        onlyNew: 'false',
        parallel: '3',
        randomWait: '500ms',
        mailTo: ['a@b.example', 'c@d.example'],
        mailFrom: 'e@f.example',
        mailServer: 'smtps://u:p@g.example:465',
        next: 'ris',
        convert: 'https://convert.example/',
        convertFolder: 'akn',
      },
    };
    const text = writeWorkerFile(worker);
    expect(text).toContain('<EurLexParameters ');
    const read = parseWorkerFile(text, { settings: Object.keys(worker.settings) });
    expect(read).toMatchObject({ portal: 'eur-lex', settings: worker.settings, notes: [] });
    expect(read.parameters).toEqual({ ...worker.parameters, 'odd name': 'a < b & "c"', Own: 'true', Most: '5' });
    expect(read.settings).toEqual(worker.settings);
  });
});

function worker(uploader: string): string {
  return `<XParameters><UploaderParameters>${uploader}</UploaderParameters></XParameters>`;
}

/** Lines between tags that open and close a section, in reverse; sections in reverse too. */
function shuffled(text: string): string {
  const [, head = '', body = '', tail = ''] = /^([\s\S]*?<\w+Parameters[^>]*>)([\s\S]*)(<\/\w+>\s*)$/.exec(text) ?? [];
  const parts = body.match(/<(\w+)>[\s\S]*?<\/\1>/g) ?? [];
  const turned = parts.map((part) => {
    const [, open = '', inner = '', close = ''] = /^(<\w+>)([\s\S]*)(<\/\w+>)$/.exec(part) ?? [];
    const leaves = inner.match(/<(\w+)>[^<]*<\/\1>/g);
    return leaves ? `${open}${leaves.toReversed().join('')}${close}` : part;
  });
  return `${head}${turned.toReversed().join('')}${tail}`;
}
