import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats } from '@chat/local-servers';

export interface TestNats {
  readonly url: string;
  /** Stops the server and removes its streams. */
  stop(): Promise<void>;
}

/** A NATS server of the spec's own: streams and queue groups are global to a server, so specs do not share one. */
export async function startTestNats(): Promise<TestNats> {
  const folder = await mkdtemp(join(tmpdir(), 'chat-nats-'));
  const nats = await startNats({ dataDir: folder, log: () => undefined });
  return {
    url: nats.url('local'),
    stop: async () => {
      await nats.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
