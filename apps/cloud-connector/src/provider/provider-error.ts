/** What the provider says of a call that it refused. */
export interface ProviderErrorBody {
  code: number;
  subcode: number | null;
  message: string;
  /** More of it, where the provider says more. */
  details: string | null;
}

/** The provider answered with an error: it did nothing. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal';

  constructor(
    readonly status: number,
    readonly body: ProviderErrorBody,
  ) {
    // Its words may quote input.
    super(`The provider refused a call with the code ${body.code}.`);
  }
}

/** Nothing of the request left: the provider could not be reached. */
export class NotReachedError extends Error {
  override readonly name = 'NotReachedError';

  constructor(cause: unknown) {
    super('The provider could not be reached.', { cause });
  }
}

/** The request may have been worked on: the answer is lost, or says nothing. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';

  constructor(reason: string, cause?: unknown) {
    super(`The provider gave no answer: ${reason}.`, { cause });
  }
}
