import { setTimeout as delay } from 'node:timers/promises';
import { nameOf, type Failpoint } from '../failpoints/failpoint';
import { operations } from '../operations';
import { Random } from '@chat/test-kit/random';
import { SESSION_LEASE_MS, type World } from '../world/world';
import type { FaultRow, Injury } from '../rounds/row';

const REACH_TIMEOUT_MS = 120_000;
const MOST_PASSES = 3;
/** The order of all failpoints is the same in every run, so that a quick run includes the important ones. */
const points = operations.flatMap(({ failpoints }) => failpoints);

/** SIGKILL at a named failpoint. */
export const failpointKills: FaultRow = {
  name: 'failpoint',
  about: 'SIGKILL before or after a commit, a publish, an ack, a network write or a network read',
  rounds: { quick: 3, full: points.length },
  isKill: true,
  choose: (turn, random) => atFailpoint(chosen(turn, random), 'SIGKILL', random.between(0, MOST_PASSES)),
};

/** SIGSTOP at a named failpoint, for longer than the lease of a session. */
export const failpointPauses: FaultRow = {
  name: 'failpoint-pause',
  about: 'SIGSTOP at a failpoint, beyond the lease of a session',
  rounds: { quick: 1, full: 12 },
  choose: (turn, random) => {
    const chosenPoint = chosen(turn, random, ({ service }) => !['sandbox', 'gateway'].includes(service));
    return atFailpoint(chosenPoint, 'SIGSTOP', random.between(0, MOST_PASSES));
  },
};

/** Hits the first process of the service that reaches the failpoint. */
export function atFailpoint(point: Failpoint, signal: 'SIGKILL' | 'SIGSTOP', skip: number): Injury {
  return {
    name: `${signal} ${nameOf(point)}${skip > 0 ? `, the ${skip + 1}. time` : ''}`,
    inflict: async (world) => {
      world.arm(point, signal, skip);
      await untilHurt(world, point, signal);
      if (signal === 'SIGSTOP') await delay(SESSION_LEASE_MS * 1.5);
    },
  };
}

async function untilHurt(world: World, point: Failpoint, signal: 'SIGKILL' | 'SIGSTOP'): Promise<void> {
  const giveUpAt = performance.now() + REACH_TIMEOUT_MS;
  const members = world.membersOf(point.service);
  while (!members.some((name) => world.isHurt(name, signal))) {
    if (performance.now() > giveUpAt) throw new Error(`No process reached the failpoint ${nameOf(point)}.`);
    await delay(20);
  }
}

/** Chooses each of them once before any is repeated. */
function chosen(turn: number, random: Random, fits: (point: Failpoint) => boolean = () => true): Failpoint {
  const fitting = points.filter(fits);
  const round = Math.floor(turn / fitting.length);
  return new Random(random.seed + round).shuffle(fitting)[turn % fitting.length]!;
}
