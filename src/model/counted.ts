/** `1 seed`, `2 seeds`. `many` is the plural of words that take no s; `shown` is the number as text, when it is not printed plain. */
export const counted = (number: number, one: string, many = `${one}s`, shown = String(number)): string =>
  `${shown} ${number === 1 ? one : many}`;
