import { createHmac } from 'node:crypto';
import { connectCloudChannel } from '@chat/contracts/channels';
import { callbackPaths, MAX_CALLBACK_BYTES, SIGNATURE_HEADER } from '@chat/contracts/cloud-connector';
import type { Message, SentMessage } from '@chat/contracts/messaging';
import { systemContext } from '@chat/service-kit';
import { until } from '@chat/test-kit';
import type { Attack, AttackGroup } from '../attack';
import {
  messagesOf,
  mutatedCallbacks,
  strangeCallbacks,
  textMessage,
  type CallbackNumber,
} from '../hostile/callbacks';
import { problemsOfCallbackAnswer } from '../judge/callback-answer.rules';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';

/** One and a half times what the provider puts into one callback. */
const BATCH = 1_500;
/** How long processing may take after the acknowledgement. */
const WORK_MS = 45_000;

/** A customer with a number on the cloud, and a message that was delivered from it. */
interface Business {
  readonly tenant: Tenant;
  readonly number: CallbackNumber;
}

interface Cast {
  readonly world: World;
  readonly path: string;
  readonly shop: Business;
  readonly neighbour: Business;
  /** The sender, where it does not matter. */
  readonly person: string;
}

/** Attacks the callback port in the role of a stranger and of a misbehaving provider. */
export const callbacks: AttackGroup = {
  name: 'callbacks',
  about:
    'invalid signatures; signed: replays, other numbers, bodies too large, 1,500 at once, each member with each hostile value',
  attacks: async (world) => {
    const [shop, neighbour] = [await open(world, 'shop'), await open(world, 'neighbour')];
    return callbackPaths.flatMap((path) => {
      const cast = { world, path, shop, neighbour, person: shop.tenant.number() };
      return [...verifications(cast), ...forgeries(cast), ...signed(cast), ...aftermath(cast)];
    });
  },
};

async function open(world: World, name: string): Promise<Business> {
  const tenant = await world.openTenant(name);
  const { admin, sandbox, accountId } = tenant;
  const [digits, customer] = [tenant.number(), tenant.number()];
  const { access_token: token, waba_id, phone_number_id } = await sandbox.putNumber(digits);
  world.marks.plant(token, 'a token of the provider', null);
  const body = { account_id: accountId, waba_id, phone_number_id, token, coexistence: false };
  const { device } = await admin.bus.request(connectCloudChannel, systemContext(0), { body });
  await sandbox.write(customer, { to: digits, text: tenant.text() });
  const message = {
    chat_account_id: device.id,
    mobile_code: customer.slice(0, 1),
    mobile: customer.slice(1),
    message: tenant.text(),
  };
  // Nothing can be sent before the customer's own message has arrived.
  const send = () => tenant.post<SentMessage>('/v1/messages', message).catch(() => false as const);
  const sent = await until(send, { describe: `the care window of ${name} to be open` });
  const isDelivered = async () => {
    const found = await read(tenant, sent.message_id);
    return found.status === 'delivered' && found;
  };
  const delivered = await until(isDelivered, { describe: `the message of ${name} to be delivered` });
  const sentMessage = { id: delivered.id, chatMessageId: delivered.chat_message_id! };
  const number = { wabaId: waba_id, phoneNumberId: phone_number_id, digits, sent: sentMessage };
  return { tenant, number };
}

async function read(tenant: Tenant, id: number): Promise<Message> {
  return (await tenant.get<{ message: Message }>(`/v1/messages/${id}`)).message;
}

function verifications({ world, path }: Cast): Attack[] {
  const challenge = '<script>1158201444</script>';
  const { verifyToken } = world.provider;
  const queries: Record<string, [query: Record<string, string>, status: number]> = {
    'the right token': [{ mode: 'subscribe', verify_token: verifyToken }, 200],
    'a wrong token': [{ mode: 'subscribe', verify_token: `${verifyToken}0` }, 403],
    'an empty token': [{ mode: 'subscribe', verify_token: '' }, 403],
    'no token': [{ mode: 'subscribe' }, 403],
    'another mode': [{ mode: 'unsubscribe', verify_token: verifyToken }, 403],
    'a token with NUL': [{ mode: 'subscribe', verify_token: `${verifyToken}\0` }, 403],
  };
  const methods = ['PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method): Attack => ({
    name: `${method} ${path}`,
    run: async () => problemsOf(await world.callbacks.send({ method, path }), [404, 405, 415]),
  }));
  return [
    ...methods,
    ...Object.entries(queries).map(([name, [query, status]]): Attack => ({
      name: `GET ${path} with ${name}`,
      run: async () => {
        const members = Object.entries({ ...query, challenge }).map(([key, value]): [string, string] => [
          `hub.${key}`,
          value,
        ]);
        const target = `${path}?${new URLSearchParams(members).toString()}`;
        const answer = await world.callbacks.send({ method: 'GET', path: target });
        const isEchoed = answer.bytes.toString().includes('1158201444');
        return [
          ...problemsOf(answer, [status]),
          ...(isEchoed === (status === 200)
            ? []
            : ['It answers the challenge of a wrong token, or not that of the right one.']),
        ];
      },
    })),
  ];
}

/** A callback that is not signed with the app's secret changes nothing: the last attacks search for these texts. */
function forgeries(cast: Cast): Attack[] {
  const { world, shop, person } = cast;
  const { appSecret } = world.provider;
  const hmac = (body: string, secret: string, algorithm = 'sha256') =>
    createHmac(algorithm, secret).update(body).digest('hex');
  const signatures: Record<string, (body: string) => string | string[] | undefined> = {
    'no signature': () => undefined,
    'an empty signature': () => '',
    'the scheme alone': () => 'sha256=',
    'the signature of another secret': (body) => `sha256=${hmac(body, `${appSecret}0`)}`,
    'the signature of an empty secret': (body) => `sha256=${hmac(body, '')}`,
    'the signature of other bytes': (body) => `sha256=${hmac(`${body} `, appSecret)}`,
    'the signature of nothing': () => `sha256=${hmac('', appSecret)}`,
    'half of the signature': (body) => signatureOf(body, appSecret).slice(0, 39),
    'a signature without its scheme': (body) => hmac(body, appSecret),
    'a signature by SHA-1': (body) => `sha1=${hmac(body, appSecret, 'sha1')}`,
    'a signature by SHA-1 that says SHA-256': (body) => `sha256=${hmac(body, appSecret, 'sha1')}`,
    'a signature that is not hexadecimal': () => `sha256=${'z'.repeat(64)}`,
    'a signature of 4,000 characters': () => `sha256=${'0'.repeat(4_000)}`,
    'two signatures': (body) => [`sha256=${hmac(body, 'other')}`, signatureOf(body, appSecret)],
    'the app secret itself': () => `sha256=${appSecret}`,
  };
  return Object.entries(signatures).map(([name, signatureFor]) => ({
    name: `a callback with ${name}`,
    run: async (): Promise<string[]> => {
      const text = textMessage(`wamid.forged-${name}`, person, `forged ${name} ${shop.tenant.text()}`);
      const body = JSON.stringify(messagesOf(shop.number, { messages: [text] }));
      const signature = signatureFor(body);
      const headers: Headers = signature === undefined ? {} : { [SIGNATURE_HEADER]: signature };
      return problemsOf(await post(cast, body, headers), [403]);
    },
  }));
}

/** Even with the secret, callbacks do no harm, and affect only their own number. */
function signed(cast: Cast): Attack[] {
  const { shop, neighbour } = cast;
  const says = (name: string, body: string, right = [200]): Attack => ({
    name: `a signed callback: ${name}`,
    run: async () => problemsOf(await postSigned(cast, body), right),
  });
  const { id, chatMessageId } = neighbour.number.sent;
  const failure = { status: 'failed', timestamp: '1700000000', errors: [{ code: 131026, title: 'x' }] };
  const statusOf = (members: { [name: string]: string }) =>
    JSON.stringify(messagesOf(shop.number, { statuses: [{ ...failure, ...members }] }));
  const tooLarge = textsTo(shop.number, cast.person, ['too large']);
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];
  return [
    ...counted(cast),
    says(
      "the failure of a neighbour's message, by its id",
      statusOf({ id: 'wamid.other', biz_opaque_callback_data: String(id) }),
    ),
    says("the failure of a neighbour's message, by the provider's id", statusOf({ id: chatMessageId })),
    says('twice the largest body', tooLarge.padEnd(2 * MAX_CALLBACK_BYTES), [413]),
    says('one byte too much', tooLarge.padEnd(MAX_CALLBACK_BYTES + 1), [413]),
    ...types.map((type) => ({
      name: `a signed callback of the type ${type}`,
      run: async () => problemsOf(await postSigned(cast, tooLarge, { 'content-type': type }), [415]),
    })),
    ...[...strangeCallbacks(shop.number), ...mutatedCallbacks(shop.number)].map(({ name, body }) =>
      says(name, body, [200, 400]),
    ),
  ];
}

/** Callbacks with texts, and the number of messages stored in the end. */
function counted(cast: Cast): Attack[] {
  const { shop, neighbour, person } = cast;
  const batch = Array.from({ length: BATCH }, (_, at) => `batch ${at}`);
  const stranger = { ...shop.number, phoneNumberId: '999999999999999' };
  const ofNeighbour = { ...shop.number, wabaId: neighbour.number.wabaId };
  const cases: [name: string, like: string, bodies: string[], right: number][] = [
    ['the same text three times', 'replayed', Array(3).fill(textsTo(shop.number, person, ['replayed'])), 1],
    ['the same text twice in one', 'twice', [textsTo(shop.number, person, ['twice', 'twice'])], 1],
    [`${BATCH} texts at once`, 'batch %', [textsTo(shop.number, person, batch)], BATCH],
    ['an unknown number', 'of nobody', [textsTo(stranger, person, ['of nobody'])], 0],
    ["a neighbour's account", 'of a neighbour', [textsTo(ofNeighbour, person, ['of a neighbour'])], 0],
  ];
  return cases.map(([name, like, bodies, right]) => ({
    name: `a signed callback: ${name}`,
    run: async () => {
      const problems: string[] = [];
      for (const body of bodies) problems.push(...problemsOf(await postSigned(cast, body), [200]));
      await untilProcessed(cast);
      // Each message of a callback fires its own event, and these are consumed in any order.
      await until(async () => (await stored(cast, like)) >= right, { describe: name, timeoutMs: WORK_MS });
      const is = await stored(cast, like);
      return is === right ? problems : [...problems, `${is} are stored instead of ${right}.`];
    },
  }));
}

/** Afterwards the port still serves, no callback was set aside, and only permitted facts are visible. */
function aftermath(cast: Cast): Attack[] {
  const { world, neighbour } = cast;
  const last = (name: string, run: () => Promise<string[]>): Attack => ({ name, isLast: true, run });
  const count = (sql: string) => world.count(sql);
  const none = async (name: string, found: Promise<number>): Promise<string[]> => {
    const is = await found;
    return is === 0 ? [] : [`${is} ${name}.`];
  };
  return [
    last('a text after all of it', async () => {
      await untilProcessed(cast);
      return [];
    }),
    last('no callback waits or was set aside', async () => {
      const isProcessed = async () => (await count('FROM cloud_connector.callbacks')) === 0;
      await until(isProcessed, { describe: 'the last callback to be processed', timeoutMs: WORK_MS });
      const isPublished = async () =>
        (await count('FROM cloud_connector.outbox WHERE published_at IS NULL')) === 0;
      await until(isPublished, { describe: 'the last event to be published', timeoutMs: WORK_MS });
      return [
        ...(await none(
          'callbacks were set aside',
          count(`FROM cloud_connector.jobs WHERE type = 'troublesome-callback'`),
        )),
        ...(await none('events were given up', count('FROM messaging.dead_letters'))),
      ];
    }),
    last('forged texts', () => none('forged texts were accepted', stored(cast, 'forged %'))),
    last("the neighbour's message", async () => {
      const after = await read(neighbour.tenant, neighbour.number.sent.id);
      return after.status === 'delivered' && after.error === null
        ? []
        : [`It is ${after.status} with ${JSON.stringify(after.error)}.`];
    }),
  ];
}

/** Waits until one more text has arrived: callbacks are processed in order. */
async function untilProcessed(cast: Cast): Promise<void> {
  const word = cast.shop.tenant.text();
  await postSigned(cast, textsTo(cast.shop.number, cast.person, [word]));
  await until(async () => (await stored(cast, word)) === 1, { describe: 'a text', timeoutMs: WORK_MS });
}

/** Counts the shop's messages with this text. @param like as in SQL. */
function stored({ world, shop }: Cast, like: string): Promise<number> {
  const where = 'account_id = $1 AND body LIKE $2';
  return world.count(`FROM messaging.messages WHERE ${where}`, [shop.tenant.accountId, like]);
}

/** One callback with these texts, each as a message. */
function textsTo(number: CallbackNumber, person: string, words: readonly string[]): string {
  const messages = words.map((word) => textMessage(`wamid.${word}`, person, word));
  return JSON.stringify(messagesOf(number, { messages }));
}

function signatureOf(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

type Headers = Readonly<Record<string, string | string[]>>;

function post({ world, path }: Cast, body: string, headers: Headers) {
  return world.callbacks.send({
    method: 'POST',
    path,
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

function postSigned(cast: Cast, body: string, headers: Headers = {}) {
  return post(cast, body, {
    [SIGNATURE_HEADER]: signatureOf(body, cast.world.provider.appSecret),
    ...headers,
  });
}

function problemsOf(
  { status, headers, bytes }: Awaited<ReturnType<typeof post>>,
  right: readonly number[],
): string[] {
  const header = (name: string) => headers.get(name);
  return problemsOfCallbackAnswer({ status, header, body: bytes.toString() }, right);
}
