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

const CONTEST_MS = 60_000;

/** Two replicas take the sessions from each other, each just awake again while the other is being stopped. */
export const contests: FaultRow = {
  name: 'contest',
  about:
    'the replicas of device-sessions are stopped in turn, each beyond the lease of its sessions, for a minute',
  rounds: { quick: 0, full: 2 },
  choose: (_, random) => ({
    name: 'device-sessions',
    inflict: async (world) => {
      const replicas = world.membersOf('device-sessions');
      const endsAt = Date.now() + CONTEST_MS;
      for (let turn = 0; Date.now() < endsAt; turn += 1) {
        const victim = replicas[turn % replicas.length]!;
        world.stack.signal(victim, 'SIGSTOP');
        await delay(SESSION_LEASE_MS * 1.3);
        world.stack.signal(victim, 'SIGCONT');
        await delay(random.between(0, LATEST_MS));
      }
    },
  }),
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
