/** Values filled into the form of a PDF. No page draws them, so they are inserted beside their labels. */
import type { TextPiece } from './pdf-layout.js';

const MOST_FIELDS = 500;
const MOST_PIECES = 20_000;
const LONGEST = 10_000;

export interface FieldAnnotation {
  readonly subtype?: string;
  readonly fieldType?: string;
  readonly fieldValue?: unknown;
  readonly alternativeText?: string;
  readonly hidden?: boolean;
  readonly password?: boolean;
  readonly rect?: readonly number[];
}

export function withFields(pieces: readonly TextPiece[], annotations: readonly FieldAnnotation[]): readonly TextPiece[] {
  const fields = annotations
    .filter((one) => one.subtype === 'Widget' && !one.hidden && !one.password && shownValue(one) !== '')
    .slice(0, MOST_FIELDS);
  if (fields.length === 0) return pieces;
  const all = [...pieces];
  for (const field of fields) place(all, field);
  return all;
}

/** The value of a text or a choice; a button's value is a name inside the file. */
function shownValue({ fieldType, fieldValue }: FieldAnnotation): string {
  if (fieldType !== 'Tx' && fieldType !== 'Ch') return '';
  const values: unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  return values
    .filter((value): value is string => typeof value === 'string')
    .join(', ')
    .slice(0, LONGEST)
    .trim();
}

/** Inserts the value after the nearest text to the left at its height, else at the end with the name that readers are shown. */
function place(pieces: TextPiece[], field: FieldAnnotation): void {
  const [left = 0, bottom = 0, right = 0, top = 0] = field.rect ?? [];
  const at = pieces.length > MOST_PIECES ? -1 : labelAt(pieces, left, bottom, top);
  const label = pieces[at];
  const told = field.alternativeText && !label ? `${field.alternativeText.slice(0, 200)}: ` : '';
  const text = told + shownValue(field).replace(/\s+/g, ' ');
  const size = label?.size ?? Math.min(Math.max(top - bottom, 1) * 0.7, 12);
  const value = { text, x: left, y: label?.y ?? bottom, width: right - left, size, ends: true };
  if (label) pieces.splice(at, 1, { ...label, ends: false }, value);
  else pieces.push(value);
}

function labelAt(pieces: readonly TextPiece[], left: number, bottom: number, top: number): number {
  let best = -1;
  for (const [at, { text, x, y, width }] of pieces.entries()) {
    const isBeside = y >= bottom - 2 && y <= top && x + width <= left + 2 && text.trim() !== '';
    if (isBeside && (best < 0 || x >= (pieces[best]?.x ?? 0))) best = at;
  }
  return best;
}
