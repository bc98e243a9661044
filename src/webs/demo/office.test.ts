import { expect, it } from 'vitest';
import { fromBuffer } from 'yauzl';
import { docx, pptx } from './office.js';

/** Names of the files inside; throws for what is no whole package. */
function namesIn(bytes: Uint8Array): Promise<string[]> {
  return new Promise((resolve, reject) => {
    fromBuffer(Buffer.from(bytes), { lazyEntries: false }, (error, zip) => {
      if (error || !zip) return reject(error);
      const names: string[] = [];
      zip.on('entry', ({ fileName }: { fileName: string }) => names.push(fileName));
      zip.on('end', () => resolve(names));
      zip.on('error', reject);
    });
  });
}

it.each([
  ['docx', docx(['Vloga', 'Priloga < 1']), 'word/document.xml'],
  ['pptx', pptx(['Naslov']), 'ppt/slides/slide1.xml'],
])('a %s of the demo web is a package that opens', async (_name, bytes, main) => {
  expect(await namesIn(bytes)).toEqual(expect.arrayContaining(['[Content_Types].xml', '_rels/.rels', main]));
});
