/** Why a file cannot be read, in words a user understands. Becomes a note of its page. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}
