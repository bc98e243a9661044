/** The disk did not take or give what it should. Everything that was queued is still queued. */
export class QueueStoreFailed extends Error {
  override readonly name = 'QueueStoreFailed';
  constructor(
    message: string,
    readonly code: string | null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** `what` goes on after "The queue". */
export function queueFailure(what: string, cause: unknown): QueueStoreFailed {
  const { message, code } = cause as Error & { code?: string };
  const text = `The queue ${what}: ${message}. What is queued stays queued; make room on the disk and go on.`;
  return new QueueStoreFailed(text, code ?? null, { cause });
}
