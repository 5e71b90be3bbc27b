import { DEFAULT_TIMEOUT_MS } from '@chat/contracts';
import { AppError } from '@chat/errors';

/**
 * Waits for the answer to a question to the database only as long as requests wait for a service. The connection to a
 * server that went silent is given up much later.
 * @throws Error if there is no answer by then.
 */
export async function inTime<T>(question: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Postgres did not answer in time.')), DEFAULT_TIMEOUT_MS);
  });
  try {
    return await Promise.race([question, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * For a question to the database that comes before anything is done: without its answer nothing was done, so a retry is
 * safe.
 * @throws AppError `service_unavailable` if the question fails.
 */
export async function orUnavailable<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('service_unavailable', {}, { cause: error });
  }
}
