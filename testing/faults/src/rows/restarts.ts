import { setTimeout as delay } from 'node:timers/promises';
import type { FaultRow } from '../rounds/row';

const LATEST_MS = 800;

/** SIGTERM under load, as in a deployment: work in progress is finished, and the process exits by itself. */
export const restarts: FaultRow = {
  name: 'restart',
  about: 'SIGTERM of each service in turn under load: it drains, exits by itself, and is started again',
  rounds: { quick: 1, full: 13 },
  choose: (turn, random, { stack }) => {
    const victims = stack.names.filter((name) => !['postgres', 'nats', 'sandbox'].includes(name));
    const victim = victims[turn % victims.length]!;
    const afterMs = random.between(0, LATEST_MS);
    return {
      name: `${victim} after ${afterMs} ms`,
      inflict: async () => {
        await delay(afterMs);
        await stack.stopOne(victim);
      },
    };
  },
};
