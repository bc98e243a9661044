import { expect, it } from 'vitest';
import { handMadeZip } from '../../testing/hand-made-zip.js';
import { readMember } from './members.js';

it.each([
  ['is shorter than its ZIP says', handMadeZip([{ name: 'a.xml', content: Buffer.from([1, 1, 0, 254, 255, 60]), method: 8, length: 99 }])],
  ['does not stand where its ZIP says', withoutHeader(handMadeZip([{ name: 'a.xml', content: Buffer.from('<a/>') }]))],
])('a member that %s is named as damaged', async (_what, zip) => {
  await expect(readMember(zip, 'a.xml')).rejects.toMatchObject({ name: 'ArchiveError', code: 'ARCHIVE_NOT_A_ZIP' });
});

function withoutHeader(zip: Uint8Array): Uint8Array {
  return Uint8Array.from(zip, (byte, at) => (at === 0 ? 0 : byte));
}
