import { until } from '@chat/test-kit';
import type { World } from '../world/world';
import type { FaultRow } from '../rounds/row';

/**
 * Restarts every process behind the ingress, as in a deployment: one at a time, each when the previous one is ready
 * again.
 */
export const rollingRestarts: FaultRow = {
  name: 'rolling-restart',
  about: 'SIGTERM of every process in turn behind an ingress, without a failed request',
  rounds: { quick: 0, full: 2 },
  front: 'ingress',
  isSeamless: true,
  choose: () => ({ name: 'every process', inflict: (world) => restartInTurn(world, world.services) }),
};

/** As in an upgrade: each process is restarted with the code of this checkout, next to those of the last release. */
export const upgrades: FaultRow = {
  name: 'upgrade',
  about:
    'every process of the last release is restarted in turn with the code of this checkout, without a failed request',
  rounds: { quick: 0, full: 1 },
  front: 'ingress',
  fromLastRelease: true,
  isSeamless: true,
  choose: () => ({ name: 'every process', inflict: (world) => upgrade(world, forUpgrade(world)) }),
};

/** As when a release is taken back: every process, on the tables of the newer one. */
export const rollbacks: FaultRow = {
  name: 'rollback',
  about:
    'after an upgrade, every process is restarted in turn with the last release again, without a failed request',
  rounds: { quick: 0, full: 1 },
  front: 'ingress',
  fromLastRelease: true,
  endsWithLastRelease: true,
  isSeamless: true,
  choose: () => ({
    name: 'every process, forth and back',
    inflict: async (world) => {
      const victims = forUpgrade(world);
      await upgrade(world, victims);
      await downgrade(world, victims.toReversed());
    },
  }),
};

/** How many calls are made of each mix of releases. */
const CALLS_OF_A_MIX = 150;

/** As when each team deploys its own service: every mix in which one service is of another release than all others. */
export const mixedReleases: FaultRow = {
  name: 'mixed-releases',
  about:
    'each service in turn is the only one of this checkout beside the last release, and the other way round, without a failed request',
  rounds: { quick: 0, full: 1 },
  front: 'ingress',
  fromLastRelease: true,
  endsWithLastRelease: true,
  isSeamless: true,
  choose: () => ({
    name: 'every service alone, forth and back',
    inflict: async (world) => {
      const all = forUpgrade(world);
      const services = [...new Set(all.map((name) => name.replace(/-\d+$/, '')))];
      for (const service of services) {
        await upgrade(world, world.membersOf(service));
        await callsOf(world);
        await downgrade(world, world.membersOf(service));
      }
      await upgrade(world, all);
      for (const service of services.toReversed()) {
        await downgrade(world, world.membersOf(service));
        await callsOf(world);
        await upgrade(world, world.membersOf(service));
      }
      await downgrade(world, all.toReversed());
    },
  }),
};

async function callsOf(world: World): Promise<void> {
  const before = world.calls.length;
  await until(() => world.calls.length >= before + CALLS_OF_A_MIX, {
    describe: 'the calls of a mix of releases',
  });
}

/** In the order that operators are told: what delivers events comes before what emits new types of them. */
function forUpgrade(world: World): string[] {
  return [...new Set([...world.membersOf('webhooks'), ...world.services])];
}

/** Only the processes that serve HTTP to the outside, where connections could be reset. */
export const edgeRestarts: FaultRow = {
  name: 'edge-restart',
  about: 'SIGTERM of every gateway and cloud-connector in turn behind an ingress, without a failed request',
  rounds: { quick: 1, full: 4 },
  front: 'ingress',
  isSeamless: true,
  choose: () => ({
    name: 'gateways and cloud-connectors',
    inflict: (world) =>
      restartInTurn(
        world,
        ['gateway', 'cloud-connector'].flatMap((service) => world.membersOf(service)),
      ),
  }),
};

/** As in an upgrade of Postgres: the whole installation waits for it, and earlier promises hold. */
export const postgresRestarts: FaultRow = {
  name: 'postgres-restart',
  about: 'Postgres is restarted under the load that comes through an ingress',
  rounds: { quick: 1, full: 6 },
  front: 'ingress',
  choose: () => ({
    name: 'a fast shutdown',
    inflict: async ({ stack }) => {
      await stack.stopOne('postgres');
      await stack.start('postgres');
    },
  }),
};

async function restartInTurn(
  { stack }: World,
  victims: readonly string[],
  whileStopped: (victim: string) => void = () => undefined,
): Promise<void> {
  for (const victim of victims) {
    await stack.stopOne(victim);
    whileStopped(victim);
    await stack.start(victim);
  }
}

function upgrade(world: World, victims: readonly string[]): Promise<void> {
  return restartInTurn(world, victims, (name) => world.upgrade(name));
}

function downgrade(world: World, victims: readonly string[]): Promise<void> {
  return restartInTurn(world, victims, (name) => world.downgrade(name));
}
