import type { Drill } from './drill';

const GONE = 'messaging';

export const replicasGone: Drill = {
  name: 'replicas-gone',
  about: 'all replicas of one service are killed, and started again after a while',
  run: async ({ world: { stack }, step, rest }) => {
    step(`${GONE} is killed`);
    const start = await stack.killAll(GONE);
    await rest({ full: 20, quick: 6 });
    step(`${GONE} starts`);
    await start();
  },
};

export const secondStart: Drill = {
  name: 'second-start',
  about: 'the whole installation is stopped, and started again with the data that it has',
  run: async ({ world, step }) => {
    const { stack } = world;
    const services = stack.names.filter((name) => !['postgres', 'nats', 'sandbox'].includes(name));
    const gateways = world.membersOf('gateway');
    step('the gateways stop, then all other services, NATS and Postgres');
    await Promise.all(gateways.map((name) => stack.stopOne(name)));
    const others = services.filter((name) => !gateways.includes(name));
    await Promise.all(others.map((name) => stack.stopOne(name)));
    for (const server of ['nats', 'postgres']) await stack.stopOne(server);
    step('everything starts');
    await world.revive();
  },
};
