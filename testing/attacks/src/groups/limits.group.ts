import { randomUUID } from 'node:crypto';
import type { ChannelStatus } from '@chat/contracts/channels';
import { limitOf, usageOperations, type LimitName } from '@chat/contracts/limits';
import type { Conversation } from '@chat/contracts/messaging';
import { systemContext } from '@chat/service-kit';
import { until } from '@chat/test-kit';
import type { Attack, AttackGroup } from '../attack';
import { HttpTarget, type HttpAnswer } from '../http/exchange';
import { picture } from '../http/form';
import { exampleFormOf, exampleOf } from '../routes/examples';
import { cloudChannel } from '../routes/records/templates';
import { typeKey } from '../routes/records/tickets';
import type { Tenant } from '../world/tenant';
import { FROM_LOOPBACK, type World } from '../world/world';
import { HONEST, openTenants, outlasts, type Stall } from './beside';
import { openTicketAndHear, countHeard, listenerTo } from './listeners';

/** How many of each kind an account may keep, and how many it tries to add at the same moment. */
const ROOM = 5;
const TRIES = 20;
/** As many endpoints as an account may have, and what a delivery to each takes besides the payload. */
const ENDPOINTS = 100;
const ROW_BYTES = 1_536;
const LONG_TEXT = 10_000;

/** What counts against a limit: how it is added, where it is kept, and how much one counts. */
interface Kept {
  readonly limit: LimitName;
  readonly http: string;
  readonly table: string;
  readonly size?: number;
}

const picked = picture('file');
const kinds: readonly Kept[] = [
  { limit: 'contacts', http: 'POST /v1/contacts', table: 'crm.contacts' },
  { limit: 'tickets', http: 'POST /v1/tickets', table: 'tickets.tickets' },
  { limit: 'templates', http: 'POST /v1/templates', table: 'templates.templates' },
  { limit: 'webhooks', http: 'POST /v1/webhooks', table: 'webhooks.endpoints' },
  {
    limit: 'media_bytes',
    http: 'POST /v1/media',
    table: 'messaging.uploaded_media',
    size: picked.bytes.length,
  },
];

/** What honest accounts add. For templates, each would need a channel on the cloud. */
const usualKinds = kinds.filter(({ limit }) => limit !== 'templates');

/** What an account may keep, and what its events take. */
export const limits: AttackGroup = {
  name: 'limits',
  about:
    'more of each kind than an account may keep, at two gateways, and an event for 100 endpoints, beside ten others',
  atOnce: 1,
  attacks: async (world) => {
    const listener = listenerTo(world, 'ticket.created');
    const honest = await openTenants(world, 'modest', HONEST, [typeKey, listener]);
    const [hoarder] = await openTenants(world, 'hoarder', 1, [typeKey, cloudChannel]);
    const [crier] = await openTenants(world, 'crier', 1, [typeKey]);
    await Promise.all(Array.from({ length: ENDPOINTS }, () => listener.make(crier!)));
    for (const { limit, size = 1 } of kinds) {
      const body = { account_id: hoarder!.accountId, limit, max: ROOM * size };
      const { setLimit } = usageOperations(limitOf(limit).service);
      await world.stack.admin.bus.request(setLimit, systemContext(0), { body });
    }
    return [
      {
        name: `${TRIES} of each kind at once, of which an account may keep ${ROOM}`,
        run: () =>
          outlasts(
            honest,
            (tenant) => addOfEach(world, tenant),
            () => addTooMany(world, hoarder!),
            1,
          ),
      },
      {
        name: `an event for ${ENDPOINTS} endpoints of one account`,
        run: () =>
          outlasts(
            honest,
            (tenant) => openTicketAndHear(world, tenant),
            () => tellAll(world, crier!),
            1,
          ),
      },
      ...kinds.map((kind) => keepsExactly(world, hoarder!, kind)),
      keepsWhatArrives(hoarder!),
    ];
  },
};

/** An account that stays below its limits adds some. @returns the first refusal, if there is any. */
async function addOfEach(world: World, tenant: Tenant): Promise<HttpAnswer> {
  let answer = await openTicketAndHear(world, tenant);
  for (const kind of usualKinds)
    if (answer.status < 300) answer = await add(world, world.gateway, tenant, kind);
  return answer;
}

async function add(world: World, target: HttpTarget, tenant: Tenant, { http }: Kept): Promise<HttpAnswer> {
  const route = world.routes.find((each) => each.http === http)!;
  const { path, body } = await exampleOf(route, tenant, { fresh: true });
  const form = exampleFormOf(route);
  const headers = {
    ...tenant.headers,
    ...FROM_LOOPBACK,
    'content-type': form?.type ?? 'application/json',
    'idempotency-key': randomUUID(),
  };
  return target.send({ method: 'POST', path, headers, body: form?.body ?? JSON.stringify(body) });
}

/** Adds all at once, through two gateways. */
function addTooMany(world: World, tenant: Tenant): Stall {
  // With connections of its own, so that honest accounts wait for none.
  const targets = world.gateways.slice(0, 2).map(({ baseUrl }) => new HttpTarget(baseUrl));
  const tries = Array.from({ length: TRIES }, (_, index) => targets[index % targets.length]!);
  const problems = Promise.all(
    kinds.map(async (kind) =>
      problemsOf(
        world,
        tenant,
        kind,
        await Promise.all(tries.map((target) => add(world, target, tenant, kind))),
      ),
    ),
  );
  // Nobody may be left to hear of a failure, if the attack takes too long.
  problems.catch(() => undefined);
  return {
    end: async () => (await problems.finally(() => targets.forEach((target) => target.close()))).flat(),
  };
}

function problemsOf(
  world: World,
  tenant: Tenant,
  { limit, http }: Kept,
  answers: readonly HttpAnswer[],
): string[] {
  const refusals = answers.filter(({ status }) => status >= 300);
  const accepted = answers.length - refusals.length;
  const reasons = refusals.map(({ bytes }) => (JSON.parse(bytes.toString()) as Refusal).error.reason);
  return [
    ...(accepted === ROOM ? [] : [`${accepted} of ${limit} were accepted, exactly ${ROOM} may be.`]),
    ...(reasons.every((reason) => reason === limit) ? [] : [`A refusal does not name ${limit}.`]),
    ...refusals.flatMap((answer) => world.judge(answer, { codes: ['limit_reached'] }, tenant.name, http)),
  ];
}

interface Refusal {
  readonly error: { readonly reason?: string };
}

/** Whatever was refused has left nothing behind. */
function keepsExactly(world: World, { accountId }: Tenant, { limit, table }: Kept): Attack {
  return {
    name: `what the account keeps of ${limit}, afterwards`,
    isLast: true,
    run: async () => {
      const count = await world.count(`FROM ${table} WHERE account_id = $1`, [accountId]);
      return count === ROOM ? [] : [`It keeps ${count} instead of ${ROOM}.`];
    },
  };
}

/** What people send is kept with its file, though the account may keep no more. */
function keepsWhatArrives(tenant: Tenant): Attack {
  return {
    name: 'a picture that arrives at the limit',
    isLast: true,
    run: async () => {
      const status = await tenant.get<ChannelStatus>(`/v1/devices/${await tenant.own(cloudChannel)}/status`);
      const media = `data:${picked.type};base64,${Buffer.from(picked.bytes).toString('base64')}`;
      await tenant.sandbox.write(tenant.number(), { to: status.phone_number!, type: 'image', media });
      await until(
        async () => {
          const { conversations } = await tenant.get<{ conversations: Conversation[] }>('/v1/conversations');
          const message = conversations[0]?.last_message;
          if (!message) return false;
          return (await tenant.send('GET', `/v1/messages/${message.id}/media`)).status === 200;
        },
        { describe: 'the picture to be kept' },
      );
      return [];
    },
  };
}

/** One event with a long text, for all endpoints of the account: its payload is stored once. */
async function tellAll(world: World, tenant: Tenant): Promise<Stall> {
  const before = await storedFor(world, tenant);
  const description = tenant.text().padEnd(LONG_TEXT, 'x');
  await tenant.post('/v1/tickets', {
    type_key: await tenant.own(typeKey),
    subject: tenant.text(),
    description,
  });
  return {
    end: async () => {
      const describe = `${ENDPOINTS} endpoints to be told`;
      await until(() => countHeard(world, tenant) >= ENDPOINTS, { describe });
      const bytes = (await storedFor(world, tenant)) - before;
      const most = 2 * LONG_TEXT + ENDPOINTS * ROW_BYTES;
      return bytes <= most ? [] : [`The event takes ${bytes} bytes, at most ${most} are needed.`];
    },
  };
}

/** How many bytes the deliveries of an account take, written as text. */
async function storedFor(world: World, { accountId }: Tenant): Promise<number> {
  const tables = [...(await world.rowsWith({ account_id: accountId }, []))];
  const rows = tables.flatMap(([table, its]) => (table.startsWith('webhooks.') ? its : []));
  return rows.reduce((sum, row) => sum + row.length, 0);
}
