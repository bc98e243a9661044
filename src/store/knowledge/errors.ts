/** Another process writes; nothing was changed. */
import { WinnowError } from '../../model/index.js';
export class KnowledgeBusy extends WinnowError {
  override readonly name = 'KnowledgeBusy';
  constructor(message: string, options?: ErrorOptions) {
    super('KNOWLEDGE_BUSY', message, options);
  }
}

/** The store or what it was given is not as it should be; the message says what to do. */
export class KnowledgeError extends WinnowError {
  override readonly name = 'KnowledgeError';
  constructor(
    override readonly code: 'KNOWLEDGE_MISSING' | 'KNOWLEDGE_BAD_STATEMENT' | 'KNOWLEDGE_AWAY',
    message: string,
    options?: ErrorOptions,
  ) {
    super(code, message, options);
  }
}
