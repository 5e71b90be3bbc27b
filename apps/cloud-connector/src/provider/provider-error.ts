/** The error body of a call that the provider refused. */
export interface ProviderErrorBody {
  /** A number, also where it came as text; a text only if it is no number. */
  code: number | string;
  subcode: number | null;
  message: string;
  /** Details, if the provider gives any. */
  details: string | null;
  /** Whether the provider says that the same call may succeed shortly. */
  isTransient: boolean;
}

/** The provider answered with an error, so it did nothing. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal';

  constructor(
    readonly status: number,
    readonly body: ProviderErrorBody,
  ) {
    // The provider's text, and a code that is one, may quote input.
    const code = typeof body.code === 'number' ? String(body.code) : '(a text)';
    super(`The provider refused a call with the code ${code}.`);
  }
}

/** Nothing of the request was sent: the provider could not be reached. */
export class NotReachedError extends Error {
  override readonly name = 'NotReachedError';

  constructor(cause: unknown) {
    super('The provider could not be reached.', { cause });
  }
}

/** The request may have been processed: the answer is lost or unreadable. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';

  constructor(reason: string, cause?: unknown) {
    super(`The provider gave no answer: ${reason}.`, { cause });
  }
}
