import type { Delivery, Webhook } from '@chat/contracts/webhooks';
import { until } from '@chat/test-kit';
import type { Attack, AttackGroup } from '../attack';
import { behaviours } from '../outbound/hostile-receivers';
import { hostileNames, REACHABLE } from '../outbound/hostile-names';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';

const PATIENCE_MS = 45_000;

/** Delivers events to receivers with hostile names, addresses and answers. */
export const attempts: AttackGroup = {
  name: 'attempts',
  about:
    'deliveries to names that resolve to loopback, mixed and rebinding; redirects, endless and lying answers, bombs',
  atOnce: 100,
  attacks: async (world) => {
    const tenant = await world.openTenant('hooked');
    const { port } = world.canaries;
    const endpoints = [
      ...Object.keys(hostileNames).map(
        (name) => `http://${name}:${port}${name.startsWith('rebinding') ? '/fail' : '/'}`,
      ),
      ...Object.keys(behaviours).map((path) => `http://${REACHABLE}:${port}${path}`),
      `http://${REACHABLE}:${port}/control`,
    ];
    const ids = new Map<string, number>();
    for (const url of endpoints) {
      const body = { label: tenant.text(), url, events: ['ticket.created'] };
      const { webhook } = await tenant.post<{ webhook: Webhook }>('/v1/webhooks', body);
      ids.set(new URL(url).hostname, webhook.id);
    }
    const { key, ticket } = await openTicket(tenant);
    return [
      ...Object.keys(hostileNames).map((name) => isBlocked(world, tenant, name, ids.get(name)!)),
      ...Object.keys(behaviours).map((path) => calls(world, path)),
      servesOthers(world, tenant, key, ticket),
      world.nothingCaught(),
    ];
  },
};

/** Creates an event for all endpoints. */
async function openTicket(tenant: Tenant): Promise<{ key: string; ticket: object }> {
  const key = tenant.text();
  await tenant.post('/v1/ticket-types', { key, name: key });
  const ticket = { type_key: key, subject: tenant.text() };
  await tenant.post('/v1/tickets', ticket);
  return { key, ticket };
}

/** The name is resolved, and the delivery ends as one to a forbidden address. */
function isBlocked({ names: asked }: World, tenant: Tenant, name: string, id: number): Attack {
  return {
    name: `a delivery to ${name}`,
    run: async () => {
      const waiting = { describe: `the delivery to ${name} to be blocked`, timeoutMs: PATIENCE_MS };
      await until(async () => {
        const { deliveries } = await tenant.get<{ deliveries: Delivery[] }>(`/v1/webhooks/${id}/deliveries`);
        return deliveries.some(({ status }) => status === 'blocked');
      }, waiting);
      return asked.lookups(name) > 0 ? [] : ['Its name was never resolved.'];
    },
  };
}

function calls({ canaries }: World, path: string): Attack {
  return {
    name: `a delivery to a receiver that answers by ${path.slice(1)}`,
    run: async () => {
      await until(() => canaries.asked.includes(path), {
        describe: `a call of ${path}`,
        timeoutMs: PATIENCE_MS,
      });
      return [];
    },
  };
}

/** Well-behaved receivers get their events, before and after all of it. */
function servesOthers({ canaries }: World, tenant: Tenant, key: string, ticket: object): Attack {
  const calls = () => canaries.asked.filter((path) => path === '/control').length;
  return {
    name: 'a delivery to a well-behaved receiver, afterwards',
    isLast: true,
    run: async () => {
      const before = calls();
      await tenant.post('/v1/tickets', { ...ticket, type_key: key });
      await until(() => calls() > Math.max(before, 1), {
        describe: 'the event at the receiver',
        timeoutMs: PATIENCE_MS,
      });
      return [];
    },
  };
}
