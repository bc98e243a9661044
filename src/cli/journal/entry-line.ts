/** One entry of the journal as a line for people. Titles, reasons and URLs come from the outside and are made harmless. */
import type { JournalEntry } from '../../store/index.js';
import { OPERATION_WORDS } from '../operation-words.js';
import { printable, type Terminal } from '../terminal.js';

const COLOURS = { Add: 'green', Upd: 'yellow', Del: 'red', None: 'cyan' } as const;

export function entryLine(entry: JournalEntry, terminal: Pick<Terminal, 'style'>): string {
  const { sequence, at, operation, identifier } = entry;
  const word = (entry.suspicion ?? OPERATION_WORDS[operation]).padEnd(9);
  return [
    String(sequence).padStart(6),
    terminal.style('dim', `${at.slice(0, 10)} ${at.slice(11, 19)}`),
    terminal.style(COLOURS[operation], word),
    printable(identifier),
    terminal.style('dim', printable(whyOf(entry))),
  ]
    .join('  ')
    .trimEnd();
}

function whyOf({ reason, changed, evidence }: JournalEntry): string {
  const pieces = evidence.flatMap((piece) => (isPiece(piece) ? [wordsOf(piece)] : []));
  const details = [changed.length ? `changed: ${changed.join(', ')}` : '', pieces.length ? `evidence: ${pieces.join(', ')}` : ''];
  return [reason, ...details].filter(Boolean).join('; ');
}

interface Piece {
  readonly kind: string;
  readonly detail?: unknown;
}

/** A kind says enough, unless it is that somebody said so: then what was said. */
const wordsOf = ({ kind, detail }: Piece): string => (kind === 'told' && typeof detail === 'string' ? detail.replace(/\.$/, '') : kind);

const isPiece = (piece: unknown): piece is Piece =>
  typeof piece === 'object' && piece !== null && 'kind' in piece && typeof piece.kind === 'string';
