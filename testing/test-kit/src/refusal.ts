import { ChatApiError } from '@chat/client';
import { AppError, type ErrorBody } from '@chat/errors';

/**
 * The error body that a request was refused with, on the bus or by the typed client; throws when it was not refused, or
 * with no error of the catalogue.
 */
export async function refusal(request: PromiseLike<unknown>): Promise<ErrorBody> {
  const error = await failureOf(request);
  if (!error) throw new Error('The request was not refused.');
  return error;
}

/** The error body of a refused request, null of a successful one; throws any other error. */
export async function failureOf(request: PromiseLike<unknown>): Promise<ErrorBody | null> {
  try {
    await request;
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.toBody();
    if (error instanceof ChatApiError) return error.details;
    throw error;
  }
}
