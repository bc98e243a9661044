import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PathBook } from '../views/exports/web-map/path-book.js';
import { fileNameOf, folderNameOf } from './file-name.js';

describe('names of saved files', () => {
  it.each([
    ['plain', 'http://a.si/d/report.pdf', 'pdf', 'report.pdf'],
    ['an ending of the same kind', 'http://a.si/i.JPEG', 'jpg', 'i.JPEG'],
    ['another ending', 'http://a.si/download.php?id=3', 'pdf', 'download.php.pdf'],
    ['none at all', 'http://a.si/', 'pdf', 'index.pdf'],
    ['escaped letters', 'http://a.si/poro%C4%8Dilo%202.pdf', 'pdf', 'poročilo 2.pdf'],
    ['escapes that are no UTF-8', 'http://a.si/a%ff.pdf', 'pdf', 'a%ff.pdf'],
    ['a way out of the folder', 'http://a.si/x/..%2f..%2fetc%2fpasswd', 'pdf', '___.._etc_passwd.pdf'],
    ['backslashes', 'http://a.si/..%5C..%5Cboot.ini', 'doc', '___.._boot.ini.doc'],
    ['NUL', 'http://a.si/a%00.pdf', 'pdf', 'a_.pdf'],
    ['a name Windows keeps', 'http://a.si/CON.pdf', 'pdf', '_CON.pdf'],
    ['hidden', 'http://a.si/.htaccess', 'doc', '_htaccess.doc'],
    ['dots and spaces at the end', 'http://a.si/a.%20.', 'ppt', 'a.ppt'],
    ['text turned around', 'http://a.si/%E2%80%AEfdp.exe', 'pdf', '_fdp.exe.pdf'],
  ])('G-26 %s', (_case, url, ending, name) => expect(fileNameOf(url, ending)).toBe(name));

  it('G-26 a name of 300 bytes is cut between characters, its ending kept', () => {
    const name = fileNameOf(`http://a.si/${encodeURIComponent('č'.repeat(150))}.pdf`, 'pdf');
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(150);
    expect(name).toMatch(/^č+\.pdf$/);
  });

  it('G-26 whatever a URL says, the name is one plain name of bounded length', () => {
    const nasty = fc.string({
      unit: fc.constantFrom('.', ' ', '\u3000', '/', '\\', 'a', 'č', '\0', 'CON', '\u202e', '\ufeff', '🗎'),
      maxLength: 200,
    });
    const isPlain = (name: string): boolean =>
      !/[\u0000-\u001f/\\:*?"<>|]|^\.|^\s|[.\s]$/.test(name) && Buffer.byteLength(name) <= 160 && name.endsWith('.pdf');
    const escaped = (text: string | Uint8Array): string =>
      Buffer.from(text as string)
        .toString('hex')
        .replace(/../g, '%$&');
    fc.assert(
      fc.property(fc.oneof(nasty, fc.uint8Array({ maxLength: 400 })), (name) => isPlain(fileNameOf(`http://a.si/${escaped(name)}`, 'pdf'))),
    );
  });

  it('a host becomes a folder', () => {
    expect([folderNameOf('E-Uprava.gov.si'), folderNameOf('[::1]:8080'), folderNameOf('..'), folderNameOf('')]).toEqual([
      'e-uprava.gov.si',
      '[__1]_8080',
      '__',
      'unknown',
    ]);
  });

  it('G-26 no path is given away twice, names that differ in case alone included', () => {
    const book = new PathBook();
    const urls = [
      'http://a.si/x/l.png',
      'http://a.si/y/l.png',
      'http://a.si/L.PNG',
      'http://b.si/l.png',
      'http://a.si/l-2.png',
      'http://a.si/z/l.png',
    ];
    const paths = urls.map((url) => book.pathFor('images', url, 'png'));
    book.close();
    expect(paths).toEqual(
      ['a.si/l.png', 'a.si/l-2.png', 'a.si/L-3.PNG', 'b.si/l.png', 'a.si/l-2-2.png', 'a.si/l-4.png'].map((path) => `files/images/${path}`),
    );
  });
});
