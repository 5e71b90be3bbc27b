import { OutageError } from '@chat/errors';
import {
  DataSource,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';

/** The data source of a service. */
export class ServiceDataSource extends DataSource {
  /**
   * TypeORM releases the runner of a transaction whose connection breaks between two statements, and then refuses the
   * next statement, or the commit, as a mistake of the caller.
   * @throws OutageError in this case: the transaction was not committed.
   */
  override async transaction<T>(...args: unknown[]): Promise<T> {
    const run = super.transaction.bind(this) as (...args: unknown[]) => Promise<T>;
    try {
      return await run(...args);
    } catch (error) {
      throw isReleased(error) ? new OutageError(true, error) : error;
    }
  }
}

function isReleased(error: unknown): boolean {
  return (
    error instanceof QueryRunnerAlreadyReleasedError ||
    error instanceof QueryRunnerProviderAlreadyReleasedError
  );
}
