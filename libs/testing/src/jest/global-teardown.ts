import { rm } from 'node:fs/promises';
import { takeBack } from './test-servers';

/** Stops the Postgres of the test run and removes its data. */
export default async function globalTeardown(): Promise<void> {
  const servers = takeBack();
  if (!servers) return;
  await servers.postgres.stop();
  await rm(servers.folder, { recursive: true, force: true });
}
