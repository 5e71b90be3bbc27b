import { createHmac } from 'node:crypto';
import { providerCallbacks, SIGNATURE_HEADER } from '@chat/contracts/cloud-connector';
import { until } from '@chat/test-kit';
import type { Attack, AttackGroup } from '../attack';
import { HttpTarget } from '../http/exchange';
import { HeldConnections } from '../http/held-connections';
import type { Tenant } from '../world/tenant';
import { CROWD, type World } from '../world/world';

/** More than the callback port has connections. */
const STRANGERS = 1_100;
/** How many callbacks the provider sends at each moment, each from an address that it never used before. */
const CALLBACKS = 30;
/** How many it sends at once from one such address. */
const BURST = 100;
const HONEST = 10;
/** The memory limit of a gateway. */
const MEMORY_MIB = 512;

/** Who is served before a crowd comes, while it is there, and after it has left. */
interface Served {
  /** @param moment distinguishes the addresses. @returns the statuses of the answers. */
  ask: (moment: number) => Promise<(number | string)[]>;
}

/** Clients that hold as many connections and requests as they get, beside others. */
export const crowds: AttackGroup = {
  name: 'crowds',
  about:
    'one client with 1,100 silent or slow connections to the callback port, or with as many requests at a gateway, beside others',
  atOnce: 1,
  attacks: async (world) => [...atCallbacks(world), ...(await atGateway(world))],
};

function atCallbacks(world: World): Attack[] {
  const begun = (client: string) =>
    `POST ${providerCallbacks} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${client}\r\n` +
    `Content-Type: application/json\r\n${SIGNATURE_HEADER}: sha256=00\r\n`;
  const slow = (client: string) => `${begun(client)}Content-Length: 1000\r\n\r\n{`;
  const [direct, behindProxy] = [world.callbacks.baseUrl, world.callbacksBehindProxy.baseUrl];
  const cases: [name: string, url: string, beginning: (index: number) => string][] = [
    ['silent connections to the callback port', direct, () => ''],
    ['connections to the callback port that stop within their headers', direct, () => begun('x')],
    ['connections to the callback port that stop within their body', direct, () => slow('x')],
    [
      'requests to the callback port behind a proxy that stop within their body',
      behindProxy,
      () => slow('198.51.100.66'),
    ],
    [
      'requests to the callback port behind a proxy, of eleven clients, that stop within their body',
      behindProxy,
      (index) => slow(`198.51.100.${index % 11}`),
    ],
  ];
  return cases.map(([name, url, beginning]) =>
    leavesRoom(
      `${STRANGERS} ${name}`,
      () => HeldConnections.open(url, STRANGERS, beginning, '127.66.0.66'),
      providerAt(world, url),
    ),
  );
}

/** The provider calls from addresses that it never used before, one of them in a burst. */
function providerAt({ provider }: World, url: string): Served {
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [] });
  const signature = `sha256=${createHmac('sha256', provider.appSecret).update(body).digest('hex')}`;
  const call = (from: string) =>
    statusOf(url, from, {
      method: 'POST',
      path: providerCallbacks,
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': from,
        [SIGNATURE_HEADER]: signature,
      },
      body,
    });
  return {
    ask: async (moment) => {
      const answers: (number | string)[] = [];
      const network = `127.${100 + addressesUsed++}.${moment}`;
      for (let count = 0; count < CALLBACKS; count += 1) answers.push(await call(`${network}.${count}`));
      const burst = Array.from({ length: BURST }, () => call(`${network}.254`));
      return [...answers, ...(await Promise.all(burst))];
    },
  };
}

let addressesUsed = 0;

async function atGateway(world: World): Promise<Attack[]> {
  const crowd = await world.openTenant('crowd');
  const honest = await Promise.all(
    Array.from({ length: HONEST }, (_, index) => world.openTenant(`beside${index}`)),
  );
  const { baseUrl } = world.gateways[1];
  const count = CROWD.connections + 50;
  const beginning = (tenant: Tenant, client: string, length: number) =>
    `POST /v1/contacts HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${client}\r\n${linesOf(tenant)}` +
    `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
  const slow = (client: string) => beginning(crowd, client, 1_000) + '{';
  const others: Served = {
    ask: () =>
      Promise.all(
        honest.map((tenant, index) => {
          const client = `127.8.0.${index}`;
          const headers = { ...tenant.headers, 'x-forwarded-for': client };
          return statusOf(baseUrl, undefined, { method: 'GET', path: '/v1/contacts', headers });
        }),
      ),
  };
  const large = 1024 * 1024 - 1;
  const tenants = [crowd, ...honest];
  const heavy = (index: number) =>
    beginning(tenants[index % tenants.length]!, `127.7.2.${index % 100}`, large + 1) + 'x'.repeat(large);
  const cases: [name: string, limit: number, clientOf: (index: number) => string][] = [
    ['one client', CROWD.perAddress, () => '127.7.0.1'],
    ['one account, at many addresses', CROWD.perAccount, (index) => `127.7.1.${index % 100}`],
  ];
  const crowded = cases.flatMap(([name, limit, clientOf]) => {
    const hold = () => HeldConnections.open(baseUrl, count, (index) => slow(clientOf(index)));
    return [
      leavesRoom(`${count} slow requests of ${name} behind a proxy`, hold, others),
      refusesMore(world, crowd, `one more of ${name} behind a proxy`, {
        hold: async () => {
          const held = await hold();
          const refused = count - limit;
          await until(() => held.answered >= refused, { describe: `${refused} to be refused` });
          return held;
        },
        client: clientOf(0),
      }),
    ];
  });
  const fill = () => HeldConnections.open(baseUrl, CROWD.connections - 50, heavy);
  return [
    ...crowded,
    staysWithinMemory(world, 'slow bodies of many clients, of almost 1 MiB each', fill, others),
  ];
}

/** Others are answered as ever. */
function leavesRoom(name: string, hold: () => Promise<HeldConnections>, { ask }: Served): Attack {
  return {
    name,
    run: async () => {
      const before = await ask(0);
      const held = await hold();
      const during = await ask(1);
      held.release();
      const after = await ask(2);
      return Object.entries({ before, during, after }).flatMap(([moment, answers]) => {
        const wrong = answers.filter((status) => status !== 200);
        return wrong.length === 0
          ? []
          : [`${moment}, ${wrong.length} of ${answers.length} were not served, but: ${wrong[0]}.`];
      });
    },
  };
}

/** Others are answered as ever, and the gateway has no more memory than it is given in `k8s` and `docker`. */
function staysWithinMemory(
  world: World,
  name: string,
  hold: () => Promise<HeldConnections>,
  others: Served,
): Attack {
  const room = leavesRoom(name, hold, others);
  return {
    name,
    run: async () => {
      const problems = await room.run();
      const peak = world.peakMemory('gateway-2');
      return peak <= MEMORY_MIB ? problems : [...problems, `The gateway had ${peak} MiB, of ${MEMORY_MIB}.`];
    },
  };
}

/** Whoever has too much is told so, and what they send has no effect. */
function refusesMore(
  world: World,
  crowd: Tenant,
  name: string,
  { hold, client }: { hold: () => Promise<HeldConnections>; client: string },
): Attack {
  return {
    name,
    run: async () => {
      const held = await hold();
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

function linesOf({ headers }: Tenant): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}

/** Sends one request on a connection of its own. @returns the status, or why there is none. */
async function statusOf(
  baseUrl: string,
  localAddress: string | undefined,
  request: Parameters<HttpTarget['send']>[0],
): Promise<number | string> {
  const target = new HttpTarget(baseUrl, localAddress);
  try {
    return (await target.send(request)).status;
  } catch (error) {
    return (error as Error).message;
  } finally {
    target.close();
  }
}
