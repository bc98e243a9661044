/** The content cannot be read as what it should be, or is too large, too deep or too slow to query. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
}

/** An expression that makes no sense; `where` is its place in the connector or definition. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  readonly where: string;

  constructor(where: string, message: string, options?: ErrorOptions) {
    super(`${where}: ${message}`, options);
    this.where = where;
  }
}
