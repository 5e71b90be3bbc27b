import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { connectCloudChannel } from '@chat/contracts/channels';
import { systemContext } from '@chat/service-kit';
import { until, type Answer } from '@chat/test-kit';
import {
  connectCloud,
  control,
  freshCustomer,
  openCloudShop,
  putNumber,
  type BusinessNumber,
} from './cloud-shop';
import type { RunningStack } from '../shared-stack';
import { freshNumber, receiverAt } from '../messages/shop';

const PIN = '739201';
const VERSION = '/v23.0';

/** The credentials of a number at the provider never leave their store. */
export function cloudSecrets(stack: RunningStack, appSecrets: readonly string[]): void {
  it('keeps tokens, PINs and the secrets of the app out of every log, answer, event and table', async () => {
    const shop = await openCloudShop(stack());
    // The answers are searched as raw bytes.
    const { raw } = shop.client;
    const answers: string[] = [];
    const note = async (request: Promise<Answer>) => {
      answers.push((await request).bytes.toString('utf8'));
    };
    const device = `/v1/devices/${shop.device.id}`;
    const customer = await freshCustomer(stack(), shop);
    const send = (message: string) =>
      note(raw.post('/v1/messages', { ...receiverAt(customer), chat_account_id: shop.device.id, message }));

    // A number that is registered here with a PIN, after an attempt with a wrong one.
    const unregistered = await deregistered(stack(), freshNumber());
    for (const pin of ['133005', PIN]) {
      const { waba_id, phone_number_id, access_token: token } = unregistered;
      const body = { account_id: shop.accountId, waba_id, phone_number_id, token, pin, coexistence: false };
      const answer = await stack()
        .admin.bus.request(connectCloudChannel, systemContext(0), { body })
        .catch((error: unknown) => error);
      answers.push(JSON.stringify(answer), String(answer));
    }
    // Everything that uses the token: a send, media in both directions, refusals, and the end of the token.
    await send('Hello');
    await receiveMedia(customer);
    await stack().sandbox.setFault({ match: { to: customer }, mode: 'error', code: 131048 });
    await send('Refused');
    await stack().sandbox.setFault({ match: { to: customer }, mode: 'reset_before_accept' });
    await send('Lost');
    await control(stack(), 'POST', `/cloud/numbers/${shop.number.digits}/events`, { event: 'token_invalid' });
    await send('Too late');
    await shop.receiver.waitFor('device.status_changed', ({ data }) => data.to_status === 'disconnected');
    await note(raw.get(`${device}/status`));
    const renewed = await putNumber(stack(), shop.number.digits);
    await connectCloud(stack(), shop.accountId, renewed);
    await note(raw.get('/v1/devices'));
    await note(raw.delete(device));

    const secrets = [
      shop.number.access_token,
      renewed.access_token,
      unregistered.access_token,
      PIN,
      ...appSecrets,
    ];
    const places: [name: string, text: string][] = [
      ['answers', answers.join('\n')],
      ['webhooks', shop.receiver.received.map(({ body }) => body).join('\n')],
      ...(await stack().readLogs()),
      ...(await dumpTables(stack().databaseUrl)),
    ];
    await shop.receiver.stop();
    expect(places.find(([name]) => name === 'cloud_connector.numbers')?.[1]).toContain(
      unregistered.phone_number_id,
    );
    const found = places.flatMap(([name, text]) =>
      secrets.filter((secret) => isIn(text, secret)).map((secret) => `${secret.slice(0, 6)}… in ${name}`),
    );
    expect(found).toEqual([]);

    async function receiveMedia(person: string): Promise<void> {
      const id = await stack().sandbox.write(person, {
        to: shop.number.digits,
        type: 'image',
        media: `data:image/png;base64,${randomBytes(1_000).toString('base64')}`,
      });
      const { data } = await shop.receiver.waitFor(
        'message.received',
        ({ data: { message } }) => message.chat_message_id === id,
      );
      const { id: messageId } = data.message;
      await until(async () => (await shop.client.getMessage({ id: messageId })).message.media!.size > 0, {
        describe: 'the media to be copied',
      });
    }
  });
}

/** Creates a number that is not registered. */
async function deregistered(stack: ReturnType<RunningStack>, digits: string): Promise<BusinessNumber> {
  const number = await putNumber(stack, digits);
  const response = await fetch(`${stack.sandboxUrl}${VERSION}/${number.phone_number_id}/deregister`, {
    method: 'POST',
    headers: { authorization: `Bearer ${number.access_token}` },
  });
  if (!response.ok) throw new Error(`The sandbox answered ${response.status}: ${await response.text()}`);
  return number;
}

/**
 * Searches for the secret as it is, in hexadecimal, and in base64 at any offset. Digits count only where they are
 * free-standing, since six of them occur by chance in megabytes of ids.
 */
function isIn(text: string, secret: string): boolean {
  if (/^\d+$/.test(secret)) return new RegExp(`(?<![\\w.+/-])${secret}(?![\\w+/=-])`).test(text);
  const inBase64 = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)])
      .toString('base64')
      .slice(offset === 0 ? 0 : offset + 1, -4),
  );
  return [secret, Buffer.from(secret).toString('hex'), ...inBase64].some((form) => text.includes(form));
}

/**
 * All rows of all our tables. Those of the sandbox are left out: it plays the provider, which may know its own tokens.
 */
async function dumpTables(databaseUrl: string): Promise<[name: string, text: string][]> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    const { rows: tables } = await database.query<{ name: string }>(
      `SELECT schemaname || '.' || tablename AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema', 'sandbox')`,
    );
    const dumps: [string, string][] = [];
    for (const { name } of tables) {
      const { rows } = await database.query<{ row: string }>(`SELECT t::text AS row FROM ${name} AS t`);
      dumps.push([name, rows.map(({ row }) => row).join('\n')]);
    }
    return dumps;
  } finally {
    await database.end();
  }
}
