/** Who sent something, as the log writes it: a name and an address, or an address alone where no name was asked for. */

/** A sender is the same wherever it sends from; one without a name is its address. */
export const senderIn = (logged: string): string => logged.replace(/@[^@]*$/, '');

/** False for what nobody is named for. */
export const isSentBy = (logged: string | null, sender: string): boolean => logged !== null && senderIn(logged) === senderIn(sender);
