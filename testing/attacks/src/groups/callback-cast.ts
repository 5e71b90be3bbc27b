import { createHmac } from 'node:crypto';
import { connectCloudChannel } from '@chat/contracts/channels';
import { SIGNATURE_HEADER } from '@chat/contracts/cloud-connector';
import type { Message, SentMessage } from '@chat/contracts/messaging';
import { exampleFacts, MARA, type Facts } from '@chat/sandbox/shapes';
import { systemContext } from '@chat/service-kit';
import { until } from '@chat/test-kit';
import { messagesOf, textMessage } from '../hostile/callbacks';
import { problemsOfCallbackAnswer } from '../judge/callback-answer.rules';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';

/** How long processing may take after the acknowledgement. */
export const WORK_MS = 90_000;

/** A customer with a number on the cloud, to which Mara wrote, and which answered her. */
export interface Business {
  readonly tenant: Tenant;
  readonly channelId: number;
  /** Our id of the answer. */
  readonly sentId: number;
  readonly facts: Facts;
}

/** The callback port, and the business whose callbacks are forged. */
export interface Target {
  readonly world: World;
  readonly path: string;
  readonly shop: Business;
  /** The sender, where it does not matter. */
  readonly person: string;
}

export async function openBusiness(
  world: World,
  name: string,
  tenant: Promise<Tenant> | Tenant = world.openTenant(name),
): Promise<Business> {
  const owner = await tenant;
  const { admin, sandbox, accountId } = owner;
  const business = owner.number();
  const { access_token: token, waba_id, phone_number_id } = await sandbox.putNumber(business);
  world.marks.plant(token, 'a token of the provider', null);
  world.marks.plant(MARA.phone, 'a phone number', null);
  const body = { account_id: accountId, waba_id, phone_number_id, token, coexistence: false };
  const { device } = await admin.bus.request(connectCloudChannel, systemContext(0), { body });
  const theirs = await sandbox.write(MARA.phone, { to: business, text: owner.text() });
  const message = {
    chat_account_id: device.id,
    mobile_code: '49',
    mobile: MARA.phone.slice(2),
    message: owner.text(),
  };
  // Nothing can be sent before Mara's own message has arrived.
  const send = () => owner.post<SentMessage>('/v1/messages', message).catch(() => false as const);
  const sent = await until(send, { describe: `the care window of ${name} to be open` });
  const isDelivered = async () => {
    const found = await readMessage(owner, sent.message_id);
    return found.status === 'delivered' && found;
  };
  const { id: sentId, chat_message_id: ours } = await until(isDelivered, {
    describe: `the message of ${name} to be delivered`,
  });
  const facts = { wabaId: waba_id, phoneNumberId: phone_number_id, business, theirs, ours: ours! };
  return { tenant: owner, channelId: device.id, sentId, facts: { ...exampleFacts, ...facts } };
}

export async function readMessage(tenant: Tenant, id: number): Promise<Message> {
  return (await tenant.get<{ message: Message }>(`/v1/messages/${id}`)).message;
}

/** Waits until one more text has arrived: callbacks are processed in order. */
export async function untilProcessed(target: Target): Promise<void> {
  const word = target.shop.tenant.text();
  await postSigned(target, textsTo(target.shop.facts, target.person, [word]));
  await until(async () => (await stored(target, word)) === 1, { describe: 'a text', timeoutMs: WORK_MS });
}

/** Waits until no callback and no event is left to be processed. */
export async function untilIdle({ world }: Target): Promise<void> {
  const isProcessed = async () => (await world.count('FROM cloud_connector.callbacks')) === 0;
  await until(isProcessed, { describe: 'the last callback to be processed', timeoutMs: WORK_MS });
  const isPublished = async () =>
    (await world.count('FROM cloud_connector.outbox WHERE published_at IS NULL')) === 0;
  await until(isPublished, { describe: 'the last event to be published', timeoutMs: WORK_MS });
}

/** Counts the shop's messages with this text. @param like as in SQL. */
export function stored({ world, shop }: Target, like: string): Promise<number> {
  const where = 'account_id = $1 AND body LIKE $2';
  return world.count(`FROM messaging.messages WHERE ${where}`, [shop.tenant.accountId, like]);
}

/** One callback with these texts, each as a message. */
export function textsTo(facts: Facts, person: string, words: readonly string[]): string {
  const messages = words.map((word) => textMessage(`wamid.${word}`, person, word));
  return JSON.stringify(messagesOf(facts, { messages }));
}

export function signatureOf(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

export type Headers = Readonly<Record<string, string | string[]>>;

export function post({ world, path }: Target, body: string, headers: Headers) {
  return world.callbacks.send({
    method: 'POST',
    path,
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

export function postSigned(target: Target, body: string, headers: Headers = {}) {
  return post(target, body, {
    [SIGNATURE_HEADER]: signatureOf(body, target.world.provider.appSecret),
    ...headers,
  });
}

export function problemsOf(
  { status, headers, bytes }: Awaited<ReturnType<typeof post>>,
  right: readonly number[],
): string[] {
  const header = (name: string) => headers.get(name);
  return problemsOfCallbackAnswer({ status, header, body: bytes.toString() }, right);
}
