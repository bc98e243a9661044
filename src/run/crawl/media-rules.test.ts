import { describe, expect, it } from 'vitest';
import { type DefinitionInput, definitionSchema } from '../../definition/crawl/index.js';
import { mediaRules } from './media-rules.js';

const rules = (input: DefinitionInput) => mediaRules(definitionSchema.parse(input));
const A = 'https://a.si';

describe('images and files besides pages', () => {
  it('G-01 G-26 takes every file and no image by default', () => {
    const { objectionTo, takesImagesOf } = rules({});
    expect([objectionTo(`${A}/x.pdf`, A), takesImagesOf(A)]).toEqual([null, false]);
  });

  it('G-01 leaves out files by their ending, and says so', () => {
    const { objectionTo } = rules({ capture: { files: false } });
    expect(objectionTo(`${A}/x.PDF?y#z`, A)).toEqual({ by: 'capture.files', reason: 'the definition wants no files, and .pdf is one' });
    expect(objectionTo(`${A}/x.pdf/page`, A)).toBeNull();
    expect(objectionTo(`${A}/?file=x.pdf`, A)).toBeNull();
  });

  it('G-26 by type and by site, the most specific entry first', () => {
    const { objectionTo, takesImagesOf, takesImage } = rules({
      capture: { images: true, fileTypes: ['pdf', '.docx'], imageTypes: ['jpg'] },
      sites: [
        { for: 'a.si', capture: { images: false, files: false } },
        { for: 'https://b.a.si', capture: { files: true } },
      ],
    });
    expect([takesImagesOf('https://c.si'), takesImagesOf(A), takesImagesOf('https://b.a.si')]).toEqual([true, false, false]);
    expect([objectionTo('https://b.a.si/x.docx', 'https://b.a.si'), objectionTo('https://b.a.si/x.zip', 'https://b.a.si')?.by]).toEqual([
      null,
      'capture.fileTypes',
    ]);
    expect(objectionTo(`${A}/x.docx`, A)?.by).toBe('capture.files');
    expect(['/x.jpeg', '/x.png', '/x', '/show.php?x=y.png'].map((path) => takesImage(A + path))).toEqual([true, false, true, true]);
  });
});
