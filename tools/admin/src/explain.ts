import { AppError } from '@chat/errors';

/** The API's message for a missing record, which is replaced here because it refers to paths and methods. */
const NOT_FOUND = new AppError('not_found').message;

/** Returns the error as sentences for a person at the command line. */
export function explain(error: unknown): string {
  if (!(error instanceof AppError)) return error instanceof Error ? error.message : String(error);
  const problems = Object.values(error.details.errors ?? {}).flat();
  if (problems.length > 0) return problems.join('\n');
  return error.message === NOT_FOUND
    ? 'The account has no such record. Check the id and --account; list shows what there is.'
    : error.message;
}
