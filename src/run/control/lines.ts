/**
 * Lines out of a stream of text, each at most so long. A longer one is told apart before it is held in memory: whoever
 * sends it without end costs no more than one line.
 */
export class LineTooLong extends Error {
  override readonly name = 'LineTooLong';
}

/** `chunks` are text. What stands after the last line break is no line: the sender was cut off. */
export async function* linesOf(chunks: AsyncIterable<string>, maxLength: number): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const seen = rest.length;
    rest += chunk;
    for (let end = rest.indexOf('\n', seen); end >= 0; end = rest.indexOf('\n')) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 1);
      if (line.length > maxLength) throw new LineTooLong(`a line is longer than ${maxLength} characters`);
      if (line.trim() !== '') yield line;
    }
    if (rest.length > maxLength) throw new LineTooLong(`a line is longer than ${maxLength} characters`);
  }
}
