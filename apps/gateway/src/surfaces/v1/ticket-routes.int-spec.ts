import { featureFlags, scopesOf } from '@chat/contracts';
import { operations } from '@chat/contracts/table';
import { GatewayUnderTest } from '../../testing/gateway-under-test';

const routes = operations.flatMap(({ http, scope, flags }) =>
  http && flags?.includes(featureFlags.tickets) ? [{ http, scope: scopesOf(scope)[0]! }] : [],
);

describe('the ticket routes', () => {
  let gateway: GatewayUnderTest;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start({ FEATURE_TENANT_TICKETS_V1: 'off' });
  });

  afterAll(() => gateway.stop());

  const call = async (http: string, scopes: string[] | null) => {
    const client = gateway.client(await gateway.createKey({ scopes }));
    const [method, path] = http.split(' ') as ['GET' | 'POST' | 'PATCH', string];
    const target = path.replace('{number}', 'TKT-000001');
    const answer = await {
      GET: () => client.get(target),
      POST: () => client.post(target, {}),
      PATCH: () => client.patch(target, {}),
    }[method]();
    return answer.error;
  };

  it('are nine', () => {
    expect(routes).toHaveLength(9);
  });

  it.each(routes)('want their scope spelt out: $http', async ({ http, scope }) => {
    expect(await call(http, null)).toMatchObject({ code: 'insufficient_scope', required_scope: scope });
  });

  it.each(routes)('are closed to all while the feature is off: $http', async ({ http, scope }) => {
    expect(await call(http, [scope])).toMatchObject({ code: 'feature_disabled' });
  });
});
