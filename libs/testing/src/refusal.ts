import { AppError, type ErrorBody } from '@chat/errors';

/** The error body that a request was refused with; throws when it was not refused, or with no error of the catalogue. */
export async function refusal(request: Promise<unknown>): Promise<ErrorBody> {
  const error: unknown = await request.then(
    () => new Error('The request was not refused.'),
    (reason: unknown) => reason,
  );
  if (error instanceof AppError) return error.toBody();
  throw error;
}
