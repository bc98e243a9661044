/** A ZIP that is not taken. The message can be shown to whoever sent it. */
export class PackageError extends Error {
  override readonly name = 'PackageError';
  readonly reason: 'unreadable' | 'empty' | 'names' | 'encrypted' | 'limit' | 'damaged' | 'missing';

  constructor(reason: PackageError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
