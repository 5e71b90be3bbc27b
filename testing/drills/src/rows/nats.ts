import { natsConfiguration, natsUsers } from '@chat/bus/users';
import { serviceNames } from '@chat/contracts/table';
import { until } from '@chat/test-kit';
import { acceptsPassword, reloadUsers } from '../nats-users';
import { restartInTurn, type Drill } from './drill';

export const natsAway: Drill = {
  name: 'nats-away',
  about: 'NATS is stopped for a minute, and started again',
  run: async ({ world: { stack }, step, rest }) => {
    step('NATS stops');
    await stack.stopOne('nats');
    await rest({ full: 60, quick: 8 });
    step('NATS starts');
    await stack.start('nats');
  },
};

const DEAF = 'messaging';

export const natsUsersWrong: Drill = {
  name: 'nats-users',
  about: 'NATS is reloaded with users of whom one may not subscribe, and later with the right ones',
  run: async ({ world, step, rest }) => {
    const { stack } = world;
    const right = natsConfiguration();
    const replicas = world.membersOf(DEAF);
    const areReady = async (expected: boolean) => {
      const results = await Promise.all(replicas.map((name) => stack.isReady(name)));
      return results.every((isReady) => isReady === expected);
    };
    try {
      step(`the users are reloaded, and ${DEAF} may not answer its operations`);
      await reloadUsers(stack, right.replace(`"rpc.${DEAF}.> ${DEAF}"`, `"nothing.of.${DEAF}"`));
      await until(() => areReady(false), { describe: `${DEAF} to be not ready` });
      await rest({ full: 20, quick: 5 });
    } finally {
      step('the right users are reloaded, and nothing is restarted');
      await reloadUsers(stack, right);
    }
    await until(() => areReady(true), { describe: `${DEAF} to be ready by itself` });
  },
};

const NEW_PASSWORD = 'p-of-the-drill';

/** As in docs/secrets.md. */
export const natsPassword: Drill = {
  name: 'nats-password',
  about: 'services change their password of NATS, replica by replica, without a failed call',
  front: 'ingress',
  isSeamless: true,
  run: async ({ world, isQuick, step }) => {
    const { stack } = world;
    const changing = isQuick ? ['messaging'] : serviceNames;
    const variable = (service: string) => natsUsers.passwordVariables[service]!;
    const next = changing.map((service) => [`${variable(service)}_NEXT`, NEW_PASSWORD] as const);
    const own = changing.map((service) => [variable(service), NEW_PASSWORD] as const);
    const [first] = changing;
    const isAccepted = (user: string) => () => acceptsPassword(stack.observerUrl, user, NEW_PASSWORD);

    step('the users get a second password each, and NATS is reloaded');
    await reloadUsers(stack, natsConfiguration(new Map(next)));
    await until(isAccepted(`${first}-next`), { describe: 'NATS to accept the new password' });
    step('the replicas are restarted with the second user');
    for (const service of changing) {
      const change = { NATS_USER: `${service}-next`, NATS_PASSWORD: NEW_PASSWORD };
      await restartInTurn(world, service, (env) => ({ ...env, ...change }));
    }
    step('the first user gets the new password, and NATS is reloaded');
    await reloadUsers(stack, natsConfiguration(new Map([...next, ...own])));
    await until(isAccepted(first!), { describe: 'NATS to accept the new password of the first user' });
    step('the replicas are restarted with the first user');
    for (const service of changing) {
      await restartInTurn(world, service, (env) => ({ ...env, NATS_USER: service }));
    }
    step('the second users are removed, and NATS is reloaded');
    await reloadUsers(stack, natsConfiguration(new Map(own)));
    await until(async () => !(await isAccepted(`${first}-next`)()), {
      describe: 'NATS to refuse the second user',
    });
  },
};
