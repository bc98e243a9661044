import { describe, expect, it } from 'vitest';
import { fileTypeOf, imageTypeOf } from './kinds.js';

describe('types of files', () => {
  it.each([
    ['by Content-Type', 'application/pdf; charset=binary', null, '/x', 'PDF'],
    ['by Content-Type, in capitals', 'Application/MSWord', null, '/x', 'DOC'],
    ['by Content-Type, whatever the name says', 'application/vnd.ms-powerpoint', 'application/x-cfb', '/x.doc', 'PPT'],
    ['by content where the type says nothing', 'application/octet-stream', 'application/pdf', '/x', 'PDF'],
    ['by name where neither does', 'application/octet-stream', 'application/zip', '/x.pptx?y=z', 'PPTX'],
    ['not by name alone', 'text/html', 'text/html', '/x.pdf', null],
    ['a package of another kind', 'application/zip', 'application/zip', '/x.zip', null],
  ])('G-26 %s', (_case, declaredType, type, path, expected) =>
    expect(fileTypeOf({ declaredType, type, url: `http://a.si${path}` })).toBe(expected),
  );

  it.each([
    ['image/jpeg', 'jpeg'],
    ['image/jpg', 'jpeg'],
    ['image/svg+xml', 'svg'],
    ['image/x-icon', 'ico'],
    ['text/html', null],
  ])('%s', (declaredType, expected) => expect(imageTypeOf({ declaredType, type: null, url: 'http://a.si/' })).toBe(expected));
});
