/** What is wrong with a description, in the words of the contract. */

export interface Fault {
  readonly severity: 'Error' | 'Warning';
  readonly message: string;
  /** Null where it concerns the whole. */
  readonly line: number | null;
}

const SHOWN = 5;

/** A description that is refused. */
export class MetaInfoError extends Error {
  override readonly name = 'MetaInfoError';
  readonly severity = 'Error';
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(inOneLine(faults));
    this.faults = faults;
  }

  /** The three lines a client of the contract expects after `Error: `. */
  get contractText(): string {
    return `***XML Validation error\nSeverity: ${this.severity}\nMessage: ${this.message}`;
  }
}

function inOneLine(faults: readonly Fault[]): string {
  const shown = faults.slice(0, SHOWN).map(({ message, line }) => (line === null ? message : `${message} (line ${line})`));
  if (faults.length > SHOWN) shown.push(`and ${faults.length - SHOWN} more`);
  return shown.join(' ');
}

export const fault = (message: string, line: number | null = null): Fault => ({ severity: 'Error', message: flat(message), line });

/** Values of a message may hold line breaks, or be endless; the contract's text has three lines. */
const flat = (message: string): string => message.replace(/\s+/g, ' ').trim().slice(0, 1000);
