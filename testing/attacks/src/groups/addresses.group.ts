import type { Attack, AttackGroup } from '../attack';
import type { HttpTarget } from '../http/exchange';
import { closedRoutes } from '../document/route';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';

/** The only address that may use the key. */
const ALLOWED = '203.0.113.7';

/** A request that claims to come from some address. */
interface Claim {
  readonly name: string;
  /** The number of our proxies in front of the gateway. */
  readonly hops: 0 | 1 | 2;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** The client address in the refusal; null when the claim is true, and the request is accepted. */
  readonly seenAs: string | null;
}

const forwarded = (...entries: string[]) => ({ 'x-forwarded-for': entries });

/** Headers in which proxies and frameworks put the client address. The gateway trusts none of these. */
const OTHER_HEADERS = [
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
  'x-cluster-client-ip',
  'x-original-forwarded-for',
  'x-forwarded',
  'forwarded-for',
  'x-remote-addr',
  'via',
];

const claims: readonly Claim[] = [
  { name: 'nothing', hops: 0, headers: {}, seenAs: '127.0.0.1' },
  { name: 'X-Forwarded-For', hops: 0, headers: forwarded(ALLOWED), seenAs: '127.0.0.1' },
  { name: 'X-Forwarded-For twice', hops: 0, headers: forwarded(ALLOWED, ALLOWED), seenAs: '127.0.0.1' },
  { name: 'Forwarded', hops: 0, headers: { forwarded: `for=${ALLOWED};proto=https` }, seenAs: '127.0.0.1' },
  ...([0, 1, 2] as const).flatMap((hops) =>
    OTHER_HEADERS.map((header) => ({
      name: `${header} behind ${hops} proxies`,
      hops,
      headers: { [header]: ALLOWED, ...(hops > 0 && forwarded('198.51.100.1, 198.51.100.1')) },
      seenAs: hops > 0 ? '198.51.100.1' : '127.0.0.1',
    })),
  ),
  { name: 'the true address, by one proxy', hops: 1, headers: forwarded(ALLOWED), seenAs: null },
  {
    name: 'the true address, with a forged entry before it',
    hops: 1,
    headers: forwarded(`198.51.100.9, ${ALLOWED}`),
    seenAs: null,
  },
  { name: 'the true address with a port', hops: 1, headers: forwarded(`${ALLOWED}:4711`), seenAs: null },
  {
    name: 'a forged entry before the true one',
    hops: 1,
    headers: forwarded(`${ALLOWED}, 198.51.100.1`),
    seenAs: '198.51.100.1',
  },
  {
    name: 'a forged header before the true one',
    hops: 1,
    headers: forwarded(ALLOWED, '198.51.100.1'),
    seenAs: '198.51.100.1',
  },
  { name: 'no X-Forwarded-For in spite of the proxy', hops: 1, headers: {}, seenAs: '' },
  { name: 'an empty entry', hops: 1, headers: forwarded(`${ALLOWED},`), seenAs: '' },
  { name: 'a name', hops: 1, headers: forwarded('localhost'), seenAs: 'localhost' },
  { name: 'a whole network', hops: 1, headers: forwarded(`${ALLOWED}/0`), seenAs: `${ALLOWED}/0` },
  { name: 'the address as one number', hops: 1, headers: forwarded('3405803783'), seenAs: '3405803783' },
  { name: 'the address in octal', hops: 1, headers: forwarded('0313.0.0161.07'), seenAs: '0313.0.0161.07' },
  { name: 'a zone', hops: 1, headers: forwarded('fe80::1%eth0'), seenAs: 'fe80::1%eth0' },
  {
    name: 'the mapped form of the true address',
    hops: 1,
    headers: forwarded(`::ffff:${ALLOWED}`),
    seenAs: null,
  },
  {
    name: 'the true address, by two proxies',
    hops: 2,
    headers: forwarded(`${ALLOWED}, 10.0.0.1`),
    seenAs: null,
  },
  {
    name: 'two forged entries before them',
    hops: 2,
    headers: forwarded(`8.8.8.8, ${ALLOWED}, 10.0.0.1`),
    seenAs: null,
  },
  {
    name: 'a forged entry in the third place',
    hops: 2,
    headers: forwarded(`${ALLOWED}, 198.51.100.1, 10.0.0.1`),
    seenAs: '198.51.100.1',
  },
  { name: 'one entry in spite of two proxies', hops: 2, headers: forwarded(ALLOWED), seenAs: '' },
];

/** Every way to claim another address, against the allowlist of a key. */
export const addresses: AttackGroup = {
  name: 'addresses',
  about:
    'forged X-Forwarded-For, Forwarded, X-Real-IP behind 0, 1 and 2 proxies; every route from another address',
  attacks: async (world) => {
    const tenant = await world.openTenant('elsewhere');
    const key = await world.stack.admin.createApiKey(tenant.accountId, { allowlist: [ALLOWED] });
    world.marks.plant(key.clientSecret, 'the secret of an API key', null);
    const headers = { 'client-id': key.clientId, 'client-secret': key.clientSecret };
    return [
      ...claims.map((claim) => makesClaim(world, claim, headers, tenant)),
      ...closedRoutes(world.routes)
        .filter(({ successor }) => successor !== 'GET /v1/ping')
        .map((route) => comesFromElsewhere(world, route, headers, tenant)),
    ];
  },
};

type Headers = Readonly<Record<string, string>>;

function makesClaim(
  world: World,
  { name, hops, headers, seenAs }: Claim,
  key: Headers,
  tenant: Tenant,
): Attack {
  return {
    name: `behind ${hops} proxies: ${name}`,
    run: async () => {
      const gateway: HttpTarget = world.gateways[hops];
      const answer = await gateway.send({
        method: 'GET',
        path: '/v1/contacts',
        headers: { ...key, ...headers },
      });
      if (seenAs === null)
        return answer.status === 200 ? [] : [`A true claim was answered ${answer.status}.`];
      const { error } = JSON.parse(answer.bytes.toString()) as { error?: { ip?: string } };
      return [
        ...world.judge(answer, { codes: ['ip_not_whitelisted'] }, tenant.name, 'GET /v1/contacts'),
        ...(error?.ip === seenAs
          ? []
          : [`It took ${error?.ip} for the client address instead of ${seenAs}.`]),
      ];
    },
  };
}

function comesFromElsewhere(
  world: World,
  { http, method, path }: { http: string; method: string; path: string },
  key: Headers,
  tenant: Tenant,
): Attack {
  return {
    name: `${http} from an address that is not on the allowlist`,
    run: async () => {
      const answer = await world.gateway.send({ method, path: path.replace(/\{\w+\}/g, '1'), headers: key });
      return world.judge(answer, { codes: ['ip_not_whitelisted'] }, tenant.name, http);
    },
  };
}
