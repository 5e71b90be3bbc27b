import { join } from 'node:path';
// Jest loads this file with Node's own resolver, which would look for a build of the package.
// eslint-disable-next-line @nx/enforce-module-boundaries
import { natsBinary, startNats, startPostgres } from '../../../local-servers/src';
import { offerAccounts, usersOfAccounts } from './nats-accounts';
import { openRunFolder } from './run-folder';
import { handOver } from './test-servers';

/** Enough for the services of one worker; a machine with many cores has many workers. */
const CONNECTIONS_OF_A_WORKER = 50;
/** Spare accounts, since a spec that fails may not return its own. */
const ACCOUNTS_TO_SPARE = 4;

/** Starts the throw-away Postgres and NATS that the specs of this run share. */
export default async function globalSetup({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  const folder = await openRunFolder();
  const log = () => undefined;
  // Specs that start a server of their own then know where the program is.
  process.env['NATS_SERVER_BIN'] = await natsBinary(log);
  const accounts = 2 * maxWorkers + ACCOUNTS_TO_SPARE;
  const [postgres, nats] = await Promise.all([
    startPostgres({
      dataDir: join(folder, 'postgres'),
      durable: false,
      settings: { max_connections: String(Math.max(300, CONNECTIONS_OF_A_WORKER * maxWorkers)) },
      log,
    }),
    startNats({ dataDir: join(folder, 'nats'), users: usersOfAccounts(accounts), log }),
  ]);
  await offerAccounts(folder, nats, accounts);
  await handOver({ postgres, nats });
}
