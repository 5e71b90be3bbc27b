import { Argument, Option } from 'commander';
import { serviceNames } from '@chat/contracts/table';
import { AppError } from '@chat/errors';

export const serviceOption = () => new Option('--service <name>', 'only this service').choices(serviceNames);

export const serviceArgument = (description: string) =>
  new Argument('<service>', description).choices(serviceNames);

/**
 * Collects the lists of all services that answer. The others are named on stderr, and the exit code reports an
 * incomplete list.
 */
export async function ofEveryService<T>(
  what: string,
  listOf: (service: string) => Promise<T[]>,
): Promise<T[]> {
  const answers = await Promise.all(
    serviceNames.map(async (service) =>
      orMissing(service, `its ${what}`, () => listOf(service)).then((list) => list ?? []),
    ),
  );
  return answers.flat();
}

/** Asks a service for its part of an answer. Null if it does not answer, which is named and reported as above. */
export async function orMissing<T>(service: string, what: string, ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    process.stderr.write(`${service} does not answer, so ${what} are missing: ${error.message}\n`);
    process.exitCode = 1;
    return null;
  }
}

/** Shortens a reason to one line for a table, since it may contain a stack of causes. */
export function inOneLine<T extends { reason: string | null }>(row: T): T {
  return { ...row, reason: row.reason && row.reason.split('\n', 1)[0]! };
}
