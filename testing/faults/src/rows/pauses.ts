import { setTimeout as delay } from 'node:timers/promises';
import { SESSION_LEASE_MS, type World } from '../world/world';
import type { FaultRow } from '../rounds/row';

const LATEST_MS = 800;
/** Beyond the lease of a job, the acknowledgement timeout of NATS, and the session of a relay in Postgres. */
const LONG_MS = 33_000;

const victimsOf = ({ stack }: World) =>
  stack.names.filter((name) => !['postgres', 'nats', 'sandbox'].includes(name));

/** SIGSTOP for longer than a session's lease. */
export const pauses: FaultRow = {
  name: 'pause',
  about: 'SIGSTOP of a service beyond the lease of a session, then SIGCONT',
  rounds: { quick: 1, full: 12 },
  choose: (turn, random, world) => pause(turn, random.between(0, LATEST_MS), SESSION_LEASE_MS * 1.7, world),
};

/** SIGSTOP for longer than every lease. */
export const longPauses: FaultRow = {
  name: 'long-pause',
  about: 'SIGSTOP of a service for 33 seconds, beyond every lease',
  rounds: { quick: 0, full: 5 },
  choose: (turn, random, world) => pause(turn, random.between(0, LATEST_MS), LONG_MS, world),
};

function pause(turn: number, afterMs: number, forMs: number, world: World) {
  const first = ['device-sessions', 'messaging', 'cloud-connector', 'webhooks', 'channels'];
  const victims = [...first, ...victimsOf(world).filter((name) => !first.includes(name))];
  const victim = victims[turn % victims.length]!;
  return {
    name: `${victim} after ${afterMs} ms for ${forMs} ms`,
    inflict: async () => {
      await delay(afterMs);
      world.stack.signal(victim, 'SIGSTOP');
      await delay(forMs);
    },
  };
}
