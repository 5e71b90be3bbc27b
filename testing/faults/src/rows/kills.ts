import { setTimeout as delay } from 'node:timers/promises';
import type { FaultRow } from '../rounds/row';

const LATEST_MS = 1_500;
const LONGEST_DOWN_MS = 800;

/** SIGKILL of every process in turn, at a random moment. */
export const kills: FaultRow = {
  name: 'kill',
  about: 'SIGKILL of each process, NATS and Postgres in turn, at a random moment',
  rounds: { quick: 9, full: 110 },
  isKill: true,
  choose: (turn, random, { stack }) => {
    // The servers and the services of a send come first, since these are the ones that a quick run covers.
    const first = [
      ...['postgres', 'nats', 'device-sessions', 'messaging', 'cloud-connector', 'webhooks'],
      ...['gateway', 'channels', 'sandbox'],
    ];
    const victims = [...first, ...stack.names.filter((name) => !first.includes(name))];
    const victim = victims[turn % victims.length]!;
    const afterMs = random.between(0, LATEST_MS);
    const downMs = random.between(0, LONGEST_DOWN_MS);
    return {
      name: `${victim} after ${afterMs} ms`,
      inflict: async () => {
        await delay(afterMs);
        await stack.kill(victim);
        await delay(downMs);
      },
    };
  },
};
