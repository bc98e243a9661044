/** A table as wide as the terminal: columns that matter least are left out first, then the widest text is cut. */
import { table } from '../terminal.js';

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => string | number;
  /** The larger, the sooner it is left out; 0: never. */
  readonly rank: number;
  /** May be cut down to so many characters. */
  readonly least?: number;
}

const GAP = 2;

/** `width` may be infinite: then everything is shown. */
export function fittedTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[], width: number): string {
  let shown = columns.map((column) => ({ column, cells: [column.head, ...rows.map(column.cell)] }));
  while (widthOf(shown) - room(shown) > width && shown.some(({ column }) => column.rank > 0)) {
    const last = Math.max(...shown.map(({ column }) => column.rank));
    shown = shown.filter(({ column }) => column.rank !== last);
  }
  const excess = Math.max(0, widthOf(shown) - width);
  const cut = shown.map((each) => shortened(each, excess));
  return table(Array.from({ length: rows.length + 1 }, (_row, at) => cut.map(({ cells }) => cells[at] ?? '')));
}

interface Shown<Row> {
  readonly column: Column<Row>;
  readonly cells: readonly (string | number)[];
}

const longest = ({ cells }: { readonly cells: readonly (string | number)[] }): number =>
  Math.max(...cells.map((cell) => String(cell).length));

const widthOf = (shown: readonly Shown<never>[] | readonly Shown<unknown>[]): number =>
  shown.reduce((sum, each) => sum + longest(each) + GAP, -GAP);

/** How much narrower it can become by cutting. */
const room = <Row>(shown: readonly Shown<Row>[]): number => shown.reduce((sum, each) => sum + roomOf(each), 0);

const roomOf = <Row>(each: Shown<Row>): number => Math.max(0, longest(each) - (each.column.least ?? longest(each)));

/** Only one column has `least` where a table needs it, so it bears the whole excess. */
function shortened<Row>(each: Shown<Row>, excess: number): Shown<Row> {
  const most = longest(each) - Math.min(excess, roomOf(each));
  return { ...each, cells: each.cells.map((cell) => (String(cell).length <= most ? cell : `${String(cell).slice(0, most - 1)}…`)) };
}
