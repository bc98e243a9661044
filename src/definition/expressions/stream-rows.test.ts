/** Rows of large XML, read while it flows by. */
import { describe, expect, it } from 'vitest';
import { compileFields } from './fields.js';
import { serialize } from './found.js';
import { type StreamOptions, streamRows } from './stream-rows.js';

const FIELDS = compileFields({ title: 'title', id: '@id' }, 'fields');

async function rows(chunks: Iterable<string | Uint8Array>, each: string, options?: StreamOptions) {
  const found = [];
  for await (const row of streamRows(chunks, each, options)) found.push({ row, values: FIELDS.read({ content: row, node: row.row }) });
  return found;
}

const values = async (chunks: Iterable<string | Uint8Array>, each: string, options?: StreamOptions) =>
  (await rows(chunks, each, options)).map((each) => each.values);

describe('streamed rows', () => {
  it('gives each row, however the bytes are cut', async () => {
    const bytes = Buffer.from(
      '<?xml version="1.0"?><items><head><title>no</title></head><item id="1"><title>Ä &amp; B</title></item><item id="2"/></items>',
    );
    const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
    for (const chunks of [[bytes], single])
      expect(await values(chunks, '/items/item')).toEqual([{ title: ['Ä & B'], id: ['1'] }, { id: ['2'] }]);
  });

  it('finds rows at any depth, in any namespace, and a row keeps what was declared around it', async () => {
    const source = '<f xmlns="urn:f" xmlns:x="urn:x"><g><entry id="1"><x:a x:b="1">t</x:a></entry></g></f>';
    const [row] = await rows([source], '//entry');
    expect(row?.values).toEqual({ id: ['1'] });
    expect(row && serialize(row.row.row).text).toBe('<entry xmlns="urn:f" xmlns:x="urn:x" id="1"><x:a x:b="1">t</x:a></entry>');
  });

  it('reads a legacy charset by its declaration', async () => {
    const bytes = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><items><item><title>Stra\xdfe</title></item></items>', 'latin1');
    expect(await values([bytes.subarray(0, 70), bytes.subarray(70)], '/items/item')).toEqual([{ title: ['Straße'] }]);
  });

  it('says that the document was cut off', async () => {
    let cut = 0;
    const found = await values(['<items><item id="1"/><item id="2"><ti'], '/items/item', { onCut: () => cut++ });
    expect([found.length, cut]).toEqual([1, 1]);
  });

  it('refuses a path that needs the whole document', async () => {
    await expect(values(['<a/>'], '/items/item[2]')).rejects.toThrow('no plain path');
  });

  it('keeps no more than a row', async () => {
    const row = (at: number) =>
      `<item id="${at}"><title>A title that is about as long as that of an act, number ${at}</title><link>https://example.org/act_${at}.xml</link></item>`;
    function* document() {
      yield '<items>';
      for (let at = 0; at < 4000; at += 400) yield Array.from({ length: 400 }, (_, next) => row(at + next)).join('');
      yield '</items>';
    }
    let count = 0;
    let open = 0;
    for await (const { row, nodes } of streamRows(document(), '/items/item')) {
      count++;
      open = Math.max(open, nodes, row.parent?.children.length ?? 0);
    }
    expect([count, open < 10]).toEqual([4000, true]);
  });
});
