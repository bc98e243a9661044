/** A tar archive of a few small files. */
const BLOCK = 512;

export function tarOf(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, content]) => [
    headerOf(name, Buffer.byteLength(content)),
    padded(Buffer.from(content)),
  ]);
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}

const padded = (content: Buffer): Buffer => Buffer.concat([content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]);

function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 100);
  header.write('0000644\0', 100);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('        0ustar\u000000', 148, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}
