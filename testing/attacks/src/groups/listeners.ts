import type { Webhook } from '@chat/contracts/webhooks';
import { until } from '@chat/test-kit';
import type { HttpAnswer } from '../http/exchange';
import { REACHABLE } from '../outbound/hostile-names';
import { typeKey } from '../routes/records/tickets';
import { UNKNOWN_ID, type RecordKind } from '../world/record-kind';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';

/** An endpoint that answers, and is told of this kind of event. */
export function listenerTo(world: World, event: string): RecordKind {
  return {
    name: 'listener',
    make: async (tenant) => {
      const url = `http://${REACHABLE}:${world.canaries.port}${pathOf(tenant)}`;
      const body = { label: tenant.text(), url, events: [event] };
      return (await tenant.post<{ webhook: Webhook }>('/v1/webhooks', body)).webhook.id;
    },
    unknown: UNKNOWN_ID,
  };
}

/** How many deliveries have reached the account's listeners. */
export function countHeard({ canaries }: World, tenant: Tenant): number {
  return canaries.asked.filter((path) => path === pathOf(tenant)).length;
}

/** The account opens a ticket, and its listener is told. */
export async function openTicketAndHear(world: World, tenant: Tenant): Promise<HttpAnswer> {
  const before = countHeard(world, tenant);
  const ticket = { type_key: await tenant.own(typeKey), subject: tenant.text() };
  const answer = await tenant.send('POST', '/v1/tickets', JSON.stringify(ticket));
  if (answer.status === 201)
    await until(() => countHeard(world, tenant) > before, { describe: `${tenant.name} to be told` });
  return answer;
}

function pathOf({ mark }: Tenant): string {
  return `/${mark}`;
}
