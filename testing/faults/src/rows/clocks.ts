import { setTimeout as delay } from 'node:timers/promises';
import type { FaultRow } from '../rounds/row';

const JUMPS_MS = [10 * 60_000, -10 * 60_000, 20_000, -20_000];

/** Shifts the wall clock of one process for some seconds. */
export const clocks: FaultRow = {
  name: 'clock',
  about: 'the clock of one process jumps by up to ten minutes, and back after some seconds',
  rounds: { quick: 1, full: 8 },
  choose: (turn, random, world) => {
    const victims = world.stack.names.filter((name) => !['postgres', 'nats', 'sandbox'].includes(name));
    const victim = random.pick(victims);
    const byMs = JUMPS_MS[turn % JUMPS_MS.length]!;
    // A webhook with a wrong time is refused, and retried after about five seconds.
    const forMs = random.between(1_500, 3_000);
    return {
      name: `${victim} by ${byMs / 1_000} s for ${forMs} ms`,
      inflict: async () => {
        world.order(victim, { do: 'shift-clock', byMs });
        await delay(forMs);
      },
    };
  },
};
