import { until } from '@chat/test-kit';
import type { Attack, AttackGroup } from '../attack';
import { HeldConnections } from '../http/held-connections';
import type { Tenant } from '../world/tenant';
import { CROWD, type World } from '../world/world';
import { leavesRoom, sendAlone, type AskOthers } from './crowd';

const HONEST = 10;
/** A little more than the gateway has connections. */
const REQUESTS = CROWD.connections + 50;
/** Longest JSON bodies, of which a byte is missing, and how many of them a gateway takes into its memory. */
const HEAVY = { bytes: 1024 * 1024 - 1, count: 180, atOnce: 128 };
/** Clients behind a proxy that hold as many requests as they get, beside others. */
export const crowds: AttackGroup = {
  name: 'crowds',
  about:
    'one client, one account or many that hold a gateway behind a proxy with slow requests, beside ten others',
  atOnce: 1,
  attacks: async (world) => {
    const crowd = await world.openTenant('crowd');
    const honest = await Promise.all(
      Array.from({ length: HONEST }, (_, index) => world.openTenant(`beside${index}`)),
    );
    const others = askAt(world, honest);
    const hold = (clientOf: (index: number) => string) => () =>
      HeldConnections.open(world.gateways[1].baseUrl, REQUESTS, (index) => slow(crowd, clientOf(index), 1));
    const [ofClient, ofAccount] = [hold(() => '127.7.0.1'), hold((index) => `127.7.1.${index % 100}`)];
    const ofMany = async () => {
      const held = await HeldConnections.open(world.gateways[1].baseUrl, HEAVY.count, (index) =>
        slow(honest[index % HONEST]!, `127.7.2.${index % 100}`, HEAVY.bytes),
      );
      const tooMany = HEAVY.count - HEAVY.atOnce;
      await until(() => held.answered >= tooMany, { describe: `${tooMany} long bodies to be refused` });
      return held;
    };
    return [
      leavesRoom('slow requests of one client', ofClient, others),
      refusesMore(world, crowd, 'one more of one client', ofClient, {
        limit: CROWD.perAddress,
        client: '127.7.0.1',
      }),
      leavesRoom('slow requests of one account, at many addresses', ofAccount, others),
      refusesMore(world, crowd, 'one more of one account, at another address', ofAccount, {
        limit: CROWD.perAccount,
        client: '127.7.3.1',
      }),
      leavesRoom('slow requests of many, with almost 1 MiB each', ofMany, others),
    ];
  },
};

/** The beginning of a request to the gateway behind one proxy. */
function slow({ headers }: Tenant, client: string, bytes: number): string {
  const lines = Object.entries({ ...headers, 'x-forwarded-for': client })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  return (
    `POST /v1/contacts HTTP/1.1\r\nHost: x\r\n${lines}Content-Type: application/json\r\n` +
    `Content-Length: ${bytes + 1}\r\n\r\n${'x'.repeat(bytes)}`
  );
}

function askAt(world: World, tenants: readonly Tenant[]): AskOthers {
  const ask = ({ headers }: Tenant, index: number) =>
    sendAlone(world.gateways[1].baseUrl, {
      method: 'GET',
      path: '/v1/contacts',
      headers: { ...headers, 'x-forwarded-for': `127.8.0.${index}` },
    });
  return () => Promise.all(tenants.map(ask));
}

/** Whoever has too much is told so, and what they send has no effect. */
function refusesMore(
  world: World,
  crowd: Tenant,
  name: string,
  hold: () => Promise<HeldConnections>,
  { limit, client }: { limit: number; client: string },
): Attack {
  return {
    name,
    run: async () => {
      const held = await hold();
      await until(() => held.answered >= REQUESTS - limit, { describe: 'all but the limit to be refused' });
      const body = JSON.stringify({ firstname: crowd.text(), mobile_code: '1', mobile: crowd.number() });
      const headers = { ...crowd.headers, 'content-type': 'application/json', 'x-forwarded-for': client };
      const answer = await world.gateways[1].send({ method: 'POST', path: '/v1/contacts', headers, body });
      held.release();
      const { contacts } = await crowd.get<{ contacts: unknown[] }>('/v1/contacts');
      return [
        ...world.judge(answer, { codes: ['rate_limit_exceeded'] }, crowd.name, 'POST /v1/contacts'),
        ...(answer.headers.get('retry-after') === '1' ? [] : ['It does not say when to try again.']),
        ...(contacts.length === 0 ? [] : ['It had an effect.']),
      ];
    },
  };
}
