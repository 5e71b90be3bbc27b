import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// Jest loads this file with Node's own resolver, which would look for a build of the package.
// eslint-disable-next-line @nx/enforce-module-boundaries
import { startNats, startPostgres } from '../../../local-servers/src';
import { handOver } from './test-servers';

/** Starts the throw-away Postgres of a test run, and makes sure that a NATS server can be started by each spec. */
export default async function globalSetup(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'chat-test-'));
  const log = () => undefined;
  const [postgres, nats] = await Promise.all([
    startPostgres({ dataDir: join(folder, 'postgres'), durable: false, log }),
    startNats({ dataDir: join(folder, 'nats'), log }),
  ]);
  await nats.stop();
  handOver({ folder, postgres });
}
