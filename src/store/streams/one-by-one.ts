/** The rows of batches, one after the other. What ends early ends the reading. */
export async function* oneByOne<Row>(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<Row, void> {
  for await (const rows of batches) for (const row of rows) yield row;
}
