import { createHmac } from 'node:crypto';
import { callbackPaths, MAX_CALLBACK_BYTES, SIGNATURE_HEADER } from '@chat/contracts/cloud-connector';
import { until } from '@chat/test-kit';
import type { Attack, AttackGroup } from '../attack';
import { messagesOf, strangeCallbacks, textMessage } from '../hostile/callbacks';
import {
  openBusiness,
  post,
  postSigned,
  problemsOf,
  readMessage,
  signatureOf,
  stored,
  textsTo,
  untilIdle,
  untilProcessed,
  WORK_MS,
  type Business,
  type Headers,
  type Target,
} from './callback-cast';

/** One and a half times what the provider puts into one callback. */
const BATCH = 1_500;
/** Much more than a page of messages has if each of them is as large as any may be in a list. */
const LARGEST_PAGE_BYTES = 8 * 1024 * 1024;

interface Cast extends Target {
  readonly neighbour: Business;
}

/** Attacks the callback port in the role of a stranger and of a misbehaving provider. */
export const callbacks: AttackGroup = {
  name: 'callbacks',
  about:
    'invalid signatures; signed: replays, other numbers, bodies too large, too deep or of too many, 1,500 at once',
  attacks: async (world) => {
    const [shop, neighbour] = [await openBusiness(world, 'shop'), await openBusiness(world, 'neighbour')];
    return callbackPaths.flatMap((path) => {
      const cast = { world, path, shop, neighbour, person: shop.tenant.number() };
      return [...verifications(cast), ...forgeries(cast), ...signed(cast), ...aftermath(cast)];
    });
  },
};

function verifications({ world, path }: Target): Attack[] {
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
      const body = JSON.stringify(messagesOf(shop.facts, { messages: [text] }));
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
  const { sentId, facts } = neighbour;
  const failure = { status: 'failed', timestamp: '1700000000', errors: [{ code: 131026, title: 'x' }] };
  const statusOf = (members: { [name: string]: string }) =>
    JSON.stringify(messagesOf(shop.facts, { statuses: [{ ...failure, ...members }] }));
  const tooLarge = textsTo(shop.facts, cast.person, ['too large']);
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];
  return [
    ...counted(cast),
    says(
      "the failure of a neighbour's message, by its id",
      statusOf({ id: 'wamid.other', biz_opaque_callback_data: String(sentId) }),
    ),
    says("the failure of a neighbour's message, by the provider's id", statusOf({ id: facts.ours })),
    says('twice the largest body', tooLarge.padEnd(2 * MAX_CALLBACK_BYTES), [413]),
    says('one byte too much', tooLarge.padEnd(MAX_CALLBACK_BYTES + 1), [413]),
    ...types.map((type) => ({
      name: `a signed callback of the type ${type}`,
      run: async () => problemsOf(await postSigned(cast, tooLarge, { 'content-type': type }), [415]),
    })),
    ...strangeCallbacks(shop.facts).map(({ name, body }) => says(name, body, [200, 400])),
  ];
}

/** Callbacks with texts, and the number of messages stored in the end. */
function counted(cast: Cast): Attack[] {
  const { shop, neighbour, person } = cast;
  const batch = Array.from({ length: BATCH }, (_, at) => `batch ${at}`);
  const stranger = { ...shop.facts, phoneNumberId: '999999999999999' };
  const ofNeighbour = { ...shop.facts, wabaId: neighbour.facts.wabaId };
  const cases: [name: string, like: string, bodies: string[], right: number][] = [
    ['the same text three times', 'replayed', Array(3).fill(textsTo(shop.facts, person, ['replayed'])), 1],
    ['the same text twice in one', 'twice', [textsTo(shop.facts, person, ['twice', 'twice'])], 1],
    [`${BATCH} texts at once`, 'batch %', [textsTo(shop.facts, person, batch)], BATCH],
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
  const { neighbour } = cast;
  const last = (name: string, run: () => Promise<string[]>): Attack => ({ name, isLast: true, run });
  return [
    last('a text after all of it', async () => {
      await untilProcessed(cast);
      return [];
    }),
    last('no callback waits or was set aside', () => nothingLeft(cast)),
    last('the pages with what was accepted', () => smallPages(cast)),
    last('forged texts', () => none('forged texts were accepted', stored(cast, 'forged %'))),
    last("the neighbour's message", async () => {
      const after = await readMessage(neighbour.tenant, neighbour.sentId);
      return after.status === 'delivered' && after.error === null
        ? []
        : [`It is ${after.status} with ${JSON.stringify(after.error)}.`];
    }),
  ];
}

/** Every callback was processed, and no event of one was given up. */
export async function nothingLeft(target: Target): Promise<string[]> {
  await untilIdle(target);
  const { world } = target;
  const setAside = `FROM cloud_connector.jobs WHERE type = 'troublesome-callback'`;
  return [
    ...(await none('callbacks were set aside', world.count(setAside))),
    ...(await none('events were given up', world.countDeadLetters())),
  ];
}

/** Lists stay readable, whatever a stranger sent. */
async function smallPages({ shop: { tenant } }: Cast): Promise<string[]> {
  const problems: string[] = [];
  const read = async <T>(path: string): Promise<T> => {
    const { status, bytes } = await tenant.send('GET', path);
    if (status !== 200 || bytes.length > LARGEST_PAGE_BYTES)
      problems.push(`GET ${path} answered ${status} with ${bytes.length} bytes.`);
    return (JSON.parse(bytes.toString()) as { data: T }).data;
  };
  const list = '/v1/conversations?per_page=100';
  const { conversations } = await read<{ conversations: { id: number }[] }>(list);
  for (const { id } of conversations) {
    const { messages } = await read<{ messages: { id: number }[] }>(
      `/v1/conversations/${id}/messages?per_page=100`,
    );
    for (const message of messages) await read(`/v1/messages/${message.id}`);
  }
  return problems;
}

async function none(name: string, found: Promise<number>): Promise<string[]> {
  const is = await found;
  return is === 0 ? [] : [`${is} ${name}.`];
}
