import type { ChannelStatus } from '@chat/contracts/channels';
import { resumeAccount, suspendAccount } from '@chat/contracts/gateway';
import type { Conversation, Message } from '@chat/contracts/messaging';
import { systemContext } from '@chat/service-kit';
import { until } from '@chat/test-kit';
import type { AttackGroup } from '../attack';
import type { HttpAnswer, HttpTarget } from '../http/exchange';
import { assemble } from '../oauth/cast';
import { channel } from '../routes/records/channels';
import type { Tenant } from '../world/tenant';
import { FROM_LOOPBACK, type World } from '../world/world';
import { HONEST, openTenants, outlasts, type Stall } from './beside';
import { openTicketAndHear, countHeard, listenerTo } from './listeners';

/** Within what time a suspension takes effect everywhere, and ends. */
const TAKES_MS = 5_000;
/** How many messages arrive meanwhile. */
const MESSAGES = 5;
const SCOPE = 'messages:read messages:send';
const pending = `FROM webhooks.endpoint_deliveries WHERE account_id = $1 AND status = 'pending'`;
const announced = 'FROM webhooks.suspended_accounts WHERE account_id = $1 AND is_suspended';

/** The account that is suspended. */
interface Suspect {
  readonly account: Tenant;
  /** Its credentials: a key, and the token of an app. */
  readonly credentials: readonly Tenant[];
  /** The number that people write to, and who does. */
  readonly number: string;
  readonly person: string;
}

/** An account that is suspended while people write to it, and that keeps trying. */
export const suspension: AttackGroup = {
  name: 'suspension',
  about:
    'an account that goes on while it is suspended: at all gateways, with a key and a token, beside ten others',
  canShare: true,
  attacks: async (world) => {
    const honest = await openTenants(world, 'trusted', HONEST, [listenerTo(world, 'ticket.created')]);
    const suspect = await openSuspect(world);
    return [
      {
        name: 'an account that is suspended',
        run: () =>
          outlasts(
            honest,
            (tenant) => openTicketAndHear(world, tenant),
            () => suspend(world, suspect),
          ),
      },
    ];
  },
};

async function openSuspect(world: World): Promise<Suspect> {
  const { tenant: account, app, browser } = await assemble(world, 'suspect');
  const { body } = await app.redeem(await app.codeFor(browser, { scope: SCOPE }));
  const ofApp = account.asApp('app of the suspect', body.access_token!);
  await listenerTo(world, 'message.received').make(account);
  const status = await account.get<ChannelStatus>(`/v1/devices/${await account.own(channel)}/status`);
  const number = status.phone_number!;
  return { account, credentials: [account, ofApp], number, person: account.number() };
}

/** Suspends the account while messages arrive. It ends when the account has resumed, and has got what waited. */
async function suspend(world: World, suspect: Suspect): Promise<Stall> {
  const { account } = suspect;
  const { accountId } = account;
  const change = (operation: typeof suspendAccount) =>
    world.stack.admin.bus.request(operation, systemContext(0), { body: { account_id: accountId } });
  await arrive(suspect, 1);
  await heard(world, account, 1);
  await change(suspendAccount);
  await everywhere(world, suspect, 403);
  await until(async () => (await world.count(announced, [accountId])) === 1, {
    describe: 'the suspension to be known where deliveries are sent',
    timeoutMs: TAKES_MS,
  });
  const problems = await problemsOfTrying(world, suspect);
  await arrive(suspect, MESSAGES);
  await until(async () => (await world.count(pending, [accountId])) === MESSAGES, {
    describe: `${MESSAGES} deliveries to wait`,
  });
  return {
    end: async () => {
      const early = countHeard(world, account) - 1;
      await change(resumeAccount);
      await everywhere(world, suspect, 200);
      await heard(world, account, 1 + MESSAGES);
      const kept = await countMessages(account);
      return [
        ...problems,
        ...(early === 0 ? [] : [`${early} deliveries were sent while it was suspended.`]),
        // Its own attempts have left no message.
        ...(kept === 1 + MESSAGES ? [] : [`It has ${kept} messages instead of ${1 + MESSAGES}.`]),
      ];
    },
  };
}

/** The person writes some messages. */
async function arrive({ account, number, person }: Suspect, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await account.sandbox.write(person, { to: number, text: account.text() });
  }
}

async function heard(world: World, account: Tenant, count: number): Promise<void> {
  await until(() => countHeard(world, account) >= count, { describe: `${count} deliveries to arrive` });
}

/** Waits until all gateways answer each credential with this status. */
async function everywhere(world: World, { credentials }: Suspect, status: number): Promise<void> {
  const statuses = () =>
    Promise.all(
      world.gateways.flatMap((gateway) =>
        credentials.map(async (tenant) => (await ask(gateway, tenant, 'GET /v1/ping')).status),
      ),
    );
  await until(async () => (await statuses()).every((each) => each === status), {
    describe: `all gateways to answer ${status}`,
    timeoutMs: TAKES_MS,
  });
}

/** The account sends and reads with each credential at each gateway, in vain. */
async function problemsOfTrying(world: World, { account, credentials, person }: Suspect): Promise<string[]> {
  const message = {
    chat_account_id: await account.own(channel),
    mobile_code: '1',
    mobile: person.slice(1),
    message: account.text(),
  };
  const requests: [string, object?][] = [['POST /v1/messages', message], ['GET /v1/conversations']];
  const problems = world.gateways.flatMap((gateway) =>
    credentials.flatMap((tenant) =>
      requests.map(async ([http, body]) => {
        const answer = await ask(gateway, tenant, http, body);
        const isNamed = answer.bytes.includes('"reason":"account_suspended"');
        return [
          ...world.judge(answer, { codes: ['feature_disabled'] }, tenant.name, http),
          ...(isNamed ? [] : ['It does not say that the account is suspended.']),
        ];
      }),
    ),
  );
  return (await Promise.all(problems)).flat();
}

function ask(gateway: HttpTarget, tenant: Tenant, http: string, json?: object): Promise<HttpAnswer> {
  const [method, path] = http.split(' ') as [string, string];
  const headers = { ...tenant.headers, ...FROM_LOOPBACK, 'content-type': 'application/json' };
  return gateway.send({ method, path, headers, body: json && JSON.stringify(json) });
}

async function countMessages(account: Tenant): Promise<number> {
  const { conversations } = await account.get<{ conversations: Conversation[] }>('/v1/conversations');
  const lists = await Promise.all(
    conversations.map(({ id }) => account.get<{ messages: Message[] }>(`/v1/conversations/${id}/messages`)),
  );
  return lists.flatMap(({ messages }) => messages).length;
}
