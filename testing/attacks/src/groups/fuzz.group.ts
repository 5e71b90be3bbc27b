import { AnswerJudge } from '@chat/test-kit';
import type { Attack, AttackGroup } from '../attack';
import { draftOf, requestOf } from '../fuzz/fuzzed-request';
import type { Route } from '../document/route';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';

const REQUESTS = 5_000;

/** Random requests from the document: valid, almost valid and completely invalid ones. */
export const fuzz: AttackGroup = {
  name: 'fuzz',
  about: 'random requests from the document: no 5xx, and no undocumented answer',
  attacks: async (world) => {
    const tenant = await world.openTenant('fuzzer');
    return Array.from({ length: REQUESTS }, (_, index) =>
      sends(world, world.routes[index % world.routes.length]!, world.random.between(0, 2 ** 31 - 1), tenant),
    );
  },
};

function sends(world: World, route: Route, seed: number, tenant: Tenant): Attack {
  return {
    name: `${route.http} by ${seed}`,
    run: async () => {
      const { method, target, headers, body } = await requestOf(route, draftOf(route, seed), tenant);
      const answer = await tenant.send(method, target, body, headers);
      const problems = [
        ...(answer.status >= 500 ? [`It answered ${answer.status}.`] : []),
        ...AnswerJudge.committed.differences(method, route.path, answer),
        ...world.marks.foundInAnswer(answer.bytes.toString(), tenant.name),
      ];
      return problems.map((problem) => `${problem} To ${method} ${target} with ${body ?? 'no body'}.`);
    },
  };
}
