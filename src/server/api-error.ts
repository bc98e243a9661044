/** What a request is refused with: a status, a code for programs and a sentence for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    options?: ErrorOptions & { readonly fields?: readonly FieldProblem[] },
  ) {
    super(message, options);
    this.fields = options?.fields ?? [];
  }
  readonly fields: readonly FieldProblem[];
}

/** What is wrong with one field of a request. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}
