import { AnswerJudge } from '@chat/test-kit';
import type { Attack, AttackGroup } from '../attack';
import { exampleFormOf, exampleOf, targetOf } from '../routes/examples';
import type { Route } from '../document/route';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';

/**
 * One valid request of every route. All other groups start from these: an attack on a request that is refused anyway
 * would prove nothing.
 */
export const examples: AttackGroup = {
  name: 'examples',
  about: 'a valid request of every route succeeds, so that the other groups start from working ones',
  attacks: async (world) => {
    const tenant = await world.openTenant('example');
    return world.routes.map((route) => succeeds(world, route, tenant));
  },
};

function succeeds(world: World, route: Route, tenant: Tenant): Attack {
  return {
    name: route.http,
    run: async () => {
      const example = await exampleOf(route, tenant, { fresh: true });
      const json = example.body ? JSON.stringify(example.body) : undefined;
      const form = exampleFormOf(route);
      const headers = form ? { 'content-type': form.type } : {};
      const answer = await tenant.send(route.method, targetOf(example), form?.body ?? json, headers);
      if (answer.status >= 300) return [notValid(route, answer.status, answer.bytes.toString())];
      return [
        ...AnswerJudge.committed.differences(route.method, route.path, answer),
        ...world.marks.foundInAnswer(answer.bytes.toString(), tenant.name),
      ];
    },
  };
}

function notValid({ operation }: Route, status: number, body: string): string {
  const service = operation?.subject.split('.')[1] ?? 'gateway';
  return (
    `The request made from the contract is not valid (${status}: ${body.slice(0, 300)}). ` +
    `Add what it needs to testing/attacks/src/routes/records/${service}.ts.`
  );
}
