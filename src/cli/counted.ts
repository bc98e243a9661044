/** `1 seed`, `2 seeds`; words that do not take an s say how they go. */
export const counted = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`;
