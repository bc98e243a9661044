/** `1 seed`, `2 seeds`; words that do not take an s say how they go. `shown`: the number as it is to be written. */
export const counted = (number: number, one: string, many = `${one}s`, shown = String(number)): string =>
  `${shown} ${number === 1 ? one : many}`;
