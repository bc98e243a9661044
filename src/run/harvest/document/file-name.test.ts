import { describe, expect, it } from 'vitest';
import { fileNameOf, plainName, uniqueName } from './file-name.js';
import { matchesGlob } from './glob.js';

describe('names of files', () => {
  it.each([
    ['https://a.example/laws/act.xml', 'application/xml', 'act.xml'],
    ['https://a.example/resource/celex/32016R0679', 'text/html', '32016R0679.html'],
    ['https://a.example/view/12?download=1', 'application/pdf', '12.pdf'],
    ['https://a.example/', 'text/html', 'document.html'],
    ['https://a.example/a;jsessionid=0AF3', 'text/html', 'a.html'],
    ['https://a.example/%2e%2e%2fetc%2fpasswd', 'text/plain', 'etc-passwd.txt'],
    ['inner.zip!deep/act.xml', '', 'act.xml'],
  ])('%s', (url, type, name) => expect(fileNameOf(url, type)).toBe(name));

  it('nothing a file system trips over', () => {
    expect(plainName(`a\u0000b/../c:${'x'.repeat(300)}.pdf`)).toMatch(/^a-b-\.\.-c-x{100,110}\.pdf$/);
    expect(plainName('...')).toBe('');
  });

  it('each once', () => expect(uniqueName('Act.pdf', new Set(['act.pdf', 'act-2.pdf']))).toBe('Act-3.pdf'));
});

it.each([
  ['*.xml', 'deep/act.xml', true],
  ['*.xml', 'act.xml.gz', false],
  ['a/*.xml', 'a/b/c.xml', false],
  ['a/**/*.xml', 'a/b/c.xml', true],
  ['**/*.xml', 'c.xml', true],
  ['BJNR?.xml', 'bjnr1.XML', true],
])('%s and %s: %s', (glob, path, expected) => expect(matchesGlob(glob, path)).toBe(expected));
