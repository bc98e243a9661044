/** A document with what was made of its files, as exports show it. */
import type { Deposited, DepositRows } from '../../store/index.js';

export function withConverted(deposited: Deposited, deposits: Pick<DepositRows, 'converted'>): Deposited {
  const made = deposited.isDeleted ? [] : deposits.converted(deposited.version);
  return made.length === 0 ? deposited : { ...deposited, files: [...deposited.files, ...made] };
}
