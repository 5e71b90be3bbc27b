import type { World } from '../world/world';
import type { FaultRow } from './row';

/** Every process behind the ingress, as in a deployment: one after the other, each when the one before is ready again. */
export const rollingRestarts: FaultRow = {
  name: 'rolling-restart',
  about: 'SIGTERM of every process in turn behind an ingress, and no request fails',
  rounds: { quick: 0, full: 2 },
  front: 'ingress',
  isSeamless: true,
  choose: (_turn, _random, world) => restartInTurn('every process', servicesOf(world), world),
};

/** As in an upgrade: each process comes back with the code of this checkout, beside those of the last release. */
export const upgrades: FaultRow = {
  name: 'upgrade',
  about:
    'every process of the last release is restarted in turn with the code of this checkout, and no request fails',
  rounds: { quick: 0, full: 1 },
  front: 'ingress',
  fromLastRelease: true,
  isSeamless: true,
  choose: (_turn, _random, world) => {
    const victims = servicesOf(world);
    return restartInTurn('every process', victims, world, (name) => world.stack.upgrade(name));
  },
};

/** Those that speak HTTP with the outside: there connections can be reset. */
export const edgeRestarts: FaultRow = {
  name: 'edge-restart',
  about: 'SIGTERM of every gateway and cloud-connector in turn behind an ingress, and no request fails',
  rounds: { quick: 1, full: 4 },
  front: 'ingress',
  isSeamless: true,
  choose: (_turn, _random, world) => {
    const edge = ['gateway', 'cloud-connector'].flatMap((service) => world.membersOf(service));
    return restartInTurn('gateways and cloud-connectors', edge, world);
  },
};

/** As when it is upgraded: the whole installation waits for it, and what was promised before holds. */
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

function servicesOf({ stack }: World): string[] {
  return stack.names.filter((name) => !['postgres', 'nats', 'sandbox'].includes(name));
}

function restartInTurn(
  name: string,
  victims: readonly string[],
  { stack }: World,
  whileStopped: (victim: string) => void = () => undefined,
) {
  return {
    name,
    inflict: async () => {
      for (const victim of victims) {
        await stack.stopOne(victim);
        whileStopped(victim);
        await stack.start(victim);
      }
    },
  };
}
