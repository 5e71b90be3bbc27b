import { ADMIN, natsUsers, STANDALONE } from '@chat/bus/users';
import { startNats, type LocalNats } from '@chat/local-servers';

interface OwnNats {
  readonly nats: LocalNats;
  /** The settings of the apps: they connect as `standalone`. */
  readonly environment: NodeJS.ProcessEnv;
  /** For the admin tool, with its credentials. */
  readonly url: string;
}

/** The NATS of `npm start`, with the users that the contracts ask for. */
export async function startOwnNats(dataDir: string, log: (line: string) => void): Promise<OwnNats> {
  const nats = await startNats({ dataDir, users: natsUsers, log });
  const password = nats.password(STANDALONE);
  const environment = { NATS_URL: nats.address, NATS_USER: STANDALONE, NATS_PASSWORD: password };
  return { nats, environment, url: nats.url(ADMIN) };
}
