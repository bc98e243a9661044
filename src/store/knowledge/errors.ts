/** Another process writes; nothing was changed. */
export class KnowledgeBusy extends Error {
  override readonly name = 'KnowledgeBusy';
}

/** The store or what it was given is not as it should be; the message says what to do. */
export class KnowledgeError extends Error {
  override readonly name = 'KnowledgeError';
  constructor(
    readonly code: 'nothing-there' | 'bad-statement' | 'remote',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
