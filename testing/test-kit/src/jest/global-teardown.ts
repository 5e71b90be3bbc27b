import { closeRunFolder } from './run-folder';
import { takeBack } from './test-servers';

/** Stops the servers of the test run and removes their data. */
export default async function globalTeardown(): Promise<void> {
  const servers = takeBack();
  if (servers) await Promise.all([servers.postgres.stop(), servers.nats.stop()]);
  await closeRunFolder();
}
