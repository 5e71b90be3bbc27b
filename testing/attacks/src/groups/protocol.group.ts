import type { Attack, AttackGroup } from '../attack';
import { protocolShapes, type Shape } from '../hostile/protocol-shapes';
import { exchangeRaw } from '../http/raw-exchange';
import type { RawAnswer } from '../http/answers.rules';
import { problemsOfAnswer } from '../judge/answer.rules';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';

/** Malformed HTTP, and HTTP that two parsers would interpret differently. */
export const protocol: AttackGroup = {
  name: 'protocol',
  about:
    'smuggling, header floods, duplicate headers, method overrides, encoded paths, bytes that are not HTTP',
  attacks: async (world) => {
    const tenant = await world.openTenant('smuggler');
    const shapes = protocolShapes(keyLines(tenant), tenant.text());
    return [...shapes.map((shape) => sends(world, shape, tenant)), smuggledNothing(tenant)];
  },
};

function keyLines({ credential }: Tenant): string {
  return `client-id: ${credential.clientId}\r\nclient-secret: ${credential.clientSecret}\r\n`;
}

function sends(
  world: World,
  { name, parts, answers: right, mayCloseSilently }: Shape,
  tenant: Tenant,
): Attack {
  return {
    name,
    run: async () => {
      const { answers, rest, closed } = await exchangeRaw(world.gateway.baseUrl, parts);
      const statuses =
        answers.map(({ status }) => status).join(', ') || (closed ? 'the end of the connection' : 'nothing');
      const isRight = answers.length === 0 ? closed && mayCloseSilently === true : right.test(statuses);
      return [
        ...(isRight ? [] : [`It was answered by ${statuses} instead of ${String(right)}.`]),
        ...(rest === '' ? [] : [`Its answer contains bytes that are not HTTP: ${rest.slice(0, 200)}`]),
        ...answers.flatMap((answer) => problemsOf(answer, world, tenant)),
      ];
    },
  };
}

function problemsOf({ status, headers, body }: RawAnswer, world: World, tenant: Tenant): string[] {
  // The answer to HEAD has no body.
  if (body === '') return status >= 500 ? [`It answered ${status}.`] : [];
  return [
    ...problemsOfAnswer({ status, body, header: (name) => headers[name] ?? null }, { orSuccess: true }),
    ...world.marks.foundInAnswer(body, tenant.name),
  ];
}

/** The hidden requests would have created ticket types. */
function smuggledNothing(tenant: Tenant): Attack {
  return {
    name: 'requests hidden in other requests were not executed',
    isLast: true,
    run: async () => {
      const { ticket_types } = await tenant.get<{ ticket_types: unknown[] }>('/v1/ticket-types');
      return ticket_types.length === 0 ? [] : [`${ticket_types.length} hidden requests were executed.`];
    },
  };
}
