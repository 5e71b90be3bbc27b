import { DEFAULT_TIMEOUT_MS } from '@chat/contracts';
import { AppError } from '@chat/errors';

/**
 * Limits the wait for a database query to the time that requests wait for a service. The connection to a server that no
 * longer responds is closed much later.
 * @throws Error if the query takes longer.
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
 * For a query that precedes all side effects: if it fails, nothing was done, so clients may retry.
 * @throws AppError `service_unavailable` if the query fails.
 */
export async function orUnavailable<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('service_unavailable', {}, { cause: error });
  }
}
