import { join } from 'node:path';
import { ADMIN, natsUsers, STANDALONE } from '@chat/bus/users';
import { startNats } from '@chat/local-servers';
import { leaving, usersOwn, type Log, type Server } from './servers';
import type { Settings } from './settings';

/**
 * Starts a local NATS with its streams in DATA_DIR and the users that the contracts define, unless NATS_URL names
 * another. The apps use it as `standalone`, other commands as `admin`.
 */
export async function messageBus({ natsUrl, dataDir }: Settings, log: Log): Promise<Server> {
  if (natsUrl !== undefined) return usersOwn(natsUrl);
  const nats = await startNats({ dataDir: join(dataDir, 'nats'), users: natsUsers, log });
  return {
    environment: {
      NATS_URL: nats.address,
      NATS_USER: STANDALONE,
      NATS_PASSWORD: nats.password(STANDALONE),
    },
    url: nats.url(ADMIN),
    stop: () => nats.stop(),
    left: () => leaving('NATS', nats.pid, join(dataDir, 'nats', 'nats.log')),
  };
}
