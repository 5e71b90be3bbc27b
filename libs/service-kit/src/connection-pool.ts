import { OutageError } from '@chat/errors';
import { Pool, type PoolClient } from 'pg';

type OnConnected = (error: Error | undefined, client: PoolClient | undefined, done: () => void) => void;

/** A pool whose failures to provide a connection, whatever the reason, are an `OutageError`: nothing was sent. */
export class ConnectionPool extends Pool {
  /** A single implementation of all overloads. */
  override connect(onConnected?: OnConnected): never {
    if (!onConnected) {
      return super.connect().catch((error: unknown) => {
        throw new OutageError(true, error);
      }) as never;
    }
    return super.connect((error, client, done) =>
      onConnected(error && new OutageError(true, error), client, done),
    ) as never;
  }
}
