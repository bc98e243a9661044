import { Writable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Answer, answerLines } from './answer-lines.js';

const echo: Answer = (input) => JSON.stringify({ got: input['n'] });

/** Takes results one at a time, slowly, as a full pipe would. */
function collector(): { output: Writable; text: () => string } {
  let text = '';
  const output = new Writable({
    highWaterMark: 16,
    write(chunk: Buffer, _, done) {
      text += chunk.toString();
      setImmediate(done);
    },
  });
  return { output, text: () => text };
}

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function answered(input: string | Buffer, size = 7, longest?: number): Promise<unknown[]> {
  const { output, text } = collector();
  const counts = await answerLines(pieces(Buffer.from(input), size), output, echo, longest);
  await new Promise((done) => output.end(done));
  const lines = text() === '' ? [] : text().trimEnd().split('\n');
  expect(counts.lines).toBe(lines.length);
  expect(counts.errors).toBe(lines.filter((line) => line.includes('"error"')).length);
  return lines.map((line) => JSON.parse(line) as unknown);
}

const errorLike = (part: string) => ({ error: expect.stringContaining(part) as unknown });

describe('answerLines', () => {
  it.each<[name: string, input: string | Buffer, expected: unknown[]]>([
    ['nothing at all', '', []],
    ['one line', '{"n":1}\n', [{ got: 1 }]],
    ['no line feed at the end', '{"n":1}\n{"n":2}', [{ got: 1 }, { got: 2 }]],
    ['carriage returns', '{"n":1}\r\n{"n":2}\r\n', [{ got: 1 }, { got: 2 }]],
    ['a byte-order mark', '\uFEFF{"n":1}\n', [{ got: 1 }]],
    ['a blank line', '{"n":1}\n\n{"n":2}\n', [{ got: 1 }, errorLike('empty'), { got: 2 }]],
    ['no JSON', 'hello\n{"n":2}\n', [errorLike('not JSON'), { got: 2 }]],
    ['JSON, but no object', '[1]\n"x"\nnull\n{"n":2}\n', [errorLike('object'), errorLike('object'), errorLike('object'), { got: 2 }]],
    ['bytes that are no UTF-8', Buffer.from('{"n":"\xff"}\n{"n":2}\n', 'latin1'), [errorLike('UTF-8'), { got: 2 }]],
    ['deep nesting', `${'['.repeat(100_000)}\n{"n":2}\n`, [errorLike('not JSON'), { got: 2 }]],
    ['a NUL byte', '{"n":"a\u0000"}\n{"n":2}\n', [errorLike('not JSON'), { got: 2 }]],
  ])('answers %s line by line', async (_, input, expected) => {
    expect(await answered(input, 50)).toEqual(expected);
  });

  it('does not care where the input is cut', async () => {
    const lines = fc.array(fc.oneof(fc.integer(), fc.string({ unit: 'grapheme' })), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(lines, fc.integer({ min: 1, max: 40 }), async (values, size) => {
        const input = values.map((n) => `${JSON.stringify({ n })}\n`).join('');
        expect(await answered(input, size)).toEqual(values.map((got) => ({ got })));
      }),
      { numRuns: 100 },
    );
  });

  it('passes over a line that is too long, wherever it stands', async () => {
    const long = `{"n":"${'x'.repeat(500)}"}`;
    const expected = [{ got: 1 }, errorLike('longer than 100'), { got: 3 }, errorLike('longer than 100')];
    for (const size of [1, 13, 100]) expect(await answered(`{"n":1}\n${long}\n{"n":3}\n${long}`, size, 100)).toEqual(expected);
  });

  it('goes on after an answer that throws', async () => {
    const { output, text } = collector();
    const angry: Answer = ({ n }) => {
      if (n === 1) throw new Error('no ones');
      return JSON.stringify(n);
    };
    await answerLines(pieces(Buffer.from('{"n":1}\n{"n":2}\n'), 100), output, angry);
    await new Promise((done) => output.end(done));
    expect(text()).toBe('{"error":"no ones"}\n2\n');
  });

  it('stops without complaint when nobody reads any longer', async () => {
    const output = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
    const endless = async function* () {
      for (;;) yield Buffer.from('{"n":1}\n');
    };
    expect((await answerLines(endless(), output, echo)).lines).toBeLessThan(100);
  });
});
