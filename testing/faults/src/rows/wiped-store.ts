import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FaultRow } from '../rounds/row';

const LATEST_MS = 1_000;

/** NATS is killed and loses everything: the stream, and the state of its consumers. */
export const wipedStores: FaultRow = {
  name: 'wiped-store',
  about: 'SIGKILL of NATS, and an empty JetStream store at its next start',
  rounds: { quick: 1, full: 10 },
  choose: (_turn, random, { stack }) => {
    const afterMs = random.between(0, LATEST_MS);
    return {
      name: `after ${afterMs} ms`,
      inflict: async () => {
        await delay(afterMs);
        await stack.kill('nats');
        await rm(join(stack.dataOf('nats'), 'jetstream'), { recursive: true });
      },
    };
  },
};
