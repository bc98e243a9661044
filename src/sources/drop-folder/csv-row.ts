/** The cells of one CSV row, quotes and doubled quotes as spreadsheets write them; null when a quote is not closed. */
export function readCsvRow(row: string, separator: string): string[] | null {
  const cells: string[] = [];
  for (let at = 0; at <= row.length; ) {
    if (row[at] === '"') {
      const end = closingQuote(row, at + 1);
      if (end < 0) return null;
      cells.push(row.slice(at + 1, end).replaceAll('""', '"'));
      at = nextCell(row, separator, end);
    } else {
      const next = nextCell(row, separator, at);
      cells.push(row.slice(at, next - 1));
      at = next;
    }
  }
  return cells;
}

function nextCell(row: string, separator: string, from: number): number {
  const at = row.indexOf(separator, from);
  return (at < 0 ? row.length : at) + 1;
}

/** Finds the closing quote; a doubled quote is a quote inside the cell. */
function closingQuote(row: string, from: number): number {
  for (let at = row.indexOf('"', from); at >= 0; at = row.indexOf('"', at + 2)) if (row[at + 1] !== '"') return at;
  return -1;
}
