import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { deflateRawSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { type HandMade, handMadeZip } from '../../../testing/hand-made-zip.js';
import type { DocumentGroup, GroupDocument } from '../group.js';
import { openPackage } from './open-package.js';
import { packGroup } from './pack-group.js';

const folder = mkdtempSync(join(tmpdir(), 'winnow-package-'));
afterAll(() => rmSync(folder, { recursive: true }));

const document = (file: string, format = 'text/html', operation: GroupDocument['operation'] = 'Add'): GroupDocument => ({
  file,
  format,
  operation,
  identifier: '',
  url: '',
  md5: '',
});
const groupOf = (...documents: GroupDocument[]): DocumentGroup => ({
  date: new Date(),
  crawler: '',
  lang: '',
  format: '',
  filename: '',
  identifier: '',
  operation: 'Add',
  type: null,
  documents,
});

describe('packGroup', () => {
  const judgment = groupOf(document('main.html'), document('annex.pdf', 'application/pdf'), document('gone.html', 'text/html', 'Del'));
  const text = Buffer.from('<p>Im Namen des Volkes</p>'.repeat(20_000));

  it('E-08 packs a work of several files into one ZIP, and reads it back', async () => {
    const bytes = await buffer(
      packGroup(
        judgment,
        new Map([
          ['main.html', text],
          ['annex.pdf', Buffer.from('%PDF-')],
        ]),
      ),
    );
    const opened = await openPackage(bytes);
    expect(opened.entries).toEqual([
      { name: 'main.html', path: 'main.html', length: text.length },
      { name: 'annex.pdf', path: 'annex.pdf', length: 5 },
    ]);
    expect((await buffer(await opened.read(opened.find('main.html') as never))).equals(text)).toBe(true);
    opened.close();
  });

  it('gives the same bytes for the same content, in whatever zone and however the content comes', async () => {
    const path = join(folder, 'main.html');
    writeFileSync(path, text);
    const zone = process.env['TZ'];
    const packed: Buffer[] = [];
    for (const [tz, main] of [
      ['UTC', text],
      ['Asia/Tokyo', path],
      ['America/New_York', () => Promise.resolve(text)],
    ] as const) {
      process.env['TZ'] = tz;
      packed.push(
        await buffer(
          packGroup(
            judgment,
            new Map([
              ['main.html', main],
              ['annex.pdf', Buffer.from('%PDF-')],
            ]),
          ),
        ),
      );
    }
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
    expect(packed[1]?.equals(packed[0] as Buffer)).toBe(true);
    expect(packed[2]?.equals(packed[0] as Buffer)).toBe(true);
  });

  it('says which file has no content, and fails as a stream where content cannot be had', async () => {
    expect(() => packGroup(judgment, new Map())).toThrow('There is no content for file main.html');
    const broken = packGroup(groupOf(document('a')), new Map([['a', () => Promise.reject(new Error('the archive is gone'))]]));
    await expect(buffer(broken)).rejects.toThrow('the archive is gone');
    const missing = packGroup(groupOf(document('a')), new Map([['a', join(folder, 'nothing')]]));
    await expect(buffer(missing)).rejects.toThrow('ENOENT');
  });

  it('refuses names with folders', () => {
    expect(() => packGroup(groupOf(document('../a')), new Map([['../a', text]]))).toThrow('it must have no folders');
  });
});

describe('openPackage', () => {
  const opening = async (...entries: HandMade[]) => {
    const opened = await openPackage(handMadeZip(entries));
    opened.close();
    return opened;
  };

  it('E-26 compares names without leading slashes and folders', async () => {
    const opened = await opening({ name: '\\a.html' }, { name: '/deep/er/b.html' }, { name: 'C:\\dir\\c.html' }, { name: 'folder/' });
    expect(opened.entries.map(({ name }) => name)).toEqual(['a.html', 'b.html', 'c.html']);
    expect(opened.find('\\x\\a.html')?.path).toBe('\\a.html');
    expect(opened.find('/b.html')?.name).toBe('b.html');
    expect(opened.find('d.html')).toBeUndefined();
  });

  it('reads names in UTF-8, said or not, and in the old code page', async () => {
    const opened = await opening({ name: 'Präambel.html' }, { name: Buffer.from([0x81, 0x62, 0x65, 0x72]) });
    expect(opened.entries.map(({ name }) => name)).toEqual(['Präambel.html', 'über']);
  });

  it.each<[string, HandMade[], string]>([
    ['a way out of the folder', [{ name: '../../etc/cron.d/x' }], 'leads out of its folder: ../../etc/cron.d/x'],
    ['a way out with backslashes', [{ name: 'a\\..\\..\\x' }], 'leads out of its folder'],
    ['a zero byte', [{ name: 'a.html\u0000.exe' }], 'zero byte'],
    ['two of one name', [{ name: 'a/x.html' }, { name: 'b\\x.html' }], 'two entries called x.html'],
    ['a password', [{ name: 'a', flags: 1, content: Buffer.alloc(12), length: 0 }], 'encrypted'],
    ['a method nobody knows', [{ name: 'a', method: 14 }], 'compression method 14'],
    ['folders alone', [{ name: 'a/' }], 'is empty'],
    ['nothing', [], 'is empty'],
    ['a file over the limit', [{ name: 'a', length: 600 * 1024 * 1024, method: 8 }], 'a file of 629145600 bytes'],
    [
      'a thousand times its size',
      [{ name: 'a', content: deflateRawSync(Buffer.alloc(70 * 1024 * 1024)), length: 70 * 1024 * 1024, method: 8 }],
      '200 times its size',
    ],
  ])('refuses %s', async (_case, entries, message) => {
    await expect(openPackage(handMadeZip(entries))).rejects.toThrow(message);
  });

  it('refuses what is no ZIP, cut off, or has too many entries', async () => {
    const whole = handMadeZip(Array.from({ length: 30 }, (_, n) => ({ name: `${n}` })));
    await expect(openPackage(new Uint8Array(0))).rejects.toThrow('is empty');
    await expect(openPackage(Buffer.from('hello'))).rejects.toThrow('not readable');
    await expect(openPackage(whole.subarray(0, -10))).rejects.toThrow('not readable');
    await expect(openPackage(whole, { entries: 20 })).rejects.toThrow('30 entries; 20 are allowed');
  });

  it.each<[string, HandMade]>([
    ['more than it promised', { name: 'a', content: deflateRawSync(Buffer.alloc(10_000)), length: 10, method: 8 }],
    ['less than it promised', { name: 'a', content: deflateRawSync(Buffer.alloc(10)), length: 10_000, method: 8 }],
    ['other bytes than it promised', { name: 'a', content: Buffer.from('hello'), checksum: 1 }],
    ['no deflated data', { name: 'a', content: Buffer.from('\u0007hello'), length: 100, method: 8 }],
  ])('ends with an error where an entry unpacks to %s', async (_case, entry) => {
    const opened = await openPackage(handMadeZip([entry]));
    await expect(opened.read(opened.entries[0] as never).then(buffer)).rejects.toThrow('Zip archive is damaged at a');
    opened.close();
  });
});
