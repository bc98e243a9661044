import { expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { membersOf, ungzipped } from './unpack.js';

async function zip(members: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const file = new ZipFile();
  for (const [name, content] of Object.entries(members)) file.addBuffer(content, name);
  file.end();
  const chunks: Buffer[] = [];
  for await (const chunk of file.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const names = async (bytes: Uint8Array, limits?: Parameters<typeof membersOf>[2]): Promise<string[]> => {
  const found: string[] = [];
  for await (const { path } of membersOf(bytes, 'https://a.example/x.zip', limits)) found.push(path);
  return found;
};

const LIMITS = { members: 3, bytes: 4 * 1024 * 1024, ratio: 100 };

it.each([
  ['a bomb', { 'zeros.bin': Buffer.alloc(3 * 1024 * 1024) }, /zeros\.bin grows to 3145728 bytes/],
  ['too many members', Object.fromEntries([1, 2, 3, 4].map((n) => [`${n}.txt`, Buffer.from('x')])), /more than 3 members/],
  ['too much in all', { a: Buffer.alloc(3 * 1024 * 1024, 'ab'), b: Buffer.alloc(3 * 1024 * 1024, 'cd') }, /not unpacked/],
])('%s is not unpacked', async (_case, members, expected) => {
  await expect(names(await zip(members), LIMITS)).rejects.toThrow(expected);
});

it('what is no archive, or half of one, is said to be so', async () => {
  await expect(names(Buffer.from('no archive'))).rejects.toThrow(/no sound ZIP archive/);
  const whole = await zip({ a: Buffer.from('text') });
  await expect(names(whole.subarray(0, whole.length - 10))).rejects.toThrow(/no sound ZIP archive/);
  await expect(ungzipped(Buffer.from('nothing'), 'https://a.example/x.gz')).rejects.toThrow(/cannot be unpacked/);
});
